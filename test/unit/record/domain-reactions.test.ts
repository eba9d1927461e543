/** Long because what is said of each fact stands here once. */
import { describe, expect, it } from 'vitest';
import { type Audience, keyParts, type Reaction } from '../../../src/domain/message/fact-object.ts';
import type { NoticeBody } from '../../../src/domain/message/notice.ts';
import { type Fact, type FactKind, reactions } from '../../../src/domain/record/facts.ts';
import { actor } from '../../support/samples.ts';

type Told = readonly (readonly [to: Audience, body: NoticeBody])[];

/** Who hears what of a fact. */
function told<Kind extends FactKind>(fact: Fact<Kind>): Told {
  const reaction: Reaction<Fact<Kind>, NoticeBody> = reactions[fact.kind];
  return (reaction.tells ?? [])
    .filter(({ when }) => when === undefined || when(fact))
    .map(({ to, body }) => [to, body(fact)] as const);
}

const requestId = 'request-1';
const by = actor('U0ANA');
const named = { people: ['U0BEN'], administrators: ['U0DEE'], channel: 'C0ONCALL' };
const unknownPerson = { code: 'external' } as const;
const denied = { kind: 'ended', outcome: 'denied', byNames: ['Ana'] } as const;
const decision = { stepId: 'step-1', identityUserId: 'user-ana', reason: 'ok' };
const endedElsewhere = { kind: 'ended', outcome: 'denied', byNames: ['Ana'] } as const;
const removedAccess = {
  kind: 'access-removed',
  by: ['U0ANA'],
  byNames: [],
  removedAt: null,
  taken: [],
} as const;
const profileOutcome = { given: 1, of: 3, refused: ['Jira: read'], unknown: ['Wiki: write'] };
const grant = {
  endsAt: '2026-03-02T16:00:00.000Z',
  startedAt: '2026-03-02T12:00:00.000Z',
  endedAt: '2026-03-02T15:00:00.000Z',
};
const ended = (end: Fact<'grant.ended'>['detail']['end'], isEmergency = false): Fact => ({
  kind: 'grant.ended',
  requestId,
  detail: { ...grant, end },
  context: { isEmergency },
});
const followUp = (end: Fact<'grant.ended'>['detail']['end'] | null): NoticeBody => ({
  kind: 'emergency-ended',
  end,
  startedAt: grant.startedAt,
  endedAt: grant.endedAt,
});

const requests: readonly (readonly [Fact, Told])[] = [
  [
    {
      kind: 'request.stopped',
      requestId,
      context: { refusal: unknownPerson },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'request-stopped', refusal: unknownPerson }]],
  ],
  [
    {
      kind: 'emergency.waiting',
      requestId,
      context: { asked: requestId, isBotRefused: false },
      named: { channel: named.channel },
    },
    [['channel', { kind: 'emergency-waiting' }]],
  ],
  [
    {
      kind: 'emergency.waiting',
      requestId,
      context: { asked: requestId, isBotRefused: true },
      named: { channel: named.channel },
    },
    [['channel', { kind: 'emergency-waiting', isBotRefused: true }]],
  ],
  [
    {
      kind: 'emergency.hidden',
      requestId,
      context: { asked: requestId },
      named: { channel: named.channel },
    },
    [['channel', { kind: 'emergency-elsewhere' }]],
  ],
  [
    {
      kind: 'delivery.nobody-found',
      requestId,
      taskId: 'task-1',
      detail: { stepId: 'step-1' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'nobody-answers' }]],
  ],
  [
    {
      kind: 'delivery.answer-refused',
      requestId,
      taskId: 'task-1',
      detail: { stepId: 'step-1' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'answer-refused' }]],
  ],
  [
    {
      kind: 'elsewhere.ended',
      requestId,
      context: { message: endedElsewhere },
      named: { people: named.people },
    },
    [['people', endedElsewhere]],
  ],
  [
    {
      kind: 'access.removed',
      requestId,
      context: { occasion: 'removed:task-1', message: removedAccess },
      named: { people: named.people },
    },
    [['people', removedAccess]],
  ],
  [
    { kind: 'profile.settled', requestId, detail: profileOutcome },
    [['holders', { kind: 'profile-settled', ...profileOutcome }]],
  ],
  [{ kind: 'request.ended', requestId, context: { message: denied } }, [['threads', denied]]],
  [
    { kind: 'request.withdrawn', requestId, context: { by } },
    [['threads', { kind: 'acted', act: 'withdraw', by, text: '' }]],
  ],
  [
    { kind: 'request.escalated', requestId, context: { by } },
    [['threads', { kind: 'acted', act: 'escalate', by, text: '' }]],
  ],
  [
    { kind: 'request.nudged', requestId, context: { by, day: '2026-03-02' } },
    [['threads', { kind: 'acted', act: 'nudge', by, text: '' }]],
  ],
  [
    { kind: 'form.due', requestId, context: { step: 's' }, named: { people: named.people } },
    [['people', { kind: 'form-due' }]],
  ],
  [
    {
      kind: 'reviewers.called',
      requestId,
      context: { stepId: 'step-1' },
      named: { people: named.people },
    },
    [['people', { kind: 'reminder', about: [{ requestId, stepId: 'step-1' }], group: null }]],
  ],
  [
    { kind: 'reviewers.called', context: { stepId: 's' }, named: { people: named.people } },
    [['people', { kind: 'reminder', about: [{ requestId: '', stepId: 's' }], group: null }]],
  ],
];

const decisions: readonly (readonly [Fact, Told])[] = [
  ...(['approve', 'deny'] as const).map((verb): readonly [Fact, Told] => {
    const said = {
      kind: 'decided',
      verb,
      by,
      reason: 'ok',
      durationSeconds: 3_600,
      next: { kind: 'pending' },
    } as const;
    return [
      {
        kind: verb === 'approve' ? 'review.approved' : 'review.denied',
        requestId,
        detail: { ...decision, durationSeconds: 3_600 },
        context: { actionId: 'action-1', by },
      },
      [['threads', said]],
    ];
  }),
  [
    {
      kind: 'review.self-approved',
      requestId,
      detail: { stepId: 'step-1', identityUserId: 'user-bot' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'self-approved' }]],
  ],
  [
    { kind: 'decision.arrived', requestId, context: { actionId: 'action-1' } },
    [['actor', { kind: 'decision-arrived' }]],
  ],
  [
    { kind: 'decision.unclear', requestId, context: { actionId: 'action-1' } },
    [['actor', { kind: 'action-refused', refusal: { code: 'perhaps-decided' } }]],
  ],
  [
    {
      kind: 'account.passed-on',
      requestId,
      detail: { account: 'U0BEN', was: 'user-ben', is: 'user-emil' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'passed-on', account: 'U0BEN' }]],
  ],
  [
    {
      kind: 'posting.given-up',
      requestId,
      context: { channel: 'C0REVIEWS' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'undelivered', channel: 'C0REVIEWS' }]],
  ],
  [
    {
      kind: 'right.missing',
      requestId,
      context: { verb: 'approve' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'trouble', what: 'missing-right', verb: 'approve' }]],
  ],
  [
    {
      kind: 'act.carried-out',
      requestId,
      context: { key: 'acted:1', message: { kind: 'acted', act: 'ask', by, text: 'Why?' } },
      named: { people: named.people },
    },
    [
      ['people', { kind: 'acted', act: 'ask', by, text: 'Why?' }],
      ['threads', { kind: 'acted', act: 'ask', by, text: 'Why?' }],
    ],
  ],
  [
    {
      kind: 'act.refused',
      requestId,
      context: { key: 'k', message: { kind: 'action-refused', refusal: { code: 'closed' } } },
      named: { place: { kind: 'beside-card', channel: 'C0REVIEWS', slackUserId: 'U0ANA' } },
    },
    [['place', { kind: 'action-refused', refusal: { code: 'closed' } }]],
  ],
];

const access: readonly (readonly [Fact, Told])[] = [
  [ended('expired'), [['threads', { kind: 'access-ended', end: 'expired' }]]],
  [ended('given-back'), [['threads', { kind: 'access-ended', end: 'given-back' }]]],
  // The holder has lost nothing.
  [
    {
      kind: 'grant.carried-on',
      requestId,
      detail: { startedAt: grant.startedAt, endedAt: grant.endedAt },
      context: { isEmergency: true },
    },
    [['threads', followUp(null)]],
  ],
  [ended('expired', true), [['threads', followUp('expired')]]],
  [
    {
      kind: 'grant.not-ended',
      requestId,
      detail: { occasion: 'o', outcome: 'still-held' },
      named: { administrators: named.administrators },
    },
    [['administrators', { kind: 'not-gone', outcome: 'still-held' }]],
  ],
];

// The people of a request have a post about it, which is derived from rows.
describe('the recipients of each fact', () => {
  it.each([...requests, ...decisions, ...access])('of %j', (fact, expected) => {
    expect(told(fact)).toEqual(expected);
  });

  it('nothing of what the trail alone keeps', () => {
    expect(told({ kind: 'request.created', requestId, detail: created })).toEqual([]);
    expect(reactions['request.created']).toEqual({
      audit: { event: 'was created in the service' },
    });
  });
});

const created = { identityUserId: 'user-ben', numericId: '1042', origin: 'bot' };

it('reports the outcome of a profile once', () => {
  const once = Object.entries<Reaction>(reactions).filter(([, { isOnce }]) => isOnce);
  expect(once.map(([kind]) => kind)).toEqual(['profile.settled']);
});

describe('the key of a message', () => {
  const at = new Date('2026-03-02T12:00:00.000Z');
  function keysOf<Kind extends FactKind>(fact: Fact<Kind>): readonly string[] {
    const reaction: Reaction<Fact<Kind>, NoticeBody> = reactions[fact.kind];
    return (reaction.tells ?? []).map(({ key }) => key(fact, keyParts(fact, at)));
  }

  it('is made of the fields of its fact', () => {
    const context = { by, day: '2026-03-02' };
    expect(keysOf({ kind: 'request.nudged', requestId, actor: 'U0ANA', context })).toEqual([
      'nudged:request-1:2026-03-02',
    ]);
    const { people } = named;
    const form = {
      kind: 'form.due',
      requestId,
      context: { step: 's' },
      named: { people },
    } as const;
    expect(keysOf(form)).toEqual(['form:request-1:s']);
  });

  it('says none for what its fact is not about', () => {
    const detail = { stepId: 'step-1', identityUserId: 'user-bot' };
    expect(keysOf({ kind: 'review.self-approved', taskId: null, detail, named })).toEqual([
      'self-approved:none:step-1',
    ]);
    expect(keyParts({}, at)).toEqual({
      requestId: 'none',
      taskId: 'none',
      actor: 'none',
      at: '1772452800000',
    });
  });
});
