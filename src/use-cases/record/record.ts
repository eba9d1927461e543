import type { Fact, FactKind, NoticeDetail } from '../../domain/record/facts.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** An entry in the audit trail; only this writes there. Locks no row of a request or a task. */
export async function record<Kind extends FactKind>(
  tx: StoreTransaction,
  fact: Fact<Kind>,
): Promise<void> {
  const { kind, requestId = null, taskId = null, actor = null, detail = {}, at = tx.at } = fact;
  await tx.audit.append({ kind, requestId, taskId, actor, detail, at });
}

/** Records whether a message, a post or a line about a request was delivered. */
export async function recordDelivery(
  tx: StoreTransaction,
  { id: requestId, taskId }: Pick<Subject, 'id' | 'taskId'>,
  detail: NoticeDetail,
): Promise<void> {
  const kind = detail.refusal === null ? 'notice.delivered' : 'notice.undeliverable';
  await record(tx, { kind, requestId, taskId, detail });
}
