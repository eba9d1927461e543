/** Long because it says for every field of a task what stands in where it is not told. */

import { describe, expect, it } from 'vitest';
import { linkReason } from '../../../src/domain/action/authorization.ts';
import { authorize } from '../../../src/domain/action/right-checks.ts';
import {
  areReviewersUntold,
  awaitsDecision,
  isDecisionUntold,
  isEmergency,
  isUnclear,
  mergeReading,
  type SentOrder,
  shownReading,
  withOrder,
  withRevocation,
  withStepOf,
} from '../../../src/domain/request/untold.ts';
import { grantParts, type TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  changedSince,
  requestFingerprint,
} from '../../../src/use-cases/card/request-fingerprint.ts';
import { shownRequest } from '../../support/cards.ts';
import {
  accessRequest,
  closedSnapshot,
  firstEntitlement,
  person,
  snapshot,
  stepPolicy,
  untoldSnapshot,
} from '../../support/samples.ts';
import { acting } from '../../support/test-settings.ts';

const told: TaskSnapshot = snapshot({
  accountId: 'account-1',
  answers: [{ id: 'ticket', label: null, value: 'INC-42' }],
  createdAt: '2026-03-02T11:00:00.000Z',
  emergency: true,
  stepOccurrence: 'one/0/',
  stepPolicy: { ...stepPolicy, requireDenialReason: true },
  approvers: [person('user-eve')],
  targetStatus: 'DISABLED',
});
/** Tells something else everywhere. */
const other: TaskSnapshot = snapshot({
  numericId: '2000',
  createdAt: '2026-03-02T10:00:00.000Z',
  createdBy: { id: 'user-eve' },
  target: person('user-eve'),
  accountId: 'account-9',
  appId: 'app-jira',
  appName: 'Jira',
  entitlements: [{ ...firstEntitlement(), id: 'ent-read' }],
  justification: 'something else',
  grantDurationSeconds: 60,
  answers: [],
  emergency: false,
  sourceRequestId: 'request-2',
  stepOccurrence: 'one/0/',
  stepPolicy,
});
const silent = untoldSnapshot();
const sent = { ...firstEntitlement(), description: '', riskLevel: null };

const order: SentOrder = {
  appId: 'app-github',
  appName: 'GitHub',
  entitlementId: 'ent-write',
  entitlementName: 'Platform: write',
  holder: person('user-ben'),
  accountId: 'account-2',
  durationSeconds: 3_600,
  justification: 'INC-77: horn broken',
  emergency: true,
};

/** What each part of a task is told as, and what the order says of it; it may say nothing. */
const facts: readonly {
  readonly part: string;
  readonly value: Partial<TaskSnapshot>;
  readonly ordered?: Partial<TaskSnapshot>;
}[] = [
  {
    part: 'person',
    value: pick('target', 'targetStatus'),
    ordered: { target: order.holder },
  },
  { part: 'account', value: pick('accountId'), ordered: { accountId: 'account-2' } },
  {
    part: 'app',
    value: pick('appId', 'appName'),
    ordered: { appId: 'app-github', appName: 'GitHub' },
  },
  { part: 'entitlement', value: pick('entitlements'), ordered: { entitlements: [sent] } },
  { part: 'period', value: pick('grantDurationSeconds'), ordered: { grantDurationSeconds: 3_600 } },
  { part: 'period', value: { grantDurationSeconds: null, isPermanent: true } },
  { part: 'period', value: { grantDurationSeconds: null, hasUnreadableDuration: true } },
  {
    part: 'justification',
    value: pick('justification'),
    ordered: { justification: 'INC-77: horn broken' },
  },
  { part: 'justification', value: { justification: '', hasNoJustification: true } },
  { part: 'emergency', value: pick('emergency'), ordered: { emergency: true } },
  { part: 'emergency', value: { emergency: false } },
  { part: 'request', value: pick('sourceRequestId') },
  { part: 'number', value: pick('numericId') },
  { part: 'time', value: pick('createdAt') },
  { part: 'maker', value: pick('createdBy') },
  { part: 'answers', value: pick('answers') },
  { part: 'answers', value: { answers: [] } },
];

function pick(...fields: readonly (keyof TaskSnapshot)[]): Partial<TaskSnapshot> {
  return Object.fromEntries(fields.map((field) => [field, told[field]]));
}

describe.each(facts)('of a task the $part $value', ({ part, value, ordered = {} }) => {
  const before = { ...silent, ...value };

  it('stays while the service is silent about it', () => {
    expect(mergeReading(silent, before)).toStrictEqual(before);
    expect(mergeReading(silent, mergeReading(silent, before))).toStrictEqual(before);
  });

  it('counts as soon as it is told', () => {
    expect(mergeReading(before, other)).toMatchObject(value);
    expect(withOrder(before, order)).toMatchObject(value);
  });

  it('is as it was sent until somebody tells it, if it was sent', () => {
    const asSent = withOrder(silent, order);
    expect(asSent).toMatchObject(ordered);
    expect(mergeReading(silent, asSent)).toStrictEqual(asSent);
    expect(mergeReading(before, asSent).asSent).not.toContain(part);
  });
});

describe.each(['person', 'account', 'app', 'entitlement', 'request'] as const)(
  'a contradiction about the %s',
  (part) => {
    const before: TaskSnapshot = { ...told, contradictions: [part] };

    it('stands until a reading tells the part again', () => {
      expect(mergeReading(silent, before).contradictions).toEqual([part]);
      expect(mergeReading(told, before).contradictions).toBeUndefined();
    });

    it('stands beside another one', () => {
      const own = { ...silent, contradictions: ['person', 'request'] as const };
      expect(mergeReading(own, before).contradictions).toEqual(
        grantParts.filter((one) => [part, 'person', 'request'].includes(one)),
      );
    });
  },
);

describe('a reading beside the one before', () => {
  it('stays as it is where it tells everything, and where neither tells anything', () => {
    const { targetStatus: _, ...plain } = told;
    for (const [one, before] of [
      [plain, { ...other, takesAway: true }],
      [told, null],
      [silent, silent],
      [silent, { ...silent, asSent: ['person', 'period'] }],
    ] as const) {
      expect(mergeReading(one, before)).toStrictEqual(one);
      expect(shownReading(one, before)).toStrictEqual(one);
    }
  });

  it('names no part as sent that a reading told', () => {
    expect(mergeReading(silent, told).asSent).toBeUndefined();
    const all = ['person', 'account', 'app', 'entitlement', 'period', 'justification', 'emergency'];
    expect(withOrder(silent, order).asSent).toEqual(all);
    expect(withOrder(told, order).asSent).toBeUndefined();
  });

  it('takes access away as the one before, unless it tells another type', () => {
    const removal = mergeReading(silent, { ...told, takesAway: true });
    expect(mergeReading(silent, removal).takesAway).toBe(true);
    expect(mergeReading({ ...silent, untold: [] }, removal).takesAway).toBeUndefined();
  });

  it('is open again only where it says so, and keeps how it ended', () => {
    const closed = closedSnapshot({ outcomeAt: '2026-03-02T12:00:00.000Z' });
    const ended = { state: 'closed', outcome: 'granted', outcomeAt: closed.outcomeAt };
    expect(mergeReading(silent, closed)).toMatchObject(ended);
    expect(mergeReading({ ...silent, state: 'closed' }, closed)).toMatchObject(ended);
    expect(mergeReading({ ...silent, state: 'open' }, closed).state).toBe('open');
    const denied = closedSnapshot({ outcome: 'denied', outcomeAt: '2026-03-02T12:30:00.000Z' });
    expect(mergeReading(denied, closed)).toStrictEqual(denied);
    expect(mergeReading(silent, told).state).toBe('untold');
  });

  it('keeps the rules of the same step, and of no other', () => {
    const same = { ...silent, currentStepId: 'step-1', stepOccurrence: 'one/0/' };
    expect(mergeReading(same, told).stepPolicy).toEqual(told.stepPolicy);
    const { stepPolicy: _, ...noRules } = told;
    expect(Object.keys(mergeReading(same, noRules))).not.toContain('stepPolicy');
    for (const next of [
      silent,
      { ...same, stepOccurrence: 'one/1/' },
      { ...same, currentStepId: 'step-2' },
    ])
      expect(mergeReading(next, told).stepPolicy).toBeUndefined();
    const { stepOccurrence: __, ...noStep } = { ...told, currentStepId: null };
    expect(mergeReading(silent, noStep).stepPolicy).toBeUndefined();
  });
});

describe('the answer to an order', () => {
  it.each([
    ['no end', { durationSeconds: null }, { isPermanent: true }],
    ['no justification', { justification: '' }, { hasNoJustification: true }],
  ])('has %s where none was sent', (_what, change, filled) => {
    expect(withOrder(silent, { ...order, ...change })).toMatchObject(filled);
  });

  it('leaves out what was not sent, or nobody knows any more', () => {
    const { durationSeconds: _, justification: __, emergency: ___, ...rest } = order;
    const { asSent, ...filled } = withOrder(silent, { ...rest, accountId: null });
    expect(asSent).toEqual(['person', 'app', 'entitlement']);
    const { target, appId, appName } = filled;
    expect(filled).toStrictEqual({ ...silent, target, appId, appName, entitlements: [sent] });
  });

  it('gives no right: who decides, what may be done, the step and the proof have to be told', () => {
    expect(withOrder(silent, order)).toMatchObject({
      state: 'untold',
      actions: [],
      stepApprovers: [],
      currentStepId: null,
      sourceRequestId: null,
    });
  });

  it('that takes access away says so, unless it tells another type', () => {
    const account = { id: 'account-7', name: 'ben-admin' };
    const request = { ...accessRequest({ account }), identityUserId: 'user-ben' };
    expect(withRevocation(silent, request)).toMatchObject({
      takesAway: true,
      target: { id: 'user-ben', name: 'user-ben', email: null },
      accountId: 'account-7',
      asSent: ['person', 'account', 'app', 'entitlement'],
    });
    expect(withRevocation({ ...silent, untold: [] }, request).takesAway).toBeUndefined();
    expect(withRevocation(silent, { ...request, account: null }).accountId).toBeUndefined();
  });
});

describe('what a card shows of a silent reading', () => {
  const { currentStepId, stepOccurrence, stepApprovers, approvers } = told;

  it('is the last step with its people, and lets nobody decide', () => {
    expect(shownReading(silent, told)).toMatchObject({
      state: 'open',
      currentStepId,
      stepOccurrence,
      stepApprovers,
      approvers,
      stepPolicy: told.stepPolicy,
      actions: [],
    });
    expect(mergeReading(silent, told)).toMatchObject({ currentStepId: null, stepApprovers: [] });
    expect(Object.keys(shownReading(silent, told))).not.toContain('stepDeadline');
  });

  it('is open as it says itself', () => {
    expect(shownReading({ ...silent, state: 'open' }, { ...told, state: 'untold' }).state).toBe(
      'open',
    );
  });

  it('names the people whom the reading does tell, and nobody of a step before', () => {
    const partly = { ...silent, stepApprovers: [person('user-dev')] };
    expect(shownReading(partly, told).stepApprovers).toEqual([person('user-dev')]);
    const next = { ...silent, currentStepId: 'step-2', untold: ['reviewers'] as const };
    expect(shownReading(next, told).stepApprovers).toEqual([]);
  });

  it('has no step once the task is over, nor one that the last reading did not tell', () => {
    const closed = { ...closedSnapshot(), currentStepId: 'step-1' };
    expect(shownReading(silent, closed).currentStepId).toBeNull();
    expect(shownReading({ ...silent, state: 'closed' }, told).currentStepId).toBeNull();
    const noStep = { ...told, currentStepId: null };
    expect(shownReading(silent, noStep).stepOccurrence).toBeUndefined();
  });
});

it('takes the step from the delivery where a reading does not tell it', () => {
  expect(withStepOf(silent, told)).toMatchObject({
    currentStepId: 'step-1',
    untold: ['type', 'reviewers', 'approvers'],
  });
  expect(withStepOf(silent, null)).toStrictEqual(silent);
  expect(withStepOf({ ...told, currentStepId: 'step-2' }, told).currentStepId).toBe('step-2');
});

describe('what was shown as sent', () => {
  const request = accessRequest({ durationSeconds: 3_600, emergency: true });
  const written = (task: TaskSnapshot) => requestFingerprint(shownRequest(task, request));
  const since = (one: TaskSnapshot, task: TaskSnapshot) => changedSince(written(one), task, null);
  const before = withOrder(silent, order);

  it('does not count as changed if a reading tells nothing', () => {
    expect(since(before, silent)).toEqual([]);
    expect(since(silent, { ...silent, emergency: true })).toEqual([]);
  });

  it('counts as changed if the first reading that tells it differs', () => {
    const first = { ...silent, emergency: false, grantDurationSeconds: 7_200 };
    expect(since(before, first)).toEqual(['duration', 'emergency']);
  });
});

describe('what is not told', () => {
  const over = { state: 'closed', hasUnreadableDuration: true } as const;

  it('is an emergency where one was asked for', () => {
    expect(isEmergency({ emergency: null }, { emergency: true })).toBe(true);
    expect(isEmergency({ emergency: null }, { emergency: false })).toBe(false);
    expect(isEmergency({ emergency: false }, { emergency: true })).toBe(false);
  });

  it('is left to the console where emergencies are', () => {
    const review = { ...acting, linkWhen: { emergency: true, risk: [] } };
    const why = (emergency: boolean | null) =>
      linkReason(review, snapshot({ emergency }), { emergency: false }, new Map());
    expect([why(null), why(false)]).toEqual(['emergency', null]);
  });

  it.each([
    ['no state', { state: 'untold' }, true],
    ['a state that nobody knows', { state: 'TASK_STATE_PAUSED' }, true],
    ['nothing that is given', { entitlements: [] }, true],
    ['an open state', {}, false],
    ['access for a time that nobody can read', { ...over, outcome: 'granted' }, true],
    ['such a time of which nothing came', { ...over, outcome: 'denied' }, false],
  ] as const)('is left to the console where it is unclear: with %s', (_what, change, isLeft) => {
    expect(isUnclear(snapshot(change))).toBe(isLeft);
  });

  it('is approved here where the service handed over the step and waits for its answer', () => {
    const delivered = { kind: 'approval', receivedAt: '', deniedAt: null } as const;
    expect(isUnclear(snapshot({ state: 'untold', delivered }))).toBe(false);
  });

  it('tells nobody from somebody whom the service does not name', () => {
    expect(areReviewersUntold(silent)).toBe(true);
    expect(areReviewersUntold({ ...silent, untold: [] })).toBe(false);
    expect(areReviewersUntold({ ...silent, otherStep: { kind: 'set-up' } })).toBe(false);
    expect(areReviewersUntold({ ...silent, stepApprovers: [person('user-ana')] })).toBe(false);
  });
});

describe('a task of which nobody tells who decides', () => {
  it('may wait for a decision, so that an emergency is followed', () => {
    expect(awaitsDecision(silent)).toBe(true);
    expect(awaitsDecision({ ...silent, untold: [] })).toBe(false);
    expect(awaitsDecision({ ...silent, state: 'closed' })).toBe(false);
  });

  it('may be decided, so that nobody says that it is not', () => {
    expect(isDecisionUntold(silent)).toBe(true);
    expect(isDecisionUntold({ ...told, untold: ['step'] })).toBe(true);
    expect(isDecisionUntold(told)).toBe(false);
    expect(isDecisionUntold({ ...silent, state: 'closed' })).toBe(false);
  });
});

describe('a decision', () => {
  const nobody = { slackUserId: null, identityUserIds: [] };
  const said = (task: TaskSnapshot, request: Parameters<typeof authorize>[0]['request']) => {
    const verdict = authorize({
      verb: 'approve',
      person: {
        slackUserId: 'U0ANA',
        identityUserId: 'user-ana',
        teamId: 'T0ACME',
        isAdministrator: false,
      },
      request,
      task,
      step: { stepId: 'step-1', occurrence: '' },
      reason: '',
      earlier: { by: [], isIncomplete: false },
      link: null,
    });
    return verdict.ok ? 'allowed' : verdict.refusal;
  };
  const ben = { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] };
  const bens = { teamId: 'T0ACME', requester: ben, target: ben };
  const inConsole = { code: 'unclear' };

  it.each([
    ['the step', { currentStepId: null, untold: ['step'] }],
    ['the reviewers', { stepApprovers: [], untold: ['reviewers'] }],
  ] as const)('is made in the console where the service does not tell %s', (_what, change) => {
    expect(said(snapshot(change), bens)).toEqual(inConsole);
  });

  it('on a task made elsewhere needs to know that it is not the own one', () => {
    const elsewhere = { teamId: 'T0ACME', requester: nobody, target: nobody };
    const { createdBy: _, ...task } = snapshot();
    expect(said(task, elsewhere)).toEqual(inConsole);
    expect(said({ ...snapshot(), target: null }, elsewhere)).toEqual(inConsole);
    expect(said({ ...snapshot(), target: null, accountId: 'robot' }, elsewhere)).toBe('allowed');
    expect(said(snapshot(), elsewhere)).toBe('allowed');
    const own = { code: 'own-request' };
    // A rule of the service made it, so there is nobody who asked.
    const byRule = { ...task, origin: 'TASK_ORIGIN_PROFILE_MEMBERSHIP' };
    expect(said(byRule, elsewhere)).toEqual(
      said(snapshot({ createdBy: { id: 'user-x' } }), elsewhere),
    );
    expect(said(snapshot({ createdBy: { id: 'user-ana' } }), elsewhere)).toEqual(own);
  });
});
