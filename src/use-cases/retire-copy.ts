import type { Chat, Place } from './chat-ports.ts';

/** Deletes a second copy of a card. One that is gone already, or cannot be deleted, is left: clicks on it are honoured. */
export async function retireCopy(deps: { readonly chat: Chat }, place: Place): Promise<void> {
  await deps.chat.deleteMessage(place);
}
