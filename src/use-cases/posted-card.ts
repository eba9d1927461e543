import type { Chat, NoticeContext } from './chat-ports.ts';
import type { CardRow, Store } from './store-ports.ts';

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
