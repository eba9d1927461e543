/** One message: who, when, what, and what can be done with it. */
import { html } from 'hono/html';
import type { Container, ShownMessage } from '../client.ts';
import { avatar } from './avatar.ts';
import { blocks } from './blocks.ts';
import type { Html } from './html.ts';
import { dotsIcon, eyeIcon, replyIcon } from './icons.ts';
import { mrkdwn } from './mrkdwn.ts';
import { addressOf, type Place } from './place.ts';
import { fullMoment, timeOf } from './slack-date.ts';
import { containerField } from './surface.ts';

export function sentAt(message: Pick<ShownMessage, 'ts'>): Date {
  return new Date(Number(message.ts) * 1000);
}

function containerOf(message: ShownMessage): Container {
  const { conversationId, ts } = message;
  return message.ephemeral
    ? { kind: 'ephemeral', conversationId, ts }
    : { kind: 'message', conversationId, ts };
}

function body(place: Place, message: ShownMessage): Html {
  const { reader } = place;
  if (message.blocks.length === 0)
    return html`<div class="text">${mrkdwn(reader, message.text)}</div>`;
  const container = containerOf(message);
  const surface = { reader, container, state: message.state, errors: {} };
  return html`<form class="blocks" autocomplete="off">${containerField(container)}${blocks(surface, message.blocks)}</form>`;
}

/** The bar that appears on hover or focus. */
function tools(place: Place, message: ShownMessage, id: string, inThread: boolean): Html {
  if (message.ephemeral) return html``;
  const { person, client } = place;
  const thread = addressOf(person.id, message.conversationId, {
    threadTs: message.threadTs ?? message.ts,
  });
  const reply = inThread
    ? ''
    : html`<a class="tool" href="${thread}" aria-label="Reply in thread" title="Reply in thread" data-testid="reply">${replyIcon}</a>`;
  const shortcuts = client.shortcuts().filter((one) => one.kind === 'message');
  const items = shortcuts.map((one) => {
    const vals = JSON.stringify({
      callbackId: one.callbackId,
      conversationId: message.conversationId,
      ts: message.ts,
    });
    return html`<button type="button" role="menuitem" class="menu-item" data-testid="shortcut" data-callback-id="${one.callbackId}" hx-post="/as/${person.id}/shortcut" hx-vals="${vals}" hx-target="#notice" hx-swap="innerHTML">${one.name}<small>${client.bot().name}</small></button>`;
  });
  const more =
    items.length === 0
      ? ''
      : html`<button type="button" class="tool" id="t${id}" popovertarget="tm${id}" aria-haspopup="menu" aria-label="More actions" title="More actions" data-testid="more-actions">${dotsIcon}</button><div id="tm${id}" class="menu" role="menu" popover data-anchor="t${id}">${items}</div>`;
  return html`<div class="tools">${reply}${more}</div>`;
}

function repliesLink(place: Place, message: ShownMessage): Html {
  const count = message.replies.length;
  const last = message.replies.at(-1);
  if (count === 0 || last === undefined) return html``;
  const href = addressOf(place.person.id, message.conversationId, { threadTs: message.ts });
  return html`<a class="replies" href="${href}" data-testid="replies"><b>${count} ${count === 1 ? 'reply' : 'replies'}</b> <span>Last reply ${timeOf(place.reader, sentAt(last))}</span></a>`;
}

export interface MessageLook {
  /** Follows another message of the same author closely: no face, no name. */
  readonly compact: boolean;
  readonly inThread: boolean;
}

export function messageItem(place: Place, message: ShownMessage, look: MessageLook): Html {
  const { author } = message;
  const at = sentAt(message);
  const id = `${look.inThread ? 'r' : 'm'}${message.conversationId}-${message.ts.replace('.', '-')}`;
  const time = html`<time datetime="${at.toISOString()}" title="${fullMoment(place.reader, at)}">${timeOf(place.reader, at)}</time>`;
  const head = look.compact
    ? html`<span class="sr-only">${author.name}</span>`
    : html`<span class="author">${author.name}</span>${author.kind === 'bot' ? html`<span class="app-badge">APP</span>` : ''}${time}`;
  const side = look.compact
    ? html`<span class="side-time">${time}</span>`
    : avatar(author.id, author.name, author.kind);
  const only = message.ephemeral
    ? html`<p class="only-you" data-testid="only-visible-to-you">${eyeIcon} Only visible to you</p>`
    : '';
  const edited = message.edited
    ? html`<span class="edited" data-testid="edited">(edited)</span>`
    : '';
  return html`<article class="message${look.compact ? ' compact' : ''}${message.ephemeral ? ' ephemeral' : ''}${message.ts === place.messageTs ? ' linked' : ''}" id="${id}" data-testid="message" data-ts="${message.ts}" data-author="${author.id}">${only}<div class="message-row"><div class="side">${side}</div><div class="content"><div class="head">${head}</div>${body(place, message)}${edited}${look.inThread ? '' : repliesLink(place, message)}</div></div>${tools(place, message, id, look.inThread)}</article>`;
}
