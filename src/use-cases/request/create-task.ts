/** Long because every outcome of one POST is told apart here. */

import { extendedSeconds, secondsLeft } from '../../domain/access/grant.ts';
import { namedReviewers } from '../../domain/action/authorization.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import { isBotRefused, OutwardFailure, toldFailure } from '../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { ofService, type Refusal } from '../../domain/refusals/refusals.ts';
import {
  type AccessRequest,
  isPerhapsSent,
  longestFor,
} from '../../domain/request/access-request.ts';
import { disagreementsOf } from '../../domain/request/granted-by-task.ts';
import { ok } from '../../domain/result.ts';
import { type GrantPart, isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { isAbout } from '../access/end-grants.ts';
import { wantCard } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import { resolveAnswers } from '../people/resolve-identity.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, tellEach } from '../record/record.ts';
import { recordReading } from '../task/record-reading.ts';
import { readTask } from '../task/watch-task.ts';
import {
  confirmedMs,
  confirmedPeople,
  firstRequestOf,
  type GrantPeople,
  isFirstStillClosing,
  keepCorrectionWaiting,
  lookAtPeople,
} from './confirm-people.ts';
import {
  type AnsweredGrant,
  findLostTask,
  sentForOwnTask,
  withWhatWasSent,
} from './find-lost-task.ts';
import { type Stop, stopRequest } from './stop-request.ts';

/** The person read that the request is on its way, and is told of a wait only if it is longer. */
const longestUntoldMs = 60_000;

/**
 * Sends a kept request to the service: exactly one task comes of it, however often this runs and
 * wherever it is cut off. A POST whose outcome is unknown is looked up by our own id before
 * anything is repeated; where it cannot be looked up, the person is asked
 * (docs/spec/deployments.md#errors: there are no idempotency keys).
 *
 * @param earlier.hasServiceFailed an earlier run got no usable answer of the service
 * @returns `not-yet` while the request that it corrects is not closed
 */
export async function createTask(
  deps: UseCaseDeps,
  requestId: string,
  { hasServiceFailed = false }: { readonly hasServiceFailed?: boolean } = {},
): Promise<NotYet | void> {
  const withinMs = hasServiceFailed ? confirmedMs.sendAfterFailure : confirmedMs.firstSend;
  const start = await deps.store.transaction(async (tx) => {
    // Locked, because its requester may withdraw it at this moment.
    const request = await tx.requests.lock(requestId);
    if (request?.state !== 'submitted') return { request, people: null };
    const turn = await turnOf(tx, request);
    if (turn !== 'now') return turn;
    // Not when the request is stored: a person waits for that, and nobody waits here.
    tx.marks.markHomes({ slackUsers: [request.requester.userId] });
    // In the same transaction, if its people need no lookup: most requests need no other one.
    const people = await confirmedPeople(tx, deps, request, withinMs);
    if (people !== null) await noteSent(tx, request, people);
    return { request, people };
  });
  if (start === 'stopped') return;
  if (start === 'not-yet') return start;
  const { request, people } = start;
  if (request?.state !== 'submitted' && request?.state !== 'sending') return;
  try {
    return await send(deps, request, { storedPeople: people, withinMs });
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    // A first POST that certainly did nothing leaves nothing to look up.
    if (error.certainlyNotDone && request.state === 'submitted')
      await saved(deps, request, notSent(request));
    // Its turn comes soon: that is no news.
    const waitedMs = deps.world.now().getTime() - request.createdAt.getTime();
    const isSoon = waitedMs + (error.retryAfterMs ?? Infinity) <= longestUntoldMs;
    if (!isSoon) await tellWaiting(deps, request, error);
    throw error;
  }
}

/** Notes that it is being sent. False if it was withdrawn while its people were looked up. */
function takenUp(deps: UseCaseDeps, request: AccessRequest, people: GrantPeople): Promise<boolean> {
  return deps.store.transaction(async (tx) => {
    const current = await tx.requests.lock(request.id);
    if (current?.state !== request.state) return false;
    await noteSent(tx, request, people);
    return true;
  });
}

function noteSent(
  tx: StoreTransaction,
  { id }: AccessRequest,
  { requesterIdentityId, holder }: GrantPeople,
): Promise<void> {
  const identities = { requesterIdentityId, identityUserId: holder.id };
  return tx.requests.save(id, { state: 'sending', ...identities, at: tx.at });
}

/** Whether a request may be sent now, or must wait for the end of the one that it corrects. */
async function turnOf(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<'now' | 'stopped' | NotYet> {
  const first = await firstRequestOf(tx, request);
  if (first === 'over') return 'now';
  if (first === 'open') {
    await keepCorrectionWaiting(tx, request);
    return 'not-yet';
  }
  await stopRequest(tx, request.id, { state: 'refused', refusal: first });
  return 'stopped';
}

async function send(
  deps: UseCaseDeps,
  request: AccessRequest,
  {
    storedPeople,
    withinMs,
  }: { readonly storedPeople: GrantPeople | null; readonly withinMs: number },
): Promise<NotYet | void> {
  const isAgain = request.state === 'sending';
  const sentFor = request.identityUserId;
  // An earlier POST may have arrived, so its task is looked for before people are confirmed.
  if (isAgain && sentFor !== null && (await foundAgain(deps, request, sentFor))) return;
  const lookedMs = isAgain ? confirmedMs.sendAfterFailure : withinMs;
  const looked =
    storedPeople === null ? await lookAtPeople(deps, request, lookedMs) : ok(storedPeople);
  if (!looked.ok) {
    const isPerhapsThere = isPerhapsSent(request) ? ({ isPerhapsThere: true } as const) : {};
    const refusal = { ...looked.refusal, ...isPerhapsThere };
    return stopped(deps, request, { state: 'refused', refusal });
  }
  const people = looked.value;
  const { holder } = people;
  const identityUserId = holder.id;
  // A database restored from a backup may not know for whom it was sent.
  if (isAgain && sentFor === null && (await foundAgain(deps, request, identityUserId))) return;
  const answers = await resolveAnswers(deps, request, request.requestData);
  if (!answers.ok) return stopped(deps, request, { state: 'refused', refusal: answers.refusal });
  if (storedPeople === null && !(await takenUp(deps, request, people))) return;
  const lost = await lostAccount(deps, request, identityUserId);
  if (lost !== null) return stopped(deps, request, { state: 'refused', refusal: lost });
  const { appId, entitlementId, justification, emergency } = request;
  const durationSeconds = await secondsToAskFor(deps, request);
  const answer = await deps.governance.requestGrant({
    appId,
    entitlementId,
    identityUserId,
    accountId: request.account?.id,
    justification,
    emergency,
    requestData: answers.value,
    durationSeconds,
    source: {
      conversationId: request.conversationId,
      externalUrl: request.conversationUrl,
      integrationId: request.requester.teamId,
      requestId: request.id,
      isExtension: request.extendsRequestId !== null,
    },
  });
  if (answer.ok) {
    const sent = { durationSeconds };
    return adopt(deps, { request, identityUserId, holder, task: answer.value, sent });
  }
  return refusedBy(deps, { request, identityUserId, refusal: answer.refusal });
}

interface RefusedGrant {
  readonly request: AccessRequest;
  readonly identityUserId: string;
  readonly refusal: ServiceRefusal;
}

/**
 * The service refused the order: the task may exist already, or the order may have to wait for
 * another one.
 */
async function refusedBy(
  deps: UseCaseDeps,
  { request, identityUserId, refusal }: RefusedGrant,
): Promise<NotYet | void> {
  // Refused, so this POST was not carried out: only one before it could have been.
  if (request.state === 'submitted') await saved(deps, request, notSent(request));
  if (await isFirstStillClosing(deps, request, refusal.existingTaskId)) {
    await saved(deps, request, notSent(request));
    await deps.store.transaction((tx) => keepCorrectionWaiting(tx, request));
    return 'not-yet';
  }
  const existing = await existingTask(deps, refusal);
  const isSame = existing !== null && isAbout(existing, { ...request, identityUserId });
  // A duplicate may be our own earlier POST that was carried out although nobody told us.
  const isOurs = isSame && existing.sourceRequestId === request.id;
  if (isOurs) {
    const sent = await sentForOwnTask(deps, request, existing);
    return adopt(deps, { request, identityUserId, task: existing, sent });
  }
  // Services do not always tell what a task is about.
  const isOther = existing !== null && !isSame && existing.entitlements.length > 0;
  if (isSame)
    await deps.followTask(deps, { slackUserId: request.requester.userId, task: existing });
  const duplicate = isOther ? { existingTaskId: null } : await whatIsKnownOf(deps, existing);
  await stopped(deps, request, {
    state: 'refused',
    refusal: { ...ofService(refusal), ...duplicate },
  });
}

type Change = Parameters<StoreTransaction['requests']['save']>[1];

function saved(
  { store }: UseCaseDeps,
  { id }: AccessRequest,
  change: Omit<Change, 'at'>,
): Promise<void> {
  return store.transaction((tx) => tx.requests.save(id, { ...change, at: tx.at }), {
    isOneStatement: true,
  });
}

/** The state before this attempt, which certainly did nothing. */
function notSent({ identityUserId }: AccessRequest): Omit<Change, 'at'> {
  return { state: 'submitted', identityUserId };
}

/** Looks for the task of a POST whose answer was lost. True if nothing more is to be sent. */
async function foundAgain(
  deps: UseCaseDeps,
  request: AccessRequest,
  identityUserId: string,
): Promise<boolean> {
  const task = await findLostTask(deps, request, identityUserId);
  if (task === null) {
    await stopped(deps, request, { state: 'uncertain' });
    return true;
  }
  if (task === 'none') return false;
  // If the database was restored from a backup since, its card may exist, too.
  const sent = await sentForOwnTask(deps, request, task);
  await adopt(deps, { request, identityUserId, task, sent, since: request.createdAt });
  return true;
}

/** What is left of the grant that is prolonged is counted here, because requests can wait. */
async function secondsToAskFor(deps: UseCaseDeps, request: AccessRequest): Promise<number | null> {
  const { extendsRequestId, durationSeconds, appId, entitlementId } = request;
  if (extendsRequestId === null || durationSeconds === null) return durationSeconds;
  const grant = await deps.store.transaction((tx) => tx.grants.find(extendsRequestId));
  const longest = deps.catalogue.entitlement(appId, entitlementId)?.longestSeconds ?? null;
  const { durationsSeconds } = deps.settings.emergency;
  const longestSeconds = longestFor(request, longest, durationsSeconds);
  return extendedSeconds(secondsLeft(grant, deps.world.now()), durationSeconds, longestSeconds);
}

/** Takes the task of an answer as the request's own, unless it is about something else. */
async function adopt(deps: UseCaseDeps, answered: AnsweredGrant): Promise<void> {
  const { request, identityUserId, since = null } = answered;
  const parts = disagreementsOf(answered.task, {
    ...request,
    requestId: request.id,
    identityUserId,
  });
  if (parts.length > 0) return stopForDisagreement(deps, answered, parts);
  const { id: taskId, origin } = answered.task;
  if (origin !== 'TASK_ORIGIN_CHATAPP' && origin !== 'TASK_ORIGIN_UNSPECIFIED')
    deps.world.log.warn({ requestId: request.id, taskId, origin }, 'task has another origin');
  await deps.store.transaction(
    async (tx) => {
      const current = await tx.requests.lock(request.id);
      if (current === null || current.taskId !== null) return;
      const task = await withWhatWasSent(tx, answered);
      await tx.requests.save(request.id, { state: 'created', taskId, at: tx.at });
      await recordReading(tx, deps, { ...request, taskId }, task);
      // A step of the task may have been delivered before this answer.
      await deps.deliveredSteps.takeWaiting(tx, taskId);
      if (since !== null || !isDecidedByPolicy(request, task)) {
        await wantCard(tx, request, channelOf(deps, request), since);
        if (isOpen(task)) tx.marks.showWith('card', request);
      }
      await record(tx, {
        kind: 'request.created',
        requestId: request.id,
        taskId,
        detail: {
          identityUserId: current.identityUserId,
          numericId: task.numericId,
          origin,
        },
      });
    },
    { isRecorded: true },
  );
}

/** Where all apps are offered, the reviewers of one without a channel are called directly. */
function channelOf({ settings }: UseCaseDeps, request: AccessRequest): string {
  const configured = settings.apps.find((one) => one.id === request.appId)?.channel ?? null;
  const otherwise = settings.offer === 'all' ? request.requester.userId : request.conversationId;
  return configured ?? otherwise;
}

/**
 * Whether the policy has decided by itself, so that reviewers have nothing to see. Emergencies are
 * shown anyway, and so is what an account approved, be it the bot's own.
 */
function isDecidedByPolicy(request: AccessRequest, task: TaskSnapshot): boolean {
  const isShown =
    isOpen(task) || request.emergency || task.emergency === true || task.approvers.length > 0;
  return !isShown && (task.outcome === 'granted' || task.outcome === 'denied');
}

/** Posts no card and leaves the task as it is: it may be somebody else's request. */
async function stopForDisagreement(
  { store, settings, world }: UseCaseDeps,
  { request, task }: AnsweredGrant,
  parts: readonly GrantPart[],
): Promise<void> {
  world.log.error(
    { requestId: request.id, taskId: task.id, parts },
    'the answer to a grant is about something else',
  );
  const { numericId } = task;
  const refusal = { code: 'answer-disagrees', numericId, isPerhapsThere: true } as const;
  const disagreement = {
    identityUserId: task.target?.id ?? null,
    appId: task.appId,
    entitlements: task.entitlements.map(({ appId, id }) => ({ appId, id })),
    requestId: task.sourceRequestId,
  };
  await store.transaction(async (tx) => {
    if (!(await stopRequest(tx, request.id, { state: 'refused', refusal }))) return;
    const admins = settings.admins.filter((userId) => userId !== request.requester.userId);
    const about = { requestId: request.id, taskId: task.id };
    const body = { kind: 'trouble', what: 'request-stopped', refusal } as const;
    await tellEach(tx, admins, { key: `grant-stopped:${request.id}`, requestId: request.id, body });
    await record(tx, {
      kind: 'request.answer-disagrees',
      ...about,
      detail: { parts, told: disagreement },
    });
  });
}

async function stopped(deps: UseCaseDeps, request: AccessRequest, stop: Stop): Promise<void> {
  await deps.store.transaction((tx) => stopRequest(tx, request.id, stop));
}

async function tellWaiting(
  deps: UseCaseDeps,
  request: AccessRequest,
  failure: OutwardFailure,
): Promise<void> {
  const system = toldFailure(failure);
  if (system === null) return;
  const { channel } = deps.settings.emergency;
  await deps.store.transaction(async (tx) => {
    // An emergency does not wait for the service to be shown.
    if (request.emergency && channel !== null) await wantCard(tx, request, channel);
    const cause = isBotRefused(failure) ? 'refused' : system;
    await tx.posts.keepWait(request.id, { cause, since: tx.at });
  });
}

/**
 * The task that a request duplicates, read from the service or else from our last reading; null if
 * neither has it.
 */
async function existingTask(
  deps: UseCaseDeps,
  refusal: ServiceRefusal,
): Promise<TaskSnapshot | null> {
  const { existingTaskId } = refusal;
  if (refusal.kind !== 'duplicate' || existingTaskId === null) return null;
  const task = await readTask(deps, existingTaskId);
  if (task !== null) return task;
  const row = await deps.store.transaction((tx) => tx.tasks.find(existingTaskId));
  return row?.snapshot ?? null;
}

/** What the requester may learn about that task. */
async function whatIsKnownOf(
  { store }: UseCaseDeps,
  task: TaskSnapshot | null,
): Promise<Pick<Refusal, 'numericId' | 'reviewers'>> {
  if (task === null) return {};
  const { id, numericId } = task;
  const first = await store.transaction(async (tx) => {
    const row = await tx.tasks.find(id);
    return row === null ? null : tx.requests.find(row.requestId);
  });
  return { numericId, reviewers: namesOf(namedReviewers(task, first)) };
}

/**
 * Why the account that was picked cannot be granted anything: it is not among the person's any
 * more. null for one that an earlier call may have been sent with, because it was there then.
 */
async function lostAccount(
  { governance }: UseCaseDeps,
  request: AccessRequest,
  identityUserId: string,
): Promise<Refusal | null> {
  const { account, appId } = request;
  if (account === null || isPerhapsSent(request)) return null;
  const accounts = await governance.accountsOf(identityUserId, appId);
  const isThere = accounts?.some(({ id }) => id === account.id) ?? true;
  return isThere ? null : { code: 'account-gone', account: account.name };
}
