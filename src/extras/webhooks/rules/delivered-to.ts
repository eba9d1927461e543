import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import { type DeliveredStep, setUpActions } from '../../../domain/task/delivered-step.ts';
import {
  isOpen,
  isStepOf,
  type SeenStep,
  type StepPolicy,
  type TaskSnapshot,
} from '../../../domain/task/task-snapshot.ts';

/** A delivery, as far as it changes what a snapshot shows. */
export interface DeliveredTo extends SeenStep {
  readonly kind: DeliveredStep['kind'];
  /**
   * `waiting`: for people; `answered`: the service took the answer and may still be at work;
   * `spent`: it takes no answer here any more.
   */
  readonly state: 'waiting' | 'answered' | 'spent';
  /** Who decides, or sets up. */
  readonly people: readonly IdentityPerson[];
  readonly receivedAt: Date;
  /** When the bot denies it because nobody decided; null where it does not. */
  readonly deniedAt: Date | null;
  /** The tenant does not let the task be read, so what the delivery said is all that is known. */
  readonly isOnlySource: boolean;
}

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

/**
 * A reading in which a delivered step is decided, or set up, by the people whom the operator chose.
 * Unchanged where the delivery is about another step than the current one.
 *
 * @param canAct whether the bot carries out the task's other actions, such as comments
 */
export function withDelivery(
  task: TaskSnapshot,
  delivery: DeliveredTo,
  canAct: boolean,
): TaskSnapshot {
  if (!isOpen(task) || !isStepOf(delivery, task) || delivery.state === 'spent') return task;
  if (delivery.state === 'answered') return answered(task);
  const { kind, people, receivedAt, deniedAt } = delivery;
  const { otherStep: _, ...reading } = task;
  const delivered: DeliveredStep = {
    kind,
    receivedAt: receivedAt.toISOString(),
    deniedAt: deniedAt?.toISOString() ?? null,
    ...(delivery.isOnlySource ? { isOnlySource: true } : {}),
  };
  const others = canAct ? task.actions : [];
  if (kind === 'provision') {
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
