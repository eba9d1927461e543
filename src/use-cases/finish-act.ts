import type { AccessRequest } from '../domain/access-request.ts';
import { record } from './record.ts';
import type { HolderActionRow, StoreTransaction } from './store-ports.ts';

/** Notes that an act beside deciding was carried out. */
export async function finishAct(
  tx: StoreTransaction,
  row: HolderActionRow,
  { taskId }: Pick<AccessRequest, 'taskId'>,
): Promise<void> {
  const { id, kind, requestId, by, reason, detail } = row;
  await tx.holderActions.save(id, { state: 'done', at: tx.at });
  await record(tx, {
    kind: `${kind}.done`,
    requestId,
    taskId,
    actor: by.userId,
    detail: { reason, ...detail },
  });
}
