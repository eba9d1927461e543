import type { App as BoltApp } from '@slack/bolt';
import { settleUncertain } from '../../../use-cases/settle-uncertain.ts';
import { uncertainActions } from '../../surfaces/notice-messages.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement } from '../payloads.ts';

/** The requester's choice about a request whose outcome is unknown: send it again, or leave it. */
export function uncertainSettled(bolt: BoltApp, deps: ListenerDeps): void {
  for (const [choice, actionId] of [
    ['send-again', uncertainActions.again],
    ['leave', uncertainActions.leave],
  ] as const) {
    bolt.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body, action, respond }) => {
      const slackUserId = actorOf(body).userId;
      const settled = await settleUncertain(deps, {
        requestId: clickedElement(action).value ?? '',
        slackUserId,
        choice,
      });
      await ack();
      const { uncertain } = (await deps.languages.textsOf(slackUserId)).notices;
      if (settled === 'not-yours') {
        await respond({ response_type: 'ephemeral', replace_original: false, text: uncertain.notYours });
        return;
      }
      const done = choice === 'leave' ? uncertain.left : uncertain.sending;
      await respond({ replace_original: true, text: settled === 'done' ? done : uncertain.settled });
    });
  }
}
