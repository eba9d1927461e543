import { isMap, isSeq, parseDocument } from 'yaml';
import { z } from 'zod';

/** How Slack reaches the bot: at an address, or through a socket that the bot opens (null). */
export type BotAddress = string | null;

const eventsPath = '/slack/events';

const addressed = z.object({
  settings: z.object({ event_subscriptions: z.object({ request_url: z.string() }) }),
});

/** The manifest of this bot's app, from that of the repository. */
export function manifestText(template: string, address: BotAddress): string {
  // Its beginning says how to fill it in, which is done here.
  const document = parseDocument(template.replace(/^(?:#.*\n)+/, ''));
  document.commentBefore =
    ' The Slack app of this bot, written by npm run setup: paste it at api.slack.com/apps > Create New App > From a manifest,\n or under App Manifest of the app that is there.';
  const url = `${address}${eventsPath}`;
  const put = (path: readonly (string | number)[]) =>
    address === null ? document.deleteIn(path) : document.setIn(path, url);
  const commands = document.getIn(['features', 'slash_commands']);
  const count = isSeq(commands) ? commands.items.filter(isMap).length : 0;
  for (let place = 0; place < count; place += 1) put(['features', 'slash_commands', place, 'url']);
  put(['settings', 'event_subscriptions', 'request_url']);
  put(['settings', 'interactivity', 'request_url']);
  put(['settings', 'interactivity', 'message_menu_options_url']);
  document.setIn(['settings', 'socket_mode_enabled'], address === null);
  return document.toString({ lineWidth: 0 });
}

/** The address in a manifest; null where there is none. */
export function addressIn(manifest: string): string | null {
  const reading = addressed.safeParse(parseDocument(manifest).toJS());
  if (!reading.success) return null;
  const { request_url: url } = reading.data.settings.event_subscriptions;
  return url.endsWith(eventsPath) ? url.slice(0, -eventsPath.length) : null;
}
