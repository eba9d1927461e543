import {
  type Addressees,
  type Audience,
  type FactAbout,
  keyParts,
  type Reaction,
} from '../../domain/message/fact-object.ts';
import type { NoticeDetail } from '../../domain/message/kinds/posting-facts.ts';
import type { Notice, NoticeBody } from '../../domain/message/notice.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import { type Fact, type FactKind, reactions } from '../../domain/record/facts.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** A fact of any kind, as far as its kind does not matter. */
interface AnyFact extends FactAbout {
  readonly detail?: object | undefined;
  readonly context?: object | undefined;
  readonly named?: Partial<Addressees> | undefined;
}

/**
 * Records what happened: an entry in the audit trail, and the messages about it, as `reactions`
 * says. Only this writes to the trail and makes messages. Locks no row of a request or a task.
 */
export async function record<Kind extends FactKind>(
  tx: StoreTransaction,
  fact: Fact<Kind>,
): Promise<void> {
  const reaction: Reaction<Fact<Kind>, NoticeBody> = reactions[fact.kind];
  const parts = keyParts(fact, tx.at);
  const messages: WantedMessage[] = [];
  for (const telling of reaction.tells ?? []) {
    const key = telling.key(fact, parts);
    const body = telling.body(fact);
    const isReworded = telling.isReworded === true;
    for (const one of placesOf(telling.to, fact)) {
      const { suffix, target } = one;
      const notice = { key: `${key}${suffix}`, requestId: fact.requestId ?? '', target, body };
      messages.push({ notice: { id: tx.newId(), ...notice }, isReworded });
    }
  }
  await makeMessages(tx, messages);
  if (reaction.audit !== null) {
    const { kind, requestId = null, taskId = null, actor = null, detail = {}, at = tx.at } = fact;
    await tx.audit.append({ kind, requestId, taskId, actor, detail, at });
  }
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

interface WantedMessage {
  readonly notice: Notice;
  /** Where its key is known, the earlier message says the same as this one from now on. */
  readonly isReworded: boolean;
}

/**
 * Messages, and the jobs that send them: all in one statement. Those whose key is known are not made
 * again.
 */
async function makeMessages(tx: StoreTransaction, wanted: readonly WantedMessage[]): Promise<void> {
  const newNotices = await tx.notices.insertNew(
    wanted.map(({ notice }) => notice),
    tx.at,
  );
  for (const { id } of newNotices) await tx.enqueue({ kind: 'send-notice', noticeId: id });
  const newIds = new Set(newNotices.map(({ id }) => id));
  for (const { notice, isReworded } of wanted)
    if (isReworded && !newIds.has(notice.id)) await rewordMessage(tx, notice);
}

/** Edits a message of the same kind that says something else now: an edit notifies nobody. */
async function rewordMessage(
  tx: StoreTransaction,
  { key, body }: Pick<Notice, 'key' | 'body'>,
): Promise<void> {
  const reworded = await tx.notices.reword(key, body);
  if (reworded?.isPosted === true)
    await tx.enqueue({ kind: 'send-notice', noticeId: reworded.noticeId });
}

/** Has the posted message with this key deleted, because another one replaces it. */
export async function retireMessage(tx: StoreTransaction, key: string): Promise<void> {
  const place = await tx.notices.retire(key, tx.at);
  if (place !== null) await tx.enqueue({ kind: 'retire-copy', ...place });
}

/** Where a message goes, and what its key ends with there. */
interface MessagePlace {
  readonly suffix: string;
  readonly target: NoticeTarget;
}

function placesOf(
  audience: Audience,
  { actor, named: { people = [], administrators = [], channel, place } = {} }: AnyFact,
): readonly MessagePlace[] {
  switch (audience) {
    case 'actor':
      return typeof actor === 'string' ? [{ suffix: '', target: directly(actor) }] : [];
    case 'people':
      return each(people);
    case 'administrators':
      return each(administrators);
    case 'channel':
      return channel === undefined ? [] : [{ suffix: '', target: { kind: 'channel', channel } }];
    case 'place':
      return place === undefined ? [] : [{ suffix: '', target: place }];
  }
}

const directly = (slackUserId: string): NoticeTarget => ({ kind: 'direct', slackUserId });

function each(people: Iterable<string>): readonly MessagePlace[] {
  return [...new Set(people)].map((id) => ({ suffix: `:for:${id}`, target: directly(id) }));
}
