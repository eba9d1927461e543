import type { App as BoltApp } from '@slack/bolt';
import { formActs, isAct } from '../../../domain/task-act.ts';
import { acceptReview, withdrawReview } from '../../../use-cases/accept-review.ts';
import { taskOfCard } from '../../../use-cases/request-cards.ts';
import { readJson } from '../../json-text.ts';
import { acceptanceWords } from '../../surfaces/acceptance-words.ts';
import { readCardValue } from '../../surfaces/buttons.ts';
import { listedAct } from '../../surfaces/card-details.ts';
import { answerAction, fillInAction, takeBackAction } from '../../surfaces/notice-messages.ts';
import { cardActions, moreOption } from '../../surfaces/task-card.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage, placeShape, viewOf } from '../payloads.ts';
import { sayToClicker } from '../say-to-clicker.ts';
import { openActForm, openAskedForm } from './act-forms.ts';
import { openDetails } from './card-details.ts';

/** Approve decides at once, unless the step wants a reason; everything else asks for what it needs first. */
export function reviewActions(bolt: BoltApp, deps: ListenerDeps): void {
  for (const verb of ['approve', 'deny'] as const) {
    // The button is a link: Slack opens it, and waits for its answer all the same.
    bolt.action({ type: 'block_actions', action_id: `${cardActions.decideInConsole}.${verb}` }, ({ ack }) => ack());

    bolt.action({ type: 'block_actions', action_id: cardActions[verb] }, async (click) => {
      const { ack, body, action } = click;
      const value = readCardValue(clickedElement(action).value);
      const by = actorOf(body);
      if (value === null) {
        await ack();
        const texts = await deps.languages.textsOf(by.userId);
        return sayToClicker(click, texts, texts.review.oldCard);
      }
      const clicked = clickedMessage(body);
      if (verb === 'deny' || (await wantsReason(deps, value.card))) {
        await ack();
        return openActForm(deps, click, verb, { value, clicked, viewId: null });
      }
      const decision = { verb, by, reason: '', cardId: value.card, stepId: value.step, clicked };
      const accepted = await acceptReview(deps, decision);
      await ack();
      const texts = await deps.languages.textsOf(by.userId);
      const words = acceptanceWords(texts, accepted);
      if (words !== null) await sayToClicker(click, texts, words);
    });
  }

  bolt.action({ type: 'block_actions', action_id: takeBackAction }, async ({ ack, body, action, respond }) => {
    const { userId } = actorOf(body);
    const reviewId = clickedElement(action).value ?? '';
    const outcome = await withdrawReview(deps, { reviewId, slackUserId: userId });
    await ack();
    if (outcome === 'withdrawn') return;
    const { review } = await deps.languages.textsOf(userId);
    const text = outcome === 'over' ? review.nothingToTakeBack : review.perhapsSent;
    await respond({ response_type: 'ephemeral', replace_original: false, text });
  });
}

/** A card's menu, what can be done among its details, and the buttons below a question and a form. */
export function actActions(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.more }, async (click) => {
    await click.ack();
    const { selected, blockId } = clickedElement(click.action);
    const value = readCardValue(blockId);
    if (value !== null && selected === moreOption) return openDetails(deps, click, value.card);
    const clicked = clickedMessage(click.body);
    if (value !== null && isAct(selected)) return openActForm(deps, click, selected, { value, clicked, viewId: null });
    const texts = await deps.languages.textsOf(actorOf(click.body).userId);
    // The menu of an earlier version, whose options said all of it.
    if (selected?.includes(':') === true) return sayToClicker(click, texts, texts.review.oldCard);
    // A link: Slack opens the page by itself.
    if (deps.settings.governance.taskUrl === null) await sayToClicker(click, texts, texts.review.elsewhere);
  });

  for (const act of formActs) {
    bolt.action({ type: 'block_actions', action_id: `${listedAct}${act}` }, async (click) => {
      await click.ack();
      const value = readCardValue(clickedElement(click.action).value);
      const view = viewOf(click.body);
      const clicked = placeShape.nullable().catch(null).parse(readJson(view.privateMetadata));
      if (value !== null) await openActForm(deps, click, act, { value, clicked, viewId: view.viewId });
    });
  }

  for (const [act, action_id] of [
    ['answer', answerAction],
    ['fill-in', fillInAction],
  ] as const) {
    bolt.action({ type: 'block_actions', action_id }, async (click) => {
      await click.ack();
      await openAskedForm(deps, click, act);
    });
  }
}

/** By the last reading; where it is wrong, the check before the decision says so. */
async function wantsReason(deps: ListenerDeps, cardId: string): Promise<boolean> {
  const row = await deps.store.transaction((tx) => taskOfCard(tx, cardId));
  return row?.snapshot.stepPolicy?.requireApprovalReason === true;
}
