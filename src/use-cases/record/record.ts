import { holders } from '../../domain/action/holder-action.ts';
import {
  type Addressees,
  type Audience,
  type FactAbout,
  keyParts,
  type Reaction,
} from '../../domain/message/fact-object.ts';
import type { Notice, NoticeBody } from '../../domain/message/notice.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import { type Fact, type FactKind, reactions } from '../../domain/record/facts.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** The request that a fact is about: its requester and its target. */
type FactRequest = Pick<Subject, 'id' | 'requester' | 'targetSlackId'>;

/** A fact of any kind, as far as its kind does not matter. */
interface AnyFact extends FactAbout {
  readonly detail?: object | undefined;
  readonly context?: object | undefined;
  readonly named?: Partial<Addressees> | undefined;
}

/**
 * Records what happened: an entry in the audit trail, and the messages about it, as `reactions`
 * says. Nothing else writes there. Takes no row lock.
 *
 * @param known the request, if the caller has it; otherwise it is read if it is needed
 * @returns whether somebody hears of it for the first time
 */
export async function record<Kind extends FactKind>(
  tx: StoreTransaction,
  fact: Fact<Kind>,
  known: FactRequest | null = null,
): Promise<boolean> {
  const reaction: Reaction<Fact<Kind>, NoticeBody> = reactions[fact.kind];
  const parts = keyParts(fact, tx.at);
  let isNew = false;
  let messages: WantedMessage[] = [];
  for (const [index, telling] of (reaction.tells ?? []).entries()) {
    if (telling.when?.(fact) === false) continue;
    const key = telling.key(fact, parts);
    const body = telling.body(fact);
    const isReworded = telling.isReworded === true;
    for (const one of await placesOf(tx, telling.to, fact, known)) {
      const { suffix, target } = one;
      const notice = { key: `${key}${suffix}`, requestId: fact.requestId ?? '', target, body };
      messages.push({ notice: { id: tx.newId(), ...notice }, isReworded });
    }
    // The first message shows whether what is told only once was told before.
    if (reaction.isOnce !== true || index > 0) continue;
    if (!(await makeMessages(tx, messages))) return false;
    isNew = true;
    messages = [];
  }
  if (await makeMessages(tx, messages)) isNew = true;
  if (reaction.audit !== null) {
    const { kind, requestId = null, taskId = null, actor = null, detail = {}, at = tx.at } = fact;
    await tx.audit.append({ kind, requestId, taskId, actor, detail, at });
  }
  return isNew;
}

interface WantedMessage {
  readonly notice: Notice;
  /** Where its key is known, the earlier message says the same as this one from now on. */
  readonly isReworded: boolean;
}

/**
 * Messages, and the jobs that send them: all in one statement. Those whose key is known are not made
 * again. Returns whether any is new.
 */
async function makeMessages(
  tx: StoreTransaction,
  wanted: readonly WantedMessage[],
): Promise<boolean> {
  const newNotices = await tx.notices.insertNew(
    wanted.map(({ notice }) => notice),
    tx.at,
  );
  for (const { id } of newNotices) await tx.enqueue({ kind: 'send-notice', noticeId: id });
  const newIds = new Set(newNotices.map(({ id }) => id));
  for (const { notice, isReworded } of wanted)
    if (isReworded && !newIds.has(notice.id)) await rewordMessage(tx, notice);
  return newIds.size > 0;
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

async function placesOf(
  tx: StoreTransaction,
  audience: Audience,
  fact: AnyFact,
  known: FactRequest | null,
): Promise<readonly MessagePlace[]> {
  const {
    requestId,
    actor,
    named: { people = [], administrators = [], channel, place } = {},
  } = fact;
  const request = async () => known ?? (await tx.subjects.find(requestId ?? ''));
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
    case 'holders':
      return each(holdersOf(await request()));
  }
}

const holdersOf = (request: FactRequest | null): Iterable<string> =>
  request === null ? [] : holders(request);

const directly = (slackUserId: string): NoticeTarget => ({ kind: 'direct', slackUserId });

function each(people: Iterable<string>): readonly MessagePlace[] {
  return [...new Set(people)].map((id) => ({ suffix: `:for:${id}`, target: directly(id) }));
}
