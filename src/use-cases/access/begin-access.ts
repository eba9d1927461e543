import { type GrantPeriod, isEndUnreadable } from '../../domain/access/grant.ts';
import { isSameAccess, lastToEnd } from '../../domain/access/wanted-end.ts';
import { watchShorter } from '../../domain/access/watched-access.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { lastAskedFor } from './holder-requests.ts';

/**
 * Notes what was granted, once. The access that is there already goes on with it, up to the later of
 * both ends, and the row before it is closed. Access that is being taken away stays beside it, and so
 * does access whose end cannot be read: nobody knows whether that is the later one.
 *
 * @param prolonged what it was asked for to prolong; null where that is nothing
 */
export async function beginAccess(
  tx: StoreTransaction,
  request: AccessRequest,
  { granted, task }: { readonly granted: GrantPeriod; readonly task: TaskSnapshot },
  prolonged: AccessRequest | null,
): Promise<void> {
  await tx.grants.holdAccess(request);
  const there = isEndUnreadable(granted, task) ? [] : await goingOn(tx, request);
  const { endsAt } = lastToEnd([...there, granted]) ?? granted;
  if (!(await tx.grants.begin(request.id, { ...granted, endsAt }))) return;
  if (granted.endsAt !== null && granted.endsAt !== endsAt)
    await tx.grants.follow(request.id, watchShorter(granted.endsAt, tx.at));
  const before = new Map(there.map((one) => [one.request.id, one.request]));
  if (prolonged !== null) before.set(prolonged.id, prolonged);
  for (const one of before.values()) await closeForLater(tx, one);
}

async function goingOn(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<readonly FollowedGrant[]> {
  const all: FollowedGrant[] = [];
  for (const one of await sameAccess(tx, request)) {
    if (one.revocationPending !== null || one.revokedAt !== null) continue;
    // Where the end is not known, the task says why.
    const { taskId } = one.request;
    const row = one.endsAt !== null || taskId === null ? null : await tx.tasks.find(taskId);
    if (!isEndUnreadable(one, row?.snapshot ?? null)) all.push(one);
  }
  return all;
}

/**
 * All by which the same person has the same access, whatever is being taken away included: in one
 * order, so that no two wait for each other.
 */
export async function sameAccess(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<readonly FollowedGrant[]> {
  const running = await tx.grants.runningOf(request);
  return running.filter(({ request: one }) => one.id === request.id || isSameAccess(one, request));
}

/** Closes a grant with whose access a later request goes on. */
export async function closeForLater(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  if (!(await tx.grants.end(request.id, null, tx.at))) return;
  const grant = await tx.grants.find(request.id);
  if (grant === null) return;
  const { id: requestId, taskId } = request;
  const detail = { startedAt: grant.startedAt.toISOString(), endedAt: tx.at.toISOString() };
  await record(tx, { kind: 'grant.carried-on', requestId, taskId, detail });
  await showOnNewest(tx, request);
}

/** The card of a request for more time says until when the access is there. */
export async function showOnNewest(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  const newest = await lastAskedFor(tx, request);
  if (newest?.request.extendsRequestId === request.id) tx.marks.mark(newest.request.id);
}
