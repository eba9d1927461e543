import type { App as BoltApp } from '@slack/bolt';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import {
  type FormMistake,
  type Submission,
  submitWithinLimits,
} from '../../use-cases/form/submit-request.ts';
import { mistakeWords, tooQuickWords } from '../action/refusal-words.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { submittedModal, wordModal } from '../modals.ts';
import type { Reader } from '../people/languages.ts';
import { actorOf, type ViewState, viewOf } from '../platform/payloads.ts';
import { link } from '../platform/text.ts';
import { aboutOne, duplicateRequestWords } from './blocks/entitlement-facts.ts';
import { formTitle } from './blocks/request-form.ts';
import {
  answerField,
  answerMistakeWords,
  formFields,
  requestFormId,
} from './blocks/request-form-fields.ts';
import { requestedEndWords } from './blocks/time-blocks.ts';
import { pickedSeconds, submittedForm, untickedBlock } from './read-form.ts';

/** The request is stored before Slack gets its answer; no other system is asked in between. */
export function requestSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: requestFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const typedForm = submittedForm(deps, view);
    const reader = deps.languages.readerFrom(typedForm);
    const { texts } = reader;
    const refuseWith = (errors: Record<string, string>) =>
      ack({ response_action: 'errors', errors });
    if (typedForm === null)
      return refuseWith(errorsFor(reader, view, [{ field: 'app', code: 'not-there' }]));
    const form: Submission = { ...typedForm, key: view.submissionKey, requester: actorOf(body) };
    const notTicked = untickedBlock(view);
    if (notTicked !== null) return refuseWith({ [notTicked]: texts.requestForm.notTicked });
    const submission = await submitWithinLimits(deps, form).catch(async (err: unknown) => {
      deps.submitted('not-kept');
      const isUncertain = err instanceof DatabaseFailure && err.isUncertain;
      const { notSaved, maybeSaved } = texts.requestForm;
      await refuseWith({ [mainBlock(view)]: isUncertain ? maybeSaved : notSaved });
      throw err;
    });
    deps.submitted(submission.ok ? 'kept' : 'refused');
    const title = formTitle(texts, form);
    if (submission.ok) {
      const { channel, onCall } = deps.settings.emergency;
      const incident = form.emergency && channel !== null ? { channel, onCall } : null;
      const emergencies = deps.settings.emergency;
      const timedForm = { ...form, emergencies, now: deps.world.now() };
      const ends = requestedEndWords(texts, timedForm, form.durationSeconds);
      const submitted = { incident, ends };
      return ack({ response_action: 'update', view: submittedModal(texts, title, submitted) });
    }
    if (submission.refusal.kind === 'too-quick')
      return refuseWith({
        [mainBlock(view)]: tooQuickWords(texts, submission.refusal.waitSeconds),
      });
    if (submission.refusal.kind === 'mistakes')
      return refuseWith(errorsFor(reader, view, submission.refusal.mistakes));
    const { open, url } = submission.refusal.duplicate;
    const see = url === null ? '' : `\n${link(url, texts.notices.seeRequest)}`;
    const urgent = form.emergency ? ` ${texts.notices.waiting.emergency}` : '';
    const duplicateWords = `${duplicateRequestWords(texts, open)}${urgent}${see}`;
    const words = aboutOne(
      open.request.entitlementName,
      form.entitlements.length === 1,
      duplicateWords,
    );
    return ack({ response_action: 'push', view: wordModal(texts, title, words) });
  });
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
    say(block, mistakeWords(texts, mistake));
  }
  return errors;
}
