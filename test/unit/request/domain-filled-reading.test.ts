import { describe, expect, it } from 'vitest';
import {
  filledFromLast,
  filledFromOrder,
  filledFromRevocation,
  shownReading,
  withStepOf,
} from '../../../src/domain/request/untold.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  accessRequest,
  closedSnapshot,
  firstEntitlement,
  person,
  snapshot,
  stepPolicy,
  untoldSnapshot,
} from '../../support/samples.ts';

/** A reading that tells everything that can be filled in. */
const full: TaskSnapshot = snapshot({
  createdAt: '2026-03-02T11:00:00.000Z',
  accountId: 'account-1',
  answers: [{ id: 'ticket', label: null, value: 'INC-42' }],
  emergency: true,
  stepOccurrence: 'gen/0/',
  stepPolicy,
  targetStatus: 'enabled',
  targetAtWork: { jobTitle: 'Fitter' },
});
/** Another reading, which tells something else everywhere. */
const other: TaskSnapshot = snapshot({
  numericId: '2000',
  createdAt: '2026-03-02T10:00:00.000Z',
  createdBy: { id: 'user-eve' },
  target: person('user-eve'),
  accountId: 'account-2',
  appId: 'app-jira',
  appName: 'Jira',
  entitlements: [{ ...firstEntitlement(), id: 'ent-read' }],
  justification: 'something else',
  grantDurationSeconds: 60,
  answers: [],
  emergency: false,
  sourceRequestId: 'request-2',
  stepOccurrence: 'gen/0/',
  stepPolicy: { ...stepPolicy, requireDenialReason: true },
  takesAway: true,
  asSent: ['person', 'account', 'app', 'entitlement', 'period', 'justification', 'emergency'],
});
/** A reading that tells its id and that it is open. */
const silent = untoldSnapshot({ state: 'open' });

describe('a reading beside the one before', () => {
  it('stays as it is where it tells everything', () => {
    expect(filledFromLast(full, other)).toStrictEqual(full);
    expect(filledFromLast(full, null)).toStrictEqual(full);
    expect(shownReading(full, other)).toStrictEqual(full);
    expect(shownReading(full, null)).toStrictEqual(full);
  });

  it('is not filled where neither tells anything', () => {
    expect(filledFromLast(silent, silent)).toStrictEqual(silent);
    expect(shownReading(silent, silent)).toStrictEqual(silent);
    const { asSent } = other;
    expect(filledFromLast(silent, { ...silent, asSent })).toStrictEqual(silent);
  });

  it('marks nothing as sent that an earlier reading told', () => {
    expect(filledFromLast(silent, full).asSent).toBeUndefined();
  });

  it('keeps what is known of the person at work', () => {
    const { target, targetStatus, targetAtWork } = full;
    expect(filledFromLast(silent, full)).toMatchObject({ target, targetStatus, targetAtWork });
    const { targetStatus: _, targetAtWork: __, ...unknown } = full;
    expect(Object.keys(filledFromLast(silent, unknown))).not.toContain('targetStatus');
    expect(Object.keys(filledFromLast(silent, unknown))).not.toContain('targetAtWork');
  });

  it('keeps a period without adding to it', () => {
    const { isPermanent, hasUnreadableDuration } = filledFromLast(silent, full);
    expect([isPermanent, hasUnreadableDuration]).toEqual([undefined, undefined]);
    expect(filledFromLast(silent, full).hasNoJustification).toBeUndefined();
  });

  it('does not take access away because the one before did, if it tells its type', () => {
    expect(filledFromLast({ ...silent, untold: [] }, other).takesAway).toBeUndefined();
    expect(filledFromLast(silent, full).takesAway).toBeUndefined();
  });

  it('keeps how it ended only where it tells no end of its own', () => {
    const granted = closedSnapshot({ outcomeAt: '2026-03-02T12:00:00.000Z' });
    const denied = closedSnapshot({ outcome: 'denied', outcomeAt: '2026-03-02T12:30:00.000Z' });
    expect(filledFromLast(denied, granted)).toStrictEqual(denied);
    expect(filledFromLast({ ...silent, state: 'untold' }, full).state).toBe('untold');
  });

  it('has no rules of a step that it does not tell', () => {
    const { stepOccurrence: __, ...noStep } = { ...full, currentStepId: null };
    expect(filledFromLast(silent, noStep).stepPolicy).toBeUndefined();
    const step = { ...silent, currentStepId: 'step-1', stepOccurrence: 'gen/0/' };
    const { stepPolicy: _, ...noRules } = full;
    expect(Object.keys(filledFromLast(step, noRules))).not.toContain('stepPolicy');
    const anotherStep = { ...step, currentStepId: 'step-2' };
    expect(filledFromLast(anotherStep, full).stepPolicy).toBeUndefined();
  });

  it('contradicts itself until it tells that part again', () => {
    const parts = ['person', 'account', 'app', 'entitlement', 'request'] as const;
    const doubtful = { ...full, contradictions: parts };
    expect(filledFromLast(silent, doubtful).contradictions).toEqual(parts);
    expect(filledFromLast(full, doubtful)).toStrictEqual(full);
    const own = { ...silent, contradictions: ['person', 'app'] as const };
    const { contradictions } = filledFromLast(own, { ...full, contradictions: ['account'] });
    expect(contradictions).toEqual(['account', 'person', 'app']);
  });
});

describe('what a card shows of a silent reading', () => {
  it('is the last step with its people', () => {
    const { currentStepId, stepOccurrence, stepApprovers } = full;
    const approvers = [person('user-eve')];
    expect(shownReading(silent, { ...full, approvers })).toMatchObject({
      state: 'open',
      currentStepId,
      stepOccurrence,
      stepApprovers,
      approvers,
      stepPolicy,
    });
    expect(shownReading({ ...silent, state: 'untold' }, full).state).toBe('open');
    expect(shownReading(silent, { ...full, state: 'untold' }).state).toBe('open');
  });

  it('has no parts that the last step did not have', () => {
    expect(Object.keys(shownReading(silent, full))).not.toContain('stepDeadline');
  });

  it('names the people whom the reading does tell', () => {
    const partly = { ...silent, stepApprovers: [person('user-dev')] };
    expect(shownReading(partly, full).stepApprovers).toEqual([person('user-dev')]);
  });

  it('has no step once the task is over', () => {
    const closed = closedSnapshot();
    expect(shownReading(silent, { ...closed, currentStepId: 'step-1' }).currentStepId).toBeNull();
    expect(shownReading({ ...silent, state: 'closed' }, full).currentStepId).toBeNull();
  });

  it('keeps no step that the last reading did not tell either', () => {
    const noStep = { ...full, currentStepId: null };
    expect(shownReading(silent, noStep).stepOccurrence).toBeUndefined();
  });
});

describe('the step of a delivery', () => {
  it('stands in only where the reading does not tell it, and there is one', () => {
    expect(withStepOf(silent, null)).toStrictEqual(silent);
    expect(withStepOf(full, other)).toStrictEqual(full);
    expect(withStepOf(silent, full)).toMatchObject({
      currentStepId: 'step-1',
      untold: ['type', 'reviewers', 'approvers'],
    });
  });
});

describe('the answer to an order that takes access away', () => {
  const request = { ...accessRequest(), identityUserId: 'user-ben' };

  it('is filled with whose access, and says that it takes away', () => {
    expect(filledFromRevocation(silent, request)).toStrictEqual({
      ...silent,
      target: { id: 'user-ben', name: 'user-ben', email: null },
      appId: request.appId,
      appName: request.appName,
      entitlements: [
        {
          appId: request.appId,
          id: request.entitlementId,
          name: request.entitlementName,
          description: '',
          riskLevel: null,
        },
      ],
      asSent: ['person', 'app', 'entitlement'],
      takesAway: true,
    });
  });

  it('names the account, if one was picked', () => {
    const account = { id: 'account-7', name: 'ben-admin' };
    expect(filledFromRevocation(silent, { ...request, account }).accountId).toBe('account-7');
  });

  it('stays a task of another type where it tells that', () => {
    const { untold: _, ...told } = silent;
    expect(filledFromRevocation({ ...told, untold: [] }, request).takesAway).toBeUndefined();
    expect(filledFromRevocation(told, request).takesAway).toBeUndefined();
  });
});

it('leaves out of an answer what was not sent', () => {
  const order = {
    appId: 'app-github',
    appName: 'GitHub',
    entitlementId: 'ent-write',
    entitlementName: 'Platform: write',
    holder: person('user-ben'),
    accountId: null,
    durationSeconds: undefined,
    justification: undefined,
    emergency: undefined,
  };
  const { asSent, accountId, emergency } = filledFromOrder(silent, order);
  expect(asSent).toEqual(['person', 'app', 'entitlement']);
  expect([accountId, emergency]).toEqual([undefined, null]);
});
