import type { App as BoltApp } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { ReviewVerb } from '../../../domain/review.ts';
import { acceptReview } from '../../../use-cases/accept-review.ts';
import type { DecisionCheck } from '../../../use-cases/check-decision.ts';
import { withdrawReview } from '../../../use-cases/withdraw-review.ts';
import type { Reader } from '../../languages.ts';
import { acceptanceWords, inConsoleWords } from '../../surfaces/acceptance-words.ts';
import { readCardValue } from '../../surfaces/buttons.ts';
import { decisionModal, decisionTitle, wordModal } from '../../surfaces/modals.ts';
import { takeBackAction } from '../../surfaces/notice-messages.ts';
import { actionRefusalWords } from '../../surfaces/refusal-words.ts';
import { cardActions } from '../../surfaces/task-card.ts';
import type { Texts } from '../../texts/texts.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage, triggerOf } from '../payloads.ts';
import { sayToClicker } from '../say-to-clicker.ts';
import { writeDecision } from '../views/denial.ts';

/** Approve decides at once, unless the step wants a reason; Deny asks for one first. */
export function reviewActions(bolt: BoltApp, deps: ListenerDeps): void {
  for (const verb of ['approve', 'deny'] as const) {
    // The button is a link: Slack opens it, and waits for its answer all the same.
    bolt.action({ type: 'block_actions', action_id: `${cardActions.decideInConsole}.${verb}` }, ({ ack }) => ack());

    bolt.action({ type: 'block_actions', action_id: cardActions[verb] }, async (click) => {
      const { ack, body, action, client } = click;
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
        const reader = await deps.languages.readerOf(by.userId);
        const form = { verb, ...value, clicked, reader, triggerId: triggerOf(body) };
        if (await askForReason(deps, client, by, form)) return;
        return sayToClicker(click, reader.texts, reader.texts.review.formNotOpened);
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

/** By the last reading; where it is wrong, the check before the decision says so. */
function wantsReason(deps: ListenerDeps, cardId: string): Promise<boolean> {
  return deps.store.transaction(async (tx) => {
    const card = await tx.cards.find(cardId);
    const request = card === null ? null : await tx.requests.find(card.requestId);
    const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
    return task?.snapshot.stepPolicy?.requireApprovalReason === true;
  });
}

interface DecisionForm {
  readonly verb: ReviewVerb;
  readonly card: string;
  readonly step: string;
  readonly clicked: ReturnType<typeof clickedMessage>;
  readonly reader: Reader;
  readonly triggerId: string;
}

/**
 * Opens at once, because Slack's trigger is good for 3 seconds, and becomes the field for the reason or the refusal when the right was
 * checked. False where Slack did not open it.
 */
async function askForReason(
  deps: ListenerDeps,
  client: WebClient,
  by: ReturnType<typeof actorOf>,
  form: DecisionForm,
): Promise<boolean> {
  const { verb, card, step, clicked, triggerId } = form;
  const { texts, language, timeZone } = form.reader;
  const checking = wordModal(texts, decisionTitle(texts, verb), texts.review.checking);
  const opened = await attempt('views.open', () => client.views.open({ trigger_id: triggerId, view: checking }));
  const viewId = opened.ok ? opened.value.view?.id : undefined;
  if (!opened.ok || viewId === undefined) {
    deps.world.log.warn({ err: opened.ok ? null : opened.refusal, cardId: card }, 'decision form not opened');
    return false;
  }
  const refusal = await deps.checkDecision({ verb, by, cardId: card, stepId: step });
  const memory = writeDecision({ verb, card, step, clicked, spoken: { language, timeZone } });
  const view =
    refusal === null
      ? decisionModal(texts, verb, await whatOf(texts, deps, card), memory)
      : wordModal(texts, decisionTitle(texts, verb), refusalWords(texts, deps, refusal));
  // Whoever closed it meanwhile has decided nothing.
  await attempt('views.update', () => client.views.update({ view_id: viewId, view }));
  return true;
}

function refusalWords(texts: Texts, deps: ListenerDeps, { refusal, consoleUrl }: NonNullable<DecisionCheck>): string {
  if (refusal.kind === 'in-console') return inConsoleWords(texts, refusal.why, consoleUrl);
  return actionRefusalWords(texts, refusal, deps.settings.admins);
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
