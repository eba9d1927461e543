/** Long because it says for every field of a task what stands in where it is not told. */

import { describe, expect, it } from 'vitest';
import { linkReason } from '../../../src/domain/action/authorization.ts';
import { authorize } from '../../../src/domain/action/right-checks.ts';
import { awaitsDecision, isDecisionUntold } from '../../../src/domain/request/awaited-decision.ts';
import { shownRequest } from '../../../src/domain/request/task-period.ts';
import {
  areReviewersUntold,
  filledFromLast,
  filledFromOrder,
  isEmergency,
  isUnclear,
  type SentOrder,
  shownReading,
  withStepOf,
} from '../../../src/domain/request/untold.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  changedSince,
  requestFingerprint,
} from '../../../src/use-cases/card/request-fingerprint.ts';
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

const told = snapshot({
  accountId: 'account-1',
  answers: [{ id: 'ticket', label: null, value: 'INC-42' }],
  createdAt: '2026-03-02T11:00:00.000Z',
  emergency: true,
  stepOccurrence: 'one/0/',
  stepPolicy: { ...stepPolicy, requireDenialReason: true },
  approvers: [person('user-eve')],
});

const silent = untoldSnapshot();

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

describe('the answer to an order', () => {
  it('is as it was sent where it tells nothing, and marks each part', () => {
    const entitlement = { ...firstEntitlement(), description: '', riskLevel: null };
    expect(filledFromOrder(silent, order)).toEqual({
      ...silent,
      target: person('user-ben'),
      accountId: 'account-2',
      appId: 'app-github',
      appName: 'GitHub',
      entitlements: [entitlement],
      grantDurationSeconds: 3_600,
      justification: 'INC-77: horn broken',
      emergency: true,
      asSent: ['person', 'account', 'app', 'entitlement', 'period', 'justification', 'emergency'],
    });
  });

  it('stays as it was told where it differs', () => {
    const other = { ...told, emergency: false, hasNoJustification: true as const };
    expect(filledFromOrder(other, order)).toEqual(other);
  });

  it.each([
    ['no end', { isPermanent: true }],
    ['a time that cannot be read', { hasUnreadableDuration: true }],
  ] as const)('keeps %s instead of the time that was sent', (_what, period) => {
    const filled = filledFromOrder({ ...silent, ...period }, order);
    expect(filled).toMatchObject({ grantDurationSeconds: null, ...period });
    expect(filled.asSent).not.toContain('period');
  });

  it.each([
    ['no end', { durationSeconds: null }, { isPermanent: true }],
    ['no justification', { justification: '' }, { hasNoJustification: true }],
  ])('has %s where none was sent', (_what, change, filled) => {
    expect(filledFromOrder(silent, { ...order, ...change })).toMatchObject(filled);
  });

  it('is left without a time that nobody knows any more', () => {
    const filled = filledFromOrder(silent, { ...order, durationSeconds: undefined });
    expect(filled.grantDurationSeconds).toBeNull();
    expect(filled.isPermanent).toBeUndefined();
  });

  it('gives no right: who decides, what may be done, the step and the proof have to be told', () => {
    expect(filledFromOrder(silent, order)).toMatchObject({
      state: 'untold',
      actions: [],
      stepApprovers: [],
      currentStepId: null,
      sourceRequestId: null,
    });
  });
});

describe('a reading that tells less than the one before', () => {
  it.each([
    'numericId',
    'createdAt',
    'createdBy',
    'sourceRequestId',
    'target',
    'accountId',
    'appId',
    'appName',
    'entitlements',
    'grantDurationSeconds',
    'justification',
    'answers',
    'emergency',
  ] as const)('keeps the last %s', (field) => {
    expect(filledFromLast(silent, told)[field]).toEqual(told[field]);
  });

  it.each([
    ['an end', { isPermanent: true }],
    ['a time that cannot be read', { hasUnreadableDuration: true }],
    ['that access is taken away', { takesAway: true }],
    ['that there is no justification', { justification: '', hasNoJustification: true }],
  ] as const)('keeps %s', (_what, change) => {
    const last = { ...told, grantDurationSeconds: null, ...change };
    expect(filledFromLast(silent, last)).toMatchObject(change);
  });

  it('is open again only where it says so', () => {
    const closed = closedSnapshot({ outcomeAt: '2026-03-02T12:00:00.000Z' });
    expect(filledFromLast(silent, closed)).toMatchObject({
      state: 'closed',
      outcome: 'granted',
      outcomeAt: '2026-03-02T12:00:00.000Z',
    });
    expect(filledFromLast({ ...silent, state: 'open' }, closed).state).toBe('open');
    expect(filledFromLast({ ...silent, state: 'closed' }, closed).outcome).toBe('granted');
  });

  it('still contradicts itself about what it does not tell now', () => {
    const doubtful = { ...told, contradictions: ['person', 'app'] as const };
    expect(filledFromLast(silent, doubtful).contradictions).toEqual(['person', 'app']);
    const named = { ...silent, target: person('user-ben') };
    expect(filledFromLast(named, doubtful).contradictions).toEqual(['app']);
  });

  it('keeps the rules of the same step, and of no other', () => {
    const same = { ...silent, currentStepId: 'step-1', stepOccurrence: 'one/0/' };
    expect(filledFromLast(same, told).stepPolicy).toEqual(told.stepPolicy);
    const next = { ...same, stepOccurrence: 'one/1/' };
    expect(filledFromLast(next, told).stepPolicy).toBeUndefined();
  });

  it('marks as sent only what no reading told since', () => {
    const sent = filledFromOrder(silent, order);
    expect(filledFromLast(silent, sent).asSent).toEqual(sent.asSent);
    const later = filledFromLast({ ...silent, emergency: false }, sent);
    expect(later.emergency).toBe(false);
    expect(later.asSent).not.toContain('emergency');
    expect(filledFromLast({ ...told, emergency: false }, sent).asSent).toBeUndefined();
  });

  it('names the last reviewers on the card, and lets nobody decide', () => {
    expect(shownReading(silent, told)).toMatchObject({
      currentStepId: 'step-1',
      stepApprovers: told.stepApprovers,
      approvers: told.approvers,
      actions: [],
    });
    expect(filledFromLast(silent, told)).toMatchObject({ currentStepId: null, stepApprovers: [] });
  });

  it('does not name the reviewers of a step before', () => {
    const next = { ...silent, currentStepId: 'step-2', untold: ['reviewers'] as const };
    expect(shownReading(next, told).stepApprovers).toEqual([]);
  });
});

it('takes the step from the delivery where a reading does not tell it', () => {
  expect(withStepOf(silent, told)).toMatchObject({
    currentStepId: 'step-1',
    untold: ['type', 'reviewers', 'approvers'],
  });
  expect(withStepOf({ ...told, currentStepId: 'step-2' }, told).currentStepId).toBe('step-2');
});

describe('what was shown as sent', () => {
  const request = accessRequest({ durationSeconds: 3_600, emergency: true });
  const written = (task: TaskSnapshot) => requestFingerprint(shownRequest(task, request));
  const since = (before: TaskSnapshot, task: TaskSnapshot) =>
    changedSince(written(before), task, null);
  const sent = filledFromOrder(silent, order);

  it('does not count as changed if a reading tells nothing', () => {
    expect(since(sent, silent)).toEqual([]);
    expect(since(silent, { ...silent, emergency: true })).toEqual([]);
  });

  it('counts as changed if the first reading that tells it differs', () => {
    const first = { ...silent, emergency: false, grantDurationSeconds: 7_200 };
    expect(since(sent, first)).toEqual(['duration', 'emergency']);
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
