/** The app's own tabs: Home as the app published it, Messages, About. */
import { html } from 'hono/html';
import { blocks } from './blocks.ts';
import type { Html } from './html.ts';
import { type AppTab, addressOf, type Place } from './place.ts';
import { containerField } from './surface.ts';

const tabs: readonly { readonly tab: AppTab; readonly name: string }[] = [
  { tab: 'home', name: 'Home' },
  { tab: 'messages', name: 'Messages' },
  { tab: 'about', name: 'About' },
];

export function appTabs(place: Place): Html {
  return html`<nav class="tabs" aria-label="App">${tabs.map(
    ({ tab, name }) =>
      html`<a href="${addressOf(place.person.id, place.conversation.id, { tab })}" data-testid="tab-${tab}"${place.tab === tab ? html` aria-current="page"` : ''}>${name}</a>`,
  )}</nav>`;
}

export function homeTab(place: Place): Html {
  const view = place.client.home(place.person.id);
  if (view === null)
    return html`<p class="empty">This app has not shown you anything here yet.</p>`;
  const container = { kind: 'view', viewId: view.id } as const;
  const surface = { reader: place.reader, container, state: view.state, errors: view.errors };
  return html`<form class="blocks home-blocks" id="home-${view.id}" autocomplete="off" data-testid="home">${containerField(container)}${blocks(surface, view.blocks)}</form>`;
}

export function aboutTab(place: Place): Html {
  const { client } = place;
  const hints = [
    ...client.commands().map((one) => ({ what: one.command, does: one.description })),
    ...client.shortcuts().map((one) => ({
      what: one.name,
      does: `${one.kind === 'global' ? 'In the lightning menu under the message field' : 'In the menu of any message'}. ${one.description}`,
    })),
  ];
  return html`<div class="about" data-testid="about"><h2>${client.bot().name}</h2><p>The real bot, in a workspace that exists only here. It offers:</p><dl>${hints.map((hint) => html`<dt>${hint.what}</dt><dd>${hint.does}</dd>`)}</dl></div>`;
}
