import { setTimeout as sleep } from 'node:timers/promises';
import type { ModalView } from '@slack/types';
import { type ActionFormKind, actionForms } from '../../../domain/action/action-form.ts';
import type { Place } from '../../../domain/message/place.ts';
import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { SlackActor } from '../../../domain/request/access-request.ts';
import { workspaceOf } from '../../../domain/request/subject.ts';
import { isStale } from '../../../domain/task/step-of-task.ts';
import { shorterTimes, shownTo, storedCard } from '../../../use-cases/card/card-model.ts';
import { isBarred, type Resolved } from '../../../use-cases/people/resolve-identity.ts';
import type { CardModel } from '../../../use-cases/ports/card-contents.ts';
import { behindNumber, riskWords } from '../../card/task-words.ts';
import type { ListenerDeps } from '../../listener-deps.ts';
import { wordModal } from '../../modals.ts';
import type { Reader } from '../../people/languages.ts';
import { actorOf, triggerOf, type ViewState } from '../../platform/payloads.ts';
import { attempt } from '../../platform/web-api-failure.ts';
import type { Texts } from '../../texts.ts';
import { type ActionForm, actForm } from '../action-form-modal.ts';
import { writeActionFormMemory } from '../action-form-submitted.ts';
import type { CardValue } from '../buttons.ts';
import { actLabel } from '../buttons.ts';
import { refusalWords } from '../refusal-words.ts';
import { type Click, sayToClicker } from '../say-to-clicker.ts';

/** A window that is on its way. */
interface CheckingWindow {
  readonly reader: Reader;
  /** Puts in its place what it is to show. */
  readonly show: (view: ModalView) => Promise<void>;
}

/**
 * Opens at once, because Slack's trigger is good for 3 seconds, and becomes what it is to show once
 * it is known what the person may see. Closing it meanwhile changes nothing. null where Slack opens
 * none, which the person is told.
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

/**
 * The form of an act on a card, or why the person does not see what it is about. Whether they have
 * the right is checked when it is carried out.
 */
export async function formOfAct(
  deps: ListenerDeps,
  { texts, language, timeZone }: Reader,
  { act, by, value, quoted, ...place }: Opening,
): Promise<ModalView> {
  const model = await storedCard(deps, value.card);
  const refused = (why: string) =>
    wordModal(texts, actLabel(texts, act, model?.task.takesAway === true), why);
  if (model === null) return refused(refusalWords(texts, { code: 'unknown' }));
  const identity = await identityInTime(deps, by.userId);
  const { card, why, isUnknown } = cardSeenBy(deps, texts, { by, identity, model });
  // Where nobody can say in time who they are, the form names nothing; its questions would.
  if (card === null && (!isUnknown || act === 'fill-in')) return refused(why);
  const form = formOnCard(deps, texts, act, { model, isSeen: card !== null });
  const spoken = { language, timeZone };
  const memory = { verb: act, ...value, ...place, ...form, message: quoted?.message, spoken };
  const fromMessage = quoted && { words: quoted.words, requests: null };
  return actForm(texts, { ...form, fromMessage }, writeActionFormMemory(memory));
}

/** `isUnknown`: they are not shown it only because nobody can say in time who they are. */
interface SeenCard {
  readonly card: CardModel | null;
  /** Why they are not shown it; empty where they are. */
  readonly why: string;
  readonly isUnknown: boolean;
}

/** The card as this person may see it, or why they are not shown it. */
export function cardSeenBy(
  { settings }: Pick<ListenerDeps, 'settings'>,
  texts: Texts,
  {
    by,
    identity,
    model,
  }: { readonly by: SlackActor; readonly identity: Resolved | null; readonly model: CardModel },
): SeenCard {
  const stranger = strangerWords(texts, by, identity, model);
  if (stranger !== null) return { card: null, why: stranger, isUnknown: false };
  const card = shownTo(settings, by.userId, identity, model);
  if (card !== null) return { card, why: '', isUnknown: false };
  const { confidential, unknownReader } = texts.review;
  const isUnknown = identity === null;
  return { card, why: isUnknown ? unknownReader : confidential, isUnknown };
}

/**
 * Why somebody is not shown the request, such as a guest or another company in the channel of its
 * card; null for members.
 */
function strangerWords(
  texts: Texts,
  by: SlackActor,
  identity: Resolved | null,
  { request }: CardModel,
): string | null {
  const workspace = workspaceOf(request);
  if (workspace !== null && by.teamId !== workspace)
    return refusalWords(texts, { code: 'other-workspace' });
  if (identity === null || identity.ok || !isBarred(identity.refusal)) return null;
  return refusalWords(texts, identity.refusal);
}

/** What the form of an act on a card shows, and remembers of the request. */
export function formOnCard(
  deps: ListenerDeps,
  texts: Texts,
  act: ActionFormKind,
  { model, isSeen }: { readonly model: CardModel; readonly isSeen: boolean },
): ActionForm & { readonly request: string; readonly occurrence: string } {
  const { request, task, requesterName: who } = model;
  const { performs, words } = actionForms[act];
  const mustSay =
    words === 'must' || (performs === 'approve' && task.stepPolicy?.requireApprovalReason === true);
  const step = task.otherStep;
  const questions = isSeen && act === 'fill-in' && step?.kind === 'form' ? step.questions : [];
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
