import { type DeliveredStep, setUpActions } from '../../../domain/task/step-of-task.ts';
import {
  isOpen,
  isStepOf,
  type StepPolicy,
  type TaskSnapshot,
} from '../../../domain/task/task-snapshot.ts';
import type { WebhookDelivery } from '../delivery-tables.ts';

/** What a person may do with a delivered step, in the place of the service's own actions. */
const approvalActions = ['APPROVE', 'DENY', 'REASSIGN'] as const;

/**
 * The rules of a delivered step. The service names no rule for a step of this kind, so the stricter
 * one counts: nobody decides two steps, nor on their own request.
 */
const deliveredPolicy: StepPolicy = {
  approver: 'people',
  allowSelfApproval: false,
  requireDistinctApprovers: true,
  requireApprovalReason: false,
  requireDenialReason: false,
  needsStepUp: false,
};

/** A delivery, as far as it changes what a reading shows. */
export type DeliveredTo = Pick<
  WebhookDelivery,
  'stepId' | 'occurrence' | 'event' | 'state' | 'people' | 'receivedAt' | 'deniedAt'
>;

interface Surroundings {
  /** Whether the bot carries out the task's other actions, such as comments. */
  readonly canAct: boolean;
  /** The tenant does not let the task be read, so what the delivery said is all that is known. */
  readonly isOnlySource: boolean;
}

/**
 * A reading in which a delivered step is decided, or set up, by the people whom the operator chose.
 * Unchanged where the delivery is about another step than the current one.
 */
export function withDelivery(
  task: TaskSnapshot,
  delivery: DeliveredTo,
  { canAct, isOnlySource }: Surroundings,
): TaskSnapshot {
  if (!isOpen(task) || !isStepOf(delivery, task) || delivery.state === 'spent') return task;
  if (delivery.state === 'answered') return answered(task);
  const { event, receivedAt, deniedAt } = delivery;
  const people = delivery.people.map(({ person }) => person);
  const { otherStep: _, ...reading } = task;
  const delivered: DeliveredStep = {
    kind: event === 'provision-step' ? 'provision' : 'approval',
    receivedAt: receivedAt.toISOString(),
    deniedAt: deniedAt?.toISOString() ?? null,
    ...(isOnlySource ? { isOnlySource } : {}),
  };
  const others = canAct ? task.actions : [];
  if (event === 'provision-step') {
    return {
      ...reading,
      delivered,
      actions: [...others, ...Object.values(setUpActions)],
      otherStep: { kind: 'set-up-by-hand', people },
      stepApprovers: [],
    };
  }
  return {
    ...reading,
    delivered,
    actions: [
      ...new Set([...others, ...approvalActions.map((name) => `TASK_ACTION_TYPE_${name}`)]),
    ],
    stepPolicy: deliveredPolicy,
    stepApprovers: people,
  };
}

/** The service took the answer: nobody is asked again while it works on it. */
function answered(task: TaskSnapshot): TaskSnapshot {
  return {
    ...task,
    currentStepId: null,
    actions: [],
    stepApprovers: [],
    otherStep: { kind: 'processing' },
  };
}
