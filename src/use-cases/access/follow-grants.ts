import {
  type AccessEvent,
  eventLagMs,
  type GrantEnd,
  nextCheckMs,
  removalOf,
  warningAt,
} from '../../domain/access/grant.ts';
import {
  type GrantStep,
  type HoldingAnswer,
  nextStep,
  phaseOf,
} from '../../domain/access/grant-following.ts';
import { holderOf } from '../../domain/action/holder-action.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import {
  endDue,
  endGrant,
  endRevoked,
  grantEndOf,
  isHeldAfter,
  keepGrants,
  lookAtOthers,
  tellNotGone,
} from './end-grants.ts';
import { longerAccess } from './longer-access.ts';

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
const patienceMs = { stillHeld: 900_000, untold: 3_600_000 } as const;

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
  if (isAnyDue) for (const grant of await due()) await look(deps, grant, events, now);
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
  for (const access of new Map(removed.map((one) => [accessOf(one), one])).values()) {
    const { appId, entitlementId } = access;
    const ends: { grant: FollowedGrant; end: GrantEnd; at: Date }[] = [];
    for (const grant of await tx.grants.runningOf({ appId, entitlementId })) {
      const removal = removalOf(grant, events, tx.at);
      if (removal === null) continue;
      ends.push({ grant, end: await grantEndOf(tx, grant, removal), at: removal.at });
    }
    // Each person is told once, so the end that explains the others comes first.
    ends.sort((one, other) => Number(other.end === 'replaced') - Number(one.end === 'replaced'));
    for (const { grant, end, at } of ends) {
      const { identityUserId } = grant.request;
      const occasion = `${identityUserId}:${appId}:${entitlementId}:${at.getTime()}`;
      await endGrant(tx, grant.request, { end, at, occasion });
    }
  }
}

const accessOf = ({ appId, entitlementId }: AccessEvent) => JSON.stringify([appId, entitlementId]);

/** Looks at a grant that should be gone, and was not seen to be removed. */
async function look(
  deps: UseCaseDeps,
  grant: FollowedGrant,
  events: Reading,
  now: Date,
): Promise<void> {
  const { store } = deps;
  const { request } = grant;
  // A person who has it by another request too has lost nothing.
  const isHeldOn =
    phaseOf(grant, now) === 'expired' &&
    (await store.transaction((tx) => isHeldAfter(tx, request, now)));
  if (isHeldOn) {
    return store.transaction(async (tx) => {
      await lookAtOthers(tx, deps, request);
      return endGrant(tx, request, { end: 'extended', at: now });
    });
  }
  const answer = await askWhatIsHeld(deps, request);
  const step = nextStep(grant, answer, now);
  const isUntold = answer === 'untold' && events === 'untold';
  await store.transaction((tx) => take(tx, deps, grant, step, { isUntold, now }));
}

async function askWhatIsHeld(
  deps: UseCaseDeps,
  { appId, entitlementId, identityUserId, account }: AccessRequest,
): Promise<HoldingAnswer> {
  const { governance } = deps;
  if (identityUserId === null) return 'untold';
  const access = { appId, entitlementId };
  const holding = governance.holding({ ...access, identityUserId, accountId: account?.id });
  const answer = await answerOf(deps, 'holding', holding);
  return answer === 'unknown' ? 'untold' : answer;
}

async function take(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  grant: FollowedGrant,
  step: GrantStep,
  { isUntold, now }: { readonly isUntold: boolean; readonly now: Date },
): Promise<void> {
  const { request, checks } = grant;
  switch (step.kind) {
    case 'end-revoked':
      return endRevoked(tx, request, step.at);
    case 'expire':
      return endDue(tx, request, 'expired', step.at);
    case 'end-early': {
      const end = await grantEndOf(tx, grant, { at: now, isExpiry: false });
      return endGrant(tx, request, { end, at: now });
    }
    case 'go-on':
      if (checks === 0) return tx.grants.follow(request.id, { checkAt: null });
      // It was taken for over by a clock that was ahead.
      await tx.grants.follow(request.id, unwatched);
      return showChange(tx, request);
    case 'prolong':
      await tx.grants.follow(request.id, { endsAt: step.endsAt, ...unwatched });
      return showChange(tx, request);
    case 'look-again':
      return lookAgain(tx, deps, grant, { isHeld: step.isHeld, isUntold }, now);
  }
}

/** As if nobody had looked at it, nor told its holder of the end. */
const unwatched = { checkAt: null, checks: 0, warnAt: null, isWarned: false } as const;

async function showChange(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  await record(tx, { kind: 'access.changed', requestId: request.id }, request);
}

async function lookAgain(
  tx: StoreTransaction,
  { settings: { admins } }: UseCaseDeps,
  grant: FollowedGrant,
  { isHeld, isUntold }: { readonly isHeld: boolean | null; readonly isUntold: boolean },
  now: Date,
): Promise<void> {
  const { request, endsAt, revocationPending, revokedAt, checks } = grant;
  await tx.grants.follow(request.id, {
    checkAt: new Date(now.getTime() + nextCheckMs(checks)),
    checks: checks + 1,
  });
  const since = revokedAt ?? endsAt;
  if (since === null || since > now) return;
  const lateMs = now.getTime() - since.getTime();
  if (revokedAt === null && isHeld !== true && (isUntold || lateMs >= patienceMs.untold)) {
    return endDue(tx, request, 'unconfirmed', since);
  }
  if (isHeld === true && lateMs >= patienceMs.stillHeld) {
    if (revocationPending !== null) await keepGrants(tx, request);
    await tellNotGone(tx, request, {
      occasion: since.toISOString(),
      outcome: 'still-held',
      admins,
    });
  }
  // Cards and Home say from now on when it should have ended.
  if (checks === 0) await showChange(tx, request);
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
      // A person who has it by another request for longer loses nothing.
      if (at > now || endsAt <= now) return;
      // An earlier grant may end with this one, so that is no reason for silence.
      const isEndangered = typeof (await longerAccess(tx, request, grant)) === 'object';
      if (!isEndangered && (await isHeldAfter(tx, request, endsAt))) return;
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
