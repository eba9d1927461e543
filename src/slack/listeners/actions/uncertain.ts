import type { App as BoltApp } from '@slack/bolt';
import { settleUncertain } from '../../../use-cases/settle-uncertain.ts';
import { uncertainActions } from '../../surfaces/notice-messages.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement } from '../payloads.ts';

const answers = {
  'send-again': 'Thank you. Your request is being sent again.',
  leave: 'Thank you. I leave it as it is.',
  settled: 'This is settled already. There is nothing left to do.',
  'not-yours': 'Only the person who asked can settle this.',
} as const;

/** The requester's word on a request of unknown outcome. */
export function uncertainSettled(bolt: BoltApp, deps: ListenerDeps): void {
  for (const [choice, actionId] of [
    ['send-again', uncertainActions.again],
    ['leave', uncertainActions.leave],
  ] as const) {
    bolt.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body, action, respond }) => {
      const settled = await settleUncertain(deps, {
        requestId: clickedElement(action).value ?? '',
        slackUserId: actorOf(body).userId,
        choice,
      });
      await ack();
      if (settled === 'not-yours') {
        await respond({ response_type: 'ephemeral', replace_original: false, text: answers[settled] });
      } else await respond({ replace_original: true, text: settled === 'done' ? answers[choice] : answers[settled] });
    });
  }
}
