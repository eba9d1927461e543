/**
 * The parts of the page that change while it is open. Each is swapped into the element of its id,
 * by a morph.
 */
import { html } from 'hono/html';
import { aboutTab, homeTab } from './app-home.ts';
import type { Html } from './html.ts';
import { messageList, threadList } from './message-list.ts';
import { modals } from './modals.ts';
import type { Place } from './place.ts';
import { railList } from './rail.ts';
import { slackbotLines } from './slackbot-pane.ts';

export type PartId = 'rail' | 'messages' | 'thread-messages' | 'home' | 'modals';

/** The parts that are on the page at this place, and how each is rendered. */
export function partsOf(place: Place): ReadonlyMap<PartId, () => Html> {
  const parts = new Map<PartId, () => Html>([['rail', () => railList(place)]]);
  if (place.tab === 'messages') parts.set('messages', () => lines(place));
  if (place.tab === 'home') parts.set('home', () => homeTab(place));
  if (place.threadTs !== null) parts.set('thread-messages', () => threadList(place));
  parts.set('modals', () => modals(place));
  return parts;
}

/** The main part: messages, Home or About. */
export function mainPart(place: Place): Html {
  if (place.tab === 'home')
    return html`<div class="home" id="home" data-testid="home-pane">${homeTab(place)}</div>`;
  if (place.tab === 'about') return aboutTab(place);
  return html`<div class="messages" id="messages" role="log" aria-live="polite" aria-label="Messages" data-testid="messages" data-bottom>${lines(place)}</div>`;
}

const lines = (place: Place): Html =>
  place.conversation.kind === 'slackbot' ? slackbotLines(place) : messageList(place);
