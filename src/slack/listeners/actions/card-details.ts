import type { App as BoltApp } from '@slack/bolt';
import { readCardValue } from '../../surfaces/card-value.ts';
import { detailsModal } from '../../surfaces/modals.ts';
import { cardActions } from '../../surfaces/task-card.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, triggerOf } from '../payloads.ts';

/** The whole text of what a card had to cut, and the acknowledgement of its links. */
export function cardDetails(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.details }, async ({ ack, body, action, client }) => {
    await ack();
    const value = readCardValue(clickedElement(action).value);
    if (value === null) return;
    const kept = await deps.store.transaction(async (tx) => {
      const card = await tx.cards.find(value.card);
      const request = card === null ? null : await tx.requests.find(card.requestId);
      const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
      return request === null || task === null ? null : { request, task: task.snapshot };
    });
    if (kept !== null) {
      const texts = await deps.languages.textsOf(actorOf(body).userId);
      await client.views.open({ trigger_id: triggerOf(body), view: detailsModal(texts, kept.request, kept.task) });
    }
  });
  // These are links: Slack opens the page by itself and still wants its answer.
  bolt.action({ type: 'block_actions', action_id: cardActions.more }, async ({ ack, body, action, respond }) => {
    await ack();
    const { governance } = deps.settings;
    if (clickedElement(action).selected !== null && governance.taskUrl === null) {
      const { review } = await deps.languages.textsOf(actorOf(body).userId);
      await respond({
        response_type: 'ephemeral',
        replace_original: false,
        text: review.elsewhere,
      });
    }
  });
}
