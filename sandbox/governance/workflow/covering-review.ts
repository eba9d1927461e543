import type { ResourceRef } from '../entities/app-entitlement.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import type { World } from '../world.ts';

/** The access review that covers a task, and the machine it is about, if any. */
export interface CoveringReview {
  readonly review: World['catalog']['records']['accessReviews'][number];
  readonly principal: ResourceRef | null;
}

/** The review that covers a task; null where no campaign does. */
export function reviewCovering(
  world: World,
  task: Pick<StoredTask, 'appId' | 'appUserId'>,
): CoveringReview | null {
  for (const review of world.catalog.records.accessReviews) {
    if (review.scope.appId !== task.appId) continue;
    if (review.scope.principals === null) return { review, principal: null };
    const principal = review.scope.principals[task.appUserId];
    if (principal !== undefined) return { review, principal };
  }
  return null;
}
