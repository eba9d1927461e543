/** Long because each reading is tried with each way in which a review came to it. */
import { describe, expect, it } from 'vitest';
import { isConfirmed } from '../../../src/domain/action/authorization.ts';
import { outcomeOfAnswered, traceOfLost } from '../../../src/domain/action/review.ts';
import type { PastDecision } from '../../../src/domain/task/task-snapshot.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';

describe('a review whose answer was lost', () => {
  const approve = { stepId: 'step-1', verb: 'approve', occurrence: '' } as const;
  const deny = { ...approve, verb: 'deny' } as const;
  const restarted = { ...approve, occurrence: 'gen/1/' };
  const bot = 'user-bot';
  const approvers = [person(bot)];
  const moved = { currentStepId: 'step-2' };
  const movedBy = (identityUserId: string, change: Partial<PastDecision> = {}) => {
    const decision = { stepId: 'step-1', position: 0, verb: 'approve', counts: true } as const;
    return snapshot({ ...moved, decisions: [{ ...decision, identityUserId, ...change }] });
  };
  const denied = closedSnapshot({ outcome: 'denied' });
  const untold = ['approvers'] as const;
  const stepless = snapshot({ currentStepId: null, untold: ['step'] });
  const cancelledButOpen = snapshot({ ...moved, approvers, outcome: 'cancelled' });
  const byCho = closedSnapshot({ approvers: [person('user-cho')] });
  const deniedUntold = closedSnapshot({ outcome: 'denied', untold });
  it.each([
    ['is not carried out yet', 'not-yet', snapshot(), approve, bot],
    ['is read without its step, which may still wait', 'not-yet', stepless, approve, bot],
    [
      'moved on, and nobody tells who decided',
      'unknown',
      snapshot({ ...moved, untold }),
      approve,
      bot,
    ],
    ['moved on, and the history names the bot', 'unknown', movedBy(bot), approve, bot],
    ['moved on, and the history names a person', 'elsewhere', movedBy('user-cho'), approve, bot],
    ['moved on, and the bot denied', 'elsewhere', movedBy(bot, { verb: 'deny' }), approve, bot],
    ['moved on, and nobody is named', 'elsewhere', snapshot(moved), approve, bot],
    ['has the bot at another step', 'elsewhere', movedBy(bot, { stepId: 'step-2' }), approve, bot],
    [
      'denied, which an open task does not know',
      'elsewhere',
      snapshot({ ...moved, approvers }),
      deny,
      null,
    ],
    ['moved on, whoever the bot is', 'unknown', snapshot(moved), approve, null],
    ['moved on by somebody, who may be the bot', 'unknown', movedBy(bot), approve, null],
    [
      'moved on, with an outcome that only a closed task has',
      'unknown',
      cancelledButOpen,
      approve,
      bot,
    ],
    [
      'moved on, and the bot is an approver',
      'unknown',
      snapshot({ ...moved, approvers }),
      approve,
      bot,
    ],
    ['denied, against the verb, whoever the bot is', 'elsewhere', denied, approve, null],
    ['denied, against the verb, by nobody knows whom', 'elsewhere', deniedUntold, approve, bot],
    ['granted, approved by the bot', 'unknown', closedSnapshot(), approve, bot],
    ['granted, approved by somebody else', 'elsewhere', byCho, approve, bot],
    ['denied, against the verb', 'elsewhere', denied, approve, bot],
    ['cancelled', 'elsewhere', closedSnapshot({ outcome: 'cancelled' }), approve, bot],
    ['denied, as it was to be', 'unknown', denied, deny, bot],
    [
      'restarted with the same step id',
      'elsewhere',
      snapshot({ stepOccurrence: 'gen/1/' }),
      { ...approve, occurrence: 'gen/0/' },
      bot,
    ],
    ['decided by the bot before a restart', 'elsewhere', movedBy(bot), restarted, bot],
  ] as const)('%s: %s', (_what, trace, task, review, botId) => {
    expect(traceOfLost(task, review, botId)).toBe(trace);
  });
});

describe('a review that the service answered with yes', () => {
  const answered = { stepId: 'step-1', verb: 'approve', occurrence: '' } as const;
  const past = (change: object) => [
    {
      stepId: 'step-1',
      position: 0,
      verb: 'approve' as const,
      identityUserId: 'user-bot',
      counts: true,
      ...change,
    },
  ];
  const moved = (decision: object) =>
    snapshot({ currentStepId: 'step-2', decisions: past(decision) });
  it.each([
    ['is not shown yet', 'not-yet', snapshot(), 'user-bot'],
    ['cannot be read', 'ours', null, null],
    ['moved on, and nobody is named', 'ours', snapshot({ currentStepId: 'step-2' }), 'user-bot'],
    ['moved on, and the history names the bot', 'ours', moved({}), 'user-bot'],
    [
      'moved on, and the history names a person',
      'elsewhere',
      moved({ identityUserId: 'user-cho' }),
      'user-bot',
    ],
    ['moved on, and the history names nobody', 'ours', moved({ identityUserId: '' }), 'user-bot'],
    [
      'moved on, and nobody knows who the bot is',
      'ours',
      moved({ identityUserId: 'user-cho' }),
      null,
    ],
    ['moved on after a denial', 'elsewhere', moved({ verb: 'deny' }), 'user-bot'],
    ['moved on after a denial by nobody knows whom', 'elsewhere', moved({ verb: 'deny' }), null],
    [
      'moved on, and the history names a person for another step',
      'ours',
      moved({ identityUserId: 'user-cho', stepId: 'step-0' }),
      'user-bot',
    ],
    [
      'denied in a later step',
      'ours',
      closedSnapshot({ outcome: 'denied', approvers: [person('user-cho')] }),
      'user-bot',
    ],
  ] as const)('%s: %s', (_what, expected, task, bot) => {
    expect(outcomeOfAnswered(task, answered, bot)).toBe(expected);
  });
});

const names = new Map([
  ['level-1', 'Low'],
  ['level-9', 'Critical'],
  ['level-0', 'Tier 0'],
  ['risk-low', 'High'],
]);
const none = new Map<string, string>();
const emptyEntitlement = { appId: 'app-1', id: 'e', name: 'read', description: '' };

describe('an approval asks to confirm', () => {
  it.each([
    ['what the tenant calls critical', ['level-9'], names, true],
    ['what is high by its id', ['risk-high'], none, true],
    ['what the tenant calls high though its id says low', ['risk-low'], names, true],
    ['a level whose name says nothing to the bot', ['level-0'], names, true],
    ['what is not told where the tenant has risks', [null], names, true],
    ['anything while the names of risks cannot be read', ['risk-low'], 'unreadable' as const, true],
    ['what is not told while they cannot be read', [null], 'unreadable' as const, true],
    ['what is not told beside what is low', ['risk-low', null], none, true],
    ['several of which one is critical', ['level-1', 'level-9'], names, true],
    ['what tells no entitlement where the tenant has risks', [], names, true],
    ['not what is low', ['level-1'], names, false],
    ['not what is low by its id', ['risk-low'], none, false],
    ['not what is low by a German word', ['Gering'], none, false],
    ['not what is medium', ['risk-medium'], none, false],
    ['not what has no risk', [''], names, false],
    ['nothing where the tenant tells no risks', [null], none, false],
  ])('%s', (_what, levels, known, isAsked) => {
    const entitlements = levels.map((riskLevel) => ({ ...emptyEntitlement, riskLevel }));
    expect(isConfirmed(snapshot({ entitlements }), known)).toBe(isAsked);
  });
});
