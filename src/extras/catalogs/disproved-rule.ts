import type { AccessRequest } from '../../domain/request/access-request.ts';
import { rowsOfExtra } from '../../store/rows-of-extra.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { record } from '../../use-cases/record/record.ts';
import { visibilityRows } from './visibility-tables.ts';

/**
 * Whether the service accepted what the form said may not be requestable: then the rule is wrong for
 * the app, which is noted.
 */
export async function isRuleDisproved(
  tx: StoreTransaction,
  { id: requestId, appId, entitlementId }: Pick<AccessRequest, 'id' | 'appId' | 'entitlementId'>,
): Promise<boolean> {
  const rows = rowsOfExtra(tx, visibilityRows);
  if (!(await rows.wasAskedAnyway(requestId))) return false;
  await rows.disprove({ appId, entitlementId, requestId, at: tx.at });
  await record(tx, {
    kind: 'request.accepted-though-hidden',
    requestId,
    detail: { appId, entitlementId },
  });
  return true;
}
