import { isSameAccess } from '../../domain/access/access.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

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
