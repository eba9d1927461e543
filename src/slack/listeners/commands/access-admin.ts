import type { App as BoltApp } from '@slack/bolt';
import { adminMessage } from '../../surfaces/admin-page.ts';
import type { ListenerDeps } from '../deps.ts';
import { slashCommand } from '../payloads.ts';

/** `/access-admin ...`: Slack gets its answer at once, the administrator theirs when the service has answered. */
export function accessAdmin(bolt: BoltApp, { administer }: ListenerDeps): void {
  bolt.command('/access-admin', async ({ ack, body, respond }) => {
    const { text, user_id: slackUserId } = slashCommand.parse(body);
    await ack();
    const answer = await administer({ via: 'chat', slackUserId }, unescaped(text ?? ''));
    await respond({ response_type: 'ephemeral', ...adminMessage(answer) });
  });
}

/** Slack escapes these three in what people type. */
function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt);/g, (_, sign: string) => (sign === 'amp' ? '&' : sign === 'lt' ? '<' : '>'));
}
