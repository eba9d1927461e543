import type { AccessRequest } from '../domain/access-request.ts';
import type { HolderActionKind, HolderActionRefusal } from '../domain/holder-action.ts';
import type { DecisionNext, Notice } from '../domain/notice.ts';
import type { ReviewVerb } from '../domain/review.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import type { LocalDeps } from './ports.ts';
import type { KeptAct, StoreTransaction } from './store-ports.ts';

/**
 * What is pending waits so long: access that is there within this time is told in the same message. Long enough for a service that sets
 * up at once, short enough that nobody wonders whether their approval was seen.
 */
const pendingMs = 5_000;

/** Makes a notice and the job that sends it. False, doing nothing, where the occasion (`key`) was noticed before. */
export async function notify(tx: StoreTransaction, notice: Omit<Notice, 'id'>): Promise<boolean> {
  const id = tx.newId();
  if (!(await tx.notices.insertOnce({ id, ...notice }, tx.at))) return false;
  const job = { kind: 'send-notice', noticeId: id } as const;
  const { body } = notice;
  const isPending = body.kind === 'decided' && body.next.kind === 'pending';
  await tx.enqueue(job, isPending ? { afterMs: pendingMs } : {});
  return true;
}

/** Settles what the pending messages of a decision say, and sends them now. Returns false where none was pending. */
export async function settleDecision(tx: StoreTransaction, requestId: string, next: DecisionNext): Promise<boolean> {
  const settled = await tx.notices.settleDecision(requestId, next);
  for (const noticeId of settled) await tx.enqueue({ kind: 'send-notice', noticeId });
  return settled.length > 0;
}

/** Which request an entry of the trail is about. */
export const about = ({ id, taskId }: Pick<AccessRequest, 'id' | 'taskId'>) => ({ requestId: id, taskId });

/**
 * Tells the person who clicked in a direct message: Slack does not guarantee that an ephemeral
 * message is shown.
 */
export function notifyClicker(tx: StoreTransaction, { id, requestId, by }: KeptAct, { key, body }: Occasion) {
  const target = { kind: 'direct', slackUserId: by.userId } as const;
  return notify(tx, { key: `${key}:${id}`, requestId, target, body });
}

interface Occasion {
  readonly key: string;
  readonly body: Notice['body'];
}

type Holders = Pick<AccessRequest, 'id' | 'requester' | 'targetSlackId'>;

/** To each of these people directly. False where the occasion was noticed before. */
export async function notifyPeople(
  tx: StoreTransaction,
  requestId: string,
  people: Iterable<string>,
  { key, body }: Occasion,
): Promise<boolean> {
  let isNew = false;
  for (const slackUserId of people) {
    const target = { kind: 'direct', slackUserId } as const;
    isNew = (await notify(tx, { key: `${key}:for:${slackUserId}`, requestId, body, target })) || isNew;
  }
  return isNew;
}

/** To whoever asked. False where the occasion was noticed before. */
export function notifyRequester(tx: StoreTransaction, { id, requester }: Holders, occasion: Occasion) {
  return notify(tx, { ...occasion, requestId: id, target: { kind: 'direct', slackUserId: requester.userId } });
}

/** The service refused what it offers (403): the bot's credentials lack a right. The administrators hear it once, of each. */
export async function tellMissingRight(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { requestId, verb }: { readonly requestId: string; readonly verb: ReviewVerb | HolderActionKind },
  refusal: HolderActionRefusal,
): Promise<void> {
  if (refusal.kind !== 'service' || refusal.refusal.kind !== 'forbidden') return;
  const occasion = { key: `missing-right:${verb}`, body: { kind: 'missing-right', verb } } as const;
  await notifyPeople(tx, requestId, settings.admins, occasion);
}

export const holders = ({ requester, targetSlackId }: Holders) =>
  new Set([requester.userId, targetSlackId ?? requester.userId]);

/** To those whom the request is of, and into the thread of each of its cards: one occasion, one message in each place. */
export async function notifyAll(tx: StoreTransaction, request: Holders, occasion: Occasion): Promise<void> {
  await notifyPeople(tx, request.id, holders(request), occasion);
  await notifyThreads(tx, request, occasion);
}

/** Into the thread of each of its cards, but for those in the direct messages of who is told anyway. */
export async function notifyThreads(tx: StoreTransaction, request: Holders, { key, body }: Occasion): Promise<void> {
  for (const card of await tx.cards.ofRequest(request.id)) {
    const isHolders = card.channel === request.requester.userId || card.channel === request.targetSlackId;
    if (card.state === 'unreachable' || isHolders) continue;
    const target = { kind: 'thread', cardId: card.id } as const;
    await notify(tx, { key: `${key}:${card.id}`, requestId: request.id, body, target });
  }
}

/** Home of the requester, and of the person it is for. */
export async function syncHolders(tx: StoreTransaction, request: Holders): Promise<void> {
  await syncHomes(tx, [...holders(request)]);
}

/** Cards and Home show what changed. */
export async function showRequest(tx: StoreTransaction, request: Holders): Promise<void> {
  await syncCards(tx, request.id);
  await syncHolders(tx, request);
}

/** The Homes that these people may be looking at. */
export async function syncHomes(tx: StoreTransaction, slackUserIds: readonly string[]): Promise<void> {
  for (const slackUserId of await tx.homes.opened(slackUserIds)) await tx.enqueue({ kind: 'sync-home', slackUserId });
}

/** Messages lose buttons for what is over. */
export async function syncOffers(tx: StoreTransaction, requestId: string): Promise<void> {
  for (const noticeId of await tx.notices.offering(requestId)) await tx.enqueue({ kind: 'send-notice', noticeId });
}

/** Every card of the request is rendered again, and messages lose buttons for what is over. */
export async function syncCards(tx: StoreTransaction, requestId: string): Promise<void> {
  await syncOffers(tx, requestId);
  for (const { id: cardId, ts, threadOf } of await tx.cards.ofRequest(requestId)) {
    // Posts wait for their turn in the channel; an update that shows a decision must not wait
    // behind them.
    await tx.enqueue({ kind: ts === null ? 'sync-card' : 'update-card', cardId });
    await syncRoot(tx, threadOf);
  }
}

/** The card that starts the thread of several says what is so of all of them. */
export async function syncRoot(tx: StoreTransaction, threadOf: string | null): Promise<void> {
  if (threadOf === null) return;
  const root = await tx.cards.find(threadOf);
  // One that is still to be posted shows it then.
  if (root !== null && root.ts !== null) await tx.enqueue({ kind: 'update-card', cardId: root.id });
}

/**
 * Tells the requester once, and whom it is for, that what they asked for is with its reviewers; of several asked for in one go, when the
 * last of them has its card, or will get none. Takes the group's lock: two cards that are posted at once would each take the other for missing.
 */
export async function tellOpen(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  const { groupId } = request;
  if (groupId !== null) await tx.requests.lock(groupId);
  const open: AccessRequest[] = [];
  for (const one of groupId === null ? [request] : await tx.requests.ofGroup(groupId)) {
    if (one.state === 'submitted' || one.state === 'sending') return;
    const cards = one.taskId === null ? [] : await tx.cards.ofRequest(one.id);
    // There is nothing to decide on, or the requester was told where it is instead.
    if (one.taskId === null || cards.some((card) => card.state === 'unreachable')) continue;
    if (!cards.some((card) => card.ts !== null)) return;
    const task = await tx.tasks.find(one.taskId);
    // What was granted at once waits for nobody.
    if (task !== null && isOpen(task.snapshot) && one.state !== 'withdrawn') open.push(one);
  }
  const [first] = open;
  if (first === undefined) return;
  const body = { kind: groupId === null ? 'request-open' : 'group-open' } as const;
  const occasion = { key: `open:${groupId ?? request.id}`, body };
  await notifyRequester(tx, first, occasion);
  const { targetSlackId: target, requester } = first;
  if (target !== null && target !== requester.userId) await notifyPeople(tx, first.id, [target], occasion);
}
