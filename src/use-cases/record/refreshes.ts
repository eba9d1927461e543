import { holders } from '../../domain/action/holder-action.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

type Holders = Pick<Subject, 'id' | 'requester' | 'targetSlackId'>;

/** Home of the requester, and of the person it is for. */
export async function syncHolders(tx: StoreTransaction, request: Holders): Promise<void> {
  await syncHomes(tx, [...holders(request)]);
}

/** The Homes that these people may be looking at. */
export async function syncHomes(
  tx: StoreTransaction,
  slackUserIds: readonly string[],
): Promise<void> {
  for (const slackUserId of await tx.homes.opened(slackUserIds))
    await tx.enqueue({ kind: 'sync-home', slackUserId });
}

/** Messages lose buttons for what is over. */
export async function syncOffers(tx: StoreTransaction, requestId: string): Promise<void> {
  for (const noticeId of await tx.notices.offering(requestId))
    await tx.enqueue({ kind: 'send-notice', noticeId });
}

/** The requests whose cards are rendered again when a transaction commits. */
const queuedKeys = new WeakMap<StoreTransaction, Set<string>>();

/**
 * Every card of the request is rendered again, and messages lose buttons for what is over. A second
 * time in the same transaction changes nothing: the jobs run when it has committed.
 */
export async function syncCards(tx: StoreTransaction, requestId: string): Promise<void> {
  const already = queuedKeys.get(tx) ?? new Set();
  queuedKeys.set(tx, already);
  if (already.has(requestId)) return;
  already.add(requestId);
  await syncOffers(tx, requestId);
  for (const { id: cardId, ts, threadOf, state } of await tx.cards.ofRequest(requestId)) {
    if (state === 'hidden') continue;
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
