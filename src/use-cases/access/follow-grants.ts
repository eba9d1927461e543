/** Long because access is followed here through every answer of the service, up to its end. */

import {
  type AccessEvent,
  eventLagMs,
  isDueAt,
  nextCheckMs,
  type Removal,
  removalOf,
  warningAt,
} from '../../domain/access/grant.ts';
import { type LookAnswer, type LookStep, nextStep } from '../../domain/access/look.ts';
import { beginWatch, isWatched, watchOn } from '../../domain/access/watched-access.ts';
import { holderOf } from '../../domain/action/holder-action.ts';
import { saysOfOperation } from '../../domain/outward/operation-answer.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { Holding } from '../ports/ports.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { endGone, endGrant, endRevoked, keepGrants, tellNotGone } from './end-grants.ts';
import { sameAccess } from './whole-access.ts';

/** Grants looked at in one round; the next round comes by itself. */
const grantsPerRound = 100;
/**
 * While nothing is due, events are read every minute, because access may be removed before its
 * time.
 */
const eventsEveryMs = 60_000;
const oldestEventsMs = 30 * 86_400_000;
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
  for (const { requestId } of await due()) await look(deps, requestId, events, now);
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
  if (events !== null) await endRemoved(deps, events, now);
  await store.transaction((tx) => tx.grants.markRead(now));
  return events === null ? 'untold' : 'told';
}

async function endRemoved(
  deps: UseCaseDeps,
  events: readonly AccessEvent[],
  now: Date,
): Promise<void> {
  const { store } = deps;
  const removed = events.filter(({ kind }) => kind === 'removed');
  for (const key of new Map(removed.map((one) => [keyOf(one), one])).values()) {
    const { appId, entitlementId } = key;
    const running = await store.transaction((tx) => tx.grants.runningOf({ appId, entitlementId }));
    for (const grant of running) {
      const removal = removalOf(grant, events, now);
      if (removal === null) continue;
      const isHeld = await isPerhapsHeld(deps, grant, removal);
      await store.transaction((tx) =>
        isHeld
          ? tx.grants.follow(grant.requestId, beginWatch(grant, now))
          : endGone(tx, grant, removal),
      );
    }
  }
}

const keyOf = ({ appId, entitlementId }: AccessEvent) => JSON.stringify([appId, entitlementId]);

/**
 * What goes before its time by one account may be there by another, where nobody picked one. A call
 * that failed says nothing: it is looked at again.
 */
async function isPerhapsHeld(
  deps: UseCaseDeps,
  { request, endsAt }: FollowedGrant,
  { at }: Removal,
): Promise<boolean> {
  if (request.account !== null || isDueAt(endsAt, at)) return false;
  const holding = await askWhatIsHeld(deps, request);
  return holding === 'failed' || holding?.isHeld === true;
}

/** Looks at access that should be gone, or that something may have taken away. */
async function look(
  deps: UseCaseDeps,
  requestId: string,
  events: Reading,
  now: Date,
): Promise<void> {
  const { store } = deps;
  const grant = await store.transaction((tx) => tx.grants.followed(requestId));
  if (grant === null) return;
  const answer = lookAnswer(grant, await askWhatIsHeld(deps, grant.request), events, now);
  const step = nextStep({ ...grant, checks: looksOf(grant) }, answer, now);
  await store.transaction((tx) => take(tx, deps, grant, step, now));
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

function lookAnswer(
  { revokedAt }: FollowedGrant,
  holding: Holding | null | 'failed',
  events: Reading,
  now: Date,
): LookAnswer {
  // That it was taken away is told by the task, too.
  const isForGood =
    holding !== 'failed' && (revokedAt !== null || (holding === null && events === 'untold'));
  if (holding === 'failed' || holding === null || holding.isHeld === null)
    return { kind: 'silent', isForGood };
  const { isHeld, endsAt } = holding;
  if (!isHeld) return { kind: 'gone' };
  return endsAt === null || endsAt <= now ? { kind: 'held' } : { kind: 'held-until', endsAt };
}

async function take(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  grant: FollowedGrant,
  step: LookStep,
  now: Date,
): Promise<void> {
  const { request } = grant;
  switch (step.kind) {
    case 'end-ordered':
      return endRevoked(tx, request, step.at);
    case 'expire':
    case 'end-early':
      return endGone(tx, grant, { at: step.kind === 'expire' ? step.at : now, isExpiry: false });
    case 'end-unconfirmed':
      return endGrant(tx, request, { end: 'unconfirmed', at: step.at });
    case 'go-on':
      return goOn(tx, grant, now);
    case 'move-end':
      return followAnew(tx, grant, { endsAt: step.endsAt });
    case 'look-again':
      return lookAgain(tx, deps, grant, step.stillSince, now);
  }
}

async function goOn(tx: StoreTransaction, grant: FollowedGrant, now: Date): Promise<void> {
  const { requestId, request } = grant;
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
  await showChange(tx, request);
}

async function showChange(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  await record(tx, { kind: 'access.changed', requestId: request.id }, request);
}

async function lookAgain(
  tx: StoreTransaction,
  { settings: { admins } }: UseCaseDeps,
  grant: FollowedGrant,
  stillSince: Date | null,
  now: Date,
): Promise<void> {
  const { request, requestId, revocationPending, revokedAt } = grant;
  const checks = looksOf(grant);
  const checkAt = new Date(now.getTime() + nextCheckMs(checks));
  await tx.grants.follow(requestId, { checkAt, checks: checks + 1 });
  if (stillSince !== null) {
    if (revokedAt !== null && (await isHeldBeside(tx, request)))
      return endRevoked(tx, request, revokedAt);
    if (revokedAt === null && revocationPending !== null) await keepGrants(tx, request);
    await tellNotGone(tx, request, {
      occasion: stillSince.toISOString(),
      outcome: 'still-held',
      admins,
    });
  }
  // Cards and Home say from now on when it should have ended.
  if (checks === 0) await showChange(tx, request);
}

/** Whether the person has what was taken away by a grant that nobody takes away. */
async function isHeldBeside(tx: StoreTransaction, request: AccessRequest): Promise<boolean> {
  const grants = await sameAccess(tx, request);
  return grants.some((one) => one.revocationPending === null && one.revokedAt === null);
}

/** Null where the service does not tell this, or not to the bot; any other failure is no verdict. */
function answerOf<T>({ world }: UseCaseDeps, what: string, answer: Promise<T>) {
  return unlessFailing(answer, (err): null | 'failed' => {
    world.log.warn({ err }, `${what} not read`);
    const isRefused = err.httpStatus === 400 || saysOfOperation(err) !== null;
    return isRefused ? null : 'failed';
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
