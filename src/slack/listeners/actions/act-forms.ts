import type { RespondFn } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { CardModel } from '../../../domain/card.ts';
import { type FormAct, needsWords } from '../../../domain/task-act.ts';
import { shorterTimes, storedCard } from '../../../use-cases/card-model.ts';
import { inConsoleWords } from '../../surfaces/acceptance-words.ts';
import { type ActForm, actForm, actList, formTitle } from '../../surfaces/act-form.ts';
import type { CardValue } from '../../surfaces/buttons.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { actionRefusalWords } from '../../surfaces/refusal-words.ts';
import type { Texts } from '../../texts/texts.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { maySee } from '../may-see.ts';
import { actorOf, type clickedMessage, triggerOf } from '../payloads.ts';
import { sayToClicker } from '../say-to-clicker.ts';
import { writeActMemory } from '../views/act-submitted.ts';

export interface FormClick {
  readonly body: unknown;
  readonly client: WebClient;
  readonly respond: RespondFn;
}

export interface WantedForm {
  readonly value: CardValue;
  /** The message on which it began; null on Home. */
  readonly clicked: ReturnType<typeof clickedMessage>;
  /** The window that becomes the form; null where one has to open. */
  readonly viewId: string | null;
}

/**
 * Opens at once, because Slack's trigger is good for 3 seconds, and becomes the form or the refusal when the right was checked. Whoever
 * closes it meanwhile has done nothing.
 */
export async function openActForm(
  deps: ListenerDeps,
  click: FormClick,
  act: FormAct,
  { value, clicked, viewId }: WantedForm,
): Promise<void> {
  const by = actorOf(click.body);
  const { texts, language, timeZone } = await deps.languages.readerOf(by.userId);
  const checking = wordModal(texts, formTitle(texts, act), texts.review.checking);
  const shownIn = await checkingWindow(deps, click, checking, viewId);
  if (shownIn === null) return sayToClicker(click, texts, texts.review.formNotOpened);
  const refusal = await deps.checkDecision({ act, by, cardId: value.card, stepId: value.step });
  const form = refusal === null ? await formOf(deps, texts, act, { cardId: value.card, userId: by.userId }) : null;
  const view =
    form === null
      ? wordModal(texts, formTitle(texts, act), refusalWords(texts, deps, refusal))
      : actForm(texts, form, writeActMemory({ verb: act, ...value, ...form, clicked, spoken: { language, timeZone } }));
  await attempt('views.update', () => click.client.views.update({ view_id: shownIn, view }));
}

/** Opens the list of everything that whoever clicked may do. */
export async function openActList(
  deps: ListenerDeps,
  click: FormClick,
  { value, clicked }: Omit<WantedForm, 'viewId'>,
): Promise<void> {
  const by = actorOf(click.body);
  const texts = await deps.languages.textsOf(by.userId);
  const checking = wordModal(texts, texts.card.moreActions, texts.review.checking);
  const viewId = await checkingWindow(deps, click, checking, null);
  if (viewId === null) return sayToClicker(click, texts, texts.review.formNotOpened);
  const card = await deps.store.transaction((tx) => tx.cards.find(value.card));
  const model = card === null ? null : await storedCard(deps, card);
  const acts = model === null ? [] : await deps.allowedActs(by, model);
  const known =
    acts.length === 0 || model === null ? texts.review.thisRequest : await whatWords(deps, texts, by.userId, model);
  const what = model === null ? texts.review.unknownCard : known;
  const list = { what, card: value, consoleUrl: model?.consoleUrl ?? null };
  const view = actList(texts, acts, list, JSON.stringify(clicked));
  await attempt('views.update', () => click.client.views.update({ view_id: viewId, view }));
}

/** The id of a window that says what is going on; null where Slack did not open it. */
async function checkingWindow(
  deps: ListenerDeps,
  { body, client }: FormClick,
  view: ReturnType<typeof wordModal>,
  viewId: string | null,
): Promise<string | null> {
  const opened = await attempt('views.open', () =>
    viewId === null
      ? client.views.open({ trigger_id: triggerOf(body), view })
      : client.views.update({ view_id: viewId, view }),
  );
  if (!opened.ok) deps.world.log.warn({ err: opened.refusal }, 'form not opened');
  return opened.ok ? (opened.value.view?.id ?? null) : null;
}

/** null where the request is not known any more. */
async function formOf(
  deps: ListenerDeps,
  texts: Texts,
  act: FormAct,
  { cardId, userId }: { readonly cardId: string; readonly userId: string },
): Promise<(ActForm & { readonly request: string }) | null> {
  const card = await deps.store.transaction((tx) => tx.cards.find(cardId));
  const model = card === null ? null : await storedCard(deps, card);
  if (model === null) return null;
  const isApproval = act === 'approve' || act === 'approve-for-less';
  const mustSay = needsWords(act) || (isApproval && model.task.stepPolicy?.requireApprovalReason === true);
  const times = shorterTimes(deps.settings, model);
  const step = model.task.otherStep;
  const questions = act === 'fill-in' && step?.kind === 'form' ? step.questions : [];
  const what = await whatWords(deps, texts, userId, model);
  return { act, what, times, mustSay, questions, request: model.request.id };
}

/** Not for strangers, who get as far as here while nobody answers whether they may. */
async function whatWords(deps: ListenerDeps, { review }: Texts, userId: string, model: CardModel): Promise<string> {
  if (!(await maySee(deps, userId, model))) return review.thisRequest;
  const { request, requesterName: who } = model;
  const what = `${request.appName} · ${request.entitlementName}`;
  return review.whatIsAsked({ what, who });
}

function refusalWords(texts: Texts, deps: ListenerDeps, check: Awaited<ReturnType<ListenerDeps['checkDecision']>>) {
  if (check === null) return texts.review.unknownCard;
  const { refusal, consoleUrl } = check;
  if (refusal.kind === 'in-console') return inConsoleWords(texts, refusal.why, consoleUrl);
  return actionRefusalWords(texts, refusal, deps.settings.admins);
}
