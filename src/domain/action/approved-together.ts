import type { Subject } from '../request/subject.ts';
import type { ShownTask, TaskPeriod } from '../request/task-period.ts';
import { isStepOf } from '../task/task-snapshot.ts';
import type { Action } from './action.ts';
import type { OfferedActions } from './action-form.ts';
import { isHolder } from './holder-action.ts';
import type { ChangedRefusal } from './refusals.ts';

/** What a card shows of a request of low risk that waits for somebody. */
interface WaitingRequest {
  readonly request: Subject;
  readonly task: ShownTask;
  readonly period: TaskPeriod;
  readonly offered: OfferedActions;
  readonly change: ChangedRefusal | null;
  /** Decisions on the task that are made or being made. */
  readonly reviews: readonly Pick<Action, 'stepId' | 'occurrence'>[];
  /** People whose decision got no answer. */
  readonly perhapsDecidedBy: readonly string[];
}

/** The person for whom it waits. */
interface Reviewer {
  readonly slackUserId: string;
  readonly identityUserId: string;
}

/**
 * Whether somebody for whom a request of low risk waits may approve it together with others, where
 * they look at each for a moment only: it is clear, it is no emergency, and neither a reason nor a
 * second look is asked for. The right to approve it is checked at the decision.
 */
export function isApprovedTogether(waiting: WaitingRequest, reviewer: Reviewer): boolean {
  const { task, request, period, offered, reviews, perhapsDecidedBy } = waiting;
  const approval = offered.decisions.find(({ verb }) => verb === 'approve');
  const isHere = approval !== undefined && approval.link === null;
  const isDecided = perhapsDecidedBy.length > 0 || reviews.some((review) => isStepOf(review, task));
  return (
    isHere &&
    !isDecided &&
    !request.emergency &&
    period.kind !== 'unreadable' &&
    isPlain(task) &&
    waiting.change === null &&
    !isOwn(waiting, reviewer)
  );
}

/**
 * What the task alone says of it: an ordinary request that needs no reason, of which the service
 * itself told everything that is approved.
 */
export function isPlain(task: ShownTask): boolean {
  const { untold = [], asSent = [], currentStepId } = task;
  // Rules that are not told may ask for a reason.
  const wantsNoReason = task.stepPolicy?.requireApprovalReason === false;
  const isOrdinary = task.emergency === false && task.takesAway !== true;
  return (
    wantsNoReason &&
    isOrdinary &&
    // Deployments send null while nobody has approved.
    untold.every((part) => part === 'approvers') &&
    asSent.length === 0 &&
    currentStepId !== null
  );
}

/** A policy may let people decide on what they asked for: such a request they look at by itself. */
function isOwn(
  { request, task }: Pick<WaitingRequest, 'request' | 'task'>,
  { slackUserId, identityUserId }: Reviewer,
): boolean {
  const creator = request.requester === null ? task.createdBy?.id : undefined;
  const parties = [request.identityUserId, request.requesterIdentityId, task.target?.id, creator];
  return isHolder(request, slackUserId) || parties.includes(identityUserId);
}
