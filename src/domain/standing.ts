import type { AccessRequest } from './access-request.ts';
import { awaitsDecision, isOpen, type TaskSnapshot } from './task-snapshot.ts';

/**
 * Where a request stands, for its requester and its target.
 * - `open`: being sent, decided or set up
 * - `active`: granted, and not ended
 * - `sent`: with the service, whose decision the bot cannot read
 * - `ended`: refused, denied, abandoned, or the access has ended
 */
export type Standing = 'open' | 'active' | 'sent' | 'ended';

/** In display order. */
export const standings = ['open', 'active', 'sent', 'ended'] as const satisfies readonly Standing[];

/** Those of requests that may still be granted. */
export const underWay = ['open', 'sent'] as const satisfies readonly Standing[];

export interface StandingFacts {
  readonly request: Pick<AccessRequest, 'state'>;
  /** The last reading; null before there is a task. */
  readonly task: Pick<TaskSnapshot, 'state'> | null;
  /** null if nothing was granted. */
  readonly grant: { readonly endedAt: Date | null } | null;
}

/**
 * `tasksAreRead`: whether open tasks are read again. If they are not, a task that was open when it was created may have been
 * decided since, so its state says nothing.
 */
export function standingOf({ request, task, grant }: StandingFacts, tasksAreRead: boolean): Standing {
  if (grant !== null) return grant.endedAt === null ? 'active' : 'ended';
  if (task !== null) {
    if (!isOpen(task) || request.state === 'withdrawn') return 'ended';
    return tasksAreRead ? 'open' : 'sent';
  }
  return request.state === 'refused' || request.state === 'abandoned' ? 'ended' : 'open';
}

/** Whether reviewers are to decide on it: whoever asked still wants it. */
export function isAwaited(request: Pick<AccessRequest, 'state'>, task: TaskSnapshot): boolean {
  return request.state !== 'withdrawn' && awaitsDecision(task);
}
