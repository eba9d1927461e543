/** Long because every outcome of one POST is told apart here. */
import {
  type AccessRequest,
  longestEmergency,
  type RequestRefusal,
  type RequestState,
} from '../domain/access-request.ts';
import { namedReviewers } from '../domain/authorization.ts';
import { extendedSeconds, secondsLeft } from '../domain/grant.ts';
import type { NotYet } from '../domain/job.ts';
import { OutwardFailure, toldFailure } from '../domain/outward-failure.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { namesOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { firstRequestOf, isFirstStillClosing } from './corrected-request.ts';
import { isAbout } from './end-grants.ts';
import { notify, notifyRequester, syncHolders, syncHomes, syncOffers, tellOpen } from './notices.ts';
import type { LocalDeps, UseCaseDeps } from './ports.ts';
import { recordReading } from './record-reading.ts';
import { readTask } from './refresh-tasks.ts';
import { wantCard } from './request-cards.ts';
import { hasteOf, keptIdentity, resolveAnswers, resolveIdentity, unchangedRequester } from './resolve-identity.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Whoever was told that it is on its way hears no more of a shorter wait, however often it is put off. */
const longestUntoldMs = 60_000;

/**
 * Sends a kept request to the service: exactly one task comes of it, however often this runs and wherever it is cut off.
 * A POST whose outcome is unknown is looked up by our own id before anything is repeated; where it cannot be looked up, the
 * person is asked (deployments.md, Errors: there are no idempotency keys).
 *
 * @returns `not-yet` while the request that it corrects is not closed
 */
export async function createTask(deps: UseCaseDeps, requestId: string): Promise<NotYet | void> {
  const taken = await deps.store.transaction(async (tx) => {
    const request = await tx.requests.find(requestId);
    if (request?.state !== 'submitted') return { request, known: null };
    const turn = await turnOf(tx, request);
    if (turn !== 'now') return turn;
    // Here and not when it is kept: nobody waits for it here.
    await syncOffers(tx, requestId);
    await syncHomes(tx, [request.requester.userId]);
    return { request, known: await noteSending(tx, deps, request) };
  });
  if (taken === 'stopped') return;
  if (taken === 'not-yet') return taken;
  const { request, known } = taken;
  if (request?.state !== 'submitted' && request?.state !== 'sending') return;
  try {
    return await send(deps, request, known);
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    // There is nothing to be looked up of a first POST that certainly did nothing.
    if (error.certainlyNotDone && request.state === 'submitted') await saved(deps, request, { state: 'submitted' });
    // Its turn comes soon: that is no news.
    const waitedMs = deps.world.now().getTime() - request.createdAt.getTime();
    const isSoon = waitedMs + (error.retryAfterMs ?? Infinity) <= longestUntoldMs;
    const system = toldFailure(error);
    if (!isSoon && system !== null) await tellWaiting(deps, request, system);
    throw error;
  }
}

/** That it is being sent is noted at once where nobody has to be asked who the people are: most requests need no other transaction. */
async function noteSending(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  { id, requester, requesterIdentityId, targetSlackId }: AccessRequest,
): Promise<Identities | null> {
  if (requesterIdentityId === null) return null;
  const person = await keptIdentity(tx, deps, requester.userId);
  if (person?.id !== requesterIdentityId) return null;
  const target = targetSlackId === null ? person : await keptIdentity(tx, deps, targetSlackId);
  if (target === null) return null;
  const identities = { requesterIdentityId, identityUserId: target.id };
  await tx.requests.save(id, { state: 'sending', ...identities, at: tx.at });
  return identities;
}

/** Whether a request may be sent now, as far as the one that it corrects is concerned. */
async function turnOf(tx: StoreTransaction, request: AccessRequest): Promise<'now' | 'stopped' | NotYet> {
  const first = await firstRequestOf(tx, request);
  if (first === 'over') return 'now';
  if (first === 'open') return 'not-yet';
  await stopRequest(tx, request, { state: 'refused', refusal: first });
  return 'stopped';
}

async function send(deps: UseCaseDeps, request: AccessRequest, known: Identities | null): Promise<NotYet | void> {
  const identities = known ?? (await identitiesOf(deps, request));
  if (identities === null) return;
  const { identityUserId } = identities;
  if (request.state === 'sending') {
    if (!deps.governance.operations.has('taskSearch')) return stopped(deps, request, { state: 'uncertain' });
    const found = await deps.governance.findTaskOfRequest(request.id, identityUserId);
    // Anybody who may create tasks can write our id into one. Where the database was restored from a copy since, its card may be there too.
    if (found !== null && isAbout(found, { ...request, identityUserId }))
      return created(deps, request, found, request.createdAt);
  }
  const answers = await resolveAnswers(deps, request, request.requestData);
  if (!answers.ok) return stopped(deps, request, { state: 'refused', refusal: answers.refusal });
  if (known === null) await saved(deps, request, { state: 'sending', ...identities });
  const { appId, entitlementId, justification, emergency } = request;
  const answer = await deps.governance.requestGrant({
    appId,
    entitlementId,
    identityUserId,
    justification,
    emergency,
    requestData: answers.value,
    durationSeconds: await secondsToAskFor(deps, request),
    source: {
      conversationId: request.conversationId,
      externalUrl: request.conversationUrl,
      integrationId: request.requester.teamId,
      requestId: request.id,
      isExtension: request.extendsRequestId !== null,
    },
  });
  if (answer.ok) return created(deps, request, answer.value);
  // Refused, so this POST was not carried out: only one before it could have been.
  if (request.state === 'submitted') await saved(deps, request, { state: 'submitted' });
  if (await isFirstStillClosing(deps, request, answer.refusal.existingTaskId)) {
    await saved(deps, request, { state: 'submitted' });
    return 'not-yet';
  }
  const existing = await existingTask(deps, answer.refusal);
  const isSame = existing !== null && isAbout(existing, { ...request, identityUserId });
  // A duplicate may be our own earlier POST that was carried out although nobody told us.
  if (isSame && existing.sourceRequestId === request.id) return created(deps, request, existing);
  // Services do not always tell what a task is about.
  const isOther = existing !== null && !isSame && existing.entitlements.length > 0;
  const told = isOther ? { existingTaskId: null } : await knownOf(deps, request, existing);
  await stopped(deps, request, {
    state: 'refused',
    refusal: { kind: 'service', refusal: { ...answer.refusal, ...told } },
  });
}

function saved(
  { store }: UseCaseDeps,
  { id }: AccessRequest,
  change: { readonly state: RequestState } & Partial<Identities>,
): Promise<void> {
  return store.transaction((tx) => tx.requests.save(id, { ...change, at: tx.at }));
}

interface Identities {
  readonly requesterIdentityId?: string;
  /** The identity the request was or will be sent for. */
  readonly identityUserId: string;
}

/** null where the requester or the person it is for is refused, of which the requester is then told. */
async function identitiesOf(deps: UseCaseDeps, request: AccessRequest): Promise<Identities | null> {
  // An earlier POST may have been carried out for this identity: asking again could hide a task that exists.
  if (request.state === 'sending' && request.identityUserId !== null) return { identityUserId: request.identityUserId };
  const { targetSlackId } = request;
  const requester = await unchangedRequester(deps, request);
  const isForOther = requester.ok && targetSlackId !== null;
  const target = isForOther ? await resolveIdentity(deps, targetSlackId, hasteOf(request)) : requester;
  if (requester.ok && target.ok) return { requesterIdentityId: requester.value.id, identityUserId: target.value.id };
  if (target.ok) return null;
  const whose = isForOther ? { slackUserId: targetSlackId } : {};
  await stopped(deps, request, { state: 'refused', refusal: { kind: 'identity', refusal: target.refusal, ...whose } });
  return null;
}

/** What is left of the grant that is prolonged is counted here, because requests can wait. */
async function secondsToAskFor(deps: UseCaseDeps, request: AccessRequest): Promise<number | null> {
  const { extendsRequestId, durationSeconds, appId, entitlementId } = request;
  if (extendsRequestId === null || durationSeconds === null) return durationSeconds;
  const grant = await deps.store.transaction((tx) => tx.grants.find(extendsRequestId));
  const longest = deps.catalogue.entitlement(appId, entitlementId)?.longestSeconds ?? null;
  const { durationsSeconds } = deps.settings.emergency;
  const longestSeconds = request.emergency ? longestEmergency(longest, durationsSeconds) : longest;
  return extendedSeconds(secondsLeft(grant, deps.world.now()), durationSeconds, longestSeconds);
}

/** The task that a duplicate is one of: as the service has it, else as it was when we last heard of it; null where neither tells. */
async function existingTask(deps: UseCaseDeps, refusal: ServiceRefusal): Promise<TaskSnapshot | null> {
  const { existingTaskId } = refusal;
  if (refusal.kind !== 'duplicate' || existingTaskId === null) return null;
  const read = await readTask(deps, existingTaskId);
  if (read !== null) return read;
  const kept = await deps.store.transaction((tx) => tx.tasks.find(existingTaskId));
  return kept?.snapshot ?? null;
}

async function knownOf(
  { store }: UseCaseDeps,
  { requester, targetSlackId }: AccessRequest,
  task: TaskSnapshot | null,
): Promise<Pick<ServiceRefusal, 'existing'>> {
  if (task === null) return {};
  const { id, numericId } = task;
  const first = await store.transaction(async (tx) => {
    const kept = await tx.tasks.find(id);
    return kept === null ? null : tx.requests.find(kept.requestId);
  });
  // Of what was not asked for through the bot, only that it is for the same person is known.
  const isByOther = first === null ? targetSlackId !== null : first.requester.userId !== requester.userId;
  return { existing: { numericId, reviewers: namesOf(namedReviewers(task, first)), isByOther } };
}

/** `since`: its card may have been posted from then on. */
async function created(deps: UseCaseDeps, request: AccessRequest, task: TaskSnapshot, since: Date | null = null) {
  if (task.origin !== 'TASK_ORIGIN_CHATAPP') {
    deps.world.log.warn({ requestId: request.id, taskId: task.id, origin: task.origin }, 'task has another origin');
  }
  await deps.store.transaction(async (tx) => {
    const current = await tx.requests.lock(request.id);
    if (current === null || current.taskId !== null) return;
    await tx.requests.save(request.id, { state: 'created', taskId: task.id, at: tx.at });
    await recordReading(tx, deps, { ...request, taskId: task.id }, task);
    const requestable = deps.settings.apps.find((one) => one.id === request.appId);
    await wantCard(tx, request, requestable?.channel ?? request.conversationId, since);
    await tx.audit.append({
      kind: 'request.created',
      requestId: request.id,
      taskId: task.id,
      detail: { identityUserId: current.identityUserId, numericId: task.numericId, origin: task.origin },
    });
  });
}

async function stopped(deps: UseCaseDeps, request: AccessRequest, stop: Stop): Promise<void> {
  await deps.store.transaction((tx) => stopRequest(tx, request, stop));
}

type Stop = { readonly state: 'refused'; readonly refusal: RequestRefusal } | { readonly state: 'uncertain' };

/** It goes no further by itself: the requester is told why, or asked whether to send it again where nobody knows if there is a task. */
export async function stopRequest(tx: StoreTransaction, request: AccessRequest, stop: Stop): Promise<void> {
  const { id, groupId } = request;
  await tx.requests.save(id, { ...stop, at: tx.at });
  await notifyRequester(tx, request, {
    // A person who chose to try again may have to be asked again.
    key: stop.state === 'refused' ? `refused:${id}` : `uncertain:${id}:${tx.at.getTime()}`,
    body: stop.state === 'refused' ? { kind: 'request-refused', refusal: stop.refusal } : { kind: 'request-uncertain' },
  });
  if (groupId !== null) await tellOpen(tx, request);
  await syncHolders(tx, request);
  const { state, ...detail } = stop;
  await tx.audit.append({ kind: `request.${state}`, requestId: id, detail });
}

async function tellWaiting(deps: UseCaseDeps, request: AccessRequest, system: OutwardFailure['system']) {
  const { channel } = deps.settings.emergency;
  await deps.store.transaction(async (tx) => {
    const asked = request.groupId ?? request.id;
    await notifyRequester(tx, request, { key: `waiting:${asked}`, body: { kind: 'request-waiting', system } });
    // An emergency does not wait for the service to be told of.
    if (!request.emergency || channel === null || system !== 'governance') return;
    await notify(tx, {
      key: `emergency-waiting:${asked}`,
      requestId: request.id,
      target: { kind: 'channel', channel },
      body: { kind: 'emergency-waiting' },
    });
  });
}

/**
 * The requester's word on a request whose POST has an unknown outcome and cannot be looked up: send it again, or leave it.
 * `not-yours` for anybody else; `settled` where there is nothing uncertain any more.
 */
export async function settleUncertain(
  { store }: Pick<LocalDeps, 'store'>,
  settlement: { readonly requestId: string; readonly slackUserId: string; readonly choice: 'again' | 'leave' },
): Promise<'done' | 'not-yours' | 'settled'> {
  return store.transaction(async (tx) => {
    const request = await tx.requests.lock(settlement.requestId);
    if (request === null || request.state !== 'uncertain') return 'settled';
    const by = { requestId: request.id, actor: settlement.slackUserId };
    if (request.requester.userId !== settlement.slackUserId) {
      const detail = { refusal: { kind: 'not-yours' } };
      await tx.audit.append({ kind: 'settlement.refused', ...by, detail });
      return 'not-yours';
    }
    const again = settlement.choice === 'again';
    await tx.requests.save(request.id, { state: again ? 'submitted' : 'abandoned', at: tx.at });
    if (again) await tx.enqueue({ kind: 'create-task', requestId: request.id });
    await tx.audit.append({ kind: again ? 'request.sent-again' : 'request.abandoned', ...by });
    return 'done';
  });
}
