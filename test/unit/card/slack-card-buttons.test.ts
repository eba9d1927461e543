/** Long because each of the things that a card offers has its cases. */
import { describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { readCardValue } from '../../../src/slack/action/buttons.ts';
import { cardButtons, consoleButtonIds } from '../../../src/slack/card/card-buttons.ts';
import { detailsModal } from '../../../src/slack/card/details-modal.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { reviewBlocks } from '../../../src/slack/card/waiting-review.ts';
import type { RenderedMessage } from '../../../src/slack/platform/rendered-message.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { requestFingerprint } from '../../../src/use-cases/card/request-fingerprint.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { actionsOfCard, buttonsOfCard, cardOffering, wordsOfCard } from '../../support/cards.ts';
import {
  bothDecisions,
  cardModel,
  firstEntitlement,
  homeReview,
  knownTaskActions,
  noBackground,
  people,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('en');

function overflowOf(message: RenderedMessage): readonly string[] {
  return actionsOfCard(message).flatMap((element) =>
    element.type === 'overflow' ? element.options.map((one) => one.text.text) : [],
  );
}

describe('the buttons of a card', () => {
  it('are what the task offers and the bot can carry out', () => {
    expect(buttonsOfCard(taskCard(texts, cardOffering(['APPROVE', 'DENY'])))).toEqual([
      'review.approve',
      'review.deny',
      'card.details',
      'card.more',
    ]);
    expect(buttonsOfCard(taskCard(texts, cardOffering(['DENY'])))).toEqual([
      'review.deny',
      'card.details',
    ]);
    expect(buttonsOfCard(taskCard(texts, cardOffering([])))).toEqual(['card.details']);
  });

  it('lead to the console when an approval takes a verification there', () => {
    const message = taskCard(texts, cardOffering(['APPROVE_WITH_STEP_UP', 'DENY']));
    const [approve, deny] = actionsOfCard(message);
    expect(approve).toMatchObject({
      action_id: 'review.in-console.approve',
      url: 'https://acme.example/task/1042',
    });
    expect(approve).not.toHaveProperty('value');
    expect(deny).toMatchObject({ action_id: 'review.deny' });
  });

  it('carry the card, the step and what the card shows, and nothing that grants a right', () => {
    const card = cardModel({ offered: { decisions: bothDecisions, acts: [], elsewhere: [] } });
    const values = actionsOfCard(taskCard(texts, card)).map((one) =>
      'value' in one ? JSON.parse(one.value ?? '') : null,
    );
    const deciding = { v: 1, card: 'card-1', step: 'step-1', shown: requestFingerprint(card) };
    expect(values).toEqual([deciding, deciding, { v: 1, card: 'card-1', step: '', shown: null }]);
  });

  it.each(['accepted', 'sending', 'done'] as const)(
    'are gone while the step’s decision is %s',
    (state) => {
      const card = {
        ...cardOffering(['APPROVE', 'DENY', 'COMMENT', 'CLOSE']),
        reviews: [reviewRecord({ state })],
      };
      expect(buttonsOfCard(taskCard(texts, card))).toEqual(['card.details', 'card.more']);
    },
  );

  it('leave what administrators do to *Show everything*', () => {
    const card = cardOffering(['CLOSE', 'RESTART', 'SKIP_STEP']);
    expect(buttonsOfCard(taskCard(texts, card))).toEqual(['card.details']);
    const everything = JSON.stringify(detailsModal(texts, card, noBackground));
    expect(everything).toContain('act.restart');
  });

  it.each<[string, Partial<TaskSnapshot>, string]>([
    ['alone', {}, 'Ben loses GitHub · Platform: write.'],
    [
      'with what goes as well',
      { alsoTaken: ['A', 'B', 'C', 'D', 'E'].map((id) => ({ id, name: `Crew ${id}` })) },
      'Ben loses GitHub · Platform: write. They will lose Crew A, Crew B, Crew C and 2 more as well.',
    ],
  ])('ask before access is taken away, %s', (_what, change, words) => {
    const task = snapshot({ takesAway: true, ...change });
    const [remove, keep] = actionsOfCard(taskCard(texts, cardModel({ task })));
    expect(remove).toMatchObject({
      action_id: 'review.approve',
      confirm: { text: { text: words } },
    });
    expect(keep).not.toHaveProperty('confirm');
  });

  it('ask within what a dialog holds', () => {
    const long = 'x'.repeat(400);
    const target = person('user-ben', { name: long });
    const alsoTaken = Array.from({ length: 2_000 }, (_, at) => ({ id: `${at}`, name: long }));
    const entitlements = [{ ...firstEntitlement(), name: long }];
    const task = snapshot({ takesAway: true, target, alsoTaken, entitlements });
    for (const language of ['en', 'de'] as const) {
      const message = taskCard(textsFor(language), cardModel({ task }));
      expect(messageMistakes(message)).toEqual([]);
      expect(textsIn(message).join(' ')).toMatch(/1997/);
      const [remove] = actionsOfCard(message);
      expect(JSON.stringify(remove)).toMatch(/1997/);
    }
  });

  it('are there again for the next step', () => {
    const card = {
      ...cardOffering(['APPROVE', 'DENY'], { currentStepId: 'step-2' }),
      reviews: [reviewRecord()],
    };
    expect(buttonsOfCard(taskCard(texts, card))).toEqual([
      'review.approve',
      'review.deny',
      'card.details',
      'card.more',
    ]);
  });

  it('have a label for every action there is, and a link', () => {
    for (const [action, text] of Object.entries(texts.actions)) {
      const offered = { decisions: [], acts: [], elsewhere: [action] };
      const [first] = actionsOfCard(taskCard(texts, cardModel({ offered })));
      const url = 'https://acme.example/task/1042';
      expect(first).toMatchObject({ text: { text: `${text} in the console` }, url });
    }
  });

  describe('of a task of which nothing is done in Slack', () => {
    const unknown = ['CLOSE', 'FLY_TO_THE_MOON', 'DENY', 'APPROVE'];
    const task = snapshot({ actions: unknown.map((name) => `TASK_ACTION_TYPE_${name}`) });
    const card = cardModel({ task, offered: { decisions: [], acts: [], elsewhere: unknown } });
    const faceOf = (shown = card) =>
      actionsOfCard(taskCard(texts, shown)).flatMap((one) =>
        'url' in one && one.type === 'button' ? [[one.text.text, one.action_id]] : [],
      );
    const wholeOf = (shown: CardModel) =>
      textsIn(detailsModal(texts, shown, noBackground).blocks).join('\n');

    it('are links on the face: the decisions first, then what the service names first', () => {
      const ids = ['review.in-console.action-0', 'review.in-console.action-1'];
      expect(faceOf()).toEqual([
        ['Approve in the console', ids[0]],
        ['Deny in the console', ids[1]],
      ]);
      expect(consoleButtonIds).toEqual(expect.arrayContaining(ids));
      expect(overflowOf(taskCard(texts, card))).toEqual([]);
    });

    it('are not there once the task is over', () => {
      expect(faceOf({ ...card, task: { ...task, state: 'closed' } })).toEqual([]);
    });

    it('are named among the details, those that nobody knows as well', () => {
      const words = 'Close the request, Fly to the moon, Deny and Approve';
      expect(wholeOf(card)).toContain(`In the governance console: ${words}`);
      expect(wholeOf(card)).toContain('Open in the governance console');
      const both = cardOffering(['APPROVE', 'DENY', 'FLY_TO_THE_MOON']);
      expect(wholeOf(both)).toContain('In the governance console: Fly to the moon');
    });

    it('are named on the card where no address is configured', () => {
      const unlinked = { ...card, consoleUrl: null };
      const words =
        'In the governance console: Close the request, Fly to the moon, Deny and Approve';
      expect(faceOf(unlinked)).toEqual([]);
      expect(wordsOfCard(taskCard(texts, unlinked))).toContain(words);
      expect(wholeOf(unlinked)).toContain(words);
    });
  });

  it('lead to all actions through *Show everything* when they do not fit into the menu', () => {
    const full = cardOffering(knownTaskActions);
    const listed = detailsModal(texts, full, noBackground).blocks.flatMap((block) =>
      block.type === 'actions' && 'elements' in block ? block.elements : [],
    );
    const acts = full.offered.acts.map((act) => `act.${act}`);
    expect(acts.length).toBeGreaterThan(5);
    expect(listed.map((one) => ('action_id' in one ? one.action_id : ''))).toEqual([
      'review.approve',
      'review.deny',
      ...acts,
    ]);
  });

  it('more actions than a menu takes are among the details', () => {
    const message = taskCard(texts, cardOffering(knownTaskActions));
    expect(overflowOf(message)).toEqual([
      'Approve with a note',
      'Ask the requester',
      'Comment',
      'Reassign',
      'Change the duration',
    ]);
    expect(messageMistakes(message)).toEqual([]);
  });

  it('approve for less time, beside *Approve* and not in the menu', () => {
    const label = 'Approve for less time';
    const card = cardOffering(['APPROVE', 'DENY', 'UPDATE_GRANT_DURATION']);
    const onCard = actionsOfCard(taskCard(texts, card));
    expect(onCard.map((one) => ('text' in one ? one.text.text : ''))[2]).toBe(label);
    expect(overflowOf(taskCard(texts, card))).not.toContain(label);
    const inRow = reviewBlocks(texts, homeReview({ card })).flatMap((block) =>
      block.type === 'actions' ? block.elements : [],
    );
    const third = inRow[2];
    expect(third).toMatchObject({ action_id: 'act.approve-for-less', text: { text: label } });
    const decided = { ...card, reviews: [reviewRecord()] };
    expect(buttonsOfCard(taskCard(texts, decided))).not.toContain('act.approve-for-less');
  });

  it('a menu names the acts, and its block the card and the step; an approval is gone with the step’s decision', () => {
    const card = cardOffering(['APPROVE', 'COMMENT']);
    const valuesOf = (shown: CardModel) =>
      actionsOfCard(taskCard(texts, shown)).flatMap((one) =>
        one.type === 'overflow' ? one.options.map((option) => option.value) : [],
      );
    expect(valuesOf(card)).toEqual(['approve', 'ask', 'comment']);
    expect(valuesOf({ ...card, reviews: [reviewRecord()] })).toEqual(['ask', 'comment']);
    const { block_id } = cardButtons(texts, card, { details: 'Show everything', about: '#1042' });
    expect(readCardValue(block_id ?? '')).toEqual({
      card: 'card-1',
      step: 'step-1',
      shown: requestFingerprint(card),
    });
  });

  it('are left out when the step’s id is too long for a button', () => {
    const card = cardOffering(['APPROVE', 'COMMENT'], { currentStepId: 's'.repeat(250) });
    expect(buttonsOfCard(taskCard(texts, card))).toEqual(['card.details']);
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['a long justification', { justification: 'x'.repeat(1_501) }],
    ['many reviewers', { stepApprovers: people(11) }],
    ['many entitlements', { entitlements: Array(20).fill(snapshot().entitlements[0]) }],
    [
      'a long name',
      {
        entitlements: [
          { appId: 'a', id: 'e', name: '&'.repeat(160), description: '', riskLevel: '' },
        ],
      },
    ],
    ['a long insight', { insights: ['i'.repeat(201)] }],
  ])('show everything, and the card says where it had to cut %s', (_what, change) => {
    const message = taskCard(texts, cardModel({ task: snapshot(change) }));
    expect(buttonsOfCard(message)).toContain('card.details');
    expect(wordsOfCard(message)).toMatch(/…/);
  });
});
