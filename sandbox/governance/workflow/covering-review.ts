import type { AccessReview } from '../entities/access-review.ts';
import type { ResourceRef } from '../entities/app-entitlement.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { accessReviews } from '../seed/access-reviews.ts';

/** The access review that covers a task, and the machine it is about, if any. */
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
