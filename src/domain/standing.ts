import type { AccessRequest } from './access-request.ts';
import { isOpen, type TaskSnapshot } from './task-snapshot.ts';

/**
 * Where a request stands for whoever asked or is to have it.
 * - `open`: on its way, being decided or being set up
 * - `active`: granted, and there
 * - `sent`: with the service, which does not tell how it goes on
 * - `ended`: over, one way or another
 */
export type Standing = 'open' | 'active' | 'sent' | 'ended';

/** In the order in which they are shown. */
export const standings = ['open', 'active', 'sent', 'ended'] as const satisfies readonly Standing[];

/** Not known to be over. */
export const underWay = ['open', 'sent'] as const satisfies readonly Standing[];

export interface StandingFacts {
  readonly request: Pick<AccessRequest, 'state'>;
  /** The last reading; null before there is a task. */
  readonly task: Pick<TaskSnapshot, 'state'> | null;
  /** null where nothing was granted. */
  readonly grant: { readonly endedAt: Date | null } | null;
}

/**
 * `tasksAreRead`: whether open tasks are read again. Where they are not, one that was open when it was made may be decided long
 * since, so that nothing may be concluded from it.
 */
export function standingOf({ request, task, grant }: StandingFacts, tasksAreRead: boolean): Standing {
  if (grant !== null) return grant.endedAt === null ? 'active' : 'ended';
  if (task !== null) {
    if (!isOpen(task)) return 'ended';
    return tasksAreRead ? 'open' : 'sent';
  }
  return request.state === 'refused' || request.state === 'abandoned' ? 'ended' : 'open';
}
