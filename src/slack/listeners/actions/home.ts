import type { App as BoltApp } from '@slack/bolt';
import { homeActions } from '../../surfaces/home.ts';
import { requestModal } from '../../surfaces/request-modal.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, triggerOf } from '../payloads.ts';

/** The button on Home opens the form; the request then belongs to the direct message with the bot. */
export function homeRequest(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: homeActions.request }, async ({ ack, body, client }) => {
    await ack();
    const texts = await deps.languages.textsOf(actorOf(body).userId);
    await client.views.open({
      trigger_id: triggerOf(body),
      view: requestModal(texts, {
        memory: {
          v: 1,
          conversationId: actorOf(body).userId,
          teamDomain: '',
          appPicks: 0,
          entitlementPicks: 0,
          appId: null,
        },
        app: null,
        entitlement: null,
        remark: null,
      }),
    });
  });
}
