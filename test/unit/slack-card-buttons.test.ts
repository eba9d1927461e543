import { describe, expect, it } from 'vitest';
import type { CardModel } from '../../src/domain/card.ts';
import { knownTaskActions } from '../../src/domain/task-action.ts';
import type { TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { isMarkOf, readCardValue, readMenuValue } from '../../src/slack/surfaces/buttons.ts';
import { type RenderedMessage, taskCard } from '../../src/slack/surfaces/task-card.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { actionsOfCard, buttonsOfCard, cardOffering, wordsOfCard } from '../support/cards.ts';
import { cardModel, people, reviewRecord, snapshot } from '../support/samples.ts';
import { messageMistakes } from '../support/slack-limits.ts';

const texts = textsFor('en');

function overflowOf(message: RenderedMessage): readonly { text: string; url: string | undefined }[] {
  return actionsOfCard(message).flatMap((element) =>
    element.type === 'overflow' ? element.options.map((one) => ({ text: one.text.text, url: one.url })) : [],
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
    expect(buttonsOfCard(taskCard(texts, cardOffering(['DENY'])))).toEqual(['review.deny', 'card.details']);
    expect(buttonsOfCard(taskCard(texts, cardOffering([])))).toEqual(['card.details']);
  });

  it('carry the card and the step, and nothing that grants a right', () => {
    for (const element of actionsOfCard(
      taskCard(
        texts,
        cardModel({
          offered: { buttons: ['approve', 'deny'], linkButtons: [], acts: [], links: [], unknownCount: 0, why: null },
        }),
      ),
    )) {
      const value = 'value' in element ? element.value : '';
      const step = 'action_id' in element && element.action_id === 'card.details' ? '' : 'step-1';
      expect(JSON.parse(value ?? '')).toEqual({ v: 1, card: 'card-1', step });
    }
  });

  it.each(['checking', 'acting', 'done'] as const)('are gone while the step’s decision is %s', (state) => {
    const card = { ...cardOffering(['APPROVE', 'DENY', 'CLOSE']), reviews: [reviewRecord({ state })] };
    expect(buttonsOfCard(taskCard(texts, card))).toEqual(['card.details', 'card.more']);
  });

  it('are there again for the next step', () => {
    const card = { ...cardOffering(['APPROVE', 'DENY'], { currentStepId: 'step-2' }), reviews: [reviewRecord()] };
    expect(buttonsOfCard(taskCard(texts, card))).toEqual([
      'review.approve',
      'review.deny',
      'card.details',
      'card.more',
    ]);
  });

  it('have a label for every action there is, and a link', () => {
    for (const action of knownTaskActions) {
      const [option] = overflowOf(
        taskCard(
          texts,
          cardModel({
            offered: { buttons: [], linkButtons: [], acts: [], links: [action], unknownCount: 0, why: null },
          }),
        ),
      );
      expect(option).toEqual({ text: texts.actions[action], url: 'https://acme.example/task/1042' });
    }
  });

  it('more actions than a menu takes are in a list of all of them', () => {
    const message = taskCard(texts, cardOffering(knownTaskActions));
    expect(overflowOf(message).map((one) => one.text)).toEqual([
      'Approve with a note',
      'Approve for less time',
      'Ask the requester',
      'Comment',
      'More actions',
    ]);
    expect(messageMistakes(message)).toEqual([]);
  });

  it('more links than a menu takes end in the governance console, as does what nobody knows', () => {
    const five = ['DELETE', 'SEND_REMINDER', 'CHANGE_POLICY', 'SET_ANALYSIS_ID', 'ROLLBACK_SKIPPED'];
    const shown = (names: readonly string[]) => overflowOf(taskCard(texts, cardOffering(names))).map((one) => one.text);
    expect(shown(five)).not.toContain('More in the governance console');
    expect(shown([...five, 'FLY']).slice(3)).toEqual(['Set the analysis', 'More in the governance console']);
    expect(shown(['FLY'])).toEqual(['More in the governance console']);
  });

  it('a menu names the act, the card and the step that was shown; an approval is gone with the step’s decision', () => {
    const card = cardOffering(['APPROVE', 'COMMENT']);
    const values = (shown: CardModel) =>
      actionsOfCard(taskCard(texts, shown)).flatMap((one) =>
        one.type === 'overflow' ? one.options.map((option) => readMenuValue(option.value ?? '')) : [],
      );
    const [first] = values(card);
    expect(values(card).map((one) => [one?.act, one?.card])).toEqual([
      ['approve', 'card-1'],
      ['ask', 'card-1'],
      ['comment', 'card-1'],
    ]);
    expect([isMarkOf(first?.mark ?? '', 'step-1'), isMarkOf(first?.mark ?? '', 'step-2')]).toEqual([true, false]);
    expect(values({ ...card, reviews: [reviewRecord()] }).map((one) => one?.act)).toEqual(['ask', 'comment']);
    expect(['more-0', 'fly:12345678:card-1', 'ask:card-1'].map(readMenuValue)).toEqual([null, null, null]);
  });

  it('have no link where none is configured', () => {
    const [option] = overflowOf(taskCard(texts, { ...cardOffering(['DELETE']), consoleUrl: null }));
    expect(option?.url).toBeUndefined();
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['a long justification', { justification: 'x'.repeat(1_501) }],
    ['many reviewers', { stepApprovers: people(11) }],
    ['many entitlements', { entitlements: Array(20).fill(snapshot().entitlements[0]) }],
    ['a long name', { entitlements: [{ appId: 'a', id: 'e', name: '&'.repeat(160), description: '', riskLevel: '' }] }],
    ['many insights', { insights: ['a', 'b', 'c', 'd'] }],
    ['a long insight', { insights: ['i'.repeat(151)] }],
  ])('show everything, and the card says where it had to cut %s', (_what, change) => {
    const message = taskCard(texts, cardModel({ task: snapshot(change) }));
    expect(buttonsOfCard(message)).toContain('card.details');
    expect(wordsOfCard(message)).toMatch(/…/);
  });

  it('work on cards that an earlier version posted', () => {
    expect(readCardValue('{"v":1,"card":"card-1","step":"step-1"}')).toEqual({ card: 'card-1', step: 'step-1' });
    expect(readCardValue('{"v":2,"card":"card-1"}')).toBeNull();
  });
});
