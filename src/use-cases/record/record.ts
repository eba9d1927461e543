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
  const messages: Notice[] = [];
  for (const telling of reaction.tells ?? []) {
    const key = telling.key(fact, parts);
    const body = telling.body(fact);
    const requestId = fact.requestId ?? '';
    for (const { suffix, target } of placesOf(telling.to, fact))
      messages.push({ id: tx.newId(), key: `${key}${suffix}`, requestId, target, body });
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

/**
 * Messages, and the jobs that send them: all in one statement. Those whose key is known are not made
 * again.
 */
async function makeMessages(tx: StoreTransaction, wanted: readonly Notice[]): Promise<void> {
  for (const { id } of await tx.notices.insertNew(wanted, tx.at))
    await tx.enqueue({ kind: 'send-notice', noticeId: id });
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
