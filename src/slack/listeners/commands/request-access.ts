import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import { helpMessage } from '../../surfaces/help.ts';
import { requestModal } from '../../surfaces/request-modal.ts';
import type { ListenerDeps } from '../deps.ts';

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
      await ack({ response_type: 'ephemeral', ...helpMessage(deps.settings) });
      return;
    }
    await ack();
    const texts = await deps.languages.textsOf(command.user_id);
    try {
      await client.views.open({
        trigger_id: command.trigger_id,
        view: requestModal(texts, {
          memory: {
            v: 1,
            conversationId: command.channel_id,
            teamDomain: command.team_domain ?? '',
            appPicks: 0,
            entitlementPicks: 0,
            appId: null,
          },
          app: null,
          entitlement: null,
          remark: null,
        }),
      });
    } catch (err) {
      deps.world.log.warn({ err }, 'request form not opened');
      await respond({
        response_type: 'ephemeral',
        text: texts.requestForm.notOpened,
      });
    }
  });
}
