/** The whole page. */
import { html } from 'hono/html';
import { appTabs } from './app-home.ts';
import { avatar } from './avatar.ts';
import { composer } from './composer.ts';
import { drawer } from './drawer.ts';
import type { Html } from './html.ts';
import { threadList } from './message-list.ts';
import { modals } from './modals.ts';
import { mainPart } from './parts.ts';
import { personPicker } from './person-picker.ts';
import { addressIn, addressOf, type Place } from './place.ts';
import { railList } from './rail.ts';
import { slackbotSuggestions, slackbotTopic } from './slackbot-pane.ts';
import { tryThis } from './try-this.ts';

/** Opens the rail where the screen is too narrow to show it beside the messages. */
const menuButton = html`<button type="button" class="icon-close menu-button" aria-label="Channels and people" aria-controls="rail-panel" aria-expanded="false" data-menu data-testid="menu">☰</button>`;

function paneHead(place: Place): Html {
  const { conversation, client } = place;
  if (conversation.kind === 'channel') {
    return html`<header class="pane-head">${menuButton}<h1><span aria-hidden="true">#</span> ${conversation.name}</h1><p class="topic" data-testid="topic">${conversation.topic}</p></header>`;
  }
  if (conversation.kind === 'slackbot') {
    return html`<header class="pane-head">${menuButton}<h1>${avatar('slackbot', conversation.name, 'person', 'tiny')} ${conversation.name}</h1><p class="topic stand-in" data-testid="topic">${slackbotTopic}</p></header>`;
  }
  return html`<header class="pane-head app-head">${menuButton}<h1>${avatar(client.bot().userId, conversation.name, 'bot', 'tiny')} ${conversation.name}<span class="app-badge">APP</span></h1>${appTabs(place)}</header>`;
}

function threadPanel(place: Place): Html {
  if (place.threadTs === null) return html``;
  const back = addressOf(place.person.id, place.conversation.id);
  return html`<aside class="thread" aria-label="Thread" data-testid="thread"><header class="pane-head"><h1>Thread</h1><a class="icon-close" href="${back}" aria-label="Close the thread" data-testid="thread-close">✕</a></header><div class="messages" id="thread-messages" role="log" aria-live="polite" aria-label="Replies" tabindex="0" data-bottom>${threadList(place)}</div>${composer(place, true)}</aside>`;
}

/**
 * At the end of the page, and not deferred: htmx then starts after its extensions have run. A
 * deferred htmx may start before them, and the page would not be live.
 */
const scripts = html`<script src="/static/htmx.js"></script><script src="/static/htmx-sse.js"></script><script type="module" src="/static/page.js"></script>`;

export interface Looks {
  /** Whether a newcomer is told what to try. */
  readonly hint: boolean;
  /** What the drawer says of the weather; null where there is no drawer. */
  readonly drawer: string | null;
  /** Null: as the browser prefers. */
  readonly theme: 'light' | 'dark' | null;
}

export function layout(place: Place, looks: Looks): Html {
  const { client, person, conversation } = place;
  const write = place.tab === 'messages' ? composer(place, false) : '';
  return html`<!doctype html>
<html lang="en"${looks.theme === null ? '' : html` data-theme="${looks.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${conversation.kind === 'channel' ? `#${conversation.name}` : conversation.name} – ${person.name} – ${client.teamName}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/page.css">
${['composer', 'overlays', 'blocks', 'fields', 'drawer', 'slackbot', 'emoji'].map((name) => html`<link rel="stylesheet" href="/static/${name}.css">`)}
</head>
<body>
<div class="app${place.threadTs === null ? '' : ' with-thread'}">
<nav class="rail" id="rail-panel" aria-label="Workspace"><div class="team"><span><b>${client.teamName}</b><small>Sandbox: nothing here is real</small></span><button type="button" class="icon-close" aria-label="Switch between light and dark" title="Light or dark" data-theme-switch data-testid="theme">◐</button></div>${personPicker(place)}<div class="rail-scroll" id="rail">${railList(place)}</div>${looks.drawer === null ? '' : drawer(place, looks.drawer)}</nav>
<main><div class="pane">${paneHead(place)}<div class="pane-scroll" tabindex="0" data-scroll>${mainPart(place)}</div>${looks.hint ? tryThis(place) : ''}${slackbotSuggestions(place)}<div class="notice" id="notice" role="alert" data-testid="notice"></div>${write}</div>${threadPanel(place)}</main>
</div>
<div id="modals">${modals(place)}</div>
<dialog id="confirm" class="confirm" aria-labelledby="confirm-title" data-testid="confirm"><form method="dialog"></form></dialog>
<div hidden hx-sse:connect="${addressIn(place, 'live')}" hx-swap="none" hx-config="sse.reconnectDelay:100, sse.reconnectMaxDelay:4000"></div>
${scripts}
</body>
</html>`;
}
