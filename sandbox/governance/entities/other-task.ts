/** Tasks that are neither grants nor revocations. They are listed, and decided nowhere here. */
import type { Company } from '../../company-schema.ts';
import type { Catalog } from '../catalog.ts';
import type { ExpandedObjects } from '../expanded.ts';
import { seededAt, userIdOf } from '../seed.ts';

export interface OtherTask {
  readonly id: string;
  readonly numericId: string;
  readonly kind: 'certify' | 'offboarding' | 'action' | 'finding';
  readonly name: string;
  readonly assigneeIds: readonly string[];
  readonly reviewId: string | null;
}

/** Numbered before everything that is made while the service runs. */
const firstNumber = 901;

export function seededOtherTasks({ otherTasks }: Company): OtherTask[] {
  return otherTasks.map(({ assignees, review, ...task }, index) => ({
    ...task,
    numericId: String(firstNumber + index),
    assigneeIds: assignees.map(userIdOf),
    reviewId: review,
  }));
}

export function otherTaskView(
  catalog: Catalog,
  task: OtherTask,
  wants: ReadonlySet<string>,
  expanded: ExpandedObjects,
): object {
  const review = catalog.records.accessReviews.find(({ id }) => id === task.reviewId);
  const { scope: _, ...shown } = review ?? { scope: null };
  return {
    task: {
      id: task.id,
      numericId: task.numericId,
      displayName: task.name,
      description: '',
      state: 'TASK_STATE_OPEN',
      type: typeOf(task),
      origin: 'TASK_ORIGIN_WEBAPP',
      actions: [],
      stepApproverIds: task.assigneeIds,
      createdAt: seededAt,
    },
    accessReviewPath:
      review === undefined || !wants.has('access_review_id')
        ? ''
        : expanded.add('accessReview', review.id, shown),
  };
}

function typeOf({ kind, reviewId }: OtherTask): object {
  switch (kind) {
    case 'certify':
      return { certify: { accessReviewId: reviewId ?? '' } };
    case 'offboarding':
      return { offboarding: { subjectUserId: '' } };
    case 'action':
      return { action: { displayName: '' } };
    case 'finding':
      return { finding: { findingId: '' } };
  }
}
