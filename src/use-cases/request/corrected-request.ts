import { hasSameHolder } from '../../domain/action/holder-action.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { lastAskedFor } from '../access/holder-requests.ts';
import type { LocalDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/**
 * Whether the first request, which a correction replaces, lets the correction be sent. The service
 * takes no second request for the same access, so the first has to end before.
 * - `over`: nothing stands in the way
 * - `open`: the first is being withdrawn, or the service has not closed it yet
 * - a refusal: the first was granted before it could be withdrawn, or withdrawing it was refused
 */
export type FirstRequest = 'over' | 'open' | Refusal;

export async function firstRequestOf(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<FirstRequest> {
  const { correctsRequestId } = request;
  if (correctsRequestId === null) return 'over';
  const row = await tx.requests.standing(correctsRequestId);
  if (row === null || row.task === null || !isSameAccess(row.request, request)) return 'over';
  const { numericId, outcome } = row.task;
  if (!isOpen(row.task)) {
    return outcome === 'granted' ? { code: 'first-granted', numericId } : 'over';
  }
  if (row.request.state === 'withdrawn') return 'open';
  const withdrawals = await tx.actions.withdrawals([row.request.id]);
  return withdrawals.length > 0 ? 'open' : { code: 'first-not-withdrawn', numericId };
}

/** A corrected request waits for the end of the first, which still stands. */
export function keepCorrectionWaiting(
  tx: StoreTransaction,
  { id, createdAt }: Pick<AccessRequest, 'id' | 'createdAt'>,
): Promise<void> {
  return tx.posts.keepWait(id, { cause: 'correction', since: createdAt });
}

/**
 * If the withdrawal of a request has to wait for the service, tells the requester that its
 * correction waits. Returns false, and tells nothing, if no correction waits for it.
 */
export async function tellOfCorrection(
  tx: StoreTransaction,
  first: AccessRequest,
): Promise<boolean> {
  const newest = await lastAskedFor(tx, first);
  const correction = newest?.request;
  if (correction?.correctsRequestId !== first.id || correction.state !== 'submitted') return false;
  await keepCorrectionWaiting(tx, correction);
  return true;
}

function isSameAccess(first: AccessRequest, second: AccessRequest): boolean {
  return (
    first.appId === second.appId &&
    first.entitlementId === second.entitlementId &&
    hasSameHolder(first, second)
  );
}

/** How long a service may refuse a grant as a duplicate after it closed the first task. */
const longestLagMs = 3_600_000;

/**
 * Whether the service may still accept this request, which it now calls a duplicate of the one it
 * corrects.
 */
export async function isFirstStillClosing(
  { store, world }: Pick<LocalDeps, 'store' | 'world'>,
  { correctsRequestId, createdAt }: AccessRequest,
  existingTaskId: string | null,
): Promise<boolean> {
  if (correctsRequestId === null || existingTaskId === null) return false;
  if (world.now().getTime() - createdAt.getTime() > longestLagMs) return false;
  const first = await store.transaction((tx) => tx.requests.find(correctsRequestId));
  return first?.taskId === existingTaskId;
}
