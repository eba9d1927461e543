import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { LimitedAct } from '../../../domain/person-limit.ts';
import { takeAll } from '../../../use-cases/person-limits.ts';
import { type FormMistake, type SubmittedForm, submitRequest } from '../../../use-cases/submit-request.ts';
import type { Reader } from '../../languages.ts';
import { tooQuickWords } from '../../surfaces/limit-words.ts';
import { submittedModal, wordModal } from '../../surfaces/modals.ts';
import { mistakeWords } from '../../surfaces/refusal-words.ts';
import { openWords } from '../../surfaces/request-form/entitlement-facts.ts';
import { answerMistakeWords } from '../../surfaces/request-form/extra-fields.ts';
import { answerField, formFields, requestFormId } from '../../surfaces/request-form/fields.ts';
import { type FormMemory, readFormMemory } from '../../surfaces/request-form/memory.ts';
import { formTitle } from '../../surfaces/request-form/request-form.ts';
import { link } from '../../surfaces/text.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, type ViewState, viewOf } from '../payloads.ts';
import { filledForm, pickedIn } from '../request-form/filled-form.ts';
import { formPatience } from '../request-form/open-form.ts';
import { strangerAmong, strangerModal } from '../request-form/strangers.ts';
import { timeWords } from '../request-form/typed-time.ts';

/** The request is kept before Slack gets its answer; nobody outside is asked in between. */
export function requestSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: requestFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const memory = readFormMemory(view.privateMetadata);
    const reader = deps.languages.readerFrom(memory?.spoken ?? null);
    const { texts } = reader;
    if (memory === null) {
      return ack({ response_action: 'errors', errors: errorsFor(reader, view, [{ field: 'app', kind: 'unknown' }]) });
    }
    const form = submittedForm(deps, view, memory, body, reader);
    const acts: readonly LimitedAct[] = form.emergency ? ['requests', 'emergencies'] : ['requests'];
    const times = form.entitlements.length;
    const over = await takeAll(deps, acts, form.requester.userId, times);
    // Submitted again after a lost answer it is no request more.
    if (over !== null && !(await deps.store.transaction((tx) => tx.requests.isKept(form.key)))) {
      const words = tooQuickWords(texts, form.emergency, over.waitSeconds);
      return ack({ response_action: 'errors', errors: { [formFields.justification.block]: words } });
    }
    let kept: Awaited<ReturnType<typeof submitRequest>>;
    try {
      kept = await submitRequest(deps, form);
    } catch (err) {
      const errors = { [formFields.justification.block]: texts.requestForm.notSaved };
      await ack({ response_action: 'errors', errors });
      throw err;
    }
    if (kept.ok) return ack({ response_action: 'update', view: keptView(deps, texts, memory, form) });
    for (const act of acts) deps.limits.giveBack(act, form.requester.userId, times);
    if (kept.refusal.kind === 'mistakes') {
      return ack({ response_action: 'errors', errors: errorsFor(reader, view, kept.refusal.mistakes) });
    }
    if (kept.refusal.kind === 'duplicate') {
      const { open, isForOther, url } = kept.refusal.duplicate;
      const see = url === null ? '' : `\n${link(url, texts.notices.seeRequest)}`;
      const urgent = form.emergency ? ` ${texts.requestForm.escalateInstead}` : '';
      const words = `${openWords(texts, open, isForOther)}${urgent}${see}`;
      return ack({ response_action: 'push', view: wordModal(texts, formTitle(texts, memory), words) });
    }
    const { stranger } = kept.refusal;
    // On top of the form, which stays below as it was filled in.
    const words = strangerModal(deps, texts, memory, stranger, form.requester.userId);
    await ack({ response_action: 'push', view: words });
    // Whoever mends their account and submits again is known by then.
    await strangerAmong(deps, [stranger.slackUserId], formPatience());
  });
}

function submittedForm(
  deps: ListenerDeps,
  view: ViewState,
  memory: FormMemory,
  body: unknown,
  { language, timeZone }: Reader,
): SubmittedForm {
  const { app, entitlements, missing } = pickedIn(deps.catalogue, memory, view);
  const filled = filledForm(memory, view, app);
  return {
    ...filled,
    key: view.submissionKey,
    requester: actorOf(body),
    app,
    entitlements,
    isSomethingGone: missing.length > 0,
    emergency: memory.mode === 'emergency' || filled.emergency,
    extendsRequestId: memory.extends?.requestId ?? null,
    conversationId: memory.conversationId,
    conversationUrl: memory.conversationUrl,
    messageAuthor: memory.messageAuthor,
    language,
    timeZone,
    stranger: memory.stranger,
  };
}

/** Each mistake beside its field. */
function errorsFor(reader: Reader, view: ViewState, mistakes: readonly FormMistake[]): Record<string, string> {
  const isTimeTyped = (view.input(formFields.time.block, formFields.time.action) ?? '').trim() !== '';
  const errors: Record<string, string> = {};
  for (const mistake of mistakes) {
    if ('fieldId' in mistake) {
      errors[answerField(mistake.fieldId).block] = answerMistakeWords(reader.texts, mistake);
      continue;
    }
    const field = mistake.field === 'duration' && isTimeTyped ? 'time' : mistake.field;
    const block = view.blockId(formFields[field].block);
    // Mistakes whose field is not shown are shown where everybody looks.
    errors[view.blockIds.includes(block) ? block : formFields.justification.block] =
      mistake.field === 'time' ? timeWords(reader, mistake.refusal) : mistakeWords(reader.texts, mistake);
  }
  return errors;
}

function keptView(
  { settings }: ListenerDeps,
  texts: Texts,
  memory: FormMemory,
  { emergency }: SubmittedForm,
): ModalView {
  const { channel, onCall } = settings.emergency;
  const incident = emergency && channel !== null ? { channel, onCall } : null;
  return submittedModal(texts, formTitle(texts, memory), incident);
}
