/**
 * Slackbot as far as the workspace has it: what a person and the stand-in for it said to each other,
 * which tools of the app it called for that, and sentences to begin with.
 */
import { html } from 'hono/html';
import type { SlackbotLine } from '../client.ts';
import { avatar } from './avatar.ts';
import type { Html } from './html.ts';
import { linkTo } from './links.ts';
import { addressOf, type Place, slackbotName } from './place.ts';
import type { Reader } from './reader.ts';
import { plainText } from './text-object.ts';

export const slackbotTopic =
  'A stand-in for Slack’s Slackbot: a few rules in the place of a language model. What it calls is real.';

const address = /(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/;

/** Plain text, in which nothing but an address is more than its letters. */
function linkedText(reader: Reader, text: string): Html {
  const parts = text.split(address).map((part, place) => {
    const link = place % 2 === 1 ? linkTo(reader, part) : null;
    return link === null ? plainText(part, false) : html`<a ${link}>${part}</a>`;
  });
  return html`${parts}`;
}

function lineItem(place: Place, line: SlackbotLine): Html {
  const { person, reader } = place;
  const isOwn = line.by === 'person';
  const name = isOwn ? person.name : slackbotName;
  const face = isOwn ? avatar(person.id, name) : avatar('slackbot', slackbotName);
  const calls = line.calls.map(
    (call) => html`<li><code data-testid="slackbot-call">${call}</code></li>`,
  );
  const called = calls.length === 0 ? '' : html`<ul class="tool-calls">${calls}</ul>`;
  const text =
    line.text === '' ? '' : html`<div class="text">${linkedText(reader, line.text)}</div>`;
  return html`<article class="message" id="${line.id}" data-testid="slackbot-line"><div class="message-row"><div class="side">${face}</div><div class="content"><div class="head"><span class="author">${name}</span></div>${called}${text}</div></div></article>`;
}

export function slackbotLines(place: Place): Html {
  const lines = place.client.slackbot(place.person.id)?.lines ?? [];
  if (lines.length === 0)
    return html`<p class="empty" id="empty">Say what you need, in a sentence. Slackbot calls the app’s tools, and the app sends you a draft: nothing is asked for before you press Send.</p>`;
  return html`${lines.map((line) => lineItem(place, line))}`;
}

/** Buttons that say one of the sentences; nothing elsewhere. */
export function slackbotSuggestions(place: Place): Html {
  if (place.conversation.kind !== 'slackbot') return html``;
  const { client, person, conversation } = place;
  const buttons = (client.slackbot(person.id)?.suggestions ?? []).map(
    (sentence) =>
      html`<button type="button" class="button" hx-post="${addressOf(person.id, conversation.id)}/send" hx-vals="${JSON.stringify({ text: sentence })}" hx-target="#notice" hx-swap="innerHTML" hx-disable="this" data-testid="slackbot-suggestion">${sentence}</button>`,
  );
  return html`<div class="suggestions" role="group" aria-label="Sentences to begin with">${buttons}</div>`;
}
