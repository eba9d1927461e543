/** Long because each reading is tried with each way in which a review came to it. */
import { describe, expect, it } from 'vitest';
import { linkReason } from '../../../src/domain/action/authorization.ts';
import { isConfirmed } from '../../../src/domain/action/confirmed-risk.ts';
import { outcomeOfAnswered, outcomeOfLost } from '../../../src/domain/action/review.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { acting } from '../../support/test-settings.ts';

describe('a review whose answer was lost', () => {
  const lost = { stepId: 'step-1', verb: 'approve', occurrence: '' } as const;
  const bot = { identityUserId: 'user-bot', decidedOtherSteps: false, triedForOthers: false };
  const approvers = [person('user-bot')];
  const moved = { currentStepId: 'step-2' };
  const decided = (identityUserId: string, change = {}) => ({
    decisions: [
      {
        stepId: 'step-1',
        position: 0,
        verb: 'approve' as const,
        identityUserId,
        counts: true,
        ...change,
      },
    ],
  });
  it.each([
    ['is not carried out yet', 'not-yet', snapshot(), lost, bot],
    [
      'is read without its step, which may still be waiting',
      'not-yet',
      snapshot({ currentStepId: null, untold: ['step'] }),
      lost,
      bot,
    ],
    [
      'moved on, and nobody tells who decided',
      'unknown',
      snapshot({ ...moved, untold: ['approvers'] }),
      lost,
      bot,
    ],
    [
      'moved on, and the history names the bot',
      'ours',
      snapshot({ ...moved, ...decided('user-bot') }),
      lost,
      bot,
    ],
    [
      'moved on, and the history names a person',
      'elsewhere',
      snapshot({ ...moved, approvers, ...decided('user-cho') }),
      lost,
      bot,
    ],
    [
      'moved on, and the history says that the bot denied',
      'elsewhere',
      snapshot({ ...moved, ...decided('user-bot', { verb: 'deny' }) }),
      lost,
      bot,
    ],
    ['moved on, and nobody is named', 'elsewhere', snapshot(moved), lost, bot],
    [
      'moved on, and the history names the bot for another step alone',
      'elsewhere',
      snapshot({ ...moved, ...decided('user-bot', { stepId: 'step-2' }) }),
      lost,
      bot,
    ],
    [
      'moved on after a denial, of which an open task knows nothing',
      'elsewhere',
      snapshot({ ...moved, approvers }),
      { ...lost, verb: 'deny' },
      { ...bot, identityUserId: null },
    ],
    [
      'moved on after an approval, and nobody knows who the bot is',
      'unknown',
      snapshot(moved),
      lost,
      { ...bot, identityUserId: null },
    ],
    [
      'moved on, and is open with an outcome that only a closed task has',
      'ours',
      snapshot({ ...moved, approvers, outcome: 'cancelled' }),
      lost,
      bot,
    ],
    ['moved on, and the bot is an approver', 'ours', snapshot({ ...moved, approvers }), lost, bot],
    [
      'is not claimed where the bot decided another step too',
      'unknown',
      snapshot({ ...moved, approvers }),
      lost,
      { ...bot, decidedOtherSteps: true },
    ],
    [
      'is not claimed where nobody knows who the bot is',
      'unknown',
      snapshot({ ...moved, approvers }),
      lost,
      { ...bot, identityUserId: null },
    ],
    [
      'is not claimed when the bot may have done it for another person',
      'unknown',
      snapshot({ ...moved, ...decided('user-bot') }),
      lost,
      { ...bot, triedForOthers: true },
    ],
    [
      'denied, against the verb, where nobody knows who the bot is',
      'elsewhere',
      closedSnapshot({ outcome: 'denied' }),
      lost,
      { ...bot, identityUserId: null },
    ],
    [
      'denied, against the verb, where nothing tells who decided',
      'elsewhere',
      closedSnapshot({ outcome: 'denied', untold: ['approvers'] }),
      lost,
      bot,
    ],
    ['granted, approved by the bot', 'ours', closedSnapshot(), lost, bot],
    [
      'granted, approved by somebody else',
      'elsewhere',
      closedSnapshot({ approvers: [person('user-cho')] }),
      lost,
      bot,
    ],
    ['denied, against the verb', 'elsewhere', closedSnapshot({ outcome: 'denied' }), lost, bot],
    ['cancelled', 'elsewhere', closedSnapshot({ outcome: 'cancelled' }), lost, bot],
    [
      'denied, as it was to be',
      'ours',
      closedSnapshot({ outcome: 'denied' }),
      { ...lost, verb: 'deny' },
      bot,
    ],
    [
      'restarted with the same step id',
      'elsewhere',
      snapshot({ stepOccurrence: 'gen/1/' }),
      { ...lost, occurrence: 'gen/0/' },
      bot,
    ],
    [
      'decided by the bot before a restart used the id again',
      'elsewhere',
      snapshot({ ...moved, ...decided('user-bot') }),
      { ...lost, occurrence: 'gen/1/' },
      bot,
    ],
  ] as const)('%s: %s', (_what, fate, task, review, by) => {
    expect(outcomeOfLost(task, review, by)).toBe(fate);
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

describe('steps decided by a link', () => {
  const risk = (riskLevel: string | null) => ({
    emergency: false,
    entitlements: [{ appId: 'app', id: 'ent', name: 'Ent', description: '', riskLevel }],
  });
  const names = new Map([['level-7', 'High']]);
  const when = (risks: string[], emergency = false) => ({
    ...acting,
    linkWhen: { risk: risks, emergency },
  });
  it.each([
    ['everything in mode: link', { ...acting, mode: 'link' as const }, risk(''), names, 'mode'],
    ['a risk by its name', when(['high']), risk('level-7'), names, 'risk'],
    ['a risk by its id', when(['level-7']), risk('level-7'), new Map(), 'risk'],
    ['a risk whose id says its name', when(['high']), risk('risk-high'), new Map(), 'risk'],
    ['a risk that cannot be read', when(['high']), risk(null), names, 'risk'],
    [
      'any risk where the names cannot be read',
      when(['high']),
      risk('level-8'),
      'unreadable' as const,
      'risk',
    ],
    [
      'what tells no entitlement',
      when(['high']),
      { emergency: false, entitlements: [] },
      names,
      'risk',
    ],
    ['not another risk', when(['high']), risk('level-8'), names, null],
    ['not what has no risk', when(['high']), risk(''), 'unreadable' as const, null],
    ['nothing by risk where none is listed', when([]), risk(null), 'unreadable' as const, null],
    ['an emergency', when([], true), { ...risk(''), emergency: true }, names, 'emergency'],
    [
      'not an emergency that is not listed',
      when([]),
      { ...risk(''), emergency: true },
      names,
      null,
    ],
  ])('%s', (_what, review, task, known, why) => {
    expect(linkReason(review, task, { emergency: false }, known)).toBe(why);
  });

  it('also a request made as an emergency, with any task', () => {
    expect(linkReason(when([], true), risk(''), { emergency: true }, names)).toBe('emergency');
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
