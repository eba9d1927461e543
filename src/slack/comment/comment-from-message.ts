import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { z } from 'zod';
import type { Place } from '../../domain/message/place.ts';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { storedCard } from '../../use-cases/card/card-model.ts';
import { cardsOfThread } from '../../use-cases/card/request-cards.ts';
import type { CardRow } from '../../use-cases/ports/rows/card-rows.ts';
import { actForm } from '../action/action-form-modal.ts';
import { writeActionFormMemory } from '../action/action-form-submitted.ts';
import { actLabel } from '../action/buttons.ts';
import {
  cardSeenBy,
  formOfAct,
  formOnCard,
  identityInTime,
  openChecking,
} from '../action/forms/open-action-form.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import type { Reader } from '../people/languages.ts';
import { messageWords } from '../people/message-words.ts';
import { actorOf, messageShortcut } from '../platform/payloads.ts';

export const commentShortcut = 'comment_from_message';

/**
 * The shortcut "Add as a comment" on what somebody wrote in the thread of a card. Slack sends the
 * message along, so the bot needs no right to read any.
 */
export function commentFromMessage(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.shortcut(commentShortcut, async (click) => {
    await click.ack();
    const by = actorOf(click.body);
    const shortcut = messageShortcut.parse(click.body);
    const opened = await openChecking(deps, click, ({ review }) => review.fromMessage.title);
    if (opened === null) return;
    await opened.show(await commentForm(deps, opened.reader, by, shortcut));
  });
}

type Shortcut = z.infer<typeof messageShortcut>;

async function commentForm(
  deps: ListenerDeps,
  reader: Reader,
  by: SlackActor,
  { channel, message }: Shortcut,
): Promise<ModalView> {
  const clicked = topOfThread({ channel, message });
  const cards =
    clicked === null ? [] : await deps.store.transaction((tx) => cardsOfThread(tx, clicked));
  const [card] = cards;
  if (clicked === null || card === undefined) {
    const { title, elsewhere } = reader.texts.review.fromMessage;
    return wordModal(reader.texts, title, elsewhere);
  }
  // Whoever adds their own words says them; those of others are quoted with their name.
  const author = message.user === by.userId ? null : (message.user ?? null);
  const words = await messageWords(deps, by.userId, message.text ?? '', author);
  const quoted = { message: { channel: channel.id, ts: message.ts }, words };
  if (cards.length > 1) return formOfSeveral(deps, reader, by, { cards, clicked, quoted });
  const value = { card: card.id, step: '', shown: null };
  return formOfAct(deps, reader, { act: 'comment', by, value, clicked, quoted });
}

/** The top of the thread in which a person wrote; null for anything else. */
function topOfThread({ channel, message }: Shortcut): Place | null {
  const { ts, thread_ts: topTs, user, bot_id: botId } = message;
  const isOfPerson = Boolean(user) && !botId;
  return isOfPerson && topTs && topTs !== ts ? { channel: channel.id, ts: topTs } : null;
}

/**
 * In the thread of several requests the person picks one. Their right is checked when the comment is
 * made: it may differ for each.
 */
async function formOfSeveral(
  deps: ListenerDeps,
  { texts, language, timeZone }: Reader,
  by: SlackActor,
  thread: {
    readonly cards: readonly CardRow[];
    readonly clicked: Place;
    readonly quoted: { readonly message: Place; readonly words: string };
  },
): Promise<ModalView> {
  const requests: { id: string; what: string }[] = [];
  const refusals: string[] = [];
  const identity = await identityInTime(deps, by.userId);
  for (const { id: cardId, requestId } of thread.cards) {
    const model = await storedCard(deps, cardId);
    if (model === null) continue;
    const { card, why, isUnknown } = cardSeenBy(deps, texts, { by, identity, model });
    if (card === null && !isUnknown) {
      refusals.push(why);
      continue;
    }
    const { what } = formOnCard(deps, texts, 'comment', { model, isSeen: card !== null });
    requests.push({ id: requestId, what });
  }
  const [why] = refusals;
  if (requests.length === 0 && why !== undefined)
    return wordModal(texts, actLabel(texts, 'comment'), why);
  const { message, words } = thread.quoted;
  const form = { act: 'comment', what: '', times: [], mustSay: true } as const;
  const memory = writeActionFormMemory({
    verb: 'comment',
    card: '',
    step: '',
    occurrence: '',
    shown: null,
    clicked: thread.clicked,
    request: '',
    mustSay: true,
    message,
    spoken: { language, timeZone },
  });
  return actForm(texts, { ...form, fromMessage: { words, requests } }, memory);
}
