import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import type { RequestData } from '../../../domain/access-request.ts';
import { type AnswerMistake, readAnswers } from '../../../domain/request-answers.ts';
import { ok } from '../../../domain/result.ts';
import { acts, type FormAct, isAct } from '../../../domain/task-act.ts';
import { acceptHolderAction } from '../../../use-cases/accept-holder-action.ts';
import { acceptReview } from '../../../use-cases/accept-review.ts';
import { formOf } from '../../../use-cases/form-step.ts';
import { readJson } from '../../json-text.ts';
import { spokenMemory } from '../../languages.ts';
import { acceptanceWords, actAcceptanceWords } from '../../surfaces/acceptance-words.ts';
import { actFields, actFormId, formTitle } from '../../surfaces/act-form.ts';
import { wordModal } from '../../surfaces/modals.ts';
import { answerText } from '../../surfaces/request-form/extra-fields.ts';
import { answerField } from '../../surfaces/request-form/fields.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, placeShape, type ViewState, viewOf } from '../payloads.ts';

const memory = z.object({
  v: z.literal(1),
  /** Forms that were opened before approvals had reasons name none. */
  verb: z.custom<FormAct>(isAct).default('deny'),
  card: z.string(),
  step: z.string(),
  clicked: placeShape.nullable(),
  request: z.string().default(''),
  mustSay: z.boolean().default(true),
  /** How the person reads: nothing is asked between the submission and its row. */
  spoken: spokenMemory,
});
type ActMemory = z.infer<typeof memory>;

/** What a form remembers of the click that opened it. */
export function writeActMemory({ verb, card, step, clicked, request, mustSay, spoken }: Omit<ActMemory, 'v'>): string {
  return JSON.stringify({ v: 1, verb, card, step, clicked, request, mustSay, spoken });
}

/** What is submitted is kept before Slack gets its answer. */
export function actSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: actFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const click = memory.safeParse(readJson(view.privateMetadata));
    const { texts } = deps.languages.readerFrom(click.data?.spoken ?? null);
    if (!click.success) {
      await ack({ response_action: 'update', view: wordModal(texts, texts.review.denyTitle, texts.review.oldCard) });
      return;
    }
    const { words } = actFields;
    const reason = view.input(words.block, words.action)?.trim() ?? '';
    if (reason === '' && click.data.mustSay) {
      await ack({ response_action: 'errors', errors: { [words.block]: texts.review.reasonEmpty } });
      return;
    }
    const answered = await answersIn(deps, view, click.data);
    if (!answered.ok) {
      await ack({ response_action: 'errors', errors: mistakesByField(texts, answered.refusal) });
      return;
    }
    const { time } = actFields;
    // Without a time it would be approved for as long as it was asked for.
    if (acts[click.data.verb].picksDuration === true && view.input(time.block, time.action) === null) {
      await ack({ response_action: 'errors', errors: { [time.block]: texts.refusals.mistakes.unknown.duration } });
      return;
    }
    const said = await accept(deps, texts, body, view, { ...click.data, reason, answers: answered.value });
    if (said === null) await ack();
    else await ack({ response_action: 'update', view: wordModal(texts, formTitle(texts, click.data.verb), said) });
  });
}

/** What is said at once; null where the card and its thread show it. */
async function accept(
  deps: ListenerDeps,
  texts: Texts,
  body: unknown,
  view: ViewState,
  {
    verb: act,
    card,
    step,
    clicked,
    request,
    reason,
    answers,
  }: ActMemory & {
    readonly reason: string;
    readonly answers: RequestData | null;
  },
): Promise<string | null> {
  const by = actorOf(body);
  const picked = view.input(actFields.time.block, actFields.time.action);
  const durationSeconds = picked === null ? null : Number(picked);
  if (act === 'deny' || act === 'approve' || act === 'approve-for-less') {
    const verb = act === 'deny' ? 'deny' : 'approve';
    const decision = { verb, by, reason, durationSeconds, cardId: card, stepId: step, clicked } as const;
    return acceptanceWords(texts, await acceptReview(deps, decision));
  }
  const people = view.users(actFields.people.block, actFields.people.action);
  const detail = { stepId: step, occurrence: '', durationSeconds, people, answers };
  const channel = clicked?.channel ?? by.userId;
  const { submissionKey: key } = view;
  const kept = await acceptHolderAction(deps, { kind: act, requestId: request, by, reason, detail, channel, key });
  return actAcceptanceWords(texts, kept);
}

/** The answers of a form that is filled in, by the questions of its step as they were read last; null for every other act. */
async function answersIn({ store }: ListenerDeps, view: ViewState, { verb, request }: ActMemory) {
  if (verb !== 'fill-in') return ok(null);
  const { questions } = await store.transaction((tx) => formOf(tx, request));
  const typed = questions.map((question): [string, string] => {
    const { block, action } = answerField(question.id);
    return [question.id, answerText(question, view.input(block, action) ?? '')];
  });
  return readAnswers(questions, new Map(typed));
}

function mistakesByField(texts: Texts, mistakes: readonly AnswerMistake[]): Record<string, string> {
  return Object.fromEntries(
    mistakes.map((one) => [answerField(one.fieldId).block, texts.requestForm.answers[one.kind]]),
  );
}
