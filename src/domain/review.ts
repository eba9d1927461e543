import type { IdentityRefusal } from './access-request.ts';
import { type ActingPerson, isParty, type RequestParties } from './request-parties.ts';
import { ok, type Result, refuse } from './result.ts';
import type { ServiceRefusal } from './service-refusal.ts';
import { actionNames } from './task-action.ts';
import { isOpen, type TaskSnapshot } from './task-snapshot.ts';

export type ReviewVerb = 'approve' | 'deny';

/** Who decided a step first, for the message to those who come later. */
export interface ReviewWinner {
  readonly slackUserId: string;
  readonly verb: ReviewVerb;
  /** ISO 8601, because it is stored as JSON. */
  readonly at: string;
}

/** Why a click does not decide. The person who clicked is told, and it is audited. */
export type ReviewRefusal =
  | { readonly kind: 'identity'; readonly refusal: IdentityRefusal }
  | { readonly kind: 'other-workspace' }
  | { readonly kind: 'own-request' }
  | { readonly kind: 'not-reviewer'; readonly reviewers: readonly string[] }
  | { readonly kind: 'already-decided'; readonly winner: ReviewWinner | null }
  | { readonly kind: 'step-moved-on' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-offered' }
  /** The bot failed; the reference finds the cause in the log. */
  | { readonly kind: 'failed'; readonly reference: string }
  | { readonly kind: 'service'; readonly refusal: ServiceRefusal };

/** A review that may be carried out, on the step that it was checked against. */
export interface AllowedReview {
  readonly stepId: string;
}

const actionOf = { approve: 'APPROVE', deny: 'DENY' } as const;

/**
 * Whether this person may decide this step now. `task` must be a fresh reading: the service's state counts, not the
 * card's. The service sees only the bot's credentials (deployments.md, Token), so this check alone decides whether a click may grant.
 */
export function review(
  task: TaskSnapshot,
  attempt: {
    readonly verb: ReviewVerb;
    readonly by: ActingPerson;
    /** The step that the clicked card showed. */
    readonly stepId: string;
    readonly parties: RequestParties;
  },
): Result<AllowedReview, ReviewRefusal> {
  if (!isOpen(task)) return refuse({ kind: 'closed' });
  if (task.currentStepId === null || task.currentStepId !== attempt.stepId) return refuse({ kind: 'step-moved-on' });
  const { requester, target } = attempt.parties;
  if (isParty(requester, attempt.by) || isParty(target, attempt.by)) return refuse({ kind: 'own-request' });
  if (!task.stepApprovers.some((person) => person.id === attempt.by.identityUserId)) {
    return refuse({ kind: 'not-reviewer', reviewers: task.stepApprovers.map((person) => person.name) });
  }
  if (!actionNames(task).has(actionOf[attempt.verb])) return refuse({ kind: 'not-offered' });
  return ok({ stepId: task.currentStepId });
}

/**
 * Whether a review whose answer was lost was carried out, judged by a fresh reading: `not-yet` while its step is the current one.
 * If the outcome contradicts the verb, somebody else decided.
 */
export function carriedOut(
  task: TaskSnapshot,
  attempt: { readonly stepId: string; readonly verb: ReviewVerb },
): 'yes' | 'no' | 'not-yet' {
  if (isOpen(task)) {
    if (task.currentStepId === attempt.stepId) return 'not-yet';
    return attempt.verb === 'approve' ? 'yes' : 'no';
  }
  if (attempt.verb === 'deny') return task.outcome === 'denied' ? 'yes' : 'no';
  return task.outcome === 'denied' || task.outcome === 'cancelled' ? 'no' : 'yes';
}
