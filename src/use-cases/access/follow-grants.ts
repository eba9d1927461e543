/** Long because access is followed here through every answer of the service, up to its end. */

import type { Access } from '../../domain/access/access.ts';
import {
  type AccessStep,
  type HoldingAnswer,
  hasRunOut,
  isLongerBehind,
  nextStep,
  phaseOf,
  revokedAtOf,
} from '../../domain/access/access-life.ts';
import {
  type AccessEvent,
  eventLagMs,
  nextCheckMs,
  type OtherAccount,
  type Removal,
  removalOf,
  removalShownMs,
  warningAt,
} from '../../domain/access/grant.ts';
import { beginWatch, isWatched, nextWatch } from '../../domain/access/watched-access.ts';
import { holderOf } from '../../domain/action/holder-action.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import {
  endAccess,
  endGone,
  endGrant,
  endRevoked,
  endUnconfirmed,
  keepGrants,
  tellNotGone,
} from './end-grants.ts';
import { accessOf, otherAccounts, sameAccess } from './whole-access.ts';

/** Grants looked at in one round; the next round comes by itself. */
const grantsPerRound = 100;
/**
 * While nothing is due, events are read every minute, because access may be removed before its
 * time.
 */
const eventsEveryMs = 60_000;
const oldestEventsMs = 30 * 86_400_000;
/**
 * How long a service may take to show that access is gone before people are told that it is still
 * there, or that nobody can tell.
 */
const patienceMs = { stillHeld: removalShownMs, untold: 3_600_000 } as const;
/**
 * So many looks in a row, some eight minutes, are to fail before they count as an answer that never
 * came: where the bot itself was down for that hour, the service was not asked.
 */
const failedLooks = 6;

/**
 * Follows what was granted to its end. "Ended" is said only where the service says so: by its
 * events, one reading for all grants, or by what a person holds, read with growing gaps for each
 * grant that should be gone.
 */
export async function followGrants(deps: UseCaseDeps): Promise<void> {
  const now = deps.world.now();
  const due = () => deps.store.transaction((tx) => tx.grants.due(now, grantsPerRound));
  const isAnyDue = (await due()).length > 0;
  const events = await readEvents(deps, isAnyDue, now);
  if (!isAnyDue) return;
  const looked = new Set<string>();
  for (const { requestId, request } of await due()) {
    if (looked.has(requestId)) continue;
    for (const one of await look(deps, request, events, now)) looked.add(one.requestId);
  }
}

/**
 * `untold`: the service has no way to tell, or refuses to; `failed`: it does not answer, or was not
 * asked.
 */
type Reading = 'told' | 'untold' | 'failed';

async function readEvents(deps: UseCaseDeps, isDue: boolean, now: Date): Promise<Reading> {
  const { store, governance } = deps;
  const unreadSince = await store.transaction((tx) => tx.grants.unreadSince());
  if (
    unreadSince === null ||
    (!isDue && now.getTime() - unreadSince.getTime() < eventsEveryMs + eventLagMs)
  )
    return 'failed';
  const since = new Date(Math.max(unreadSince.getTime(), now.getTime() - oldestEventsMs));
  const appIds = await store.transaction((tx) => tx.grants.runningApps());
  const events = await answerOf(deps, 'accessEvents', governance.accessEvents(since, appIds));
  if (events === 'failed') return events;
  if (events === 'unknown') return 'untold';
  await store.transaction(async (tx) => {
    if (events !== 'untold') await endRemoved(tx, events);
    await tx.grants.markRead(now);
  });
  return events === 'untold' ? events : 'told';
}

async function endRemoved(tx: StoreTransaction, events: readonly AccessEvent[]): Promise<void> {
  const removed = events.filter(({ kind }) => kind === 'removed');
  for (const access of new Map(removed.map((one) => [keyOf(one), one])).values()) {
    const { appId, entitlementId } = access;
    const gone: { grant: FollowedGrant; removal: Removal }[] = [];
    for (const grant of await tx.grants.runningOf({ appId, entitlementId })) {
      if (removalOf(grant, events, tx.at) === null) continue;
      const others = await otherAccounts(tx, grant.request);
      const removal = removalOf(grant, events, tx.at, others);
      if (removal !== null) gone.push({ grant, removal });
    }
    await endGone(tx, gone, ({ grant: { request }, removal }) =>
      [request.identityUserId, appId, entitlementId, removal.at.getTime()].join(':'),
    );
  }
}

const keyOf = ({ appId, entitlementId }: AccessEvent) => JSON.stringify([appId, entitlementId]);

/**
 * Looks at access of which a grant should be gone, and was not seen to be removed.
 *
 * @returns the grants that need no other look
 */
async function look(
  deps: UseCaseDeps,
  request: AccessRequest,
  events: Reading,
  now: Date,
): Promise<readonly FollowedGrant[]> {
  const { store } = deps;
  const looked = await store.transaction(async (tx) => ({
    access: await accessOf(tx, request),
    others: await otherAccounts(tx, request),
  }));
  const { access, others } = looked;
  if (access === null) return [];
  const { grants, current } = access;
  const over =
    phaseOf(access, now) === 'running' ? grants.filter((one) => hasRunOut(one, now)) : [];
  if (over.length > 0) {
    // A person who has it by a later grant for longer has lost nothing.
    await store.transaction((tx) => endExtended(tx, over, now));
    return over;
  }
  const answer = await askWhatIsHeld(deps, current.request, others);
  const step = nextStep(access, answer, now);
  const isUntold = answer === 'untold' && events === 'untold';
  const isFailing = answer === 'failed' || events === 'failed';
  await store.transaction((tx) => take(tx, deps, access, step, { isUntold, isFailing, now }));
  return grants;
}

async function askWhatIsHeld(
  deps: UseCaseDeps,
  { appId, entitlementId, identityUserId, account }: AccessRequest,
  others: readonly OtherAccount[],
): Promise<HoldingAnswer> {
  const { governance } = deps;
  if (identityUserId === null) return 'untold';
  const access = { appId, entitlementId };
  const holding = governance.holding({ ...access, identityUserId, accountId: account?.id });
  const answer = await answerOf(deps, 'holding', holding);
  if (answer === 'unknown') return 'untold';
  // Where no account was picked, what is held may be access by another account.
  const isHeldByOther = others.some(({ endedAt }) => endedAt === null);
  const isUnclear = typeof answer !== 'string' && answer.isHeld === true && isHeldByOther;
  return isUnclear ? { isHeld: null, endsAt: null } : answer;
}

/** Why nothing was told: nobody ever will, or an answer failed. */
interface Silence {
  readonly isUntold: boolean;
  readonly isFailing: boolean;
}

async function take(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  access: Access<FollowedGrant>,
  step: AccessStep,
  { now, ...silence }: Silence & { readonly now: Date },
): Promise<void> {
  switch (step.kind) {
    case 'end-revoked':
      return endRevoked(tx, revokedRequest(access), step.at);
    case 'expire':
      return endAccess(tx, access, step.at);
    case 'end-early':
      return endAccess(tx, access, now);
    case 'go-on':
      return goOn(tx, access, now);
    case 'move-end':
      return followAnew(tx, access.grants, { endsAt: step.endsAt });
    case 'fall-back':
      return fallBack(tx, access, now);
    case 'look-again':
      return lookAgain(tx, deps, access, { isHeld: step.isHeld, ...silence }, now);
  }
}

/** What an order was carried out on, if it was: beside it there can be what nobody takes away. */
function revokedRequest({ grants, current }: Access<FollowedGrant>): AccessRequest {
  return (grants.find(({ revokedAt }) => revokedAt !== null) ?? current).request;
}

async function goOn(
  tx: StoreTransaction,
  { grants }: Access<FollowedGrant>,
  now: Date,
): Promise<void> {
  // Those that were looked at were taken for over by a clock that was ahead.
  const mistaken = grants.filter((one) => one.checks > 0 && !isWatched(one));
  for (const { requestId, checks } of grants)
    if (checks === 0) await tx.grants.follow(requestId, { checkAt: null });
  await keepWatching(tx, grants, now);
  await followAnew(tx, mistaken);
}

/** Of grants that run: the next look at those whose turn it was. */
async function keepWatching(
  tx: StoreTransaction,
  grants: readonly FollowedGrant[],
  now: Date,
): Promise<void> {
  for (const one of grants) {
    const isTurn = isWatched(one) && one.checkAt !== null && one.checkAt <= now;
    if (isTurn) await tx.grants.follow(one.requestId, nextWatch(one, now));
  }
}

/** As if nobody had looked at it, nor told its holder of the end. */
async function followAnew(
  tx: StoreTransaction,
  grants: readonly FollowedGrant[],
  change: Partial<Pick<FollowedGrant, 'endsAt'>> = {},
): Promise<void> {
  const unwatched = { checkAt: null, checks: 0, warnAt: null, isWarned: false };
  for (const { requestId, request } of grants) {
    await tx.grants.follow(requestId, { ...change, ...unwatched });
    await showChange(tx, request);
  }
}

/** The access is still there when the time of its latest grant is over. */
async function fallBack(
  tx: StoreTransaction,
  { grants }: Access<FollowedGrant>,
  now: Date,
): Promise<void> {
  const [over, longer] = [true, false].map((is) =>
    grants.filter((one) => hasRunOut(one, now) === is),
  );
  await endExtended(tx, over ?? [], now);
  await followAnew(tx, longer ?? []);
  // The service may only be late in showing that it is gone.
  for (const one of longer ?? []) await tx.grants.follow(one.requestId, beginWatch(one, now));
}

async function endExtended(
  tx: StoreTransaction,
  grants: readonly FollowedGrant[],
  at: Date,
): Promise<void> {
  for (const { request } of grants) await endGrant(tx, request, { end: 'extended', at });
}

async function showChange(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  await record(tx, { kind: 'access.changed', requestId: request.id }, request);
}

async function lookAgain(
  tx: StoreTransaction,
  { settings: { admins } }: UseCaseDeps,
  access: Access<FollowedGrant>,
  { isHeld, isUntold, isFailing }: Silence & { readonly isHeld: boolean | null },
  now: Date,
): Promise<void> {
  const { current } = access;
  const isDue = (one: FollowedGrant) =>
    one.revocationPending !== null || one.revokedAt !== null || hasRunOut(one, now);
  // An earlier, longer grant counts again only after that.
  const due = access.grants.filter(isDue);
  await keepWatching(
    tx,
    access.grants.filter((one) => !isDue(one)),
    now,
  );
  const checks = Math.min(...due.map((one) => (isWatched(one) ? 0 : one.checks)));
  const checkAt = new Date(now.getTime() + nextCheckMs(checks));
  for (const { requestId } of due)
    await tx.grants.follow(requestId, { checkAt, checks: checks + 1 });
  const revokedAt = revokedAtOf(access);
  const since = revokedAt ?? current.endsAt;
  if (since === null || since > now) return;
  const lateMs = now.getTime() - since.getTime();
  const isAsked = !isFailing || checks + 1 >= failedLooks;
  const isHourOver = lateMs >= patienceMs.untold && isAsked;
  if (revokedAt === null && isHeld !== true && (isUntold || isHourOver)) {
    return isLongerBehind(access, now)
      ? fallBack(tx, access, now)
      : endUnconfirmed(tx, access, since);
  }
  if (isHeld === true && lateMs >= patienceMs.stillHeld) {
    if (revokedAt !== null) {
      const request = revokedRequest(access);
      if (await isHeldBeside(tx, request)) return endRevoked(tx, request, revokedAt);
    } else {
      const isPending = current.revocationPending !== null;
      if (!isPending && isLongerBehind(access, now)) return fallBack(tx, access, now);
      if (isPending) await keepGrants(tx, current.request);
    }
    await tellNotGone(tx, current.request, {
      occasion: since.toISOString(),
      outcome: 'still-held',
      admins,
    });
  }
  // Cards and Home say from now on when it should have ended.
  if (checks === 0) for (const { request } of due) await showChange(tx, request);
}

/** Whether the person has what was taken away by a grant that nobody takes away. */
async function isHeldBeside(tx: StoreTransaction, request: AccessRequest): Promise<boolean> {
  const grants = await sameAccess(tx, request);
  return grants.some((one) => one.revocationPending === null && one.revokedAt === null);
}

function answerOf<T>({ world }: UseCaseDeps, what: string, answer: Promise<T>) {
  return unlessFailing(answer, (err): 'untold' | 'failed' => {
    world.log.warn({ err }, `${what} not read`);
    const isRefused = err.httpStatus !== null && (err.httpStatus === 501 || err.httpStatus < 500);
    return isRefused && err.kind === 'http' ? 'untold' : 'failed';
  });
}

/**
 * Tells holders that their access is going to end, once for each end, in their working hours where
 * that can be.
 */
export async function warnOfEnds(deps: UseCaseDeps): Promise<void> {
  const { store, world } = deps;
  const now = world.now();
  for (const grant of await store.transaction((tx) => tx.grants.toWarn(now, grantsPerRound))) {
    const { request, requestId, endsAt, warnAt } = grant;
    if (endsAt === null) continue;
    const at = warnAt ?? (await firstWarning(deps, grant, endsAt));
    if (at === null) continue;
    await store.transaction(async (tx) => {
      await tx.grants.follow(requestId, { warnAt: at, isWarned: at <= now });
      if (at > now || endsAt <= now) return;
      // What the access comes to is the end of its latest grant; the others are told of with it.
      const access = await accessOf(tx, request);
      if (access?.current.requestId !== requestId) return;
      const context = { endsAt: endsAt.toISOString() };
      await record(tx, {
        kind: 'access.ending',
        requestId,
        context,
        named: { people: [holderOf(request)] },
      });
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
