import type { App as BoltApp } from '@slack/bolt';
import { typedByPerson } from '../../../domain/typed-by-person.ts';
import { cut } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { messageShortcut } from '../payloads.ts';
import { conversationUrl } from '../request-form/conversation-url.ts';
import { nothingFilled, openFormOrSay } from '../request-form/open-form.ts';

/** "Request access" from anywhere, and "Request access for this" on a message, which is quoted and linked. */
export function requestShortcuts(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.shortcut('request_access', async ({ ack, body, client }) => {
    await ack();
    await openFormOrSay(deps, client, body, {});
  });

  bolt.shortcut('request_access_for_message', async ({ ack, body, client }) => {
    await ack();
    const { channel, message, team } = messageShortcut.parse(body);
    const place = { ts: message.ts, threadTs: message.thread_ts ?? null };
    await openFormOrSay(deps, client, body, {
      conversationId: channel.id,
      conversationUrl: conversationUrl(team?.domain ?? '', channel.id, place),
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
  if (words === '') return '';
  const lines = cut(words, quotedLength).split('\n');
  return `${lines.map((line) => `> ${line}`).join('\n')}\n`;
}
