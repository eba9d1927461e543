/** Long because every way in which granted access ends, and who hears of it, stands together. */

import { isDeepStrictEqual } from 'node:util';
import {
  type GrantEnd,
  grantPeriod,
  isDueAt,
  isRemovalAtEnd,
  nextCheckMs,
  type Removal,
  type TakenAway,
} from '../../domain/access/grant.ts';
import { hasRunOut } from '../../domain/access/look.ts';
import { beginWatch } from '../../domain/access/watched-access.ts';
import { holderOf } from '../../domain/action/holder-action.ts';
import type { AccessRequest, EntitlementKey } from '../../domain/request/access-request.ts';
import { isOtherAccount } from '../../domain/request/granted-by-task.ts';
import { shownReading, withRevocation } from '../../domain/request/untold.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { LocalDeps } from '../deps.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, tellEach } from '../record/record.ts';
import { sameAccess, showOnNewest } from './begin-access.ts';

/** What an order to take access away needs; the command line cannot provide more. */
type OrderDeps = Pick<LocalDeps, 'store' | 'settings' | 'world'>;

/** Notes the end of a grant, once. */
export async function endGrant(
  tx: StoreTransaction,
  request: AccessRequest,
  { end, at }: { readonly end: GrantEnd; readonly at: Date },
): Promise<void> {
  if (!(await tx.grants.end(request.id, end, at))) return;
  const grant = await tx.grants.find(request.id);
  if (grant === null) return;
  const { id: requestId, taskId } = request;
  const ended = {
    kind: 'grant.ended',
    requestId,
    taskId,
    detail: {
      end,
      endsAt: grant.endsAt?.toISOString() ?? null,
      startedAt: grant.startedAt.toISOString(),
      endedAt: at.toISOString(),
    },
  } as const;
  await record(tx, ended);
  await showOnNewest(tx, request);
}

/** So long after an order without an answer the access that is gone counts as given back. */
const returnShownMs = 3_600_000;

/** How access ended that is gone. "Taken away" is never said where only a time ran out. */
async function grantEndOf(
  tx: StoreTransaction,
  { request, revocationPending, revokedAt, endsAt }: FollowedGrant,
  { at, isExpiry }: Removal,
): Promise<GrantEnd> {
  if (revocationPending !== null) return revocationPending;
  if (revokedAt !== null) return 'taken-away';
  if (isExpiry || isDueAt(endsAt, at)) return 'expired';
  const task = request.taskId === null ? null : await tx.tasks.find(request.taskId);
  const granted = task === null ? null : grantPeriod(task.snapshot, at);
  if (granted !== null && isRemovalAtEnd(granted, at)) return 'expired';
  // The service can show that it is gone before it has answered its holder, who gave it back.
  const returns = await tx.actions.returnsSince(request, new Date(at.getTime() - returnShownMs));
  return returns.some(({ by }) => by.userId === holderOf(request)) ? 'given-back' : 'taken-away';
}

/** Ends a grant that is gone. */
export async function endGone(
  tx: StoreTransaction,
  grant: FollowedGrant,
  removal: Removal,
): Promise<void> {
  const end = await grantEndOf(tx, grant, removal);
  await endGrant(tx, grant.request, { end, at: removal.at });
}

/**
 * The service was asked to take the access away, which is there until the service says that it is
 * gone. `task`: of that; null where it is not known.
 */
export async function beginRevocation(
  tx: StoreTransaction,
  deps: OrderDeps,
  request: AccessRequest,
  revocationPending: 'given-back' | 'taken-away',
  task: TaskSnapshot | null,
): Promise<void> {
  const checkAt = new Date(tx.at.getTime() + nextCheckMs(0));
  await tx.grants.follow(request.id, { revocationPending, checkAt, checks: 0 });
  await showOnNewest(tx, request);
  if (task !== null) await recordRevocation(tx, deps, request, task);
}

/**
 * Follows access that an administrator or owner takes away, where the bot gave it, and tells its
 * holder who does it and why.
 */
export async function followTakenAway(
  deps: OrderDeps,
  { reason, by, ...access }: TakenAway,
  task: TaskSnapshot,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const grant = grantTakenBy(task, await tx.grants.runningOf(access));
    if (grant === undefined) return;
    const { request } = grant;
    await tx.posts.keepNews(
      request.id,
      { kind: 'taking-away', detail: { by, reason }, occurrence: task.id },
      tx.at,
    );
    const { identityUserId } = access;
    const revocation = withRevocation(task, { ...request, identityUserId });
    await beginRevocation(tx, deps, request, 'taken-away', revocation);
  });
}

/** Follows access that its holder gives back as what they have, where the bot gave it, too. */
export async function followGivenBack(
  tx: StoreTransaction,
  deps: OrderDeps,
  {
    accountId,
    isOnlyAccount,
    ...access
  }: EntitlementKey & {
    readonly identityUserId: string;
    readonly accountId: string;
    readonly isOnlyAccount: boolean;
  },
  task: TaskSnapshot | null,
): Promise<void> {
  const running = await tx.grants.runningOf(access);
  const grant = running.find(({ request: { account } }) =>
    account === null ? isOnlyAccount : account.id === accountId,
  );
  if (grant === undefined || grant.revocationPending !== null) return;
  await beginRevocation(tx, deps, grant.request, 'given-back', task);
}

/** Which grant the task takes away of an entitlement that the person has by several accounts. */
function grantTakenBy(
  { accountId }: TaskSnapshot,
  running: readonly FollowedGrant[],
): FollowedGrant | undefined {
  const ofAccount = running.find(({ request: { account } }) => account?.id === accountId);
  return ofAccount ?? running.find(({ request: { account } }) => account === null) ?? running[0];
}

/**
 * Keeps a reading of the task that takes away what this request gave. That it was carried out leads
 * to a look at the access.
 */
export async function recordRevocation(
  tx: StoreTransaction,
  deps: OrderDeps,
  request: AccessRequest,
  read: TaskSnapshot,
): Promise<void> {
  const { world, settings } = deps;
  const now = tx.at;
  const before = await tx.tasks.lock(read.id);
  const task = shownReading(read, before?.snapshot ?? null);
  await tx.tasks.save(request.id, task, now);
  if (before !== null && isDeepStrictEqual(before.snapshot, task)) return;
  const { id: taskId, outcome } = task;
  if (!isAbout(task, request)) {
    return world.log.warn(
      { taskId, requestId: request.id },
      'a task that is about something else takes nothing away',
    );
  }
  if (isOpen(task) && outcome !== 'error') return;
  if (outcome !== 'revoked') {
    if (!isOpen(task)) await tx.posts.dropOrder(request.id, taskId);
    const isStaying = isOpen(task)
      ? (await grantsLeft(tx, request)).length > 0
      : await keepGrants(tx, request);
    if (isStaying)
      return tellNotGone(tx, request, { occasion: taskId, outcome, admins: settings.admins });
    // Another order may have ended it, or can still do so: only the message about this one changes.
    tx.marks.mark(request.id);
    return;
  }
  await lookWhetherGone(tx, request, { revokedAt: revokedTime(task, now) });
}

/**
 * Has access looked at that was taken away, and whether what the person was granted since the order
 * is gone with it.
 */
export async function lookWhetherGone(
  tx: StoreTransaction,
  request: AccessRequest,
  change: Pick<FollowedGrant, 'revokedAt'> & Partial<Pick<FollowedGrant, 'revocationPending'>>,
): Promise<void> {
  await tx.grants.follow(request.id, { ...change, checkAt: tx.at, checks: 0 });
  for (const one of await sameAccess(tx, request)) {
    const isTaken = one.revocationPending !== null || one.revokedAt !== null;
    if (isTaken || hasRunOut(one, tx.at)) continue;
    await tx.grants.follow(one.requestId, beginWatch(one, tx.at));
  }
}

/** When it took the access away; now where the service tells no time that can be. */
export function revokedTime({ outcomeAt }: TaskSnapshot, now: Date): Date {
  const toldMs = Date.parse(outcomeAt ?? '');
  return toldMs > 0 && toldMs <= now.getTime() ? new Date(toldMs) : now;
}

/**
 * Whether a task is about what this request asks for or gave: services have been seen to name
 * another, and people can.
 */
export function isAbout(task: TaskSnapshot, request: AccessRequest): boolean {
  const isSame = task.entitlements.some(
    ({ appId, id }) => appId === request.appId && id === request.entitlementId,
  );
  if (isOtherAccount(request, task.accountId)) return false;
  return isSame && (task.target === null || task.target.id === request.identityUserId);
}

/** The grants of the same access on which no order was carried out. */
async function grantsLeft(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<readonly FollowedGrant[]> {
  return (await sameAccess(tx, request)).filter(({ revokedAt }) => revokedAt === null);
}

/**
 * The access stays, and its holder may give it back again; not while another order can still take it
 * away, whose end nobody would follow then. What an order was carried out on does not stay.
 *
 * @returns whether something of it stays
 */
export async function keepGrants(tx: StoreTransaction, request: AccessRequest): Promise<boolean> {
  const grants = await sameAccess(tx, request);
  if (await tx.tasks.isRevocationOpen(grants.map(({ requestId }) => requestId))) return false;
  const stays = grants.filter(({ revokedAt }) => revokedAt === null);
  for (const grant of stays) {
    const { requestId } = grant;
    // What was carried out on another one may have taken this one as well.
    const isRunning = stays.length < grants.length && !hasRunOut(grant, tx.at);
    const watch = isRunning ? beginWatch(grant, tx.at) : { checkAt: null, checks: 0 };
    await tx.grants.follow(requestId, { revocationPending: null, ...watch });
    await tx.actions.reopen(requestId, 'give-back');
  }
  await showOnNewest(tx, request);
  return stays.length > 0;
}

/**
 * The access was not taken away, or not yet: its holder and the administrators are told, once for
 * each `occasion`.
 */
export async function tellNotGone(
  tx: StoreTransaction,
  request: AccessRequest,
  {
    admins,
    ...detail
  }: { readonly occasion: string; readonly outcome: string; readonly admins: readonly string[] },
): Promise<void> {
  const { id: requestId, taskId } = request;
  const { occasion: occurrence, outcome } = detail;
  const news = { kind: 'not-gone', detail: { outcome }, occurrence } as const;
  if (!(await tx.posts.keepNews(requestId, news, tx.at))) return;
  await record(tx, { kind: 'grant.not-ended', requestId, taskId, detail });
  await tellEach(tx, admins, {
    key: `not-gone:${requestId}:${occurrence}:${outcome}`,
    requestId,
    body: { kind: 'not-gone', outcome },
  });
}
