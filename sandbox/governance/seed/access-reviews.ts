import type { AccessReview } from '../entities/access-review.ts';
import { seededAt } from './people.ts';

/** The access reviews that are running. */
export const accessReviews: readonly AccessReview[] = [
  {
    id: 'review-ledger',
    displayName: 'The books, first half of 2026',
    description: 'Everything in the ledger, line by line.',
    state: 'ACCESS_REVIEW_STATE_RUNNING',
    createdAt: seededAt,
    updatedAt: '2026-01-05T08:00:00Z',
    scope: { appId: 'app-ledger', principals: null },
  },
  {
    id: 'review-machines',
    displayName: 'Machines that hold access',
    description: 'Every machine that may do something by itself, and whether it still should.',
    state: 'ACCESS_REVIEW_STATE_RUNNING',
    createdAt: seededAt,
    updatedAt: '2026-01-08T08:00:00Z',
    scope: {
      appId: 'app-foghorn',
      principals: { 'appuser-foghorn-fog-sensor': { typeId: 'device', id: 'fog-sensor' } },
    },
  },
];
