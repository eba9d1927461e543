/** The messages of a conversation or of a thread, with a divider for each day. */
import { html } from 'hono/html';
import type { ShownMessage } from '../client.ts';
import type { Html } from './html.ts';
import { messageItem, sentAt } from './message.ts';
import type { Place } from './place.ts';
import { dayHeading, isoDay } from './slack-date.ts';

const closeTogetherMs = 5 * 60_000;

function follows(message: ShownMessage, before: ShownMessage | undefined): boolean {
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    before.ephemeral === message.ephemeral &&
    !message.ephemeral &&
    before.replies.length === 0 &&
    sentAt(message).getTime() - sentAt(before).getTime() < closeTogetherMs
  );
}

function items(
  place: Place,
  messages: readonly ShownMessage[],
  inThread: boolean,
): readonly Html[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const day = isoDay(place.reader, sentAt(message));
    const newDay = before === undefined || isoDay(place.reader, sentAt(before)) !== day;
    const divider =
      newDay && !inThread
        ? html`<div class="day" id="day-${day}"><span>${dayHeading(place.reader, sentAt(message))}</span></div>`
        : '';
    return html`${divider}${messageItem(place, message, { compact: !newDay && follows(message, before), inThread })}`;
  });
}

export function messageList(place: Place): Html {
  const messages = place.client.messages(place.person.id, place.conversation.id);
  if (messages.length === 0) {
    return html`<p class="empty" id="empty">Nothing here yet. Say something, or type <kbd>/</kbd> to see the commands.</p>`;
  }
  return html`${items(place, messages, false)}`;
}

/** The open thread: its first message, then the replies. */
export function threadList(place: Place): Html {
  const messages = place.client.messages(place.person.id, place.conversation.id);
  const parent = messages.find((message) => message.ts === place.threadTs);
  if (parent === undefined)
    return html`<p class="empty" id="empty-thread">This message is no longer here.</p>`;
  const count = parent.replies.length;
  return html`${messageItem(place, parent, { compact: false, inThread: true })}<div class="day" id="reply-count"><span>${
    count === 0 ? 'No replies yet' : `${count} ${count === 1 ? 'reply' : 'replies'}`
  }</span></div>${items(place, parent.replies, true)}`;
}
