import type { Notice, NoticeBody } from '../../domain/message/notice.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** What a line says, and of what. */
interface Line {
  /** The occasion: a second line of the same key is not made. */
  readonly key: string;
  readonly requestId: string;
  readonly body: NoticeBody;
}

/** Says a line once, to one person or in one channel. */
export function tell(tx: StoreTransaction, target: NoticeTarget, line: Line): Promise<void> {
  return make(tx, [{ id: tx.newId(), target, ...line }]);
}

/** Says it to each of these people, by Slack id: once to each. */
export function tellEach(
  tx: StoreTransaction,
  people: Iterable<string>,
  { key, ...line }: Line,
): Promise<void> {
  const notices = [...new Set(people)].map(
    (slackUserId): Notice => ({
      id: tx.newId(),
      key: `${key}:for:${slackUserId}`,
      target: { kind: 'direct', slackUserId },
      ...line,
    }),
  );
  return make(tx, notices);
}

/** With the jobs that send them, in one statement. */
async function make(tx: StoreTransaction, notices: readonly Notice[]): Promise<void> {
  for (const { id } of await tx.notices.insertNew(notices, tx.at))
    await tx.enqueue({ kind: 'send-notice', noticeId: id });
}
