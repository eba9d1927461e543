import type { AccessRequest } from '../domain/access-request.ts';
import type { Chat, NoticeContext } from './chat-ports.ts';
import type { CardRow, Store, StoreTransaction, TaskRow } from './store-ports.ts';

/**
 * A card of this request in this channel, and the job that posts it. The first card of a group starts the thread, the others reply to it;
 * the lock of the group's first request lets one at a time find out which is the first.
 *
 * @param perhapsPostedSince where the card may be in Slack although it is not known here, it is looked for from then on
 */
export async function wantCard(
  tx: StoreTransaction,
  request: Pick<AccessRequest, 'id' | 'groupId'>,
  channel: string,
  perhapsPostedSince: Date | null = null,
): Promise<void> {
  if (request.groupId !== null) await tx.requests.lock(request.groupId);
  const root = request.groupId === null ? null : await tx.cards.rootOfGroup(request.groupId, channel);
  const threadOf = root === null || root.requestId === request.id ? null : root.id;
  const card = await tx.cards.want(cardIdOf(request.id, channel), request.id, channel, threadOf);
  if (perhapsPostedSince !== null && card.ts === null)
    await tx.cards.save(card.id, { postingSince: perhapsPostedSince });
  await tx.enqueue({ kind: 'sync-card', cardId: card.id });
}

/** The last reading of the task that a card shows; null where the card is not ours, or there is no task. */
export async function taskOfCard(tx: StoreTransaction, cardId: string): Promise<TaskRow | null> {
  const card = await tx.cards.find(cardId);
  const request = card === null ? null : await tx.requests.find(card.requestId);
  return request === null || request.taskId === null ? null : tx.tasks.find(request.taskId);
}

/** The same again after a restore from a copy that did not have the card yet, so that the one in Slack is found, or retired. */
export function cardIdOf(requestId: string, channel: string): string {
  return `${requestId}:${channel}`;
}

/** Where a card is, with its link: a message's link never changes, so Slack is asked once. null where the card is not posted. */
export async function postedCard(
  deps: { readonly store: Store; readonly chat: Chat },
  card: CardRow | undefined,
): Promise<NoticeContext['card']> {
  if (card === undefined || card.ts === null || card.postedChannel === null) return null;
  const { id, ts } = card;
  const place = { channel: card.postedChannel, ts };
  if (card.permalink !== null) return { place, permalink: card.permalink };
  const permalink = await deps.chat.permalink(place);
  if (permalink !== null) await deps.store.transaction((tx) => tx.cards.keepPermalink(id, ts, permalink));
  return { place, permalink };
}
