/** Long because a card's buttons, its menu, its forms and its details are clicked in one place. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import {
  type ActionFormKind,
  actionFormKinds,
  isActionForm,
} from '../../domain/action/action-form.ts';
import { isHolderActing } from '../../domain/action/holder-action.ts';
import type { Place } from '../../domain/message/place.ts';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { acceptReview, retireCopy } from '../../use-cases/action/accept-action.ts';
import { storedCard } from '../../use-cases/card/card-model.ts';
import { taskOfCard } from '../../use-cases/card/request-cards.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { formOf } from '../../use-cases/task/record-reading.ts';
import { watchConsole } from '../../use-cases/task/watch-task.ts';
import { cardActions, consoleButtonIds, listedForm } from '../card/card-buttons.ts';
import { detailsModal } from '../card/details-modal.ts';
import { cardOfWaitingReview, isOfWaitingReview } from '../card/waiting-review.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import {
  actorOf,
  clickedElement,
  clickedMessage,
  clickedWindow,
  placeShape,
  readJson,
  triggerOf,
  type ViewState,
} from '../platform/payloads.ts';
import { attempt } from '../platform/web-api-failure.ts';
import type { Texts } from '../texts.ts';
import { actForm } from './action-form-modal.ts';
import { writeActionFormMemory } from './action-form-submitted.ts';
import { actLabel, askedActions, type CardValue, readCardValue } from './buttons.ts';
import { cardSeenBy, formOfAct, identityInTime, openChecking } from './forms/open-action-form.ts';
import { refusalWords } from './refusal-words.ts';
import { type Click, sayAccepted, sayToClicker, updateWindow } from './say-to-clicker.ts';

/**
 * Approve decides at once, unless the step wants a reason; everything else asks for what it needs
 * first.
 */
export function reviewClicks(bolt: BoltApp, deps: ListenerDeps): void {
  // The buttons are links: Slack opens them, and waits for its answer all the same.
  for (const id of consoleButtonIds)
    bolt.action({ type: 'block_actions', action_id: id }, async (click) => {
      await click.ack();
      await noteConsole(deps, click);
    });

  for (const verb of ['approve', 'deny'] as const) {
    bolt.action({ type: 'block_actions', action_id: cardActions[verb] }, async (click) => {
      const { ack, body, action } = click;
      const window = clickedWindow(body);
      const value = readCardValue(clickedElement(action).value);
      const by = actorOf(body);
      const { card: cardId = '', step: stepId = '', shown = null } = value ?? {};
      const decision = { verb, by, reason: '', cardId, stepId, shown, clicked: clickedCard(click) };
      const accepted = verb === 'deny' ? 'reason-needed' : await acceptReview(deps, decision);
      await ack();
      if (value !== null && accepted === 'reason-needed')
        return openActionForm(deps, click, verb, value, window ?? undefined);
      if (value !== null && accepted === 'kept' && window !== null)
        return showOutcome(deps, click, value.card, window);
      await sayAccepted(deps, click, by.userId, accepted);
    });
  }
}

/** Ids of buttons that no version makes any more, and that are still in Slack. */
const formerIds =
  /^(?:card\.act\.|waiting\.|act\.escalate$|reminder\.snooze$|review\.take-back$|request\.let-end$|home\.waiting$)/;

/** They say that there is nothing any more, rather than nothing. */
export function formerClicks(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: formerIds }, async (click) => {
    await click.ack();
    await sayAccepted(deps, click, actorOf(click.body).userId, 'unknown');
  });
}

/** A card's menu and details, the actions in the details, and the buttons below a question or form. */
export function actionFormClicks(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: cardActions.more }, async (click) => {
    await click.ack();
    const { selected, blockId } = clickedElement(click.action);
    const value = readCardValue(blockId);
    if (value === null || !isActionForm(selected))
      return sayAccepted(deps, click, actorOf(click.body).userId, 'unknown');
    await openActionForm(deps, click, selected, value);
  });

  bolt.action({ type: 'block_actions', action_id: cardActions.details }, async (click) => {
    await click.ack();
    const value = readCardValue(clickedElement(click.action).value);
    if (value === null) return sayAccepted(deps, click, actorOf(click.body).userId, 'unknown');
    await openDetails(deps, click, value.card);
  });

  for (const act of actionFormKinds) {
    bolt.action({ type: 'block_actions', action_id: `${listedForm}${act}` }, async (click) => {
      await click.ack();
      const value = readCardValue(clickedElement(click.action).value);
      const window = clickedWindow(click.body) ?? undefined;
      if (value !== null) await openActionForm(deps, click, act, value, window);
    });
  }

  for (const act of ['answer', 'fill-in'] as const) {
    bolt.action({ type: 'block_actions', action_id: askedActions[act] }, async (click) => {
      await click.ack();
      await openAskedForm(deps, click, act);
    });
  }
}

type Clicked = Click & { readonly action: unknown };

/** Slack opens the service's page; the bot watches the task for a decision there. */
async function noteConsole(deps: ListenerDeps, { action }: Clicked): Promise<void> {
  const { blockId } = clickedElement(action);
  const cardId = readCardValue(blockId)?.card ?? cardOfWaitingReview(blockId);
  if (cardId !== null) await watchConsole(deps, cardId);
}

/**
 * The message of the clicked card; null for a click on Home or on a reminder: a reminder mistaken
 * for an older copy of the card would be deleted.
 */
function clickedCard({ body, action }: Clicked): Place | null {
  if (isOfWaitingReview(clickedElement(action).blockId)) return null;
  const window = clickedWindow(body);
  return window === null
    ? clickedMessage(body)
    : clickedBefore.parse(readJson(window.privateMetadata));
}

/** The message on which it began, as the window remembers it. */
const clickedBefore = placeShape.nullable().catch(null);

/** Most decisions are over by then; the answer of a refused one is a message. */
const outcomeAfterMs = 1_500;

/** The window that was clicked now shows that somebody decides, and soon how the request stands. */
async function showOutcome(
  deps: ListenerDeps,
  click: Clicked,
  cardId: string,
  { viewId, privateMetadata }: ViewState,
): Promise<void> {
  const by = actorOf(click.body);
  const texts = await deps.languages.textsOf(by.userId);
  const show = async (version?: string): Promise<string | null> => {
    const view = await detailsView(deps, texts, by, cardId, privateMetadata);
    return updateWindow(click.client, viewId, view, version);
  };
  const version = await show();
  if (version === null) return;
  await sleep(outcomeAfterMs, undefined, { ref: false });
  await show(version);
}

/** `view`: the window that becomes the form; without it a window opens. */
async function openActionForm(
  deps: ListenerDeps,
  click: Clicked,
  act: ActionFormKind,
  value: CardValue,
  view?: ViewState,
): Promise<void> {
  const opened = await openChecking(deps, click, (texts) => actLabel(texts, act), view);
  if (opened === null) return;
  const by = actorOf(click.body);
  const clicked = clickedCard(click);
  await opened.show(await formOfAct(deps, opened.reader, { act, by, value, clicked }));
  await retireCopy(deps, { cardId: value.card, clicked });
}

/**
 * The form behind a button of a message that asks somebody something. The right is checked when the
 * form is submitted.
 */
async function openAskedForm(
  deps: ListenerDeps,
  click: Clicked,
  act: 'answer' | 'fill-in',
): Promise<void> {
  const { body, client, action } = click;
  const { value } = clickedElement(action);
  const by = actorOf(body);
  const { texts, language, timeZone } = await deps.languages.readerOf(by.userId);
  const { request, askId, questions, stepId, question, ...asks } = await deps.store.transaction(
    async (tx) => {
      const clicked = await tx.actions.find(value);
      const request = clicked?.requestId ?? value;
      const subject = await tx.subjects.find(request);
      return {
        request,
        askId: clicked?.id,
        ...(await formOf(tx, request)),
        question: clicked,
        isTheirs: subject !== null && isHolderActing(subject, by),
      };
    },
  );
  const isForm = act === 'fill-in';
  // The form shows what they were asked in their direct messages.
  const isAsked = asks.isTheirs || (isForm && (await mayFill(deps, by.userId, asks.fillerIds)));
  if (!isAsked) return sayToClicker(click, texts, refusalWords(texts, { code: 'not-yours' }));
  if (isForm && questions.length === 0)
    return sayToClicker(click, texts, refusalWords(texts, { code: 'step-moved-on' }));
  const formStep = isForm
    ? { step: stepId, occurrence: '', questions }
    : { step: '', occurrence: '', questions: [] };
  const what = (isForm ? undefined : question?.reason) ?? texts.review.thisRequest;
  const form = { act, what, times: [], mustSay: !isForm, ...formStep };
  const of = { request, asked: askId, clicked: clickedMessage(body) };
  const memory = { verb: act, card: '', shown: null, ...of, spoken: { language, timeZone } };
  const view = actForm(texts, form, writeActionFormMemory({ ...memory, ...form }));
  await attempt('views.open', () => client.views.open({ trigger_id: triggerOf(body), view }));
}

/** How long the view waits for the names of the owners; it is shown without them after that. */
const ownersPatienceMs = 700;

/** Also if nobody can say in time who they are: the right is checked at the submission. */
async function mayFill(
  deps: ListenerDeps,
  userId: string,
  fillerIds: readonly string[],
): Promise<boolean> {
  const identity = await identityInTime(deps, userId);
  return identity === null || (identity.ok && fillerIds.includes(identity.value.id));
}

/**
 * Opens everything that is known of a request. The window shows at once that it is on its way: the service may have to name risks first, and Slack's
 * trigger is good for 3 seconds.
 */
async function openDetails(deps: ListenerDeps, click: Clicked, cardId: string): Promise<void> {
  const { body } = click;
  const by = actorOf(body);
  if ((await deps.store.transaction((tx) => taskOfCard(tx, cardId))) === null)
    return sayAccepted(deps, click, by.userId, 'unknown');
  const opened = await openChecking(deps, click, ({ review }) => review.wholeTitle);
  if (opened === null) return;
  const clicked = clickedCard(click);
  const memory = JSON.stringify(clicked);
  await opened.show(await detailsView(deps, opened.reader.texts, by, cardId, memory));
  await retireCopy(deps, { cardId, clicked });
}

/** Everything that this person may know of a request, or why they may not. */
async function detailsView(
  deps: ListenerDeps,
  texts: Texts,
  by: SlackActor,
  cardId: string,
  memory: string,
): Promise<ModalView> {
  const { wholeTitle } = texts.review;
  const model = await storedCard(deps, cardId);
  if (model === null) return wordModal(texts, wholeTitle, refusalWords(texts, { code: 'unknown' }));
  const [identity, owners] = await Promise.all([
    identityInTime(deps, by.userId),
    ownersOf(deps, model),
  ]);
  const { card, why } = cardSeenBy(deps, texts, { by, identity, model });
  return card === null
    ? wordModal(texts, wholeTitle, why)
    : detailsModal(texts, card, { owners, asOf: deps.world.now() }, memory);
}

/** The names of the owners of the requested access; empty if they are not known in time. */
async function ownersOf(deps: ListenerDeps, { request }: CardModel): Promise<readonly string[]> {
  const entitlement = deps.catalogue.entitlement(request.appId, request.entitlementId);
  if (entitlement === null) return [];
  const { appId, resourceTypeId, resourceId } = entitlement;
  const patience = sleep(ownersPatienceMs, undefined, { ref: false });
  return deps.owners({ appId, resourceTypeId, resourceId }, patience);
}
