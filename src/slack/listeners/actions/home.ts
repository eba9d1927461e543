import type { App as BoltApp } from '@slack/bolt';
import { homeActions } from '../../surfaces/home.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, triggerOf } from '../payloads.ts';
import { nothingFilled, openForm } from '../request-form/open-form.ts';

/** The button on Home opens the form; the request then belongs to the direct message with the bot. */
export function homeRequest(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: homeActions.request }, async ({ ack, body, client }) => {
    await ack();
    const { userId } = actorOf(body);
    const opening = {
      triggerId: triggerOf(body),
      slackUserId: userId,
      mode: 'request',
      conversationId: userId,
      conversationUrl: '',
      prefill: nothingFilled,
    } as const;
    await openForm(deps, client, opening, await deps.languages.textsOf(userId));
  });
}
