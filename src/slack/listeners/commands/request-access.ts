import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import { helpMessage } from '../../surfaces/help.ts';
import type { ListenerDeps } from '../deps.ts';
import { conversationUrl } from '../request-form/conversation-url.ts';
import { nothingFilled, openForm } from '../request-form/open-form.ts';

const commandPayload = z.object({
  user_id: z.string(),
  text: z.string().nullish(),
  trigger_id: z.string(),
  channel_id: z.string(),
  team_domain: z.string().nullish(),
});

/** `/request-access` opens the form; `/request-access help` says what there is. */
export function requestAccess(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.command('/request-access', async ({ ack, body, client, respond }) => {
    const command = commandPayload.parse(body);
    if ((command.text ?? '').trim().toLowerCase() === 'help') {
      const texts = await deps.languages.textsOf(command.user_id);
      await ack({ response_type: 'ephemeral', ...helpMessage(texts, deps.settings) });
      return;
    }
    await ack();
    const texts = await deps.languages.textsOf(command.user_id);
    const isOpen = await openForm(
      deps,
      client,
      {
        triggerId: command.trigger_id,
        slackUserId: command.user_id,
        mode: 'request',
        conversationId: command.channel_id,
        conversationUrl: conversationUrl(command.team_domain ?? '', command.channel_id),
        prefill: nothingFilled,
      },
      texts,
    );
    if (!isOpen) await respond({ response_type: 'ephemeral', text: texts.requestForm.notOpened });
  });
}
