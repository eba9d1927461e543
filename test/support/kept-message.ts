import type { Notice } from '../../src/domain/message/notice.ts';
import type { StoreTransaction } from '../../src/use-cases/ports/store-ports.ts';

/** A message that waits to be sent, whatever fact it would follow from. */
export async function keepMessage(
  tx: StoreTransaction,
  message: Omit<Notice, 'id'>,
): Promise<void> {
  const id = tx.newId();
  const made = await tx.notices.insertNew([{ id, ...message }], tx.at);
  if (made.length > 0) await tx.enqueue({ kind: 'send-notice', noticeId: id });
}
