/** Long because access is followed here through every answer of the service, up to its end. */

import {
  type AccessEvent,
  eventLagMs,
  nextCheckMs,
  type Removal,
  removalOf,
  warningAt,
} from '../../domain/access/grant.ts';
import { type LookAnswer, type LookStep, nextStep } from '../../domain/access/look.ts';
import {
  beginWatch,
  isLookedAtAnew,
  isWatched,
  watchOn,
} from '../../domain/access/watched-access.ts';
import { holderOf } from '../../domain/action/holder-action.ts';
import { saysOfOperation } from '../../domain/outward/operation-answer.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { Holding } from '../ports/ports.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { sameAccess, showOnNewest } from './begin-access.ts';
import { endGone, endGrant, keepGrants, tellNotGone } from './end-grants.ts';

/** Grants looked at in one round; the next round comes by itself. */
const grantsPerRound = 100;
/**
 * While nothing is due, events are read every minute, because access may be removed before its
 * time.
 */
const eventsEveryMs = 60_000;
const oldestEventsMs = 30 * 86_400_000;

/**
 * Follows what was granted to its end, by looks at what a person holds: of what is due, with growing
 * gaps, and of what the service's events, one reading for all grants, say is gone. "Ended" is said
 * only where a look shows it.
 */
export async function followGrants(deps: UseCaseDeps): Promise<void> {
  const { store, world } = deps;
  const now = world.now();
  const dueNow = () => store.transaction((tx) => tx.grants.due(now, grantsPerRound));
  const isAnyDue = (await dueNow()).length > 0;
  const feed = await readFeed(deps, isAnyDue, now);
  if (!isAnyDue && feed.reading === 'failed') return;
  await lookAtRemoved(deps, feed, now);
  if (feed.reading !== 'failed') await store.transaction((tx) => tx.grants.markRead(now));
  for (const { requestId } of await dueNow()) await look(deps, requestId, feed, now);
}

/** What the service's events say of who has what. */
interface Feed {
  /**
   * `untold`: the service has no way to tell, or refuses to; `failed`: it does not answer, or was not
   * asked.
   */
  readonly reading: 'told' | 'untold' | 'failed';
  readonly events: readonly AccessEvent[];
}

async function readFeed(deps: UseCaseDeps, isDue: boolean, now: Date): Promise<Feed> {
  const { store, governance } = deps;
  const unreadSince = await store.transaction((tx) => tx.grants.unreadSince());
  if (
    unreadSince === null ||
    (!isDue && now.getTime() - unreadSince.getTime() < eventsEveryMs + eventLagMs)
  )
    return { reading: 'failed', events: [] };
  const since = new Date(Math.max(unreadSince.getTime(), now.getTime() - oldestEventsMs));
  const appIds = await store.transaction((tx) => tx.grants.runningApps());
  const events = await answerOf(deps, 'accessEvents', governance.accessEvents(since, appIds));
  if (events === 'failed') return { reading: events, events: [] };
  return events === null ? { reading: 'untold', events: [] } : { reading: 'told', events };
}

/** Looks at access of which an event says that it was removed. */
async function lookAtRemoved(deps: UseCaseDeps, feed: Feed, now: Date): Promise<void> {
  const removed = feed.events.filter(({ kind }) => kind === 'removed');
  for (const key of new Map(removed.map((one) => [keyOf(one), one])).values()) {
    const { appId, entitlementId } = key;
    const running = await deps.store.transaction((tx) =>
      tx.grants.runningOf({ appId, entitlementId }),
    );
    for (const grant of running)
      if (removalOf(grant, feed.events, now) !== null) await look(deps, grant.requestId, feed, now);
  }
}

const keyOf = ({ appId, entitlementId }: AccessEvent) => JSON.stringify([appId, entitlementId]);

/** Looks at access that should be gone, or that something may have taken away. */
async function look(deps: UseCaseDeps, requestId: string, feed: Feed, now: Date): Promise<void> {
  const { store } = deps;
  const before = await store.transaction((tx) => tx.grants.followed(requestId));
  if (before === null) return;
  const holding = await askWhatIsHeld(deps, before.request);
  await store.transaction(async (tx) => {
    // It may be given back by now.
    const grant = await tx.grants.followed(requestId);
    if (grant === null) return;
    const removal = removalOf(grant, feed.events, now);
    const answer = lookAnswer(grant, { holding, removal, feed }, now);
    const step = nextStep({ ...grant, checks: looksOf(grant) }, answer, now);
    await take(tx, deps, grant, step, { now, isDoubtful: removal !== null });
  });
}

/** How often it was watched while it ran says nothing of how long it should be gone. */
const looksOf = (grant: FollowedGrant): number => (isWatched(grant) ? 0 : grant.checks);

async function askWhatIsHeld(
  deps: UseCaseDeps,
  { appId, entitlementId, identityUserId, account }: AccessRequest,
): Promise<Holding | null | 'failed'> {
  if (identityUserId === null) return null;
  const access = { appId, entitlementId, identityUserId, accountId: account?.id };
  return answerOf(deps, 'holding', deps.governance.holding(access));
}

/** What a person holds outranks what an event says, which may be about another account of theirs. */
function lookAnswer(
  { revokedAt }: FollowedGrant,
  {
    holding,
    removal,
    feed,
  }: {
    readonly holding: Holding | null | 'failed';
    readonly removal: Removal | null;
    readonly feed: Feed;
  },
  now: Date,
): LookAnswer {
  if (holding === 'failed') return { kind: 'silent', isForGood: false };
  const isHeld = holding?.isHeld ?? null;
  if (isHeld === false || (isHeld === null && removal !== null))
    return { kind: 'gone', told: removal };
  if (holding === null || isHeld === null) {
    // That it was taken away is told by the task, too.
    const isUntold = holding === null && feed.reading === 'untold';
    return { kind: 'silent', isForGood: revokedAt !== null || isUntold };
  }
  const { endsAt } = holding;
  return endsAt === null || endsAt <= now ? { kind: 'held' } : { kind: 'held-until', endsAt };
}

async function take(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  grant: FollowedGrant,
  step: LookStep,
  { now, isDoubtful }: { readonly now: Date; readonly isDoubtful: boolean },
): Promise<void> {
  const { request } = grant;
  switch (step.kind) {
    case 'end':
      return endGone(tx, grant, step);
    case 'end-unconfirmed':
      return endGrant(tx, request, { end: 'unconfirmed', at: step.at });
    case 'go-on':
      return goOn(tx, grant, { now, isDoubtful });
    case 'move-end':
      return followAnew(tx, grant, { endsAt: step.endsAt });
    case 'look-again':
      return lookAgain(tx, deps, grant, { stillSince: step.stillSince, now, isDoubtful });
  }
}

/**
 * `isDoubtful`: an event says that it is gone, so it is watched for an hour from the last time that
 * the event is read.
 */
async function goOn(
  tx: StoreTransaction,
  grant: FollowedGrant,
  { now, isDoubtful }: { readonly now: Date; readonly isDoubtful: boolean },
): Promise<void> {
  const { requestId, request } = grant;
  if (isDoubtful && isLookedAtAnew(grant))
    return tx.grants.follow(requestId, beginWatch(grant, now));
  if (isWatched(grant)) {
    const task = request.taskId === null ? null : await tx.tasks.find(request.taskId);
    const seconds = task?.snapshot.grantDurationSeconds ?? null;
    return tx.grants.follow(requestId, watchOn(grant, seconds, now));
  }
  if (grant.checks === 0) return tx.grants.follow(requestId, { checkAt: null });
  // It was taken for over by a clock that was ahead.
  return followAnew(tx, grant);
}

/** As if nobody had looked at it, nor told its holder of the end. */
async function followAnew(
  tx: StoreTransaction,
  { requestId, request }: FollowedGrant,
  change: Partial<Pick<FollowedGrant, 'endsAt'>> = {},
): Promise<void> {
  const unwatched = { checkAt: null, checks: 0, warnAt: null, isWarned: false };
  await tx.grants.follow(requestId, { ...change, ...unwatched });
  // What said that it should have ended is rendered again.
  tx.marks.mark(requestId);
  await showOnNewest(tx, request);
}

async function lookAgain(
  tx: StoreTransaction,
  { settings: { admins } }: UseCaseDeps,
  grant: FollowedGrant,
  {
    stillSince,
    now,
    isDoubtful,
  }: { readonly stillSince: Date | null; readonly now: Date; readonly isDoubtful: boolean },
): Promise<void> {
  const { request, requestId, revocationPending, revokedAt } = grant;
  const checks = looksOf(grant);
  const checkAt = new Date(now.getTime() + nextCheckMs(checks));
  // A look that an event asks for comes beside the others, whose gaps it does not use up.
  await tx.grants.follow(requestId, {
    checkAt,
    checks: isDoubtful ? Math.max(1, checks) : checks + 1,
  });
  if (stillSince !== null) {
    if (revokedAt !== null && (await isHeldBeside(tx, request)))
      return endGone(tx, grant, { at: revokedAt, isExpiry: false });
    if (revokedAt === null && revocationPending !== null) await keepGrants(tx, request);
    await tellNotGone(tx, request, {
      occasion: stillSince.toISOString(),
      outcome: 'still-held',
      admins,
    });
  }
  // Cards and Home say from now on when it should have ended.
  if (checks === 0) tx.marks.mark(request.id);
}

/** Whether the person has what was taken away by a grant that nobody takes away. */
async function isHeldBeside(tx: StoreTransaction, request: AccessRequest): Promise<boolean> {
  const grants = await sameAccess(tx, request);
  return grants.some((one) => one.revocationPending === null && one.revokedAt === null);
}

/** The answer; null where the service gives none, or not to the bot. Other failures: no verdict. */
function answerOf<T>({ world }: UseCaseDeps, what: string, answer: Promise<T>) {
  return unlessFailing(answer, (err): null | 'failed' => {
    world.log.warn({ err }, `${what} not read`);
    const isRefused = err.httpStatus === 400 || saysOfOperation(err) !== null;
    return isRefused ? null : 'failed';
  });
}

/**
 * Notes when people hear that their access is going to end, once for each end, in their working hours
 * where that can be.
 */
export async function warnOfEnds(deps: UseCaseDeps): Promise<void> {
  const { store, world } = deps;
  const now = world.now();
  for (const grant of await store.transaction((tx) => tx.grants.toWarn(now, grantsPerRound))) {
    const { requestId, endsAt, warnAt } = grant;
    if (endsAt === null) continue;
    const at = warnAt ?? (await firstWarning(deps, grant, endsAt));
    if (at === null) continue;
    await store.transaction(async (tx) => {
      await tx.grants.follow(requestId, { warnAt: at, isWarned: at <= now });
    });
  }
}

/**
 * When to tell, by the holder's clock; null where others have their turn with Slack now: the next
 * round asks again.
 */
async function firstWarning(
  { directory, world, settings }: UseCaseDeps,
  grant: FollowedGrant,
  endsAt: Date,
) {
  const { request } = grant;
  const holder = await unlessFailing(directory.person(holderOf(request), 'in-turn'), (err) => {
    if (err.kind === 'rate-limited') return 'later';
    world.log.warn(
      { err, requestId: request.id },
      'time zone not known; the message before the end goes by UTC',
    );
    return null;
  });
  return holder === 'later'
    ? null
    : warningAt({ ...grant, endsAt }, holder?.timeZone ?? 'Etc/UTC', settings.workingHours);
}
