/** Long because a submission is read, checked and kept here, each in one place. */
import { secondsLeft } from '../../domain/access/grant.ts';
import { holderOf, isHolderActing } from '../../domain/action/holder-action.ts';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import {
  type AnswerMistake,
  answersTo,
  fieldsFor,
  readAnswers,
} from '../../domain/form/request-answers.ts';
import {
  certainBounds,
  commonBounds,
  entitlementsInOneGo,
  longestEmergency,
  type RequestedAccess,
  type SubmissionMistake,
  submissionMistakes,
} from '../../domain/request/access-request.ts';
import { isReasonNeeded } from '../../domain/request/reason-needed.ts';
import { readTimeText, type TimeTextRefusal } from '../../domain/request/time-text.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Language } from '../../domain/text/language.ts';
import { keepAction } from '../action/accept-action.ts';
import type { LocalDeps } from '../deps.ts';
import { type PersonLimits, takeSubmission } from '../people/person-limits.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { type KnownDuplicate, knownOpen } from './entitlement-help.ts';

/** What is asked for, of each of the entitlements. */
type Asked = Omit<RequestedAccess, 'entitlementId' | 'entitlementName' | 'groupId'>;

/**
 * A form as it was submitted, and what was learned while it was open. A time that was typed counts
 * instead of one that was picked.
 */
export interface SubmittedForm
  extends Omit<Asked, 'appId' | 'appName' | 'durationSeconds' | 'requestData' | 'draftedBy'> {
  /** What is the same in a retry of the same submission, and in no other. */
  readonly key: string;
  /** null where it is not there any more. */
  readonly app: RequestableApp | null;
  readonly entitlements: readonly CatalogueEntitlement[];
  /** Something is picked that is not there any more. */
  readonly isSomethingGone: boolean;
  /** What was picked: null = until revoked; undefined = nothing. */
  readonly durationSeconds: number | null | undefined;
  /** By field id, as typed. */
  readonly answers: ReadonlyMap<string, string>;
  /** Ids of entitlements that the requester was told may not be requestable. */
  readonly askedAnyway?: ReadonlySet<string>;
  /** How the requester writes a time; `timeZone` null where nobody knows it. */
  readonly language: Language;
  readonly timeZone: string | null;
  /** Absent where the person wrote it themselves. */
  readonly draftedBy?: Asked['draftedBy'];
}

export type FormMistake =
  | SubmissionMistake
  | AnswerMistake
  | { readonly field: 'time'; readonly kind: 'unclear'; readonly refusal: TimeTextRefusal };

export type SubmissionRefusal =
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FormMistake[] }
  | { readonly kind: 'duplicate'; readonly duplicate: KnownDuplicate };

interface TooQuick {
  readonly kind: 'too-quick';
  readonly waitSeconds: number;
}

/** `submitRequest`, unless the person submits more than the limits allow. */
export async function submitWithinLimits(
  deps: LocalDeps & { readonly limits: PersonLimits },
  form: SubmittedForm,
): Promise<Result<void, SubmissionRefusal | TooQuick>> {
  const { key, emergency, requester, entitlements } = form;
  const over = await takeSubmission(
    deps,
    emergency ? ['requests', 'emergencies'] : ['requests'],
    { slackUserId: requester.userId, times: entitlements.length },
    (tx) => tx.requests.isKept(key),
  );
  if (over !== null) return refuse({ kind: 'too-quick', waitSeconds: over.waitSeconds });
  return submitRequest(deps, form);
}

/**
 * Keeps a request for each entitlement and the jobs that send them, in one transaction. When this
 * has returned, they survive everything; a repetition finds the key and changes nothing. Calls
 * nothing outward: whether the requester and the person it is for may have access was said while
 * the form was open, and is found out by the job.
 */
export async function submitRequest(
  deps: LocalDeps,
  form: SubmittedForm,
): Promise<Result<void, SubmissionRefusal>> {
  return deps.store.transaction((tx) => keepSubmission(tx, deps, form));
}

/** The same within a transaction of the caller. Where it refuses, nothing was written. */
export async function keepSubmission(
  tx: StoreTransaction,
  deps: LocalDeps,
  form: SubmittedForm,
): Promise<Result<void, SubmissionRefusal>> {
  const access = await wantedAccess(deps, tx, form, readNow(deps, form));
  if (access.ok) await keepAll(tx, deps, form, access.value);
  // A submission that is repeated after a lost answer may be its own duplicate, or too late by now.
  else if (!(await tx.requests.isKept(form.key))) return access;
  return ok(undefined);
}

/** What `submitRequest` would answer now. Keeps nothing. */
export async function checkSubmission(
  deps: LocalDeps,
  form: SubmittedForm,
): Promise<Result<void, SubmissionRefusal>> {
  return deps.store.transaction(async (tx) => {
    const access = await wantedAccess(deps, tx, form, readNow(deps, form));
    return access.ok ? ok(undefined) : access;
  });
}

function readNow({ settings, world }: LocalDeps, form: SubmittedForm): FormReading {
  return readForm(form, settings.emergency.durationsSeconds, world.now());
}

async function wantedAccess(
  deps: LocalDeps,
  tx: StoreTransaction,
  form: SubmittedForm,
  read: FormReading,
): Promise<Result<Asked, SubmissionRefusal>> {
  const prolonged = read.ok ? await prolonging(tx, form, read.value) : read;
  if (!prolonged.ok) return refuse({ kind: 'mistakes', mistakes: prolonged.refusal });
  const requesterId = form.requester.userId;
  const holderId = prolonged.value.targetSlackId ?? requesterId;
  const { entitlements } = form;
  const openRequests = await knownOpen(deps, tx, entitlements, { ...form, requesterId, holderId });
  if (openRequests.duplicate !== null)
    return refuse({ kind: 'duplicate', duplicate: openRequests.duplicate });
  return ok({
    ...prolonged.value,
    correctsRequestId: form.correctsRequestId ?? openRequests.beingWithdrawn,
  });
}

interface ReadForm {
  readonly asked: Asked;
  /** The end that was typed; null where a length was. */
  readonly until: Date | null;
}
type FormReading = Result<ReadForm, readonly FormMistake[]>;

/** Everything that is wrong is named at once. */
function readForm(
  form: SubmittedForm,
  emergencySeconds: readonly number[],
  now: Date,
): FormReading {
  const {
    key: _,
    app,
    entitlements,
    isSomethingGone,
    durationSeconds,
    answers: typed,
    askedAnyway: _askedAnyway,
    ...rest
  } = form;
  const { language, timeZone, ...filledIn } = rest;
  if (app === null) return refuse([{ field: 'app', kind: 'unknown' }]);
  const mistakes: FormMistake[] = [];
  // The form takes no more; a person who submits another one would pass the limits of a person in
  // one go.
  const isTooMany = entitlements.length > entitlementsInOneGo;
  if (entitlements.length === 0 || isTooMany || isSomethingGone)
    mistakes.push({ field: 'entitlement', kind: 'unknown' });
  const time =
    form.timeText.trim() === ''
      ? ok({ seconds: durationSeconds, until: null })
      : readTimeText(form.timeText, { now, timeZone, language });
  if (!time.ok) mistakes.push({ field: 'time', kind: 'unclear', refusal: time.refusal });
  else if (time.value.seconds === undefined) mistakes.push({ field: 'duration', kind: 'unknown' });
  const ids = entitlements.map((one) => one.id);
  const answers = readAnswers(fieldsFor(app.fields, ids), typed, now);
  if (!answers.ok) mistakes.push(...answers.refusal);
  if (mistakes.length > 0 || !time.ok || time.value.seconds === undefined || !answers.ok)
    return refuse(mistakes);
  const { seconds, until } = time.value;
  const fields: Asked = {
    ...filledIn,
    draftedBy: form.draftedBy ?? null,
    appId: app.id,
    appName: app.name,
    durationSeconds: seconds,
    requestData: answers.value,
  };
  const certain = entitlements.map(certainBounds);
  const common = commonBounds(certain);
  const longestSeconds = form.emergency
    ? longestEmergency(common.longestSeconds, emergencySeconds)
    : common.longestSeconds;
  const needsReason = isReasonNeeded(app, ids, form.emergency);
  const outOfBounds = submissionMistakes(fields, { ...common, longestSeconds }, certain).filter(
    ({ field }) => field !== 'justification' || needsReason,
  );
  return outOfBounds.length > 0 ? refuse(outOfBounds) : ok({ asked: fields, until });
}

/**
 * Only the people of the former request can ask for more time, and it is for the person who has the
 * access, whatever the form says. Stored is the time to add to what is left; what is left is
 * counted when the request is sent.
 */
async function prolonging(
  tx: StoreTransaction,
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
  const forHolder = { ...asked, targetSlackId, account: prolonged.account };
  if (until === null || asked.durationSeconds === null) return ok(forHolder);
  const leftSeconds = secondsLeft(await tx.grants.find(extendsRequestId), tx.at);
  const durationSeconds = asked.durationSeconds - leftSeconds;
  if (durationSeconds <= 0) return refuse([{ field: 'duration', kind: 'no-longer', leftSeconds }]);
  return ok({ ...forHolder, durationSeconds });
}

async function keepAll(
  tx: StoreTransaction,
  deps: LocalDeps,
  form: SubmittedForm,
  asked: Asked,
): Promise<void> {
  const { key, entitlements } = form;
  const { at } = tx;
  const firstId = tx.newId();
  for (const [index, entitlement] of entitlements.entries()) {
    const access: RequestedAccess = {
      ...asked,
      requestData: answersTo(form.app?.fields ?? [], asked.requestData, entitlement.id),
      entitlementId: entitlement.id,
      entitlementName: entitlement.name,
      groupId: entitlements.length > 1 ? firstId : null,
    };
    const id = index === 0 ? firstId : tx.newId();
    const isNew = await tx.requests.insertOnce({
      id,
      key: index === 0 ? key : `${key}#${index}`,
      access,
      at,
    });
    if (!isNew) return;
    if (form.askedAnyway?.has(entitlement.id)) await deps.visibility.noteAskedAnyway(tx, id);
    // More time with a profile brings nothing new.
    if (asked.extendsRequestId === null) await keepProfile(tx, deps, id, entitlement);
    await tx.enqueue({ kind: 'create-task', requestId: id });
    const { requester, account, draftedBy, ...others } = access;
    const detail = {
      ...others,
      ...(account === null ? {} : { account }),
      ...(draftedBy === null ? {} : { draftedBy }),
    };
    await record(tx, { kind: 'request.asked', requestId: id, actor: requester.userId, detail });
  }
  if (form.correctsRequestId !== null) await withdrawFirst(tx, deps, form, form.correctsRequestId);
}

/** By what is known of the catalogs: nobody asks the service while the form waits. */
async function keepProfile(
  tx: StoreTransaction,
  { visibility, profiles, catalogue }: LocalDeps,
  requestId: string,
  entitlement: CatalogueEntitlement,
): Promise<void> {
  const profile = visibility.profileOf(entitlement);
  if (profile !== null) await profiles.keep(tx, { requestId, profile, offered: catalogue });
}

/**
 * Withdraws the request that was corrected: only now, so that a form that is closed loses nothing.
 */
async function withdrawFirst(
  tx: StoreTransaction,
  deps: LocalDeps,
  { requester: by }: SubmittedForm,
  requestId: string,
): Promise<void> {
  const row = await tx.requests.standing(requestId);
  if (row === null || row.standing === 'active' || row.standing === 'ended') return;
  const click = { verb: 'withdraw', requestId, by, reason: '', channel: by.userId } as const;
  await keepAction(tx, deps, click);
}
