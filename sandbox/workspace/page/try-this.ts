/** What a newcomer could do first. It goes away for good when they say so. */
import { html } from 'hono/html';
import type { Html } from './html.ts';
import { addressOf, type Place } from './place.ts';

/** A cookie of this name means: not again. */
export const dismissedCookie = 'try-this-dismissed';

const reviewer = { personId: 'U0ANA', conversationId: 'C0REVIEWS' };

/** Nothing if the seed has no such people, or the bot no commands. */
export function tryThis(place: Place): Html {
  const { client } = place;
  const [first] = client.commands();
  const person = client.people().find((one) => one.id === reviewer.personId);
  const channel = client.channelNames().find((one) => one.id === reviewer.conversationId);
  if (first === undefined || person === undefined || channel === undefined) return html``;
  const there = addressOf(reviewer.personId, reviewer.conversationId);
  const name = person.name.split(' ')[0] ?? person.name;
  return html`<aside class="try" id="try" aria-label="Try this" data-testid="try-this"><h2>Try this</h2><ol><li>Type <kbd>${first.command}</kbd> below, press Enter, and ask for something.</li><li><a href="${there}" data-testid="try-switch">Become ${name}</a>, who reviews requests in <b>#${channel.name}</b>, and click <b>Approve</b>.</li><li>Come back as yourself with <b>You are</b> at the top left, and see what the app told you.</li></ol><button type="button" class="icon-close" aria-label="Dismiss" hx-post="/try-this/dismiss" hx-target="#try" hx-swap="delete" data-testid="try-dismiss">✕</button></aside>`;
}
