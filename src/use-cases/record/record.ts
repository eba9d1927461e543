import { holders } from '../../domain/action/holder-action.ts';
import {
  type Addressees,
  type Audience,
  type FactAbout,
  keyParts,
  type Reaction,
  type Refresh,
} from '../../domain/message/fact-object.ts';
import type { DecisionNext } from '../../domain/message/kinds/decision-messages.ts';
import {
  isSaidByCard,
  type Notice,
  type NoticeBody,
  traitsOf,
} from '../../domain/message/notice.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import { type Fact, type FactKind, reactions } from '../../domain/record/facts.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { syncCards, syncHolders, syncHomes, syncHomesOf, syncOffers } from './refreshes.ts';

/** The request that a fact is about: its requester and its target. */
type FactRequest = Pick<Subject, 'id' | 'requester' | 'targetSlackId'>;

/** A fact of any kind, as far as its kind does not matter. */
interface AnyFact extends FactAbout {
  readonly detail?: object | undefined;
  readonly context?: object | undefined;
  readonly named?: Partial<Addressees> | undefined;
}

/**
 * Records what happened: an entry in the audit trail, the messages about it, and what is rendered
 * again, as `reactions` says. Nothing else writes there. Takes no row lock.
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
  for (const refresh of reaction.shows ?? []) await show(tx, refresh, fact, known);
  if (reaction.audit !== null) {
    const { kind, requestId = null, taskId = null, actor = null, detail = {}, at = tx.at } = fact;
    await tx.audit.append({ kind, requestId, taskId, actor, detail, at });
  }
  return isNew;
}

/**
 * The message about a decision waits at most this long for the outcome, so that one message tells
 * both: until the task was read a fourth time (`task-watch.ts`). The card says at once who decided.
 */
const pendingMs = 7_000;

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
  for (const { id, body } of newNotices) {
    if (traitsOf(body).waitsFor === 'outcome') sendOnceSettled(tx, id);
    else await tx.enqueue({ kind: 'send-notice', noticeId: id });
  }
  const newIds = new Set(newNotices.map(({ id }) => id));
  for (const { notice, isReworded } of wanted)
    if (isReworded && !newIds.has(notice.id)) await rewordMessage(tx, notice);
  return newIds.size > 0;
}

const unsettled = new WeakMap<StoreTransaction, Set<string>>();

/** Waits with the message of a decision whose outcome this transaction may know at its end. */
function sendOnceSettled(tx: StoreTransaction, noticeId: string): void {
  const earlier = unsettled.get(tx);
  if (earlier !== undefined) {
    earlier.add(noticeId);
    return;
  }
  const ids = new Set([noticeId]);
  unsettled.set(tx, ids);
  tx.atEnd(async () => {
    for (const id of ids)
      await tx.enqueue({ kind: 'send-notice', noticeId: id }, { afterMs: pendingMs });
  });
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

/**
 * Settles what the pending messages of a decision say, and sends them now, but for those in the
 * thread of a card that says the same. Returns false if none was pending.
 */
export async function settleDecision(
  tx: StoreTransaction,
  requestId: string,
  next: DecisionNext,
): Promise<boolean> {
  const settled = await tx.notices.settleDecision(requestId, next);
  for (const notice of settled) {
    const { id: noticeId } = notice;
    unsettled.get(tx)?.delete(noticeId);
    if (notice.isUnderCard && isSaidByCard(notice)) await tx.notices.markSent(noticeId, tx.at);
    else await tx.enqueue({ kind: 'send-notice', noticeId });
  }
  return settled.length > 0;
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
    case 'threads':
      return threadsOf(tx, await request());
  }
}

const holdersOf = (request: FactRequest | null): Iterable<string> =>
  request === null ? [] : holders(request);

const directly = (slackUserId: string): NoticeTarget => ({ kind: 'direct', slackUserId });

function each(people: Iterable<string>): readonly MessagePlace[] {
  return [...new Set(people)].map((id) => ({ suffix: `:for:${id}`, target: directly(id) }));
}

/** The thread of each card, except cards in the direct messages of people who are told anyway. */
async function threadsOf(
  tx: StoreTransaction,
  request: FactRequest | null,
): Promise<readonly MessagePlace[]> {
  if (request === null) return [];
  const { id, requester, targetSlackId } = request;
  const cards = await tx.cards.ofRequest(id);
  const others = cards.filter(({ channel, state }) => {
    return (
      state !== 'unreachable' &&
      state !== 'hidden' &&
      channel !== requester?.userId &&
      channel !== targetSlackId
    );
  });
  return others.map((card) => ({
    suffix: `:${card.id}`,
    target: { kind: 'thread', cardId: card.id },
  }));
}

async function show(
  tx: StoreTransaction,
  refresh: Refresh,
  { requestId, actor, named = {} }: AnyFact,
  known: FactRequest | null,
): Promise<void> {
  if (refresh === 'actor-home') return syncHomes(tx, typeof actor === 'string' ? [actor] : []);
  if (refresh === 'people-homes') {
    syncHomes(tx, named.people ?? []);
    return syncHomesOf(tx, named.identities ?? []);
  }
  if (typeof requestId !== 'string') return;
  if (refresh === 'offers') return syncOffers(tx, requestId);
  if (refresh === 'cards') return syncCards(tx, requestId);
  const request = known ?? (await tx.subjects.find(requestId));
  if (request !== null) syncHolders(tx, request);
}
