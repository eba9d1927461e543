import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { IdentityRefusal, RequestedAccess, SubmissionMistake } from '../../../domain/access-request.ts';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import { tasksAreRead } from '../../../domain/optional-operation.ts';
import { type AnswerMistake, fieldsFor, readAnswers } from '../../../domain/request-answers.ts';
import { submitRequest } from '../../../use-cases/submit-request.ts';
import type { Reader } from '../../languages.ts';
import { submittedModal, wordModal } from '../../surfaces/modals.ts';
import { identityRefusalWords, mistakeWords } from '../../surfaces/refusal-words.ts';
import { answerField, formFields, requestFormId } from '../../surfaces/request-form/fields.ts';
import { type FormMemory, readFormMemory } from '../../surfaces/request-form/memory.ts';
import { channelLink, listed } from '../../surfaces/text.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, type ViewState, viewOf } from '../payloads.ts';
import { appOfOption, filledForm, pickedEntitlements } from '../request-form/filled-form.ts';
import { typedSeconds } from '../request-form/typed-time.ts';

/** Slack waits 3 s: who somebody is, is looked up before the form closes where that is quick, else by the job. */
const identityPatienceMs = 1_200;

/** The request is kept before Slack gets its answer; a retry of the same submission changes nothing. */
export function requestSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: requestFormId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const requester = actorOf(body);
    const reader = await deps.languages.readerOf(requester.userId);
    const { texts } = reader;
    const read = readForm(deps, view, reader);
    if (!read.ok) {
      await ack({ response_action: 'errors', errors: read.errors });
      return;
    }
    const { app, entitlements, memory, asked } = read;
    const stranger = await quickRefusal(deps, requester.userId, asked.targetSlackId);
    if (stranger !== null) {
      await ack({ response_action: 'push', view: strangerView(deps, texts, stranger, memory) });
      return;
    }
    let kept: Awaited<ReturnType<typeof submitRequest>>;
    try {
      kept = await submitRequest(
        deps,
        { key: view.submissionKey, requester, appId: app.id, ...asked },
        { appName: app.name, fields: app.fields, entitlements },
      );
    } catch (err) {
      deps.world.log.error({ err, viewId: view.viewId }, 'request not kept');
      const errors = { [formFields.justification.block]: texts.requestForm.notSaved };
      await ack({ response_action: 'errors', errors });
      return;
    }
    if (!kept.ok) {
      await ack({ response_action: 'errors', errors: errorsFor(texts, view, kept.refusal) });
      return;
    }
    const where = channelLink(texts, app.channel ?? memory.conversationId);
    const names = entitlements.map((one) => one.name);
    const { channel, onCall } = deps.settings.emergency;
    await ack({
      response_action: 'update',
      view: submittedModal(texts, {
        where,
        what: `${app.name} · ${listed(texts, names, 'and')}`,
        isFollowed: tasksAreRead(deps.governance.operations),
        incident: asked.emergency && channel !== null ? { channel, onCall } : null,
      }),
    });
  });
}

type Asked = Omit<RequestedAccess, 'requester' | 'appId' | 'appName' | 'entitlementId' | 'entitlementName' | 'groupId'>;

type ReadForm =
  | { readonly ok: false; readonly errors: Record<string, string> }
  | {
      readonly ok: true;
      readonly memory: FormMemory;
      readonly app: RequestableApp;
      readonly entitlements: ReturnType<typeof pickedEntitlements>['entitlements'];
      readonly asked: Asked;
    };

/** The filled-in form as what is asked for, or a sentence for each field that is wrong. */
function readForm(deps: ListenerDeps, view: ViewState, reader: Reader): ReadForm {
  const { texts } = reader;
  const memory = readFormMemory(view.privateMetadata);
  const app = memory === null ? null : appOf(deps, memory, view);
  if (memory === null || app === null) {
    return { ok: false, errors: errorsFor(texts, view, [{ field: 'app', kind: 'unknown' }]) };
  }
  const filled = filledForm(view, app);
  const { entitlements, missing } = pickedEntitlements(deps.catalogue, memory, view);
  const mistakes: SubmissionMistake[] = [];
  if (entitlements.length === 0 || missing.length > 0) mistakes.push({ field: 'entitlement', kind: 'unknown' });
  const time = typedSeconds(filled.timeText, reader, deps.world.now());
  const errors: Record<string, string> = {};
  if (time.kind === 'mistake') errors[formFields.time.block] = time.words;
  const seconds = time.kind === 'seconds' ? time.seconds : filled.durationSeconds;
  if (seconds === undefined) mistakes.push({ field: 'duration', kind: 'unknown' });
  const fields = fieldsFor(
    app.fields,
    entitlements.map((one) => one.id),
  );
  const answers = readAnswers(fields, filled.answers);
  if (!answers.ok) {
    for (const { fieldId, kind } of answers.refusal) {
      errors[answerField(fieldId).block] = answerWords(texts, kind);
    }
  }
  Object.assign(errors, errorsFor(texts, view, mistakes));
  if (Object.keys(errors).length > 0 || !answers.ok || seconds === undefined) return { ok: false, errors };
  return {
    ok: true,
    memory,
    app,
    entitlements,
    asked: {
      justification: filled.justification,
      durationSeconds: seconds,
      timeText: filled.timeText,
      emergency: memory.mode === 'emergency' || filled.emergency,
      targetSlackId: filled.targetSlackId,
      requestData: answers.value,
      extendsRequestId: memory.extends?.requestId ?? null,
      conversationId: memory.conversationId,
      conversationUrl: memory.conversationUrl,
    },
  };
}

function answerWords(texts: Texts, kind: AnswerMistake['kind']): string {
  const { answers } = texts.requestForm;
  switch (kind) {
    case 'missing':
      return answers.missing;
    case 'no-number':
      return answers.noNumber;
    case 'not-offered':
      return answers.notOffered;
  }
}

/** The form's memory and the picked app differ while a change of app is still on its way. */
function appOf(deps: ListenerDeps, memory: FormMemory, view: ViewState): RequestableApp | null {
  if (memory.appId === null) return null;
  const kept = deps.catalogue.appById(memory.appId);
  if (memory.extends !== null) return kept;
  const picked = appOfOption(deps.catalogue, view.input(formFields.app.block, formFields.app.action));
  return picked?.id === memory.appId ? kept : null;
}

/** Each mistake beside its field. */
function errorsFor(texts: Texts, view: ViewState, mistakes: readonly SubmissionMistake[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const mistake of mistakes) {
    const typed = view.input(formFields.time.block, formFields.time.action) ?? '';
    const field = mistake.field === 'duration' && typed.trim() !== '' ? 'time' : mistake.field;
    // What is nobody's own in this form is said where everybody looks.
    const block = view.blockId(formFields[field].block);
    errors[view.blockIds.includes(block) ? block : formFields.justification.block] = mistakeWords(texts, mistake);
  }
  return errors;
}

interface Stranger {
  readonly refusal: IdentityRefusal;
  readonly whose: 'own' | 'target';
}

/** Whether the requester or the target may not have access; null also where that is not known in time: the job finds out. */
async function quickRefusal(deps: ListenerDeps, requester: string, target: string | null): Promise<Stranger | null> {
  const late = sleep(identityPatienceMs, null, { ref: false });
  const check = async (userId: string, whose: Stranger['whose']): Promise<Stranger | null> => {
    try {
      const identity = await deps.identify(userId);
      return identity.ok ? null : { refusal: identity.refusal, whose };
    } catch (err) {
      deps.world.log.info({ err }, 'identity not known before the form closed');
      return null;
    }
  };
  const both = async () => (await check(requester, 'own')) ?? (target === null ? null : check(target, 'target'));
  return Promise.race([both(), late]);
}

/** On top of the form, which stays below as it was filled in. */
function strangerView(deps: ListenerDeps, texts: Texts, stranger: Stranger, memory: FormMemory): ModalView {
  const words = texts.requestForm;
  const title =
    memory.extends !== null ? words.extendTitle : memory.mode === 'emergency' ? words.emergencyTitle : words.title;
  return wordModal(texts, title, identityRefusalWords(texts, stranger.refusal, deps.settings.admins, stranger.whose));
}
