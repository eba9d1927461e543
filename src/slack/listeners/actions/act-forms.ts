import type { RespondFn } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { CardModel } from '../../../domain/card.ts';
import { acts, type FormAct } from '../../../domain/task-act.ts';
import { shorterTimes, storedCard } from '../../../use-cases/card-model.ts';
import { formOf } from '../../../use-cases/form-step.ts';
import { inConsoleWords } from '../../surfaces/acceptance-words.ts';
import { type ActForm, actForm, formTitle } from '../../surfaces/act-form.ts';
import type { CardValue } from '../../surfaces/buttons.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { actionRefusalWords } from '../../surfaces/refusal-words.ts';
import type { Texts } from '../../texts/texts.ts';
import { attempt } from '../../web-api-failure.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, clickedMessage, triggerOf } from '../payloads.ts';
import { sayToClicker } from '../say-to-clicker.ts';
import { writeActMemory } from '../views/act-submitted.ts';
import { maySee } from './card-details.ts';

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
  const { body, client } = click;
  const by = actorOf(body);
  const { texts, language, timeZone } = await deps.languages.readerOf(by.userId);
  const checking = wordModal(texts, formTitle(texts, act), texts.review.checking);
  const opened = await attempt('views.open', () =>
    viewId === null
      ? client.views.open({ trigger_id: triggerOf(body), view: checking })
      : client.views.update({ view_id: viewId, view: checking }),
  );
  const shownIn = opened.ok ? opened.value.view?.id : undefined;
  if (!opened.ok) deps.world.log.warn({ err: opened.refusal }, 'form not opened');
  if (shownIn === undefined) return sayToClicker(click, texts, texts.review.formNotOpened);
  const refused = await deps.checkDecision({ act, by, cardId: value.card, stepId: value.step });
  const model = refused === null ? await storedCard(deps, value.card) : null;
  const form = model === null ? null : await formOnCard(deps, texts, act, model, by.userId);
  const memory = { verb: act, ...value, clicked, spoken: { language, timeZone } };
  const view =
    form === null
      ? wordModal(texts, formTitle(texts, act), refusalWords(texts, deps, refused))
      : actForm(texts, form, writeActMemory({ ...memory, ...form }));
  await attempt('views.update', () => client.views.update({ view_id: shownIn, view }));
}

async function formOnCard(
  deps: ListenerDeps,
  texts: Texts,
  act: FormAct,
  model: CardModel,
  userId: string,
): Promise<ActForm & { readonly request: string }> {
  const { request, task, requesterName: who } = model;
  const { verb, words } = acts[act];
  const mustSay = words === 'must' || (verb === 'approve' && task.stepPolicy?.requireApprovalReason === true);
  const step = task.otherStep;
  const questions = act === 'fill-in' && step?.kind === 'form' ? step.questions : [];
  // Not for strangers, who get as far as here while nobody answers whether they may.
  const what = (await maySee(deps, userId, model))
    ? texts.review.whatIsAsked({ what: `${request.appName} · ${request.entitlementName}`, who })
    : texts.review.thisRequest;
  return { act, what, times: shorterTimes(deps.settings, model), mustSay, questions, request: request.id };
}

function refusalWords(texts: Texts, deps: ListenerDeps, check: Awaited<ReturnType<ListenerDeps['checkDecision']>>) {
  if (check === null) return texts.review.unknownCard;
  const { refusal, consoleUrl } = check;
  if (refusal.kind === 'in-console') return inConsoleWords(texts, refusal.why, consoleUrl);
  return actionRefusalWords(texts, refusal, deps.settings.admins);
}

/** The form behind a button of a message to whoever is asked something: the right is checked when it is submitted. */
export async function openAskedForm(
  deps: ListenerDeps,
  click: FormClick & { readonly action: unknown },
  act: 'answer' | 'fill-in',
): Promise<void> {
  const { body, client, action } = click;
  const request = clickedElement(action).value;
  const { texts, language, timeZone } = await deps.languages.readerOf(actorOf(body).userId);
  const { questions, stepId, question } = await deps.store.transaction(async (tx) => {
    const remarks = await tx.holderActions.remarksOn(request);
    return { ...(await formOf(tx, request)), question: remarks.findLast((one) => one.kind === 'ask')?.reason };
  });
  const isForm = act === 'fill-in';
  if (isForm && questions.length === 0) return sayToClicker(click, texts, texts.refusals.plain['step-moved-on']);
  const asked = isForm ? { step: stepId, questions } : { step: '', questions: [] };
  const what = (isForm ? undefined : question) ?? texts.review.thisRequest;
  const form = { act, what, times: [], mustSay: !isForm, ...asked };
  const memory = { verb: act, card: '', clicked: clickedMessage(body), request, spoken: { language, timeZone } };
  const view = actForm(texts, form, writeActMemory({ ...memory, ...form }));
  await attempt('views.open', () => client.views.open({ trigger_id: triggerOf(body), view }));
}
