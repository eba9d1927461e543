import type { App as BoltApp } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import { adminWaitingMessage, adminWordsMessage } from '../../surfaces/admin-messages.ts';
import { adminActions } from '../../surfaces/admin-page.ts';
import { type OrderValue, readOrderValue } from '../../surfaces/admin-values.ts';
import type { RenderedMessage } from '../../surfaces/task-card.ts';
import { answerMessage, chatCaller } from '../admin-caller.ts';
import { readingMessage, sizedOrder } from '../commands/access-admin.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage } from '../payloads.ts';

const oldButtonWords =
  'This button is from another version of me, and I cannot read it. Please type the command again.';

const repeatedWords =
  'This was confirmed already, and this second click changed nothing. If you see no answer, please type the command again.';

/** Buttons of the operator's answers: other pages of a list, and the word on a change. */
export function adminActionsClicked(bolt: BoltApp, deps: ListenerDeps): void {
  const { adminDesk: desk } = deps;
  const confirmed = new LRUCache<string, true>({ max: 1_000 });

  /** False for the second click on the same question. */
  function isFirstClick(question: string): boolean {
    if (confirmed.has(question)) return false;
    confirmed.set(question, true);
    return true;
  }

  async function answerOf(slackUserId: string, at: OrderValue): Promise<RenderedMessage> {
    const reading = desk.read(at.args, 'chat');
    if (reading.kind !== 'order') return readingMessage(reading);
    const order = sizedOrder({ ...reading.order, pageToken: at.pageToken });
    return answerMessage(await desk.carryOut(chatCaller(slackUserId), order), at);
  }

  for (const actionId of [adminActions.first, adminActions.next]) {
    bolt.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body, action, respond }) => {
      await ack();
      const at = readOrderValue(clickedElement(action).value);
      const message = at === null ? adminWordsMessage(oldButtonWords) : await answerOf(actorOf(body).userId, at);
      await respond({ response_type: 'ephemeral', replace_original: true, ...message });
    });
  }

  bolt.action({ type: 'block_actions', action_id: adminActions.confirm }, async ({ ack, body, action, respond }) => {
    await ack();
    const say = (message: RenderedMessage) =>
      respond({ response_type: 'ephemeral', replace_original: true, ...message });
    const at = readOrderValue(clickedElement(action).value);
    if (at === null) {
      await say(adminWordsMessage(oldButtonWords));
      return;
    }
    const clicked = clickedMessage(body);
    if (clicked !== null && !isFirstClick(`${clicked.channel} ${clicked.ts}`)) {
      await respond({ response_type: 'ephemeral', replace_original: false, ...adminWordsMessage(repeatedWords) });
      return;
    }
    await say(adminWaitingMessage('Asking the governance service …'));
    await say(await answerOf(actorOf(body).userId, at));
  });

  bolt.action({ type: 'block_actions', action_id: adminActions.cancel }, async ({ ack, respond }) => {
    await ack();
    await respond({
      response_type: 'ephemeral',
      replace_original: true,
      ...adminWordsMessage('Cancelled. Nothing was changed.'),
    });
  });
}
