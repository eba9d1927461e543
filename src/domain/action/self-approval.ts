import {
  type PastDecision,
  positionOf,
  type SeenStep,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';
import type { DecisionKind } from './review.ts';

/** What is known when a reading is compared with the one before it. */
export interface NewReading {
  /** The reading before; null for the first one. */
  readonly before: TaskSnapshot | null;
  readonly task: TaskSnapshot;
  /** The step that the task was in before; null where that is not known. */
  readonly lastStepId: string | null;
  /** The account under which the service records the bot's acts. */
  readonly botId: string;
  /**
   * Decisions made through the bot that were allowed: each of them may have reached the service.
   */
  readonly allowed: readonly (SeenStep & { readonly verb: DecisionKind })[];
  /** The bot may have skipped a step. Without a history that looks like an approval. */
  readonly mayHaveSkipped: boolean;
}

/**
 * Ids of the steps that this reading newly shows as approved with the bot's account although nobody
 * approved them through the bot. The service counts a request as its requester's approval where the
 * requester is a reviewer, and the bot requests for everybody. The id is empty where the service
 * does not tell the step.
 */
export function selfApprovedSteps(reading: NewReading): readonly string[] {
  const { before, task, botId } = reading;
  const wasNamed = before !== null && isApprover(before, botId);
  if (task.decisions === undefined) {
    return isApprover(task, botId) && !wasNamed && isUnexplained(reading)
      ? [reading.lastStepId ?? '']
      : [];
  }
  // The reading before told no history and named the bot: it was judged then.
  if (wasNamed && before.decisions === undefined) return [];
  const earlierDecisions = before?.decisions ?? [];
  const unexplained = task.decisions
    .filter(({ verb, identityUserId }) => verb === 'approve' && identityUserId === botId)
    .filter((one) => !earlierDecisions.some((other) => isSame(one, other)));
  return unexplainedBy(reading, unexplained).map(({ stepId }) => stepId);
}

function isApprover(task: TaskSnapshot, botId: string): boolean {
  return task.approvers.some(({ id }) => id === botId);
}

function isSame(one: PastDecision, other: PastDecision): boolean {
  return one.stepId === other.stepId && one.position === other.position;
}

/**
 * Whether nothing explains that the bot is among those who decided. A reading without a history
 * tells no more than that: the bot may have approved, denied or closed the request.
 */
function isUnexplained({ task, allowed, mayHaveSkipped }: NewReading): boolean {
  const wasApproved = task.outcome !== 'denied' && task.outcome !== 'cancelled';
  return allowed.length === 0 && !mayHaveSkipped && wasApproved;
}

/**
 * Each decision made through the bot explains one approval: its step may come again after a
 * restart.
 */
function unexplainedBy(
  { allowed }: NewReading,
  approvals: readonly PastDecision[],
): readonly PastDecision[] {
  const unexplained = [...approvals];
  const approved = allowed.filter(({ verb }) => verb === 'approve');
  for (const { stepId, occurrence } of approved) {
    const explained = unexplained.findIndex(
      (one) => one.stepId === stepId && one.position >= positionOf(occurrence),
    );
    if (explained !== -1) unexplained.splice(explained, 1);
  }
  return unexplained;
}
