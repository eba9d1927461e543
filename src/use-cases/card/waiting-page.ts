import type { LocalDeps } from '../deps.ts';
import type { HomeReview } from '../ports/home-contents.ts';
import type { WaitingApp } from '../ports/rows/task-rows.ts';
import { reviewOf } from './request-cards.ts';

/** How many requests fit a window with their buttons. */
const shownOnPage = 15;

/** The part of the list that somebody looks at. */
export interface WaitingView {
  /** Counted from 0. */
  readonly page: number;
  /** Only of this app; null = of all. */
  readonly appId: string | null;
}

/** A page of everything that waits for somebody's decision. */
export interface WaitingPage extends WaitingView {
  readonly reviews: readonly HomeReview[];
  readonly pages: number;
  /** How many wait on all pages. */
  readonly count: number;
  /** All that wait, by app. */
  readonly apps: readonly WaitingApp[];
}

interface PageSoon {
  readonly page: WaitingPage;
  /** The page with the risks named, once the service named them; null where `page` is that. */
  readonly named: Promise<WaitingPage | null>;
}

/**
 * Reads a page without waiting for the service to name risks: a risk without a name is treated as
 * one that may be great.
 *
 * @param patience how long it waits for the names at most
 */
export async function waitingPage(
  deps: LocalDeps,
  slackUserId: string,
  wanted: WaitingView,
  patience: Promise<unknown>,
): Promise<PageSoon> {
  const names = deps.riskNames();
  const inTime = Promise.race([names, patience.then(() => 'unreadable' as const)]);
  const page = await readWaiting({ ...deps, riskNames: () => inTime }, slackUserId, wanted);
  if ((await inTime) !== 'unreadable') return { page, named: Promise.resolve(null) };
  const named = names.then((riskNames) =>
    riskNames === 'unreadable'
      ? null
      : readWaiting({ ...deps, riskNames: async () => riskNames }, slackUserId, wanted),
  );
  return { page, named };
}

/**
 * Reads a page from the store alone, because somebody waits for the window. Emergencies first, then
 * the oldest. If the page or the app is gone, the nearest one is shown.
 */
async function readWaiting(
  deps: LocalDeps,
  slackUserId: string,
  wanted: WaitingView,
): Promise<WaitingPage> {
  const { requestIds, ...page } = await deps.store.transaction(async (tx) => {
    const identity = await tx.identities.find(slackUserId);
    const reviewer = { identityUserId: identity?.person.id ?? '', slackUserId };
    const apps = identity === null ? [] : await tx.tasks.waitingApps(reviewer);
    const app = apps.find(({ id }) => id === wanted.appId);
    const count = app?.count ?? apps.reduce((sum, one) => sum + one.count, 0);
    const pages = Math.max(1, Math.ceil(count / shownOnPage));
    const number = Math.min(Math.max(0, wanted.page), pages - 1);
    const part = { limit: shownOnPage, offset: number * shownOnPage, appId: app?.id ?? null };
    const rows = count === 0 ? [] : (await tx.tasks.waitingFor(reviewer, part)).rows;
    const requestIds = rows.map(({ requestId }) => requestId);
    return { requestIds, page: number, appId: part.appId, pages, count, apps };
  });
  const reviews: HomeReview[] = [];
  for (const requestId of requestIds) {
    const review = await reviewOf(deps, requestId, slackUserId);
    if (review !== null) reviews.push(review);
  }
  return { ...page, reviews };
}
