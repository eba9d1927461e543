/** What is kept of what happens: entries in the trail, and lines to people, each said once. */

import type { Notice, NoticeBody } from '../../domain/message/notice.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import type { Fact, FactKind, NoticeDetail } from '../../domain/record/facts.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
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

/** What a line says, and of what. */
interface Line {
  /** The occasion: a second line of the same key is not made. */
  readonly key: string;
  readonly requestId: string;
  readonly body: NoticeBody;
}

/** Says a line once, to one person or in one channel. */
export async function tell(tx: StoreTransaction, target: NoticeTarget, line: Line): Promise<void> {
  await make(tx, [{ id: tx.newId(), target, ...line }]);
}

/** Says it to each of these people, by Slack id: once to each. Returns whether that is news to anybody. */
export function tellEach(
  tx: StoreTransaction,
  people: Iterable<string>,
  { key, ...line }: Line,
): Promise<boolean> {
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
async function make(tx: StoreTransaction, notices: readonly Notice[]): Promise<boolean> {
  const newNotices = await tx.notices.insertNew(notices, tx.at);
  for (const { id } of newNotices) await tx.enqueue({ kind: 'send-notice', noticeId: id });
  return newNotices.length > 0;
}

interface Undelivered {
  readonly requestId: string;
  readonly channel: string;
}

/**
 * Tells the administrators, once for each person or channel, that they cannot be reached about a
 * request, and shows it on Home.
 *
 * @returns whether that is news
 */
export async function tellUndelivered(
  tx: StoreTransaction,
  { settings }: { readonly settings: Pick<AccessSettings, 'admins'> },
  { requestId, channel }: Undelivered,
): Promise<boolean> {
  const isNews = await tellEach(tx, settings.admins, {
    key: `undelivered:${requestId}:${channel}`,
    requestId,
    body: { kind: 'trouble', what: 'undelivered', channel },
  });
  if (isNews) tx.marks.mark(requestId);
  return isNews;
}

/** Tells the administrators, once for each step, that nobody in Slack may decide. */
export async function tellNoReviewer(
  tx: StoreTransaction,
  { settings }: { readonly settings: Pick<AccessSettings, 'admins'> },
  { requestId, step }: { readonly requestId: string; readonly step: string },
): Promise<void> {
  const body = { kind: 'trouble', what: 'no-reviewer' } as const;
  await tellEach(tx, settings.admins, { key: `no-reviewer:${requestId}:${step}`, requestId, body });
}

/** Where a message was to go. */
export function channelOf(target: NoticeTarget): string {
  return 'slackUserId' in target ? target.slackUserId : target.channel;
}
