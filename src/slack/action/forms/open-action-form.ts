import { setTimeout as sleep } from 'node:timers/promises';
import type { ModalView } from '@slack/types';
import { type ActionFormKind, actionForms } from '../../../domain/action/action-form.ts';
import type { Place } from '../../../domain/message/place.ts';
import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { SlackActor } from '../../../domain/request/access-request.ts';
import { isStale } from '../../../domain/task/delivered-step.ts';
import { shorterTimes, shownTo, storedCard } from '../../../use-cases/card/card-model.ts';
import type { Resolved } from '../../../use-cases/people/resolve-identity.ts';
import type { CardModel } from '../../../use-cases/ports/card-contents.ts';
import { behindNumber, riskWords } from '../../card/task-words.ts';
import type { ListenerDeps } from '../../listener-deps.ts';
import { wordModal } from '../../modals.ts';
import type { Reader } from '../../people/languages.ts';
import { actorOf, triggerOf, type ViewState } from '../../platform/payloads.ts';
import { attempt } from '../../platform/web-api-failure.ts';
import type { Texts } from '../../texts.ts';
import { type ActionForm, actForm, actLabel } from '../action-form-modal.ts';
import { writeActionFormMemory } from '../action-form-submitted.ts';
import type { CardValue } from '../buttons.ts';
import { refusalWords } from '../refusal-words.ts';
import { type Click, sayToClicker } from '../say-to-clicker.ts';

/** A window that says that the right is checked. */
interface CheckingWindow {
  readonly reader: Reader;
  readonly viewId: string;
  /** Puts the form or the refusal in its place. */
  readonly show: (view: ModalView) => Promise<void>;
}

/**
 * Opens at once, because Slack's trigger is good for 3 seconds, and becomes the form or the refusal
 * after the right was checked. Closing it meanwhile changes nothing. null where Slack opens none,
 * which the person is told.
 *
 * @param view the window that becomes it; without it a window opens
 */
export async function openChecking(
  deps: ListenerDeps,
  click: Click,
  titleIn: (texts: Texts) => string,
  view?: ViewState,
): Promise<CheckingWindow | null> {
  const { body, client } = click;
  const reader = await deps.languages.readerOf(actorOf(body).userId);
  const { texts } = reader;
  const checking = wordModal(texts, titleIn(texts), texts.review.checking);
  const opened = await attempt('views.open', () =>
    view === undefined
      ? client.views.open({ trigger_id: triggerOf(body), view: checking })
      : client.views.update({ view_id: view.viewId, view: checking }),
  );
  if (!opened.ok) deps.world.log.warn({ err: opened.refusal }, 'form not opened');
  const viewId = opened.ok ? opened.value.view?.id : undefined;
  if (viewId === undefined) {
    await sayToClicker(click, texts, texts.requestForm.notOpened);
    return null;
  }
  return {
    reader,
    viewId,
    async show(result) {
      await attempt('views.update', () => client.views.update({ view_id: viewId, view: result }));
    },
  };
}

interface Opening {
  readonly act: ActionFormKind;
  readonly by: SlackActor;
  readonly value: CardValue;
  /** The message of the clicked card; null for a click on Home or on a reminder. */
  readonly clicked: Place | null;
  /** The message that is to become a comment. */
  readonly quoted?: { readonly message: Place; readonly words: string };
}

/** The form of an act on a card, or why the person may not. */
export async function formOrRefusal(
  deps: ListenerDeps,
  { texts, language, timeZone }: Reader,
  { act, by, value, quoted, ...place }: Opening,
): Promise<ModalView> {
  const { card: cardId, step: stepId, shown } = value;
  const refused = await deps.checkDecision({ act, by, cardId, stepId, shown });
  const model = refused === null ? await storedCard(deps, cardId) : null;
  if (model === null) {
    const why =
      refused === null
        ? refusalWords(texts, { code: 'unknown' })
        : refusalWords(texts, refused.refusal, refused.consoleUrl, refused.now);
    const takesAway = refused?.now?.task.takesAway === true;
    return wordModal(texts, actLabel(texts, act, takesAway), why);
  }
  const form = await formOnCard(deps, texts, act, model, by.userId);
  const spoken = { language, timeZone };
  const memory = { verb: act, ...value, ...place, ...form, message: quoted?.message, spoken };
  const fromMessage = quoted && { words: quoted.words, requests: null };
  return actForm(texts, { ...form, fromMessage }, writeActionFormMemory(memory));
}

/** What the form of an act on a card shows, and remembers of the request. */
export async function formOnCard(
  deps: ListenerDeps,
  texts: Texts,
  act: ActionFormKind,
  model: CardModel,
  userId: string,
): Promise<ActionForm & { readonly request: string; readonly occurrence: string }> {
  const { request, task, requesterName: who } = model;
  const { performs, words } = actionForms[act];
  const mustSay =
    words === 'must' || (performs === 'approve' && task.stepPolicy?.requireApprovalReason === true);
  const step = task.otherStep;
  const questions = act === 'fill-in' && step?.kind === 'form' ? step.questions : [];
  // Not for strangers, who get this far while their right cannot be checked.
  const identity = await identityInTime(deps, userId);
  const isSeen = shownTo(deps.settings, userId, identity, model) !== null;
  const name = isSeen
    ? texts.review.whatIsAsked({ what: `${request.appName} · ${request.entitlementName}`, who })
    : texts.review.thisRequest;
  const what = behindNumber(task, name);
  // The menu opens this form without the question that the button asks.
  const risk = isSeen && performs === 'approve' ? approvedRisk(texts, model) : '';
  const of = { request: request.id, occurrence: task.stepOccurrence ?? '' };
  const { freshForSeconds } = deps.settings.webhook;
  const isOld = isStale(task, deps.world.now(), freshForSeconds);
  const confirmedAsOf = isOld ? new Date(task.delivered?.receivedAt ?? 0) : null;
  const times = shorterTimes(deps.settings, model);
  const takesAway = task.takesAway === true;
  return { act, what, risk, times, mustSay, questions, confirmedAsOf, takesAway, ...of };
}

/** The risk of what would be approved, if it is great or not known. */
function approvedRisk(texts: Texts, { task, riskName, isConfirmed }: CardModel): string {
  if (!isConfirmed || task.takesAway === true) return '';
  const words = riskWords(texts, task.entitlements[0]?.riskLevel ?? '', riskName);
  return words || texts.review.confirm.unknownRisk;
}

/** How long somebody waits until it is known who they are to the service. */
const identityPatienceMs = 1_500;

/** Who this person is to the service; null where nobody can say so in time. */
export async function identityInTime(deps: ListenerDeps, userId: string): Promise<Resolved | null> {
  const identity = unlessFailing(deps.identify(userId), () => null);
  return Promise.race([identity, sleep(identityPatienceMs, null, { ref: false })]);
}
