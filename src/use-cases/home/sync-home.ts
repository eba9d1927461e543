import type { NotYet } from '../../domain/outward/job.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { holderRequests, shownRequests } from '../access/holder-requests.ts';
import { reviewOf } from '../card/request-cards.ts';
import type { LocalDeps, UseCaseDeps } from '../deps.ts';
import { resolveIdentity } from '../people/resolve-identity.ts';
import type { HomeChat, HomeModel, LookupPriority } from '../ports/chat-ports.ts';
import type { HomeReader, HomeReview, HomeSection } from '../ports/home-contents.ts';

/** `Shown`: how the part of an extra looks. */
export interface SyncHomeDeps<Shown> extends UseCaseDeps {
  readonly chat: UseCaseDeps['chat'] & HomeChat<Shown>;
  /** What extras show. */
  readonly homeSections: readonly HomeSection<Shown>[];
  /** What several changes in so short a time show is published at once; 3 s where absent. */
  readonly homeSpacingMs?: number | undefined;
}

/** A Home that was not opened for so long is brought up to date when it is opened again. */
const lookedAtMs = 7 * 86_400_000;
const usualSpacingMs = 3_000;

/** So many reviews Home shows. */
const shownReviews = 15;

export interface OpenHomeDeps extends Pick<LocalDeps, 'store' | 'profiles'> {
  readonly homeSections: readonly HomeReader[];
}

/** Somebody opens their Home: it is published, and follows what changes from now on. */
export function openHome(
  { store, homeSections, profiles }: OpenHomeDeps,
  slackUserId: string,
): Promise<void> {
  return store.transaction(async (tx) => {
    await tx.homes.markOpened(slackUserId, tx.at);
    await tx.enqueue({ kind: 'sync-home', slackUserId });
    await profiles.lookAtOwn(tx, slackUserId);
    for (const { reading } of homeSections) {
      const job = reading(slackUserId);
      if (job !== null) await tx.enqueue(job);
    }
  });
}

/** Publishes somebody's Home from the store, where they may be looking at it. */
export async function syncHome<Shown>(
  deps: SyncHomeDeps<Shown>,
  slackUserId: string,
): Promise<NotYet | void> {
  const nowMs = deps.world.now().getTime();
  const spacingMs = deps.homeSpacingMs ?? usualSpacingMs;
  const home = await deps.store.transaction(async (tx) => {
    const row = await tx.homes.find(slackUserId);
    if (row === null || nowMs - row.openedAt.getTime() > lookedAtMs) return null;
    const isLookedAt = row.publishedAt === null || row.openedAt > row.publishedAt;
    // Somebody who opened or clicked theirs since the last publication waits for an answer.
    if (!isLookedAt && nowMs - (row.publishedAt?.getTime() ?? 0) < spacingMs) return 'not-yet';
    // What is written after this is shown by another job.
    await tx.marks.take('home', slackUserId, tx.at);
    return row;
  });
  if (home === null) return;
  if (home === 'not-yet') return home;
  const identityUserId = await homeReaderOf(
    deps,
    slackUserId,
    home.fingerprint === null ? 'recent' : 'in-turn',
  );
  const reviews = await reviewsOf(deps, slackUserId, identityUserId);
  const requests = await holderRequests(deps, slackUserId, shownRequests.home);
  const { onCall } = deps.settings.emergency;
  const besides: Shown[] = [];
  for (const { show } of deps.homeSections) {
    const section = await show(slackUserId);
    if (section !== null) besides.push(section);
  }
  const model = {
    slackUserId,
    isServiceRefusing: deps.governance.isRefused(),
    onCall,
    requests,
    reviews,
    besides,
  };
  const published = await deps.chat.publishHome(slackUserId, model, home.fingerprint);
  if (published.ok && published.value !== home.fingerprint) {
    // What was clicked while this was published is not on it: the moment of the reading counts.
    const readAt = new Date(nowMs);
    await deps.store.transaction((tx) =>
      tx.homes.markPublished(slackUserId, published.value, readAt),
    );
  }
}

/** What waits for this person. */
async function reviewsOf(
  deps: UseCaseDeps,
  slackUserId: string,
  identityUserId: string | null,
): Promise<HomeModel<never>['reviews']> {
  if (identityUserId === null) return { shown: [], left: 0 };
  const waiting = await deps.store.transaction((tx) =>
    tx.tasks.waitingFor({ identityUserId, slackUserId }, shownReviews),
  );
  const reviews: HomeReview[] = [];
  for (const { requestId } of waiting.rows) {
    const review = await reviewOf(deps, requestId);
    if (review !== null) reviews.push(review);
  }
  return { shown: reviews, left: waiting.total - reviews.length };
}

/**
 * Looked up before anything is read that belongs to a person, because the account may be somebody
 * else's by now; null where there is nothing to show them.
 */
async function homeReaderOf(
  deps: UseCaseDeps,
  slackUserId: string,
  priority: LookupPriority,
): Promise<string | null> {
  const isAnything = await deps.store.transaction(
    async (tx) =>
      // A step that was handed to the bot is answered here, whether or not its task can be read.
      (await tx.tasks.isAnyAwaited()) || (await tx.requests.isAnyOf(slackUserId)),
  );
  return isAnything ? identityOf(deps, slackUserId, priority) : null;
}

/**
 * Who this is to the service; null for strangers, who have nothing to review, and where the service
 * is down.
 */
async function identityOf(
  deps: UseCaseDeps,
  slackUserId: string,
  priority: LookupPriority,
): Promise<string | null> {
  const identity = await unlessFailing(resolveIdentity(deps, slackUserId, priority), (err) => {
    if (priority === 'in-turn' && err.kind === 'rate-limited') throw err;
    return null;
  });
  if (identity !== null) return identity.ok ? identity.value.id : null;
  const row = await deps.store.transaction((tx) => tx.identities.find(slackUserId));
  return row?.person.id ?? null;
}
