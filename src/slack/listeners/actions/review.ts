import type { App as BoltApp } from '@slack/bolt';
import { acceptReview } from '../../../use-cases/accept-review.ts';
import { acceptanceWords } from '../../surfaces/acceptance-words.ts';
import { readCardValue } from '../../surfaces/card-value.ts';
import { denyModal } from '../../surfaces/modals.ts';
import { cardActions } from '../../surfaces/task-card.ts';
import type { Texts } from '../../texts/texts.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage, triggerOf } from '../payloads.ts';
import { writeDenial } from '../views/denial.ts';

/** Approve decides at once; Deny asks for a reason first. */
export function reviewActions(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.approve }, async ({ ack, body, action, respond }) => {
    const value = readCardValue(clickedElement(action).value);
    if (value === null) {
      await ack();
      const { review } = await deps.languages.textsOf(actorOf(body).userId);
      await respond({ response_type: 'ephemeral', replace_original: false, text: review.oldCard });
      return;
    }
    const accepted = await acceptReview(deps, {
      verb: 'approve',
      by: actorOf(body),
      reason: '',
      cardId: value.card,
      stepId: value.step,
      clicked: clickedMessage(body),
    });
    await ack();
    const words = acceptanceWords(await deps.languages.textsOf(actorOf(body).userId), accepted);
    if (words !== null) await respond({ response_type: 'ephemeral', replace_original: false, text: words });
  });

  bolt.action(
    { type: 'block_actions', action_id: cardActions.deny },
    async ({ ack, body, action, client, respond }) => {
      await ack();
      const { texts, language, timeZone } = await deps.languages.readerOf(actorOf(body).userId);
      const value = readCardValue(clickedElement(action).value);
      if (value === null) {
        await respond({ response_type: 'ephemeral', replace_original: false, text: texts.review.oldCard });
        return;
      }
      const what = await whatOf(texts, deps, value.card);
      const denial = writeDenial({ ...value, clicked: clickedMessage(body), spoken: { language, timeZone } });
      const view = denyModal(texts, what, denial);
      const opened = await attempt('views.open', () => client.views.open({ trigger_id: triggerOf(body), view }));
      if (opened.ok) return;
      deps.world.log.warn({ err: opened.refusal, cardId: value.card }, 'denial form not opened');
      await respond({ response_type: 'ephemeral', replace_original: false, text: texts.review.denyNotOpened });
    },
  );
}

async function whatOf({ review }: Texts, deps: ListenerDeps, cardId: string): Promise<string> {
  const request = await deps.store.transaction(async (tx) => {
    const card = await tx.cards.find(cardId);
    return card === null ? null : tx.requests.find(card.requestId);
  });
  if (request === null) return review.thisRequest;
  const what = `${request.appName} · ${request.entitlementName}`;
  return review.whatIsAsked({ what, who: request.requester.userName });
}
