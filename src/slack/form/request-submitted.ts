import type { App as BoltApp } from '@slack/bolt';
import { openElsewhereFor } from '../../domain/form/remembered-elsewhere.ts';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import {
  type FormMistake,
  type SubmittedForm,
  submitWithinLimits,
} from '../../use-cases/form/submit-request.ts';
import { mistakeWords, timeWords, tooQuickWords } from '../action/refusal-words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { submittedModal, wordModal } from '../modals.ts';
import type { Reader } from '../people/languages.ts';
import { actorOf, type ViewState, viewOf } from '../platform/payloads.ts';
import { link } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { aboutOne, duplicateRequestWords, formTitle } from './blocks/request-form.ts';
import {
  answerField,
  answerMistakeWords,
  anywayValue,
  type FormMemory,
  formFields,
  optionValue,
  readFormMemory,
  requestFormId,
} from './blocks/request-form-fields.ts';
import { requestedEndWords } from './blocks/time-blocks.ts';
import {
  filledForm,
  pickedAccount,
  pickedIn,
  pickedSeconds,
  submittedTime,
} from './filled-form.ts';

/** The request is stored before Slack gets its answer; no other system is asked in between. */
export function requestSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: requestFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const memory = readFormMemory(view.privateMetadata);
    const reader = deps.languages.readerFrom(memory?.spoken ?? null);
    const { texts } = reader;
    const refuseWith = (errors: Record<string, string>) =>
      ack({ response_action: 'errors', errors });
    if (memory === null)
      return refuseWith(errorsFor(reader, view, [{ field: 'app', kind: 'unknown' }]));
    const form = submittedForm(deps, view, memory, body, reader);
    const notTicked = untickedBlock(view);
    if (notTicked !== null) return refuseWith({ [notTicked]: texts.requestForm.notTicked });
    const elsewhere = openElsewhere(memory, form, deps.world.now());
    if (elsewhere !== null) {
      return ack({
        response_action: 'push',
        view: wordModal(texts, formTitle(texts, memory), elsewhere),
      });
    }
    const submission = await submitWithinLimits(deps, form).catch(async (err: unknown) => {
      const isUncertain = err instanceof DatabaseFailure && err.isUncertain;
      const { notSaved, maybeSaved } = texts.requestForm;
      await refuseWith({ [mainBlock(view)]: isUncertain ? maybeSaved : notSaved });
      throw err;
    });
    const title = formTitle(texts, memory);
    if (submission.ok) {
      const { channel, onCall } = deps.settings.emergency;
      const incident = form.emergency && channel !== null ? { channel, onCall } : null;
      const ends = submittedEnd(deps, view, memory, form, texts);
      const submitted = { at: deps.world.now(), incident, ends };
      return ack({ response_action: 'update', view: submittedModal(texts, title, submitted) });
    }
    if (submission.refusal.kind === 'too-quick')
      return refuseWith({
        [mainBlock(view)]: tooQuickWords(texts, submission.refusal.waitSeconds),
      });
    if (submission.refusal.kind === 'mistakes')
      return refuseWith(errorsFor(reader, view, submission.refusal.mistakes));
    const { open, isForOther, url } = submission.refusal.duplicate;
    const see = url === null ? '' : `\n${link(url, texts.notices.seeRequest)}`;
    const urgent = form.emergency ? ` ${texts.notices.waiting.emergency}` : '';
    const duplicateWords = `${duplicateRequestWords(texts, open, isForOther)}${urgent}${see}`;
    const words = aboutOne(
      open.request.entitlementName,
      form.entitlements.length === 1,
      duplicateWords,
    );
    return ack({ response_action: 'push', view: wordModal(texts, title, words) });
  });
}

/** The block that asks whether to request what the person does not see; null where it is ticked. */
function untickedBlock(view: ViewState): string | null {
  const { block, action } = formFields.anyway;
  const blockId = view.blockId(block);
  const isShown = view.blockIds.includes(blockId);
  return isShown && !view.picked(block, action).includes(anywayValue) ? blockId : null;
}

/** When the requested access would end. */
function submittedEnd(
  { settings, world }: ListenerDeps,
  view: ViewState,
  memory: FormMemory,
  { app, entitlements, durationSeconds }: ReturnType<typeof submittedForm>,
  texts: Texts,
): string {
  const picked = entitlements.map((entitlement) => ({ entitlement }));
  const filled = filledForm(memory, view, app);
  const form = { memory, filled, picked, emergency: settings.emergency, now: world.now() };
  return requestedEndWords(texts, form, durationSeconds);
}

/**
 * The words about an open request for one of these that was made elsewhere; null if there is none.
 */
function openElsewhere(
  { elsewhere }: FormMemory,
  { entitlements, account }: Pick<SubmittedForm, 'entitlements' | 'account'>,
  now: Date,
): string | null {
  const submission = {
    entitlements: new Set(entitlements.map(({ id }) => optionValue(id))),
    account: account === null ? null : optionValue(account.id),
  };
  const openRequest = openElsewhereFor(elsewhere, submission, now);
  if (openRequest === null) return null;
  const named =
    entitlements.find(({ id }) => optionValue(id) === openRequest.entitlement)?.name ?? '';
  return aboutOne(named, entitlements.length === 1, openRequest.words);
}

function submittedForm(
  deps: ListenerDeps,
  view: ViewState,
  memory: FormMemory,
  body: unknown,
  reader: Reader,
) {
  const picked = pickedIn(deps.catalogue, memory, view);
  const { isTimeTyped: _, accountValue, ...filled } = filledForm(memory, view, picked.app);
  const { targetSlackId } = filled;
  const hidden = new Set(
    view.blockIds.includes(view.blockId(formFields.anyway.block)) ? memory.hidden : [],
  );
  const askedAnyway = picked.entitlements
    .map(({ id }) => id)
    .filter((id) => hidden.has(optionValue(id)));
  return {
    ...picked,
    ...filled,
    askedAnyway: new Set(askedAnyway),
    ...submittedTime(memory, view),
    account: pickedAccount(memory, picked.app, { accountValue, targetSlackId }),
    key: view.submissionKey,
    requester: actorOf(body),
    emergency: memory.mode === 'emergency' || filled.emergency,
    extendsRequestId: memory.extends?.requestId ?? null,
    correctsRequestId: memory.corrects?.requestId ?? null,
    draftedBy: memory.draftedBy,
    conversationId: memory.conversationId,
    conversationUrl: memory.conversationUrl,
    messageAuthor: memory.messageAuthor,
    language: reader.language,
    timeZone: reader.timeZone,
  };
}

/** The field that everybody fills in; the first one where no justification is asked for. */
function mainBlock({ blockIds }: ViewState): string {
  const { block } = formFields.justification;
  return blockIds.includes(block) ? block : (blockIds[0] ?? block);
}

/** Shows each mistake at its field. */
function errorsFor(
  { texts }: Reader,
  view: ViewState,
  mistakes: readonly FormMistake[],
): Record<string, string> {
  const { duration, time } = formFields;
  const isPicked = pickedSeconds(view.input(duration.block, duration.action)) !== undefined;
  const isTimeTyped = !isPicked && (view.input(time.block, time.action) ?? '').trim() !== '';
  const errors: Record<string, string> = {};
  // Mistakes whose field is not shown are shown where everybody looks.
  const say = (block: string, words: string) => {
    errors[view.blockIds.includes(block) ? block : mainBlock(view)] = words;
  };
  for (const mistake of mistakes) {
    if ('fieldId' in mistake) {
      say(answerField(mistake.fieldId).block, answerMistakeWords(texts, mistake));
      continue;
    }
    const field = mistake.field === 'duration' && isTimeTyped ? 'time' : mistake.field;
    const block = view.blockId(formFields[field].block);
    say(
      block,
      mistake.field === 'time' ? timeWords(texts, mistake.refusal) : mistakeWords(texts, mistake),
    );
  }
  return errors;
}
