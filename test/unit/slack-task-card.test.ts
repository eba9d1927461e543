/** Long because every line and every button of the card is a sentence of its own. */
import type { ActionsBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { CardModel } from '../../src/domain/card.ts';
import { knownTaskActions, offeredActions } from '../../src/domain/task-action.ts';
import type { TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { readCardValue } from '../../src/slack/surfaces/card-value.ts';
import { type RenderedMessage, taskCard } from '../../src/slack/surfaces/task-card.ts';
import { type Texts, textsFor } from '../../src/slack/texts/texts.ts';
import {
  accessRequest,
  actor,
  cardModel,
  closedSnapshot,
  people,
  person,
  reviewRecord,
  snapshot,
} from '../support/samples.ts';
import { messageMistakes, textsIn } from '../support/slack-limits.ts';

const texts = textsFor('en');

const wordsOf = (message: RenderedMessage) => textsIn(message.blocks).join('\n');
const buttonsOf = (message: RenderedMessage): readonly string[] =>
  actionsOf(message).flatMap((element) => ('action_id' in element ? [element.action_id ?? ''] : []));

function actionsOf(message: RenderedMessage): ActionsBlock['elements'] {
  return message.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
}

function overflowOf(message: RenderedMessage): readonly { text: string; url: string | undefined }[] {
  return actionsOf(message).flatMap((element) =>
    element.type === 'overflow' ? element.options.map((one) => ({ text: one.text.text, url: one.url })) : [],
  );
}

const offering = (names: readonly string[], change: Partial<TaskSnapshot> = {}): CardModel => {
  const task = snapshot({ actions: names.map((name) => `TASK_ACTION_TYPE_${name}`), ...change });
  return cardModel({ task, offered: offeredActions(task, { reviewMode: 'act', canAct: true }) });
};

describe('what a card says', () => {
  it('calls the people on call where it is told to, and nobody anywhere else', () => {
    const message = taskCard(texts, cardModel({ onCall: 'S0ONCALL' }));
    expect(wordsOf(message)).toContain('<!subteam^S0ONCALL>: somebody needs access in an emergency.');
    expect(messageMistakes(message)).toEqual([]);
    expect(JSON.stringify(taskCard(texts, cardModel()))).not.toContain('subteam');
  });

  it('says who asks, for whom, for what, why, for how long and who decides', () => {
    const message = taskCard(texts, cardModel({ task: snapshot({ target: person('user-dee') }) }));
    const words = wordsOf(message);
    for (const said of [
      'Access request #1042: GitHub · Platform: write',
      '*Asked by*\n<@U0BEN>',
      '*For*\nDee',
      '*App*\nGitHub',
      '*Access*\nPlatform: write',
      '*How long*\n4 hours',
      'Why: INC-42: the timetable build is red',
      '*Waiting for review* by <@U0ANA> or Cho',
      '<https://acme.example/task/1042|Open in the governance console>',
    ]) {
      expect(words).toContain(said);
    }
    expect(message.text).toBe(
      'Access request #1042: ben asks for GitHub · Platform: write, for 4 hours. Open.\nWhy: INC-42: the timetable build is red',
    );
    expect(messageMistakes(message)).toEqual([]);
  });

  it('says in a notification whom it is for, where that is not who asks; in words, without calling them', () => {
    const request = accessRequest({ targetSlackId: 'U0GORAN' });
    const spoken = (words: Texts, target: TaskSnapshot['target']) =>
      taskCard(words, cardModel({ request, task: snapshot({ target }) })).text;
    const goran = person('user-goran');
    expect(spoken(texts, goran)).toContain('ben asks on behalf of Goran for GitHub · Platform: write, for 4 hours.');
    expect(spoken(texts, null)).toContain('ben asks on behalf of somebody else for GitHub');
    expect(spoken(textsFor('de'), goran)).toContain('ben bittet für Goran um Zugriff auf GitHub');
    expect(spoken(texts, goran)).not.toContain('<@');
  });

  it('says that it is of when it was asked where no task can be read; what is closed does not change', () => {
    const foot = (change: Partial<CardModel>) => wordsOf(taskCard(texts, cardModel(change)));
    expect(foot({ isFollowed: false })).toContain(' · as it was then: this card does not change · ');
    expect(foot({ isFollowed: false, task: closedSnapshot() })).not.toContain('as it was then');
    expect(foot({})).not.toContain('as it was then');
  });

  it('an emergency says so in words and with a symbol', () => {
    const message = taskCard(texts, cardModel({ task: snapshot({ emergency: true }) }));
    expect(wordsOf(message)).toMatch(/^🚨 EMERGENCY access request #1042/);
    expect(message.text).toContain('EMERGENCY');
    expect(wordsOf(message)).toContain('*Emergency*\nYes');
  });

  it('shows risk, last use, recommendation and insights where the task has them', () => {
    const words = wordsOf(
      taskCard(
        texts,
        cardModel({
          task: snapshot({
            entitlements: [{ appId: 'a', id: 'e', name: 'Admin', description: '', riskLevel: 'high' }],
            lastUsedAt: '2026-02-01T08:00:00Z',
            recommendation: 'approve',
            insights: ['Nobody on this team has it', 'Ben had it in May', 'It was never used', 'Out of hours', 'New'],
          }),
        }),
      ),
    );
    expect(words).toContain('*Risk*\nhigh');
    expect(words).toContain('*Last used*\n<!date^1769932800^');
    expect(words).toContain('*Recommendation*\napprove');
    expect(words).toContain('*Insights*\nNobody on this team has it\nBen had it in May\nIt was never used\n… 2 more');
  });

  it('leaves out a last use that is no date', () => {
    expect(wordsOf(taskCard(texts, cardModel({ task: snapshot({ lastUsedAt: 'yesterday' }) })))).not.toContain(
      'Last used',
    );
  });

  it('names what was asked for where the task names nothing', () => {
    const bare = { appName: ' ', entitlements: [], target: null, numericId: '', grantDurationSeconds: null };
    const message = taskCard(
      texts,
      cardModel({ task: snapshot(bare), request: accessRequest({ durationSeconds: null }) }),
    );
    expect(wordsOf(message)).toContain('Access request: Platform: write');
    expect(wordsOf(message)).toContain('*App*\nGitHub');
    expect(wordsOf(message)).toContain('*For*\n<@U0BEN>');
    expect(wordsOf(message)).toContain('*How long*\nuntil revoked');
    expect(messageMistakes(message)).toEqual([]);
  });

  it('says the number where there is no link, and nothing where there is none of both', () => {
    expect(wordsOf(taskCard(texts, cardModel({ consoleUrl: null })))).toContain(
      'Number 1042 in the governance console',
    );
    const without = taskCard(texts, cardModel({ consoleUrl: null, task: snapshot({ numericId: '' }) }));
    expect(wordsOf(without)).not.toContain('governance console');
  });
});

describe('where a request stands', () => {
  const stateOf = (change: Partial<CardModel>) =>
    textsIn(taskCard(texts, cardModel(change)).blocks.filter((block) => block.block_id === 'card.state')).join();

  it.each([
    ['granted', 'Granted'],
    ['denied', 'Denied'],
    ['error', 'Could not be set up'],
    ['cancelled', 'Cancelled'],
    ['wait-timed-out', 'Ran out of time'],
    ['none', 'Closed'],
    ['GRANT_OUTCOME_MISLAID', 'Closed (GRANT_OUTCOME_MISLAID)'],
  ])('a task closed as %s is “%s”', (outcome, words) => {
    expect(stateOf({ task: closedSnapshot({ outcome }) })).toBe(`*${words}*`);
    expect(taskCard(texts, cardModel({ task: closedSnapshot({ outcome }) })).text).toContain(`${words}.`);
  });

  it.each([
    ['approve', 'acting', '*Being approved* by <@U0ANA> …'],
    ['deny', 'checking', '*Being denied* by <@U0ANA> …'],
  ] as const)('while somebody is at it (%s, %s) it says who', (verb, state, words) => {
    expect(stateOf({ reviews: [reviewRecord({ verb, state })] })).toBe(words);
  });

  it('the one who is carried out is named before those who are being checked', () => {
    const reviews = [
      reviewRecord({ by: actor('U0CHO'), state: 'checking' }),
      reviewRecord({ by: actor('U0ANA'), state: 'acting' }),
    ];
    expect(stateOf({ reviews })).toBe('*Being approved* by <@U0ANA> …');
  });

  it('a decision that the service has not shown yet is said', () => {
    expect(stateOf({ reviews: [reviewRecord()] })).toMatch(/^\*Approved\* by <@U0ANA>, /);
    expect(stateOf({ reviews: [reviewRecord({ verb: 'deny' })] })).toMatch(/^\*Denied\* by <@U0ANA>, /);
  });

  it('after the last step the access is being set up', () => {
    const task = snapshot({ currentStepId: null, stepApprovers: [] });
    expect(stateOf({ task, reviews: [reviewRecord()] })).toBe('*Approved*, access is being set up');
    expect(stateOf({ task: { ...task, approvers: people(1) } })).toBe('*Approved*, access is being set up');
    expect(stateOf({ task })).toMatch(/^\*Waiting\*, the governance service names no reviewers/);
    expect(stateOf({ task: { ...task, outcome: 'error' } })).toMatch(/^\*Could not be set up yet\.\*/);
  });

  it('a state that nobody knows counts as open', () => {
    expect(stateOf({ task: snapshot({ state: 'TASK_STATE_ON_HOLD' }) })).toMatch(/^\*Waiting for review\*/);
  });

  it('closed cards keep who decided, when and with what reason', () => {
    const reviews = [reviewRecord(), reviewRecord({ stepId: 'step-2', verb: 'deny', reason: 'Use *staging* <!here>' })];
    const words = wordsOf(taskCard(texts, cardModel({ task: closedSnapshot({ outcome: 'denied' }), reviews })));
    expect(words).toContain('Approved by <@U0ANA>, <!date^1772452800^');
    expect(words).toContain('Denied by <@U0ANA>, <!date^1772452800^');
    expect(words).toContain('Reason: Use *staging* <!here>');
  });

  it('only the latest decisions are shown where there are many, and the others are counted', () => {
    const reviews = Array.from({ length: 8 }, (_, index) =>
      reviewRecord({ stepId: `s${index}`, by: actor(`U0R${index}`) }),
    );
    const words = wordsOf(taskCard(texts, cardModel({ reviews, task: closedSnapshot() })));
    expect(words).toContain('… 3 earlier decisions');
    expect(words).not.toContain('<@U0R2>');
    expect(words).toContain('<@U0R3>');
  });

  it('who decided outside of Slack is named, unless the bot knows better', () => {
    const task = closedSnapshot({ approvers: [person('user-ana'), person('user-zoe')] });
    expect(wordsOf(taskCard(texts, cardModel({ task })))).toContain(
      'Decided by <@U0ANA> and Zoe in the governance console',
    );
    expect(wordsOf(taskCard(texts, cardModel({ task, reviews: [reviewRecord()] })))).not.toContain(
      'in the governance console\n',
    );
  });
});

describe('the buttons of a card', () => {
  it('are what the task offers and the bot can carry out', () => {
    expect(buttonsOf(taskCard(texts, offering(['APPROVE', 'DENY'])))).toEqual(['review.approve', 'review.deny']);
    expect(buttonsOf(taskCard(texts, offering(['DENY'])))).toEqual(['review.deny']);
    expect(buttonsOf(taskCard(texts, offering([])))).toEqual([]);
    expect(taskCard(texts, offering([])).blocks.some((block) => block.type === 'actions')).toBe(false);
  });

  it('carry the card and the step, and nothing that grants a right', () => {
    for (const element of actionsOf(
      taskCard(texts, cardModel({ offered: { buttons: ['approve', 'deny'], links: [], unknownCount: 0 } })),
    )) {
      const value = 'value' in element ? element.value : '';
      expect(JSON.parse(value ?? '')).toEqual({ v: 1, card: 'card-1', step: 'step-1' });
    }
  });

  it.each(['checking', 'acting', 'done'] as const)('are gone while the step’s decision is %s', (state) => {
    const card = { ...offering(['APPROVE', 'DENY', 'CLOSE']), reviews: [reviewRecord({ state })] };
    expect(buttonsOf(taskCard(texts, card))).toEqual(['card.more']);
  });

  it('are there again for the next step', () => {
    const card = { ...offering(['APPROVE', 'DENY'], { currentStepId: 'step-2' }), reviews: [reviewRecord()] };
    expect(buttonsOf(taskCard(texts, card))).toEqual(['review.approve', 'review.deny']);
  });

  it('have a label for every action there is, and a link', () => {
    for (const action of knownTaskActions) {
      const [option] = overflowOf(
        taskCard(texts, cardModel({ offered: { buttons: [], links: [action], unknownCount: 0 } })),
      );
      expect(option).toEqual({ text: texts.actions[action], url: 'https://acme.example/task/1042' });
    }
  });

  it('more actions than a menu takes end in the governance console', () => {
    const message = taskCard(texts, offering(knownTaskActions));
    expect(overflowOf(message).map((one) => one.text)).toEqual([
      'Close the request',
      'Comment',
      'Delete the request',
      'Reassign',
      'More in the governance console',
    ]);
    expect(messageMistakes(message)).toEqual([]);
  });

  it('five other actions fit, and with one that nobody knows there is more in the console', () => {
    const five = ['CLOSE', 'COMMENT', 'DELETE', 'REASSIGN', 'RESTART'];
    expect(overflowOf(taskCard(texts, offering(five))).map((one) => one.text)).not.toContain(
      'More in the governance console',
    );
    expect(overflowOf(taskCard(texts, offering([...five, 'FLY']))).map((one) => one.text)).toContain(
      'More in the governance console',
    );
    expect(overflowOf(taskCard(texts, offering(['FLY']))).map((one) => one.text)).toEqual([
      'More in the governance console',
    ]);
  });

  it('have no link where none is configured', () => {
    const [option] = overflowOf(taskCard(texts, { ...offering(['CLOSE']), consoleUrl: null }));
    expect(option?.url).toBeUndefined();
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['a long justification', { justification: 'x'.repeat(1_501) }],
    ['many reviewers', { stepApprovers: people(11) }],
    ['many entitlements', { entitlements: Array(6).fill(snapshot().entitlements[0]) }],
    ['a long name', { entitlements: [{ appId: 'a', id: 'e', name: '&'.repeat(60), description: '', riskLevel: '' }] }],
    ['many insights', { insights: ['a', 'b', 'c', 'd'] }],
    ['a long insight', { insights: ['i'.repeat(151)] }],
  ])('show everything where the card had to cut %s', (_what, change) => {
    const message = taskCard(texts, cardModel({ task: snapshot(change) }));
    expect(buttonsOf(message)).toContain('card.details');
    expect(wordsOf(message)).toMatch(/…/);
    const [details] = actionsOf(message).filter(
      (element) => 'value' in element && element.action_id === 'card.details',
    );
    expect(readCardValue(details !== undefined && 'value' in details ? details.value : '')?.card).toBe('card-1');
  });

  it('offer nothing more where the card has everything', () => {
    expect(buttonsOf(taskCard(texts, cardModel()))).not.toContain('card.details');
  });
});
