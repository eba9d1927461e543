import { isApprovedTogether, isPlain } from '../../domain/action/approved-together.ts';
import { isLowRisk } from '../../domain/action/confirmed-risk.ts';
import { isStale } from '../../domain/task/delivered-step.ts';
import type { LocalDeps } from '../deps.ts';
import type { HomeReview } from '../ports/chat-ports.ts';
import { reviewOf } from './request-cards.ts';

/** As many as one window lists. */
export const mostAtOnce = 10;

/** How many of the requests that wait for somebody are looked at. */
const lookedAt = 50;

/** Requests that somebody may approve in one window. */
export interface SeveralPage {
  readonly reviews: readonly HomeReview[];
  /** Whether there are more of them than are listed. */
  readonly isCut: boolean;
  /** false: requests wait, and nobody can say now which of them have a low risk. */
  readonly areRisksRead: boolean;
}

/** Asks for nothing but the names of risks, because somebody waits for the window. */
export async function severalPage(deps: LocalDeps, slackUserId: string): Promise<SeveralPage> {
  const { reviews, areRisksRead } = await approvedTogether(deps, slackUserId, mostAtOnce + 1);
  const isCut = reviews.length > mostAtOnce;
  return { reviews: reviews.slice(0, mostAtOnce), isCut, areRisksRead };
}

/** Whether there are at least two that this person may approve in one window. */
export async function offersSeveral(deps: LocalDeps, slackUserId: string): Promise<boolean> {
  return (await approvedTogether(deps, slackUserId, 2)).reviews.length === 2;
}

/** The first of those that this person may approve together. */
async function approvedTogether(
  deps: LocalDeps,
  slackUserId: string,
  most: number,
): Promise<Omit<SeveralPage, 'isCut'>> {
  const { settings, world } = deps;
  const waiting = await deps.store.transaction(async (tx) => {
    const identity = await tx.identities.find(slackUserId);
    if (identity === null) return null;
    const reviewer = { slackUserId, identityUserId: identity.person.id };
    const { rows } = await tx.tasks.waitingFor(reviewer, { limit: lookedAt });
    return { reviewer, rows };
  });
  if (waiting === null || waiting.rows.length === 0) return { reviews: [], areRisksRead: true };
  const names = await deps.riskNames();
  if (names === 'unreadable') return { reviews: [], areRisksRead: false };
  const reviews: HomeReview[] = [];
  for (const { requestId, snapshot } of waiting.rows) {
    if (reviews.length === most) break;
    // Asked before the card is read, because most that wait want a reason or a look of their own.
    if (!isPlain(snapshot) || !isLowRisk(snapshot, names)) continue;
    // A reading that is so old has to be confirmed by itself.
    if (isStale(snapshot, world.now(), settings.webhook.freshForSeconds)) continue;
    const review = await reviewOf(deps, requestId, slackUserId);
    if (review !== null && isApprovedTogether(review.card, waiting.reviewer)) reviews.push(review);
  }
  return { reviews, areRisksRead: true };
}
