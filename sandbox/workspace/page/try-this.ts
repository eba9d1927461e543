/** A hint for newcomers, in the channel where they start. Dismissing it is remembered. */
import { html } from 'hono/html';
import type { Html } from './html.ts';
import { addressOf, type Place } from './place.ts';

/** The cookie that remembers the dismissal. */
export const dismissedCookie = 'try-this-dismissed';
/** Where the page begins, and the only place with the hint. */
export const firstConversation = 'C0GENERAL';

const reviewer = { personId: 'U0ANA', conversationId: 'C0REVIEWS' };
/** Access on which that reviewer decides there: other access is decided elsewhere, or at once. */
const access = { app: 'GitHub', entitlement: 'Platform: write' };

/** Nothing in other conversations, or if the seed has no such people or the bot no commands. */
export function tryThis(place: Place): Html {
  const { client } = place;
  const [first] = client.commands();
  const person = client.people().find((one) => one.id === reviewer.personId);
  const channel = client.channelNames().find((one) => one.id === reviewer.conversationId);
  const isHere = place.conversation.id === firstConversation;
  if (!isHere || first === undefined || person === undefined || channel === undefined)
    return html``;
  const there = addressOf(reviewer.personId, reviewer.conversationId);
  const name = person.name.split(' ')[0] ?? person.name;
  return html`<aside class="try" id="try" aria-label="Try this" data-testid="try-this"><p>Try this: send <kbd>${first.command}</kbd>, pick ${access.app} and then ${access.entitlement}, submit, and <a href="${there}" data-testid="try-switch">become ${name} in #${channel.name}</a> and approve it.</p><button type="button" class="icon-close" aria-label="Dismiss" hx-post="/try-this/dismiss" hx-target="#try" hx-swap="delete" data-testid="try-dismiss">✕</button></aside>`;
}
