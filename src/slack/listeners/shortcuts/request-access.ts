import type { App as BoltApp } from '@slack/bolt';
import { typedByPerson } from '../../../domain/command-grammar.ts';
import { cut } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { conversationUrl, messageShortcut } from '../payloads.ts';
import { nothingFilled, openFormForClick } from '../request-form/open-form.ts';

/** "Request access" from anywhere, and "Request access for this" on a message, which is quoted and linked. */
export function requestShortcuts(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.shortcut('request_access', async ({ ack, body, client }) => {
    await ack();
    await openFormForClick(deps, client, body, {});
  });

  bolt.shortcut('request_access_for_message', async ({ ack, body, client }) => {
    await ack();
    const { channel, message, team } = messageShortcut.parse(body);
    await openFormForClick(deps, client, body, {
      conversationId: channel.id,
      conversationUrl: conversationUrl(team?.domain, channel.id, message),
      messageAuthor: message.user ?? null,
      prefill: { ...nothingFilled, filled: { justification: quoted(typedByPerson(message.text ?? '')) } },
    });
  });
}

/** A longer message is cut: the link leads to the rest, and the justification needs room below it. */
const quotedLength = 1_000;

/** A message as a quotation to write below; nothing for one without words. */
function quoted(text: string): string {
  const words = text.trim();
  return words === '' ? '' : `${cut(words, quotedLength).replaceAll(/^/gm, '> ')}\n`;
}
