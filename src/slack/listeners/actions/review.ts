import type { App as BoltApp } from '@slack/bolt';
import { type FormAct, formActs } from '../../../domain/task-act.ts';
import { acceptReview } from '../../../use-cases/accept-review.ts';
import { formOf } from '../../../use-cases/form-step.ts';
import { withdrawReview } from '../../../use-cases/withdraw-review.ts';
import { readJson } from '../../json-text.ts';
import { acceptanceWords } from '../../surfaces/acceptance-words.ts';
import { actForm, listedAct } from '../../surfaces/act-form.ts';
import { isMarkOf, readCardValue, readMenuValue } from '../../surfaces/buttons.ts';
import { answerAction, fillInAction, takeBackAction } from '../../surfaces/notice-messages.ts';
import { cardActions } from '../../surfaces/task-card.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage, placeShape, triggerOf, viewOf } from '../payloads.ts';
import { sayToClicker } from '../say-to-clicker.ts';
import { writeActMemory } from '../views/act-submitted.ts';
import { openActForm, openActList } from './act-forms.ts';

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

/** A card's menu, the list of everything that somebody may do, and the button below a question. */
export function actActions(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.more }, async (click) => {
    await click.ack();
    const texts = await deps.languages.textsOf(actorOf(click.body).userId);
    const chosen = readMenuValue(clickedElement(click.action).selected ?? '');
    if (chosen === null) {
      // A link: Slack opens the page by itself.
      if (deps.settings.governance.taskUrl === null) await sayToClicker(click, texts, texts.review.elsewhere);
      return;
    }
    const step = await currentStepOf(deps, chosen.card);
    const clicked = clickedMessage(click.body);
    const value = { card: chosen.card, step: step ?? '' };
    if (!isMarkOf(chosen.mark, step)) return sayToClicker(click, texts, texts.refusals.plain['step-moved-on']);
    if (chosen.act === 'more') return openActList(deps, click, { value, clicked });
    return openActForm(deps, click, chosen.act, { value, clicked, viewId: null });
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

  bolt.action({ type: 'block_actions', action_id: fillInAction }, async (click) => {
    await click.ack();
    const request = clickedElement(click.action).value;
    const { texts, language, timeZone } = await deps.languages.readerOf(actorOf(click.body).userId);
    const { questions, stepId } = await deps.store.transaction((tx) => formOf(tx, request));
    if (questions.length === 0) return sayToClicker(click, texts, texts.refusals.plain['step-moved-on']);
    const act: FormAct = 'fill-in';
    const memory = { verb: act, card: '', step: stepId, clicked: clickedMessage(click.body), request, mustSay: false };
    const form = { act, what: texts.review.thisRequest, times: [], mustSay: false, questions };
    const view = actForm(texts, form, writeActMemory({ ...memory, spoken: { language, timeZone } }));
    await attempt('views.open', () => click.client.views.open({ trigger_id: triggerOf(click.body), view }));
  });

  bolt.action({ type: 'block_actions', action_id: answerAction }, async (click) => {
    await click.ack();
    const request = clickedElement(click.action).value;
    const { texts, language, timeZone } = await deps.languages.readerOf(actorOf(click.body).userId);
    const remarks = await deps.store.transaction((tx) => tx.holderActions.remarksOn(request));
    const what = remarks.findLast((one) => one.kind === 'ask')?.reason ?? texts.review.thisRequest;
    const act: FormAct = 'answer';
    const memory = { verb: act, card: '', step: '', clicked: clickedMessage(click.body), request, mustSay: true };
    const view = actForm(
      texts,
      { act, what, times: [], mustSay: true },
      writeActMemory({ ...memory, spoken: { language, timeZone } }),
    );
    await attempt('views.open', () => click.client.views.open({ trigger_id: triggerOf(click.body), view }));
  });
}

/** By the last reading; where it is wrong, the check before the decision says so. */
function wantsReason(deps: ListenerDeps, cardId: string): Promise<boolean> {
  return taskOf(deps, cardId).then((task) => task?.stepPolicy?.requireApprovalReason === true);
}

async function currentStepOf(deps: ListenerDeps, cardId: string): Promise<string | null> {
  return (await taskOf(deps, cardId))?.currentStepId ?? null;
}

function taskOf(deps: ListenerDeps, cardId: string) {
  return deps.store.transaction(async (tx) => {
    const card = await tx.cards.find(cardId);
    const request = card === null ? null : await tx.requests.find(card.requestId);
    const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
    return task?.snapshot ?? null;
  });
}
