import type { AccessReview } from '../entities/access-review.ts';
import type { ResourceRef } from '../entities/app-entitlement.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { accessReviews } from '../seed/access-reviews.ts';

/** The campaign that covers what a task is about, and the machine that it is about where it is about one. */
export interface CoveringReview {
  readonly review: AccessReview;
  readonly principal: ResourceRef | null;
}

/** null where no campaign covers the task. */
export function reviewCovering(task: Pick<StoredTask, 'appId' | 'appUserId'>): CoveringReview | null {
  for (const review of accessReviews) {
    if (review.scope.appId !== task.appId) continue;
    if (review.scope.principals === null) return { review, principal: null };
    const principal = review.scope.principals[task.appUserId];
    if (principal !== undefined) return { review, principal };
  }
  return null;
}
