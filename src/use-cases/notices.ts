import type { Notice } from '../domain/notice.ts';
import type { StoreTransaction } from './store-ports.ts';
import type { World } from './world.ts';

/** Makes a notice and the job that sends it, unless the occasion (`key`) was noticed before. */
export async function notify(tx: StoreTransaction, world: World, notice: Omit<Notice, 'id'>): Promise<void> {
  const id = world.newId();
  if (await tx.notices.insertOnce({ id, ...notice }, world.now())) {
    await tx.enqueue({ kind: 'send-notice', noticeId: id });
  }
}

/** To the requester directly and into the thread of each of the request's cards: one occasion, one message in each place. */
export async function notifyAll(
  tx: StoreTransaction,
  world: World,
  occasion: {
    readonly key: string;
    readonly requestId: string;
    readonly requester: string;
    readonly body: Notice['body'];
  },
): Promise<void> {
  const { key, requestId, body } = occasion;
  await notify(tx, world, { key, requestId, body, target: { kind: 'direct', slackUserId: occasion.requester } });
  for (const card of await tx.cards.ofRequest(requestId)) {
    if (card.state === 'unreachable' || card.channel === occasion.requester) continue;
    await notify(tx, world, { key: `${key}:${card.id}`, requestId, body, target: { kind: 'thread', cardId: card.id } });
  }
}

/** Every card of the request is rendered again. */
export async function syncCards(tx: StoreTransaction, requestId: string): Promise<void> {
  for (const card of await tx.cards.ofRequest(requestId)) await tx.enqueue({ kind: 'sync-card', cardId: card.id });
}
