import { describe, expect, it } from 'vitest';
import { isStale } from '../../../src/domain/task/step-of-task.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { type DeliveredTo, withDelivery } from '../../../src/extras/webhooks/rules/delivered-to.ts';
import { closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';

const waiting: DeliveredTo = {
  stepId: 'step-1',
  occurrence: 'gen/0/',
  event: 'approval-step',
  state: 'open',
  people: [{ person: person('user-dev'), by: 'group' }],
  receivedAt: noon,
  deniedAt: new Date('2026-03-02T13:00:00Z'),
};
const read = { canAct: true, isOnlySource: false };
const handedOver: TaskSnapshot = snapshot({
  stepOccurrence: 'gen/0/step-1',
  stepApprovers: [],
  actions: ['TASK_ACTION_TYPE_COMMENT', 'TASK_ACTION_TYPE_APPROVE'],
  otherStep: { kind: 'wait', until: null, what: 'a webhook' },
});
const { otherStep: _, ...ofPeople } = handedOver;
const deniedAt = '2026-03-02T13:00:00.000Z';
const receivedAt = noon.toISOString();

describe('a step that was delivered for a decision', () => {
  it('is decided by the people whom the operator chose, by the stricter rules', () => {
    expect(withDelivery(handedOver, waiting, read)).toStrictEqual({
      ...ofPeople,
      delivered: { kind: 'approval', receivedAt, deniedAt },
      actions: [
        'TASK_ACTION_TYPE_COMMENT',
        'TASK_ACTION_TYPE_APPROVE',
        'TASK_ACTION_TYPE_DENY',
        'TASK_ACTION_TYPE_REASSIGN',
      ],
      stepPolicy: {
        approver: 'people',
        allowSelfApproval: false,
        requireDistinctApprovers: true,
        requireApprovalReason: false,
        requireDenialReason: false,
        needsStepUp: false,
      },
      stepApprovers: [person('user-dev')],
    });
  });

  it('offers nothing else where the bot carries out no actions of the service', () => {
    expect(withDelivery(handedOver, waiting, { ...read, canAct: false }).actions).toEqual([
      'TASK_ACTION_TYPE_APPROVE',
      'TASK_ACTION_TYPE_DENY',
      'TASK_ACTION_TYPE_REASSIGN',
    ]);
  });

  it('says that it is all that is known, and that nobody denies it, where that is so', () => {
    const alone = { canAct: true, isOnlySource: true };
    const { delivered } = withDelivery(handedOver, { ...waiting, deniedAt: null }, alone);
    expect(delivered).toStrictEqual({
      kind: 'approval',
      receivedAt,
      deniedAt: null,
      isOnlySource: true,
    });
  });
});

describe('a step that was delivered to be set up', () => {
  const setUp: DeliveredTo = { ...waiting, event: 'provision-step' };

  it('is set up by hand by those people, who decide nothing', () => {
    expect(withDelivery(handedOver, setUp, read)).toStrictEqual({
      ...ofPeople,
      delivered: { kind: 'provision', receivedAt, deniedAt },
      actions: [...handedOver.actions, 'SET_UP_DONE', 'SET_UP_FAILED'],
      otherStep: { kind: 'set-up-by-hand', people: [person('user-dev')] },
      stepApprovers: [],
    });
  });

  it('offers nothing else where the bot carries out no actions of the service', () => {
    const { actions } = withDelivery(handedOver, setUp, { ...read, canAct: false });
    expect(actions).toEqual(['SET_UP_DONE', 'SET_UP_FAILED']);
  });
});

describe('a delivery', () => {
  it('asks nobody again once the service took its answer', () => {
    expect(withDelivery(handedOver, { ...waiting, state: 'answered' }, read)).toStrictEqual({
      ...handedOver,
      currentStepId: null,
      actions: [],
      stepApprovers: [],
      otherStep: { kind: 'processing' },
    });
  });

  it.each([
    ['of another step', handedOver, { ...waiting, stepId: 'step-2' }],
    ['of an earlier round of the step', handedOver, { ...waiting, occurrence: 'gen/1/' }],
    ['that takes no answer any more', handedOver, { ...waiting, state: 'spent' as const }],
    ['of a task that is closed', closedSnapshot({ stepOccurrence: 'gen/0/' }), waiting],
  ])('%s changes nothing', (_what, task, delivery) => {
    expect(withDelivery({ ...task, currentStepId: 'step-1' }, delivery, read)).toStrictEqual({
      ...task,
      currentStepId: 'step-1',
    });
  });
});

describe('what a card shows of a delivered step', () => {
  const deliveredAlone = (isOnlySource: boolean) =>
    withDelivery(handedOver, waiting, { canAct: true, isOnlySource });
  const secondsLater = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

  it('is stale after the time the operator gave, where nothing else can be read', () => {
    expect(isStale(deliveredAlone(true), secondsLater(60), 60)).toBe(false);
    expect(isStale(deliveredAlone(true), secondsLater(61), 60)).toBe(true);
  });

  it('is never stale where the task can be read, or was not delivered', () => {
    expect(isStale(deliveredAlone(false), secondsLater(86_400), 60)).toBe(false);
    expect(isStale(handedOver, secondsLater(86_400), 60)).toBe(false);
  });
});
