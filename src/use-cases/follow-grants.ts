import type { AccessSettings } from '../domain/access-settings.ts';
import { type AccessEvent, eventLagMs, nextCheckMs, removedAt } from '../domain/grant.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { endGrant, endLeaving, isHeldAfter, keepGrants, tellNotGone } from './end-grants.ts';
import type { FollowedGrant } from './grant-rows.ts';
import { syncCards, syncHolders } from './notices.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

export interface FollowGrantsDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly settings: Pick<AccessSettings, 'admins'>;
  readonly world: World;
}

/** Grants looked at in one round; the next round comes by itself. */
const grantsPerRound = 100;
/** While nothing is due, events are read every minute, because access may be removed before its time. */
const eventsEveryMs = 60_000;
const oldestEventsMs = 30 * 86_400_000;
/** How long a service may take to show that access is gone before people are told that it is still there, or that nobody can tell. */
const patienceMs = { stillHeld: 900_000, untold: 3_600_000 } as const;

/**
 * Follows what was granted to its end. "Ended" is said only where the service says so: by its events, one reading for all grants, or by
 * what a person holds, read with growing gaps for each grant that should be gone.
 */
export async function followGrants(deps: FollowGrantsDeps): Promise<void> {
  const now = deps.world.now();
  const due = await deps.store.transaction((tx) => tx.grants.due(now, grantsPerRound));
  const isTold = await readEvents(deps, due.length > 0, now);
  const left = isTold === 'told' ? await deps.store.transaction((tx) => tx.grants.due(now, grantsPerRound)) : due;
  for (const grant of left) await look(deps, grant, isTold, now);
}

/** `untold`: the service has no way to tell, or refuses to; `failed`: it does not answer. */
type Reading = 'told' | 'untold' | 'failed';

async function readEvents(deps: FollowGrantsDeps, isDue: boolean, now: Date): Promise<Reading> {
  const { store, governance } = deps;
  if (!governance.operations.has('grantsFeed') && !governance.operations.has('taskSearch')) return 'untold';
  const unread = await store.transaction((tx) => tx.grants.unread());
  if (unread === null || (!isDue && now.getTime() - unread.since.getTime() < eventsEveryMs + eventLagMs))
    return 'failed';
  const since = new Date(Math.max(unread.since.getTime(), now.getTime() - oldestEventsMs));
  const events = await answerOf(deps, 'accessEvents', () => governance.accessEvents(since, unread.appIds));
  if (events === 'failed') return events;
  if (events === 'untold') {
    await store.transaction((tx) => tx.grants.markRead(now));
    return events;
  }
  const removed = new Map(events.flatMap((one) => (one.kind === 'removed' ? [[keyOf(one), one] as const] : [])));
  await store.transaction(async (tx) => {
    for (const entitlement of removed.values()) {
      for (const grant of await tx.grants.runningOf(entitlement)) await endIfRemoved(tx, deps, grant, events);
    }
    await tx.grants.markRead(now);
  });
  return 'told';
}

const keyOf = ({ appId, entitlementId }: AccessEvent) => JSON.stringify([appId, entitlementId]);

async function endIfRemoved(
  tx: StoreTransaction,
  { world }: FollowGrantsDeps,
  grant: FollowedGrant,
  events: readonly AccessEvent[],
): Promise<void> {
  const { request, startedAt, endsAt, leaving } = grant;
  const { appId, entitlementId, identityUserId, taskId } = request;
  if (identityUserId === null) return;
  const taskIds = taskId === null ? [] : [taskId];
  const at = removedAt({ appId, entitlementId, identityUserId, taskIds, startedAt, endsAt }, events, world.now());
  if (at === null) return;
  const isOver = endsAt !== null && endsAt.getTime() <= at.getTime() + 60_000;
  const end = leaving ?? (isOver ? 'expired' : 'taken-away');
  const occasion = `${identityUserId}:${appId}:${entitlementId}:${at.getTime()}`;
  await endGrant(tx, world, request, { end, at, occasion });
}

/** Looks at a grant that should be gone, and was not seen to be removed. */
async function look(deps: FollowGrantsDeps, grant: FollowedGrant, events: Reading, now: Date): Promise<void> {
  const { store, world, governance } = deps;
  const { request, endsAt, leaving, revokedAt } = grant;
  const { appId, entitlementId, identityUserId } = request;
  const isOver = endsAt !== null && endsAt <= now;
  // Whoever has it by another request too has lost nothing.
  if (isOver && leaving === null && (await store.transaction((tx) => isHeldAfter(tx, request, now)))) {
    return store.transaction((tx) => endGrant(tx, world, request, { end: 'extended', at: now }));
  }
  const held =
    identityUserId === null || !governance.operations.has('userGrants')
      ? 'untold'
      : await answerOf(deps, 'holding', () => governance.holding({ appId, entitlementId, identityUserId }));
  const isHeld = typeof held === 'string' ? null : held.isHeld;
  const longer = typeof held === 'string' || endsAt === null || revokedAt !== null ? null : held.endsAt;
  await store.transaction(async (tx) => {
    if (isHeld === false && leaving !== null) return endLeaving(tx, world, request, revokedAt ?? now);
    if (isHeld === false) {
      return endGrant(tx, world, request, isOver ? { end: 'expired', at: endsAt } : { end: 'taken-away', at: now });
    }
    if (!isOver && leaving === null) return tx.grants.follow(request.id, { checkAt: null });
    if (revokedAt !== null && isHeld === null && held !== 'failed') return endLeaving(tx, world, request, revokedAt);
    if (endsAt !== null && longer !== null && longer > endsAt && longer > now) {
      await tx.grants.follow(request.id, { endsAt: longer, checkAt: null, checks: 0, warnAt: null, isWarned: false });
      return show(tx, grant);
    }
    await lookAgain(tx, deps, grant, { isHeld, isUntold: held === 'untold' && events === 'untold' }, now);
  });
}

async function lookAgain(
  tx: StoreTransaction,
  { world, settings: { admins } }: FollowGrantsDeps,
  grant: FollowedGrant,
  { isHeld, isUntold }: { readonly isHeld: boolean | null; readonly isUntold: boolean },
  now: Date,
): Promise<void> {
  const { request, endsAt, leaving, revokedAt, checks } = grant;
  await tx.grants.follow(request.id, { checkAt: new Date(now.getTime() + nextCheckMs(checks)), checks: checks + 1 });
  const since = revokedAt ?? endsAt;
  if (since === null || since > now) return;
  const lateMs = now.getTime() - since.getTime();
  if (revokedAt === null && isHeld !== true && (isUntold || lateMs >= patienceMs.untold)) {
    return endGrant(tx, world, request, { end: 'unconfirmed', at: since });
  }
  if (isHeld === true && lateMs >= patienceMs.stillHeld) {
    if (leaving !== null) await keepGrants(tx, request);
    await tellNotGone(tx, world, request, { occasion: since.toISOString(), outcome: 'still-held', admins });
  }
  if (checks === 0) await show(tx, grant);
}

/** Cards and Home say from now on when it should have ended. */
async function show(tx: StoreTransaction, { request }: FollowedGrant): Promise<void> {
  await syncCards(tx, request.id);
  await syncHolders(tx, request);
}

async function answerOf<T extends object>(
  { world }: FollowGrantsDeps,
  what: string,
  read: () => Promise<T>,
): Promise<T | 'untold' | 'failed'> {
  try {
    return await read();
  } catch (err) {
    if (!(err instanceof OutwardFailure)) throw err;
    world.log.warn({ err }, `${what} not read`);
    const isRefused = err.httpStatus !== null && (err.httpStatus === 501 || err.httpStatus < 500);
    return isRefused && err.kind === 'http' ? 'untold' : 'failed';
  }
}
