import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

/**
 * The service accepted what the form said may not be requestable: the rule is wrong for this app.
 */
export async function noteDisproved(
  tx: StoreTransaction,
  { governance, visibility }: UseCaseDeps,
  { id: requestId, appId, entitlementId }: AccessRequest,
): Promise<void> {
  if (!governance.operations.has('catalogs')) return;
  if (!(await tx.visibility.wasAskedAnyway(requestId))) return;
  await tx.visibility.disprove({ appId, entitlementId, requestId, at: tx.at });
  await record(tx, {
    kind: 'request.accepted-though-hidden',
    requestId,
    detail: { appId, entitlementId },
  });
  visibility.disproved(appId);
}
