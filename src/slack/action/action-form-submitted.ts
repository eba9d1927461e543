import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import { type ActionFormKind, actionForms, isActionForm } from '../../domain/action/action-form.ts';
import type { ActionDetail } from '../../domain/action/holder-action.ts';
import { readAnswers } from '../../domain/form/request-answers.ts';
import type { SlackActor } from '../../domain/request/access-request.ts';
import { isBlank } from '../../domain/text/foreign-text.ts';
import { type Accepted, acceptAction, acceptReview } from '../../use-cases/action/accept-action.ts';
import { formOf } from '../../use-cases/task/record-reading.ts';
import { answerField, answerMistakeWords } from '../form/blocks/request-form-fields.ts';
import { pickedSeconds, typedAnswers } from '../form/read-form.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { wordModal } from '../modals.ts';
import { spokenMemory } from '../people/languages.ts';
import { actorOf, placeShape, readJson, type ViewState, viewOf } from '../platform/payloads.ts';
import type { Texts } from '../texts.ts';
import { actFields, actFormId, reasonOf } from './action-form-modal.ts';
import { actLabel } from './buttons.ts';
import { acceptanceWords, mistakeWords, refusalWords } from './refusal-words.ts';

export const actionFormMemory = z.object({
  v: z.literal(1),
  verb: z.custom<ActionFormKind>(isActionForm),
  card: z.string(),
  step: z.string(),
  /** The step's occurrence when the form opened; empty where the service does not tell. */
  occurrence: z.string(),
  /** The fingerprint of what the card showed; null where the act is bound to no card. */
  shown: z.string().nullable(),
  clicked: placeShape.nullable(),
  request: z.string(),
  asked: z.string().optional(),
  /** The message that is to become a comment. */
  message: placeShape.optional(),
  mustSay: z.boolean(),
  /** How the person reads: nothing is asked between the submission and its row. */
  spoken: spokenMemory,
});
type ActionFormMemory = z.infer<typeof actionFormMemory>;

/** The part of the click that a form remembers. Slack accepts only 3,000 characters. */
export function writeActionFormMemory(click: Omit<ActionFormMemory, 'v'>): string {
  return JSON.stringify(actionFormMemory.parse({ v: 1, ...click }));
}

/** A submission is stored before Slack gets its answer. */
export function actSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: actFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const { data: click } = actionFormMemory.safeParse(readJson(view.privateMetadata));
    const { texts } = deps.languages.readerFrom(click?.spoken ?? null);
    if (click === undefined) {
      const view = wordModal(texts, texts.review.deny, refusalWords(texts, { code: 'unknown' }));
      return ack({ response_action: 'update', view });
    }
    const by = actorOf(body);
    const filled = await filledIn(deps, texts, view, click);
    if ('errors' in filled) return ack({ response_action: 'errors', errors: filled.errors });
    // The card and its thread show the stored action.
    const { block, action } = actFields.request;
    const submission = { ...click, request: view.input(block, action) ?? click.request };
    const accepted = await accept(deps, by, view.submissionKey, submission, filled);
    const isAlready = click.message !== undefined && accepted === 'repeated';
    const words = isAlready ? texts.review.fromMessage.already : acceptanceWords(texts, accepted);
    if (words === null) return ack();
    return ack({
      response_action: 'update',
      view: wordModal(texts, actLabel(texts, click.verb), words),
    });
  });
}

type Filled = Omit<ActionDetail, 'stepId' | 'occurrence'> & { readonly reason: string };

/**
 * The inputs of the form, or its mistakes by field. A form of the service is checked against the
 * questions of its step as they were last read.
 */
async function filledIn(
  { store, world }: ListenerDeps,
  texts: Texts,
  view: ViewState,
  { verb, request, mustSay }: ActionFormMemory,
): Promise<Filled | { readonly errors: Record<string, string> }> {
  const { words, readyReasons, time, people } = actFields;
  const typed = view.input(words.block, words.action)?.trim() ?? '';
  const picked = view.picked(readyReasons.block, readyReasons.action);
  const reason = reasonOf(texts, picked, isBlank(typed) ? '' : typed);
  if (reason === '' && mustSay) {
    return { errors: { [words.block]: mistakeWords(texts, { code: 'reason-needed' }) } };
  }
  const { picksDuration = false } = actionForms[verb];
  const durationSeconds = picksDuration
    ? (pickedSeconds(view.input(time.block, time.action)) ?? null)
    : null;
  // Without a time it would be approved for as long as it was asked for.
  if (picksDuration && durationSeconds === null) {
    return { errors: { [time.block]: mistakeWords(texts, { code: 'no-time' }) } };
  }
  const filled = {
    reason,
    durationSeconds,
    people: view.users(people.block, people.action),
    answers: null,
  };
  if (verb !== 'fill-in') return filled;
  const { questions } = await store.transaction((tx) => formOf(tx, request));
  const answers = readAnswers(questions, typedAnswers(view, questions), world.now());
  if (answers.ok) return { ...filled, answers: answers.value };
  const mistakes = answers.refusal.map((one) => [
    answerField(one.fieldId).block,
    answerMistakeWords(texts, one),
  ]);
  return { errors: Object.fromEntries(mistakes) };
}

function accept(
  deps: ListenerDeps,
  by: SlackActor,
  key: string,
  {
    verb: act,
    card: cardId,
    step: stepId,
    occurrence,
    shown,
    clicked,
    request: requestId,
    asked,
    message,
  }: ActionFormMemory,
  { reason, ...filled }: Filled,
): Promise<Accepted> {
  if (act === 'deny' || act === 'approve' || act === 'approve-for-less') {
    const verb = act === 'deny' ? 'deny' : 'approve';
    const step = { stepId, occurrence: occurrence || undefined, shown };
    return acceptReview(deps, {
      verb,
      by,
      reason,
      durationSeconds: filled.durationSeconds,
      cardId,
      ...step,
      clicked,
    });
  }
  const channel = clicked?.channel ?? by.userId;
  const detail = { stepId, occurrence, shown, asked, ...filled };
  // Whoever adds a message does so once, however often they submit it.
  const added = message && `message:${message.channel}:${message.ts}:${requestId}:${by.userId}`;
  return acceptAction(deps, {
    requestId,
    by,
    reason,
    detail,
    channel,
    verb: act,
    key: added ?? key,
  });
}
