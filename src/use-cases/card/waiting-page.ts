import type { LocalDeps } from '../deps.ts';
import type { HomeReview } from '../ports/home-contents.ts';
import { reviewOf } from './request-cards.ts';

/** How many requests fit a window with their buttons. */
const shownOnPage = 15;

/** A page of everything that waits for somebody's decision. */
export interface WaitingPage {
  readonly reviews: readonly HomeReview[];
  /** Counted from 0. */
  readonly page: number;
  readonly pages: number;
  /** How many wait on all pages. */
  readonly count: number;
}

/** Emergencies first, then the oldest; the first page where the wanted one is gone. */
export async function waitingPage(
  deps: LocalDeps,
  slackUserId: string,
  wanted: number,
): Promise<WaitingPage> {
  const { rows, total, page } = await deps.store.transaction(async (tx) => {
    const identity = await tx.identities.find(slackUserId);
    if (identity === null) return { rows: [], total: 0, page: 0 };
    const reviewer = { identityUserId: identity.person.id, slackUserId };
    const pageAt = (offset: number) =>
      tx.tasks.waitingFor(reviewer, { limit: shownOnPage, offset: offset * shownOnPage });
    const there = await pageAt(wanted);
    return there.total === 0 && wanted > 0
      ? { ...(await pageAt(0)), page: 0 }
      : { ...there, page: wanted };
  });
  const reviews: HomeReview[] = [];
  for (const { requestId } of rows) {
    const review = await reviewOf(deps, requestId, slackUserId);
    if (review !== null) reviews.push(review);
  }
  return { reviews, page, pages: Math.max(1, Math.ceil(total / shownOnPage)), count: total };
}
