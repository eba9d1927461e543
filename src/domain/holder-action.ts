import type { AccessRequest, SlackActor } from './access-request.ts';
import { type OptionalOperation, tasksAreRead } from './access-settings.ts';
import { ok, type Result, refuse } from './result.ts';
import type { ServiceRefusal } from './service-refusal.ts';
import { actionNames } from './task-action.ts';
import { isOpen, type TaskSnapshot } from './task-snapshot.ts';

/** What whoever asked, or has the access, may do with a request: make an emergency of it, or give the access back early. */
export type HolderActionKind = 'escalate' | 'give-back';

/** Why it is not done. Each is said to the person who clicked, and audited. */
export type HolderActionRefusal =
  /** Only the requester and the person it is for. */
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-offered' }
  /** The access ended before. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reference: string }
  | { readonly kind: 'service'; readonly refusal: ServiceRefusal };

/** Whether this person stands behind the request: who asked, or whom it is for. */
export function isHolder(request: Pick<AccessRequest, 'requester' | 'targetSlackId'>, slackUserId: string): boolean {
  return slackUserId === request.requester.userId || slackUserId === request.targetSlackId;
}

/** Whether it is a holder who acts, in the workspace the request was made in. */
export function isHolderActing(request: Pick<AccessRequest, 'requester' | 'targetSlackId'>, by: SlackActor): boolean {
  return by.teamId === request.requester.teamId && isHolder(request, by.userId);
}

/** The Slack person who has, or would have, the access. */
export function holderOf(request: Pick<AccessRequest, 'requester' | 'targetSlackId'>): string {
  return request.targetSlackId ?? request.requester.userId;
}

/**
 * What is left to do for an escalation by this reading: `escalate`, or nothing where it is one already, be it decided by now:
 * emergencies are decided fast. `task` must have been read fresh.
 */
export function escalation(task: TaskSnapshot): Result<'escalate' | 'is-one-already', HolderActionRefusal> {
  if (task.emergency) return ok('is-one-already');
  if (!isOpen(task)) return refuse({ kind: 'closed' });
  return isEscalationOffered(task) ? ok('escalate') : refuse({ kind: 'not-offered' });
}

/** Whether the bot can make an emergency of a task: the service offers it, and the tenant has what it takes. */
export function mayEscalate(operations: ReadonlySet<OptionalOperation>, task: TaskSnapshot): boolean {
  return operations.has('taskActions') && tasksAreRead(operations) && isEscalationOffered(task);
}

function isEscalationOffered(task: Pick<TaskSnapshot, 'state' | 'emergency' | 'actions'>): boolean {
  return isOpen(task) && !task.emergency && actionNames(task).has('ESCALATE_TO_EMERGENCY_ACCESS');
}
