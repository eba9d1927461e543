/** The left rail: the current person, the channels and the app. */
import { html } from 'hono/html';
import type { ConversationSummary } from '../client.ts';
import { avatar } from './avatar.ts';
import type { Html } from './html.ts';
import { addressOf, type Place, slackbotId, slackbotName } from './place.ts';

function entry(place: Place, one: ConversationSummary): Html {
  const current = one.id === place.conversation.id;
  const unread = one.unreadCount > 0 && !current;
  const icon =
    one.kind === 'channel'
      ? html`<span class="hash" aria-hidden="true">#</span>`
      : avatar(place.client.bot().userId, one.name, 'bot', 'tiny');
  const badge = unread
    ? html`<span class="badge" data-testid="unread">${one.unreadCount}<span class="sr-only"> unread</span></span>`
    : '';
  return html`<li><a id="rail-${one.id}" class="rail-item${unread ? ' unread' : ''}" href="${addressOf(place.person.id, one.id)}" data-testid="channel-${one.id}"${current ? html` aria-current="page"` : ''}>${icon}<span class="rail-name">${one.name}</span>${badge}</a></li>`;
}

/** Where the app offers it something to do. */
function slackbotEntry({ client, person, conversation }: Place): Html {
  if (client.slackbot(person.id) === null) return html``;
  const current = conversation.kind === 'slackbot';
  return html`<li><a id="rail-${slackbotId}" class="rail-item" href="${addressOf(person.id, slackbotId)}" data-testid="slackbot"${current ? html` aria-current="page"` : ''}>${avatar(slackbotId, slackbotName, 'person', 'tiny')}<span class="rail-name">${slackbotName}</span></a></li>`;
}

/** The list of conversations, with unread counts. */
export function railList(place: Place): Html {
  const of = (kind: ConversationSummary['kind']) =>
    place.conversations.filter((one) => one.kind === kind);
  const channels = of('channel');
  const apps = of('dm');
  return html`<h2>Channels</h2><ul>${channels.map((one) => entry(place, one))}</ul>${
    channels.length === 0 ? html`<p class="rail-empty">None you are in</p>` : ''
  }${apps.length === 0 ? '' : html`<h2>Apps</h2><ul data-testid="apps">${slackbotEntry(place)}${apps.map((one) => entry(place, one))}</ul>`}`;
}
