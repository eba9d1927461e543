/** Long because a form is read, checked against what is known, and kept, and each of these has refusals of its own. */
import {
  commonBounds,
  entitlementsInOneGo,
  type IdentityRefusal,
  longestEmergency,
  type RequestedAccess,
  type SlackActor,
  type SubmissionMistake,
  submissionMistakes,
} from '../domain/access-request.ts';
import type { AccessSettings, RequestableApp } from '../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { secondsLeft } from '../domain/grant.ts';
import { holderOf, isHolderActing } from '../domain/holder-action.ts';
import type { Language } from '../domain/language.ts';
import { type AnswerMistake, answersTo, fieldsFor, readAnswers } from '../domain/request-answers.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { readTimeText, type TimeTextRefusal } from '../domain/time-text.ts';
import type { EntitlementHelpDeps } from './entitlement-help.ts';
import { type KnownDuplicate, knownDuplicate } from './known-duplicate.ts';
import { syncCards } from './notices.ts';
import type { World } from './ports.ts';
import type { StoreTransaction } from './store-ports.ts';

/** A form as it was submitted, and what was learned while it was open. */
export interface SubmittedForm {
  /** What is the same in a retry of the same submission, and in no other. */
  readonly key: string;
  readonly requester: SlackActor;
  /** null where it is not there any more. */
  readonly app: RequestableApp | null;
  readonly entitlements: readonly CatalogueEntitlement[];
  /** Something is picked that is not there any more. */
  readonly isSomethingGone: boolean;
  readonly justification: string;
  /** What was picked: null = until revoked; undefined = nothing. */
  readonly durationSeconds: number | null | undefined;
  /** What was typed for how long, which counts instead of what was picked. */
  readonly timeText: string;
  readonly emergency: boolean;
  readonly targetSlackId: string | null;
  /** By field id, as typed. */
  readonly answers: ReadonlyMap<string, string>;
  readonly extendsRequestId: string | null;
  readonly conversationId: string;
  readonly conversationUrl: string;
  readonly messageAuthor: string | null;
  /** How the requester writes a time; `timeZone` null where nobody knows it. */
  readonly language: Language;
  readonly timeZone: string | null;
  /** Somebody who may not have access, by what was known when the form was shown. */
  readonly stranger: Stranger | null;
}

export interface Stranger {
  readonly slackUserId: string;
  readonly refusal: IdentityRefusal;
}

export type FormMistake =
  | SubmissionMistake
  | AnswerMistake
  | { readonly field: 'time'; readonly kind: 'unclear'; readonly refusal: TimeTextRefusal };

export type SubmissionRefusal =
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FormMistake[] }
  /** The requester, or the person it is for, may not have access. */
  | { readonly kind: 'stranger'; readonly stranger: Stranger }
  | { readonly kind: 'duplicate'; readonly duplicate: KnownDuplicate };

/** What is asked for, of each of the entitlements. */
type Asked = Omit<RequestedAccess, 'entitlementId' | 'entitlementName' | 'groupId'>;

export interface SubmitRequestDeps extends Pick<EntitlementHelpDeps, 'store' | 'world' | 'governance'> {
  readonly settings: EntitlementHelpDeps['settings'] & Pick<AccessSettings, 'emergency'>;
}

/**
 * Keeps a request for each entitlement and the jobs that send them, in one transaction. When this has returned, they survive
 * everything; a repetition finds the key and changes nothing. Calls nothing outward: who may have access is known from when the
 * form was shown; where it was not known then, the job finds out and tells.
 */
export async function submitRequest(
  deps: SubmitRequestDeps,
  form: SubmittedForm,
): Promise<Result<void, SubmissionRefusal>> {
  const read = readForm(form, deps.settings.emergency.durationsSeconds, deps.world.now());
  if (!read.ok) return refuse({ kind: 'mistakes', mistakes: read.refusal });
  return deps.store.transaction(async (tx) => {
    if (await tx.requests.isKept(form.key)) return ok(undefined);
    const stranger = await strangerIn(tx, form);
    if (stranger !== null) {
      const { app, requester, targetSlackId } = form;
      const detail = { appId: app?.id, targetSlackId, refusal: stranger.refusal };
      await tx.audit.append({ kind: 'request.refused', at: deps.world.now(), actor: requester.userId, detail });
      return refuse({ kind: 'stranger', stranger });
    }
    const asked = await prolonging(tx, deps.world, form, read.value);
    if (!asked.ok) return refuse({ kind: 'mistakes', mistakes: asked.refusal });
    const duplicate = await knownDuplicate(deps, tx, form, asked.value.targetSlackId);
    if (duplicate !== null) return refuse({ kind: 'duplicate', duplicate });
    await keepAll(tx, deps.world, form, asked.value);
    return ok(undefined);
  });
}

interface ReadForm {
  readonly asked: Asked;
  /** The end that was typed; null where a length was. */
  readonly until: Date | null;
}

/** Everything that is wrong is named at once. */
function readForm(
  form: SubmittedForm,
  emergencySeconds: readonly number[],
  now: Date,
): Result<ReadForm, readonly FormMistake[]> {
  const { app, entitlements } = form;
  if (app === null) return refuse([{ field: 'app', kind: 'unknown' }]);
  const mistakes: FormMistake[] = [];
  if (entitlements.length === 0 || form.isSomethingGone) mistakes.push({ field: 'entitlement', kind: 'unknown' });
  if (entitlements.length > entitlementsInOneGo) {
    mistakes.push({ field: 'entitlement', kind: 'too-many', limit: entitlementsInOneGo });
  }
  const time = readTime(form, now);
  if (!time.ok) mistakes.push({ field: 'time', kind: 'unclear', refusal: time.refusal });
  else if (time.value.seconds === undefined) mistakes.push({ field: 'duration', kind: 'unknown' });
  const ids = entitlements.map((one) => one.id);
  const answers = readAnswers(fieldsFor(app.fields, ids), form.answers);
  if (!answers.ok) mistakes.push(...answers.refusal);
  if (mistakes.length > 0 || !time.ok || time.value.seconds === undefined || !answers.ok) return refuse(mistakes);
  const asked: Asked = {
    requester: form.requester,
    appId: app.id,
    appName: app.name,
    justification: form.justification,
    durationSeconds: time.value.seconds,
    timeText: form.timeText,
    emergency: form.emergency,
    targetSlackId: form.targetSlackId,
    requestData: answers.value,
    extendsRequestId: form.extendsRequestId,
    conversationId: form.conversationId,
    conversationUrl: form.conversationUrl,
    messageAuthor: form.messageAuthor,
  };
  const common = commonBounds(entitlements);
  const bounds = asked.emergency
    ? { ...common, longestSeconds: longestEmergency(common.longestSeconds, emergencySeconds) }
    : common;
  const outOfBounds = submissionMistakes(asked, bounds, entitlements);
  return outOfBounds.length > 0 ? refuse(outOfBounds) : ok({ asked, until: time.value.until });
}

interface ReadTime {
  readonly seconds: number | null | undefined;
  readonly until: Date | null;
}

function readTime(form: SubmittedForm, now: Date): Result<ReadTime, TimeTextRefusal> {
  const { timeText, timeZone, language } = form;
  if (timeText.trim() === '') return ok({ seconds: form.durationSeconds, until: null });
  // Without the zone only what does not depend on it can be understood.
  const read = readTimeText(timeText, { now, timeZone: timeZone ?? 'Etc/UTC', language });
  if (read.ok && read.value.until !== null && timeZone === null) return refuse({ kind: 'unknown-zone', timeZone: '' });
  return read;
}

/** Whoever was not known when the form was shown may be known by now. */
async function strangerIn(tx: StoreTransaction, form: SubmittedForm): Promise<Stranger | null> {
  const { stranger, requester, targetSlackId } = form;
  if (stranger === null || ![requester.userId, targetSlackId].includes(stranger.slackUserId)) return null;
  return (await tx.identities.find(stranger.slackUserId)) === null ? stranger : null;
}

/**
 * More time is for whoever has the access, whatever the form says, and only on the word of who stands behind that request. It is
 * kept as what comes on top of what is left: how much that is, is counted when the request is sent.
 */
async function prolonging(
  tx: StoreTransaction,
  world: World,
  form: SubmittedForm,
  { asked, until }: ReadForm,
): Promise<Result<Asked, readonly SubmissionMistake[]>> {
  const { extendsRequestId, requester, entitlements } = form;
  if (extendsRequestId === null) return ok(asked);
  const prolonged = await tx.requests.find(extendsRequestId);
  const isTheSame =
    prolonged !== null &&
    prolonged.appId === asked.appId &&
    entitlements.every((one) => one.id === prolonged.entitlementId) &&
    isHolderActing(prolonged, requester);
  if (!isTheSame) return refuse([{ field: 'entitlement', kind: 'unknown' }]);
  const holder = holderOf(prolonged);
  const targetSlackId = holder === requester.userId ? null : holder;
  if (until === null || asked.durationSeconds === null) return ok({ ...asked, targetSlackId });
  const leftSeconds = secondsLeft(await tx.grants.find(extendsRequestId), world.now());
  const durationSeconds = asked.durationSeconds - leftSeconds;
  if (durationSeconds <= 0) return refuse([{ field: 'duration', kind: 'no-longer', leftSeconds }]);
  return ok({ ...asked, targetSlackId, durationSeconds });
}

async function keepAll(tx: StoreTransaction, world: World, form: SubmittedForm, asked: Asked): Promise<void> {
  const { key, entitlements } = form;
  const firstId = world.newId();
  for (const [index, entitlement] of entitlements.entries()) {
    const access: RequestedAccess = {
      ...asked,
      requestData: answersTo(form.app?.fields ?? [], asked.requestData, entitlement.id),
      entitlementId: entitlement.id,
      entitlementName: entitlement.name,
      groupId: entitlements.length > 1 ? firstId : null,
    };
    const id = index === 0 ? firstId : world.newId();
    if (!(await keep(tx, world, { id, key: index === 0 ? key : `${key}#${index}`, access }))) return;
  }
  await tx.enqueue({ kind: 'sync-home', slackUserId: form.requester.userId });
}

async function keep(
  tx: StoreTransaction,
  world: World,
  { id, key, access }: { readonly id: string; readonly key: string; readonly access: RequestedAccess },
): Promise<boolean> {
  const at = world.now();
  const isNew = await tx.requests.insertOnce({ id, key, access, at });
  if (!isNew) return false;
  await tx.enqueue({ kind: 'create-task', requestId: id });
  await syncCards(tx, id);
  await tx.audit.append({
    kind: 'request.asked',
    at,
    requestId: id,
    actor: access.requester.userId,
    detail: {
      appId: access.appId,
      entitlementId: access.entitlementId,
      targetSlackId: access.targetSlackId,
      justification: access.justification,
      durationSeconds: access.durationSeconds,
      emergency: access.emergency,
      requestData: access.requestData,
      extendsRequestId: access.extendsRequestId,
      conversationId: access.conversationId,
    },
  });
  return true;
}
