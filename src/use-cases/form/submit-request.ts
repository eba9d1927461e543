/** Long because a submission is read, checked and kept here, each in one place. */
import { secondsLeft } from '../../domain/access/grant.ts';
import { holderOf, isHolderActing } from '../../domain/action/holder-action.ts';
import {
  type AnswerMistake,
  answersTo,
  fieldsFor,
  type RequestData,
  readAnswers,
} from '../../domain/form/request-answers.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import {
  certainBounds,
  commonBounds,
  entitlementsInOneGo,
  isReasonNeeded,
  longestFor,
  type RequestedAccess,
  type SlackActor,
  type SubmissionMistake,
  submissionMistakes,
} from '../../domain/request/access-request.ts';
import { readTimeText } from '../../domain/request/time-text.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import { keepAction } from '../action/accept-action.ts';
import type { LocalDeps } from '../deps.ts';
import { takeSubmission } from '../people/limiter.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';
import { type KnownDuplicate, knownOpen } from './entitlement-help.ts';
import type { TypedForm } from './typed-form.ts';

/** A form as somebody submits it. */
export interface Submission extends TypedForm {
  /** What is the same in a retry of the same submission, and in no other. */
  readonly key: string;
  readonly requester: SlackActor;
}

export type FormMistake = SubmissionMistake | AnswerMistake;

export type SubmissionRefusal =
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FormMistake[] }
  | { readonly kind: 'duplicate'; readonly duplicate: KnownDuplicate };

interface TooQuick {
  readonly kind: 'too-quick';
  readonly waitSeconds: number;
}

/** `submitRequest`, unless the person submits more than the limits allow. */
export async function submitWithinLimits(
  deps: LocalDeps,
  form: Submission,
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
  form: Submission,
): Promise<Result<void, SubmissionRefusal>> {
  return deps.store.transaction((tx) => keepSubmission(tx, deps, form));
}

/** `submitRequest` within a transaction of the caller. Where it refuses, nothing was written. */
export async function keepSubmission(
  tx: StoreTransaction,
  deps: LocalDeps,
  form: Submission,
): Promise<Result<void, SubmissionRefusal>> {
  // Sent as it is and by its form at once, the second has to find the first.
  if (form.draftedBy !== null) await tx.requests.holdDraft(form.draftedBy.draftId);
  const requests = await wantedAccess(deps, tx, form);
  if (requests.ok) await keepAll(tx, deps, form, requests.value);
  // A submission that is repeated after a lost answer may be its own duplicate, or too late by now.
  else if (!(await tx.requests.isKept(form.key))) return requests;
  return ok(undefined);
}

/** What `submitRequest` would answer now. Keeps nothing. */
export async function checkSubmission(
  deps: LocalDeps,
  form: Submission,
): Promise<Result<void, SubmissionRefusal>> {
  return deps.store.transaction(async (tx) => {
    const requests = await wantedAccess(deps, tx, form);
    return requests.ok ? ok(undefined) : requests;
  });
}

async function wantedAccess(
  deps: LocalDeps,
  tx: StoreTransaction,
  form: Submission,
): Promise<Result<readonly RequestedAccess[], SubmissionRefusal>> {
  const reading = readForm(form, deps.settings.emergency.durationsSeconds, deps.world.now());
  const prolonged = reading.ok ? await prolonging(tx, form, reading.value) : reading;
  if (!prolonged.ok) return refuse({ kind: 'mistakes', mistakes: prolonged.refusal });
  const [first] = prolonged.value;
  const corrected = form.corrects?.requestId ?? null;
  const openRequests = await knownOpen(deps, tx, form.entitlements, {
    holderId: first?.targetSlackId ?? form.requester.userId,
    extendsRequestId: form.extends?.requestId ?? null,
    correctsRequestId: corrected,
    account: form.account,
  });
  if (openRequests.duplicate !== null)
    return refuse({ kind: 'duplicate', duplicate: openRequests.duplicate });
  const correctsRequestId = corrected ?? openRequests.beingWithdrawn;
  return ok(prolonged.value.map((one) => ({ ...one, correctsRequestId })));
}

interface ReadForm {
  /** One for each entitlement, in the order of the form. */
  readonly requests: readonly RequestedAccess[];
  readonly seconds: number | null;
  /** The end that was typed; null where a length was. */
  readonly until: Date | null;
}
type FormReading = Result<ReadForm, readonly FormMistake[]>;

/** Everything that is wrong is named at once. */
function readForm(form: Submission, emergencySeconds: readonly number[], now: Date): FormReading {
  const { app, entitlements, emergency } = form;
  if (app === null) return refuse([{ field: 'app', code: 'not-there' }]);
  const mistakes: FormMistake[] = [];
  // The form takes no more; a person who submits another one would pass the limits of a person in
  // one go.
  const isTooMany = entitlements.length > entitlementsInOneGo;
  if (entitlements.length === 0 || isTooMany || form.isSomethingGone)
    mistakes.push({ field: 'entitlement', code: 'not-there' });
  const time = readTime(form, now);
  if (!time.ok) mistakes.push({ field: 'time', ...time.refusal });
  else if (time.value.seconds === undefined) mistakes.push({ field: 'duration', code: 'no-time' });
  const ids = entitlements.map((one) => one.id);
  const answers = readAnswers(fieldsFor(app.fields, ids), form.answers, now);
  if (!answers.ok) mistakes.push(...answers.refusal);
  if (mistakes.length > 0 || !time.ok || time.value.seconds === undefined || !answers.ok)
    return refuse(mistakes);
  const { seconds, until } = time.value;
  const certain = entitlements.map(certainBounds);
  const common = commonBounds(certain);
  const longestSeconds = longestFor(form, common.longestSeconds, emergencySeconds);
  const bounds = { ...common, longestSeconds };
  const needsReason = isReasonNeeded(app, ids, emergency);
  const outOfBounds = submissionMistakes(
    { justification: form.justification, durationSeconds: seconds, emergency },
    bounds,
    certain,
  ).filter(({ field }) => field !== 'justification' || needsReason);
  if (outOfBounds.length > 0) return refuse(outOfBounds);
  return ok({ requests: requestsOf(form, app, seconds, answers.value), seconds, until });
}

type TimeOfForm = { readonly seconds: number | null | undefined; readonly until: Date | null };

function readTime(
  { isTimeTyped, timeText, durationSeconds, language, timeZone }: TypedForm,
  now: Date,
): Result<TimeOfForm, Refusal> {
  if (!isTimeTyped) return ok({ seconds: durationSeconds, until: null });
  if (timeText.trim() === '') return ok({ seconds: undefined, until: null });
  return readTimeText(timeText, { now, timeZone, language });
}

/** What the form asks for, before it is known what is held and asked for already. */
function requestsOf(
  form: Submission,
  app: RequestableApp,
  durationSeconds: number | null,
  requestData: RequestData | null,
): readonly RequestedAccess[] {
  return form.entitlements.map((entitlement) => ({
    requester: form.requester,
    appId: app.id,
    appName: app.name,
    entitlementId: entitlement.id,
    entitlementName: entitlement.name,
    justification: form.justification,
    durationSeconds,
    timeText: form.isTimeTyped ? form.timeText : '',
    emergency: form.emergency,
    targetSlackId: form.targetSlackId,
    account: form.account,
    requestData: answersTo(app.fields, requestData, entitlement.id),
    groupId: null,
    extendsRequestId: form.extends?.requestId ?? null,
    correctsRequestId: form.corrects?.requestId ?? null,
    draftedBy: form.draftedBy,
    conversationId: form.conversationId,
    conversationUrl: form.conversationUrl,
    messageAuthor: form.messageAuthor,
  }));
}

/**
 * Only the people of the former request can ask for more time, and it is for the person who has the
 * access, whatever the form says. Stored is the time to add to what is left; what is left is
 * counted when the request is sent.
 */
async function prolonging(
  tx: StoreTransaction,
  form: Submission,
  { requests, seconds, until }: ReadForm,
): Promise<Result<readonly RequestedAccess[], readonly SubmissionMistake[]>> {
  if (form.extends === null) return ok(requests);
  const { requestId } = form.extends;
  const { requester } = form;
  const prolonged = await tx.requests.find(requestId);
  const isTheSame =
    prolonged !== null &&
    requests.every(
      ({ appId, entitlementId }) =>
        appId === prolonged.appId && entitlementId === prolonged.entitlementId,
    ) &&
    isHolderActing(prolonged, requester);
  if (!isTheSame) return refuse([{ field: 'entitlement', code: 'not-there' }]);
  const holder = holderOf(prolonged);
  const targetSlackId = holder === requester.userId ? null : holder;
  const forHolder = { targetSlackId, account: prolonged.account };
  if (until === null || seconds === null)
    return ok(requests.map((one) => ({ ...one, ...forHolder })));
  const leftSeconds = secondsLeft(await tx.grants.find(requestId), tx.at);
  const durationSeconds = seconds - leftSeconds;
  if (durationSeconds <= 0) return refuse([{ field: 'duration', code: 'no-longer', leftSeconds }]);
  return ok(requests.map((one) => ({ ...one, ...forHolder, durationSeconds })));
}

async function keepAll(
  tx: StoreTransaction,
  deps: LocalDeps,
  form: Submission,
  requests: readonly RequestedAccess[],
): Promise<void> {
  const { key, entitlements } = form;
  const { at } = tx;
  const firstId = tx.newId();
  const groupId = requests.length > 1 ? firstId : null;
  for (const [index, request] of requests.entries()) {
    const access = { ...request, groupId };
    const id = index === 0 ? firstId : tx.newId();
    const isNew = await tx.requests.insertOnce({
      id,
      key: index === 0 ? key : `${key}#${index}`,
      access,
      at,
    });
    if (!isNew) return;
    // More time with a profile brings nothing new.
    const entitlement = access.extendsRequestId === null ? entitlements[index] : undefined;
    // By what is known of the catalogs: nobody asks the service while the form waits.
    const profile = entitlement === undefined ? null : deps.visibility.profileOf(entitlement);
    if (profile !== null)
      await deps.profiles.keep(tx, { requestId: id, profile, offered: deps.catalogue });
    await tx.enqueue({ kind: 'create-task', requestId: id });
    const { requester, account, draftedBy, ...others } = access;
    const detail = {
      ...others,
      ...(account === null ? {} : { account }),
      ...(draftedBy === null ? {} : { draftedBy }),
    };
    await record(tx, { kind: 'request.asked', requestId: id, actor: requester.userId, detail });
  }
  if (form.corrects !== null) await withdrawFirst(tx, deps, form, form.corrects.requestId);
  // Its message may say by now that it has ended, or was discarded, and nothing was sent.
  if (form.draftedBy !== null)
    await tx.enqueue({ kind: 'show-draft', draftId: form.draftedBy.draftId });
}

/**
 * Withdraws the request that was corrected: only now, so that a form that is closed loses nothing.
 */
async function withdrawFirst(
  tx: StoreTransaction,
  deps: LocalDeps,
  { requester: by }: Submission,
  requestId: string,
): Promise<void> {
  const row = await tx.requests.standing(requestId);
  if (row === null || row.standing === 'active' || row.standing === 'ended') return;
  const click = { verb: 'withdraw', requestId, by, reason: '', channel: by.userId } as const;
  await keepAction(tx, deps, click);
}
