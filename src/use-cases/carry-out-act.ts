/**
 * Long because of each act on one’s own request a lost answer is told from a refusal, in one place.
 */
import { DateTime } from 'luxon';
import { type AccessRequest, longestEmergency } from '../domain/access-request.ts';
import { tasksAreRead } from '../domain/access-settings.ts';
import { namedReviewers } from '../domain/authorization.ts';
import { nameAndEmail } from '../domain/foreign-text.ts';
import {
  type ActDetail,
  escalation,
  type HolderActionRefusal,
  holderOf,
  holders,
  isOwnAction,
  mayWithdraw,
  type OwnAction,
} from '../domain/holder-action.ts';
import type { IdentityPerson } from '../domain/identity-person.ts';
import type { NotYet } from '../domain/job.ts';
import type { NoticeBody } from '../domain/notice.ts';
import { OutwardFailure, toldFailure } from '../domain/outward-failure.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { acts, isBoundToCard, type TaskAct } from '../domain/task-act.ts';
import { isOpen, isStepOf, type SeenStep, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { afterWorkingTime } from '../domain/working-time.ts';
import { checkReview } from './check-review.ts';
import { tellOfCorrection } from './corrected-request.ts';
import type { UseCaseDeps } from './deps.ts';
import { endLeaving, leaveGrants } from './end-grants.ts';
import { finishAct } from './finish-act.ts';
import { isLate, sendBefore, whileFresh } from './fresh-verdict.ts';
import { tellMissingRight } from './missing-right.ts';
import { record } from './record.ts';
import { endedKey, recordReading } from './record-reading.ts';
import { readBack, readTask } from './refresh-tasks.ts';
import { isExpired, refuseAct, sending, trailComment } from './refuse-act.ts';
import { waitingSubject } from './request-cards.ts';
import { resolveAnswers, resolveIdentity } from './resolve-identity.ts';
import type { HolderActionRow, StoreTransaction } from './store-ports.ts';
import { withdrawUnsent } from './withdraw-unsent.ts';

/**
 * Carries out what somebody wants done with a request, beside deciding. Can be done again: an
 * escalation looks first whether the task is an emergency by now, and taking access back twice
 * takes away no more than once.
 */
export async function carryOutHolderAction(deps: UseCaseDeps, id: string): Promise<NotYet | void> {
  const { store } = deps;
  const row = await store.transaction((tx) => tx.holderActions.find(id));
  if (row === null || row.state === 'done' || row.state === 'refused') return;
  const { kind } = row;
  if (kind === 'withdraw') {
    const withdrawn = await withdrawUnsent(deps, row);
    if (withdrawn === 'not-yet') return withdrawn;
    if (withdrawn === 'settled') return;
  }
  const request = await store.transaction((tx) => tx.requests.find(row.requestId));
  if (request === null) return;
  try {
    const done = await whileFresh(async () => {
      const current = (await store.transaction((tx) => tx.holderActions.find(id))) ?? row;
      return isOwnAction(kind)
        ? ownActions[kind](deps, current, request)
        : actOnTask(deps, kind, current, request);
    });
    await store.transaction(async (tx) => {
      const refusal = done.ok ? await done.value(tx) : done.refusal;
      if (refusal === undefined) return finishAct(tx, row, request);
      await tellMissingRight(tx, deps, { requestId: request.id, verb: kind }, refusal);
      await refuseAct(tx, row, refusal, deps.settings.limits.refusals);
    });
  } catch (error) {
    const system = error instanceof OutwardFailure ? toldFailure(error) : null;
    if (system !== null) {
      const why = isLate(error) ? { isLate: true } : {};
      const message = { kind: 'action-waiting', actionId: id, system, ...why } as const;
      const context = { key: `holder-action-waiting:${id}`, message };
      await store.transaction(async (tx) => {
        // One message: that the correction waits says that the withdrawal does.
        if (kind === 'withdraw' && (await tellOfCorrection(tx, request))) return;
        await record(tx, {
          kind: 'act.waiting',
          requestId: request.id,
          actor: row.by.userId,
          context,
        });
      });
    }
    throw error;
  }
}

/**
 * Keeps what came of it, before it is noted as done; or says why it is not done, having kept
 * nothing.
 */
type Keep = (tx: StoreTransaction) => Promise<HolderActionRefusal | void>;
type Done = Promise<Result<Keep, HolderActionRefusal>>;

const ownActions = { escalate, withdraw, nudge, 'give-back': giveBack } as const;

/** Checks the right to it as it is now, like that to every other act. */
function checkOwn(
  deps: UseCaseDeps,
  row: HolderActionRow,
  request: AccessRequest,
  verb: Exclude<OwnAction, 'nudge'>,
) {
  return checkReview(deps, {
    ...row,
    verb,
    taskId: request.taskId ?? '',
    stepId: '',
    occurrence: '',
  });
}

/** The person as approvals name them, or their Slack name if they were not looked up. */
function whoOf(verdict: Result<IdentityPerson, unknown>): string | undefined {
  return verdict.ok ? nameAndEmail(verdict.value) : undefined;
}

/** Closes an open request that nobody wants any more. */
async function withdraw(deps: UseCaseDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { governance } = deps;
  const { verdict, task, readAt } = await checkOwn(deps, row, request, 'withdraw');
  // One that was sent before and whose answer was lost.
  const isOver = row.state === 'sending' && task?.outcome === 'cancelled';
  if (!isOver && !verdict.ok && verdict.refusal.kind !== 'not-offered') {
    await noteEnd(deps, request, task);
    return verdict;
  }
  if (task === null) return refuse({ kind: 'gone' });
  if (!isOver && !mayWithdraw(governance.operations, task))
    return ok(withdrawing(deps, row, request));
  const comment = trailComment('Withdrawn', row, whoOf(verdict));
  const order = { taskId: task.id, act: 'close', comment, sendBefore: sendBefore(readAt) } as const;
  const answer = isOver ? ok(undefined) : await sending(deps, row, () => governance.act(order));
  const after = (await readTask(deps, task.id)) ?? task;
  // Readings lag: one that arrived before without an answer may show only now.
  if (!answer.ok && isOpen(after)) {
    const refusal = { kind: 'service', refusal: answer.refusal } as const;
    const what = { requestId: request.id, verb: row.kind };
    await deps.store.transaction((tx) => tellMissingRight(tx, deps, what, refusal));
    return ok(withdrawing(deps, row, request));
  }
  const isOurs = row.state === 'sending' && after.outcome === 'cancelled';
  if (!answer.ok && !isOurs) return refuse({ kind: 'service', refusal: answer.refusal });
  return ok(withdrawing(deps, row, request, after));
}

/**
 * A request that corrects this one waits for its end, so a reading that shows the end is stored at
 * once.
 */
async function noteEnd(
  deps: UseCaseDeps,
  request: AccessRequest,
  task: TaskSnapshot | null,
): Promise<void> {
  if (task === null || isOpen(task)) return;
  await deps.store.transaction((tx) => recordReading(tx, deps, request, task));
}

/**
 * `closed`: as the service closed it. Where it cannot, nobody decides on it here any more, and the
 * reviewers are told.
 */
function withdrawing(
  deps: UseCaseDeps,
  row: HolderActionRow,
  request: AccessRequest,
  closed?: TaskSnapshot,
): Keep {
  return async (tx) => {
    const body = { kind: 'acted', act: 'withdraw', by: row.by, text: '' } as const;
    if (closed !== undefined) await recordReading(tx, deps, request, closed, body);
    // After the task's lock, as where a round of readings finds the end.
    await tx.requests.save(request.id, { state: 'withdrawn', at: tx.at });
    if (closed !== undefined) return;
    await record(
      tx,
      { kind: 'request.withdrawn', requestId: request.id, context: { by: row.by } },
      request,
    );
  };
}

/** Calls the reviewers once a working day, by the clocks of the configured zone. */
async function nudge(deps: UseCaseDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { timeZone, workingHours } = deps.settings;
  const working = afterWorkingTime(deps.world.now(), 0, timeZone, workingHours);
  const day = DateTime.fromJSDate(working, { zone: timeZone }).toISODate() ?? '';
  return ok(async (tx) => {
    if ((await waitingSubject(tx, request.id)) === null) return { kind: 'not-offered' };
    const nudged = {
      kind: 'request.nudged',
      requestId: request.id,
      actor: row.by.userId,
      context: { by: row.by, day },
      named: { people: [request.requester.userId] },
    } as const;
    const isFirst = await record(tx, nudged, request);
    return isFirst ? undefined : { kind: 'nudged-already' };
  });
}

async function escalate(deps: UseCaseDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { governance, settings } = deps;
  const canAct = governance.operations.has('taskActions') && tasksAreRead(governance.operations);
  if (!canAct || request.emergency) return refuse({ kind: 'not-offered' });
  const { verdict, task, readAt } = await checkOwn(deps, row, request, 'escalate');
  // One that was sent before and whose answer was lost; decided by now, perhaps, because
  // emergencies are decided fast.
  const isOneAlready = row.state === 'sending' && task?.emergency === true;
  if (!isOneAlready && !verdict.ok) return verdict;
  if (task === null) return refuse({ kind: 'gone' });
  if (!isOneAlready) {
    const longestSeconds = longestEmergency(null, settings.emergency.durationsSeconds);
    const time = escalation(task, request.durationSeconds, longestSeconds);
    if (!time.ok) return time;
    if (time.value === 'shorten') {
      const obstacle = await shorten(deps, task, { durationSeconds: longestSeconds, readAt });
      if (obstacle !== null) return refuse(obstacle);
    }
    // Shortening takes time, in which the right to it may be lost.
    const again =
      time.value === 'shorten'
        ? await checkOwn(deps, row, request, 'escalate')
        : { verdict, readAt };
    if (!again.verdict.ok) return again.verdict;
    const comment = trailComment(acts.escalate.trail, row, whoOf(verdict));
    const order = {
      taskId: task.id,
      act: 'escalate',
      stepId: task.currentStepId ?? undefined,
      comment,
      sendBefore: sendBefore(again.readAt),
    } as const;
    const answer = await sending(deps, row, () => governance.act(order));
    // Readings lag: one that arrived before without an answer may show only now.
    const isOurs = async () =>
      row.state === 'sending' && (await readTask(deps, task.id))?.emergency === true;
    if (!answer.ok && !(await isOurs()))
      return refuse({ kind: 'service', refusal: answer.refusal });
  }
  const after = (await readTask(deps, task.id)) ?? task;
  return ok(async (tx) => {
    await recordReading(tx, deps, request, after);
    await record(
      tx,
      { kind: 'request.escalated', requestId: request.id, context: { by: row.by } },
      request,
    );
  });
}

/**
 * An emergency may be granted at once, so the service has to show the time before, whatever it
 * answered. null where it does.
 */
async function shorten(
  deps: UseCaseDeps,
  { id: taskId }: TaskSnapshot,
  { durationSeconds, readAt }: { readonly durationSeconds: number; readonly readAt: Date },
): Promise<HolderActionRefusal | null> {
  const order = {
    taskId,
    act: 'shorten',
    durationSeconds,
    sendBefore: sendBefore(readAt),
  } as const;
  const answer = await deps.governance.act(order);
  if (!answer.ok) return { kind: 'service', refusal: answer.refusal };
  const isShown = (await readTask(deps, taskId))?.grantDurationSeconds === durationSeconds;
  return isShown ? null : { kind: 'too-long', longestSeconds: durationSeconds };
}

async function giveBack(deps: UseCaseDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { store, governance } = deps;
  if (!governance.operations.has('taskRevoke')) return refuse({ kind: 'not-offered' });
  const { verdict, readAt } = await checkOwn(deps, row, request, 'give-back');
  if (!verdict.ok) return verdict;
  const isFromBackup = await store.transaction((tx) => tx.restores.isOlderThanAny(row.at));
  if (isFromBackup) return refuse({ kind: 'restored' });
  const { appId, entitlementId, identityUserId } = request;
  const grant = await store.transaction((tx) => tx.grants.find(request.id));
  if (grant === null || grant.endedAt !== null || identityUserId === null)
    return refuse({ kind: 'ended' });
  const order = {
    appId,
    entitlementId,
    identityUserId,
    comment: trailComment('Given back', row, nameAndEmail(verdict.value)),
    sendBefore: sendBefore(readAt),
  };
  const answer = await sending(deps, row, () => governance.revoke(order));
  const task = answer.ok ? answer.value : await readTask(deps, answer.refusal.existingTaskId);
  const isOther = !answer.ok && task !== null && (await isRequested(deps, task.id));
  if (!answer.ok && (isOther || !isWhatWasWanted(row, answer.refusal))) {
    // Perhaps it is gone already.
    await store.transaction((tx) => tx.grants.follow(request.id, { checkAt: tx.at }));
    return refuse({ kind: 'service', refusal: answer.refusal });
  }
  return ok(async (tx) => {
    const leaving = row.by.userId === holderOf(request) ? 'given-back' : 'taken-away';
    await leaveGrants(tx, deps, request, leaving, task);
    // The service has nothing to take away any more.
    const isGone = task === null && !answer.ok && answer.refusal.kind !== 'duplicate';
    if (isGone) await endLeaving(tx, request, tx.at);
  });
}

/**
 * Whether the task is that of a request, so that it takes nothing away: services name any open task
 * about the same access.
 */
function isRequested({ store }: UseCaseDeps, taskId: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const kept = await tx.tasks.find(taskId);
    return kept !== null && (await tx.requests.find(kept.requestId))?.taskId === taskId;
  });
}

/**
 * An order to take it back that is open already. After a POST without an answer also that there is
 * nothing to take back any more: the service says so as a 400, a 404 or another 409.
 */
function isWhatWasWanted(row: HolderActionRow, { kind }: ServiceRefusal): boolean {
  if (kind === 'duplicate') return true;
  return row.state === 'sending' && ['invalid', 'not-found', 'closed', 'conflict'].includes(kind);
}

/**
 * Does to a task what somebody wants done beside deciding, after a check of all that the right
 * rests on. What was perhaps sent before is not sent again: a comment would stand there twice, a
 * restart would undo what was decided since.
 */
async function actOnTask(
  deps: UseCaseDeps,
  act: TaskAct,
  row: HolderActionRow,
  request: AccessRequest,
): Done {
  const { taskId } = request;
  const {
    stepId,
    occurrence,
    durationSeconds,
    people,
    shown = null,
    answers = null,
  } = row.detail ?? nothingMore;
  if (taskId === null) return refuse({ kind: 'gone' });
  if (row.state === 'sending') return refuse({ kind: 'uncertain' });
  if (acts[act].isFinal && isExpired(deps, row)) return refuse({ kind: 'expired' });
  const step = { taskId, stepId, occurrence };
  const bound = isBoundToCard(act) ? { bound: { shown, shortenedTo: null } } : {};
  const check = () => checkReview(deps, { ...step, ...row, verb: acts[act].verb, ...bound });
  const { verdict, task, readAt } = await check();
  if (!verdict.ok) {
    if (verdict.refusal.kind === 'changed' && task !== null) await keepReading(deps, request, task);
    return verdict;
  }
  if (act === 'shorten' && !isShorter(durationSeconds, task, request))
    return refuse({ kind: 'not-offered' });
  const stepApprovers: IdentityPerson[] = [];
  for (const userId of people) {
    const identity = await resolveIdentity(deps, userId, 'fresh');
    if (!identity.ok)
      return refuse({ kind: 'identity', refusal: identity.refusal, slackUserId: userId });
    stepApprovers.push(identity.value);
  }
  const isLeftToNobody =
    task !== null && namedReviewers({ ...task, stepApprovers }, request).length === 0;
  if (act === 'reassign' && isLeftToNobody) return refuse({ kind: 'left-to-nobody' });
  const filledIn = await resolveAnswers(deps, request, answers);
  if (!filledIn.ok) return filledIn;
  const newReviewerIds = stepApprovers.map((person) => person.id);
  const { reassignTo = newReviewerIds } = task?.stepPolicy ?? {};
  if (newReviewerIds.some((id) => !reassignTo.includes(id)))
    return refuse({ kind: 'not-passed-on' });
  const comment = trailComment(acts[act].trail, row, nameAndEmail(verdict.value));
  // Looking people up can take longer than a check stays valid.
  const again = people.length > 0 || answers !== null ? await check() : { verdict, readAt };
  if (!again.verdict.ok) return again.verdict;
  const what = { newReviewerIds, durationSeconds, data: filledIn.value };
  const order = { taskId, act, stepId, comment, ...what, sendBefore: sendBefore(again.readAt) };
  const answer = await sending(deps, row, () => deps.governance.act(order));
  if (!answer.ok) return refuse({ kind: 'service', refusal: answer.refusal });
  const after = await readBack(deps, taskId);
  return ok(async (tx) => {
    const text = acts[act].words === 'none' ? '' : row.reason;
    const isHandedOn = after !== null && isInOtherHands(act, after, { ...step, newReviewerIds });
    const body = {
      kind: 'acted',
      act,
      by: row.by,
      text,
      durationSeconds,
      isHandedOn,
      actionId: row.id,
    } as const;
    if (after !== null)
      await recordReading(tx, deps, request, after, act === 'close' ? body : null);
    await tell(tx, row, request, body);
  });
}

/** Renders the fresh reading before the person is told to look again. */
function keepReading(deps: UseCaseDeps, request: AccessRequest, task: TaskSnapshot): Promise<void> {
  return deps.store.transaction((tx) => recordReading(tx, deps, request, task));
}

/**
 * Whether the act had others decide, and the reading shows them already: one that lags would name
 * those who decided before.
 */
function isInOtherHands(
  act: TaskAct,
  after: TaskSnapshot,
  { newReviewerIds, ...step }: SeenStep & { readonly newReviewerIds: readonly string[] },
): boolean {
  if (act === 'reassign') return after.stepApprovers.some(({ id }) => newReviewerIds.includes(id));
  return ['fill-in', 'skip-step', 'restart'].includes(act) && !isStepOf(step, after);
}

const nothingMore: ActDetail = { stepId: '', occurrence: '', durationSeconds: null, people: [] };

/**
 * More time is a new request, which is decided like any other. Where the service shows no time,
 * what was asked for counts.
 */
export function isShorter(
  durationSeconds: number | null,
  task: TaskSnapshot | null,
  request: Pick<AccessRequest, 'durationSeconds'> | null,
): boolean {
  const now = task?.grantDurationSeconds ?? request?.durationSeconds ?? null;
  return durationSeconds !== null && (now === null || durationSeconds < now);
}

async function tell(
  tx: StoreTransaction,
  { id, by, detail }: HolderActionRow,
  request: AccessRequest,
  body: Extract<NoticeBody, { kind: 'acted' }>,
): Promise<void> {
  // Who closed it and that it is closed are one message.
  const key = body.act === 'close' ? endedKey(request.id) : `acted:${id}`;
  const told = new Set(holders(request));
  const remarks = body.act === 'answer' ? await tx.holderActions.remarksOn(request.id) : [];
  const asked = remarks.findLast(
    (one) => one.kind === 'ask' && (detail?.asked ?? one.id) === one.id,
  );
  if (asked !== undefined) told.add(asked.by.userId);
  // Who did it knows it.
  told.delete(by.userId);
  const context = { key, message: body };
  await record(
    tx,
    { kind: 'act.carried-out', requestId: request.id, context, named: { people: [...told] } },
    request,
  );
}
