import type { AccessRequest, RequestRefusal } from '../domain/access-request.ts';
import { holderOf } from '../domain/holder-action.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import type { LocalDeps } from './ports.ts';
import type { StoreTransaction } from './store-ports.ts';

/**
 * What the request that this one takes the place of has to do with sending this one. The service
 * takes no second request for the same access, so this one is sent when the first has ended.
 * - `over`: nothing stands in the way
 * - `open`: the first is being withdrawn, or the service has not closed it yet
 * - a refusal: the first was granted before it could be withdrawn, or withdrawing it was refused
 */
export type FirstRequest = 'over' | 'open' | FirstRefusal;
type FirstRefusal = Extract<RequestRefusal, { readonly numericId: string }>;

export async function firstRequestOf(tx: StoreTransaction, request: AccessRequest): Promise<FirstRequest> {
  const { correctsRequestId } = request;
  if (correctsRequestId === null) return 'over';
  const row = await tx.requests.standing(correctsRequestId, true);
  if (row === null || row.task === null || !isSameAccess(row.request, request)) return 'over';
  const { numericId, outcome } = row.task;
  if (!isOpen(row.task)) {
    return outcome === 'granted' ? { kind: 'first-granted', numericId } : 'over';
  }
  if (row.request.state === 'withdrawn') return 'open';
  const withdrawals = await tx.holderActions.withdrawals([row.request.id]);
  return withdrawals.length > 0 ? 'open' : { kind: 'first-not-withdrawn', numericId };
}

function isSameAccess(first: AccessRequest, second: AccessRequest): boolean {
  return (
    first.appId === second.appId && first.entitlementId === second.entitlementId && holderOf(first) === holderOf(second)
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
