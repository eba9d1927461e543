import type { Action } from '../../../domain/action/action.ts';
import { mayWithdraw } from '../../../domain/action/holder-action.ts';
import type { NotYet } from '../../../domain/outward/job.ts';
import { ofService, type Refusal } from '../../../domain/refusals/refusals.ts';
import { type AccessRequest, isPerhapsSent } from '../../../domain/request/access-request.ts';
import { isOpen, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { LocalDeps, UseCaseDeps } from '../../deps.ts';
import type { AnsweredStep } from '../../ports/delivered-steps.ts';
import { recordReading } from '../../task/record-reading.ts';
import { readTask, taskToActOn } from '../../task/watch-task.ts';
import {
  finishAction,
  refuseAction,
  sending,
  tellMissingRight,
  trailComment,
} from '../settle-action.ts';
import { checkedName, checkOwn } from './act-on-own.ts';
import {
  type CarriedOut,
  carriedOut,
  isEndOf,
  isLong,
  type Outcome,
  type Refused,
  refused,
} from './outcome.ts';

const behind = { kind: 'waits', why: 'behind' } as const;

/** Withdraws a request that nobody wants any more: one that waits here, or an open task. */
export async function withdraw(
  deps: UseCaseDeps,
  action: Action,
  { id }: AccessRequest,
): Promise<Outcome> {
  const unsent = await withdrawUnsent(deps, action);
  if (unsent === 'settled') return { kind: 'settled' };
  if (unsent === 'not-yet') return { kind: 'waits', why: null };
  const request = await deps.store.transaction((tx) => tx.requests.find(id));
  return request === null ? { kind: 'settled' } : withdrawSent(deps, action, request);
}

async function withdrawSent(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { governance, deliveredSteps } = deps;
  const checked = await checkOwn(deps, action, request, 'withdraw');
  const { verdict, task, isTold, possible, endsAt } = checked;
  if (task !== null && isEndOf(action, task)) return closed(deps, request, task);
  if (!verdict.ok && verdict.refusal.code !== 'not-offered')
    return refusedAsOver(deps, request, { why: verdict.refusal, task });
  if (task === null) return refused({ code: 'gone' });
  const answered = await deliveredSteps.newestAnswer(deps, task);
  if (answered !== null) return afterAnswer(deps, action, { request, task, isTold, answered });
  const isDelivered = task.delivered !== undefined;
  if (!isDelivered && !mayWithdraw(task, possible)) return withdrawnHere(deps, request);
  if (isDelivered && (await deliveredSteps.beginEnd(deps, action, task.id)) === 'behind')
    return behind;
  const order = {
    taskId: task.id,
    act: 'close',
    comment: trailComment(action, checkedName(verdict)),
    actionId: action.id,
    sendBefore: endsAt,
  } as const;
  const answer = await sending(deps, action, () => governance.act(order));
  const after = (await readAfter(deps, task)) ?? task;
  if (!isOpen(after)) {
    // Readings lag: a withdrawal that arrived earlier, whose answer was lost, may show only now.
    if (answer.ok || isEndOf(action, after)) return closed(deps, request, after);
    const why = ofService(answer.refusal);
    return refusedAsOver(deps, request, { why, task: after });
  }
  if (answer.ok && !isDelivered) return closed(deps, request, after);
  if (answer.ok) return unlessLagging(deps, action, { request, task: after, isTold });
  const refusal = ofService(answer.refusal);
  await deps.store.transaction(async (tx) => {
    const what = { requestId: request.id, verb: action.verb };
    await tellMissingRight(tx, deps, what, refusal);
  });
  return withdrawnHere(deps, request, after);
}

interface OpenTask {
  readonly request: AccessRequest;
  /** The task as it was read last. */
  readonly task: TaskSnapshot;
  /** Whether a later reading shows what becomes of it. */
  readonly isTold: boolean;
}

/**
 * The step that the service handed to the bot was answered, and a reading does not show yet what
 * comes of that.
 */
async function afterAnswer(
  deps: UseCaseDeps,
  action: Action,
  { answered, ...open }: OpenTask & { readonly answered: AnsweredStep },
): Promise<Outcome> {
  if (answered.by === action.id) return unlessLagging(deps, action, open);
  if (open.isTold) return behind;
  return refused({ code: answered.letsItGoOn ? 'approved-first' : 'closed' });
}

/** The service took the end, and may still be at work on it. */
async function unlessLagging(
  deps: UseCaseDeps,
  action: Action,
  { request, task, isTold }: OpenTask,
): Promise<Outcome> {
  const isStillQuiet = isTold && !isLong(deps, action);
  return isStillQuiet ? { kind: 'waits', why: null } : withdrawnHere(deps, request, task);
}

/** The task now; null where nobody can read it. A step handed over is read by its delivery. */
function readAfter(
  deps: UseCaseDeps,
  { id, delivered }: TaskSnapshot,
): Promise<TaskSnapshot | null> {
  return delivered === undefined ? readTask(deps, id) : taskToActOn(deps, id);
}

/**
 * The task ended in another way, so it was not withdrawn. The reading is stored, because a request
 * that corrects this one waits for its end.
 */
async function refusedAsOver(
  { store }: UseCaseDeps,
  { id }: AccessRequest,
  { why, task }: { readonly why: Refusal; readonly task: TaskSnapshot | null },
): Promise<Refused> {
  if (task === null || isOpen(task)) return refused(why);
  await store.transaction(async (tx) => {
    const request = await tx.requests.lock(id);
    if (request?.state === 'withdrawn') await tx.requests.save(id, { state: 'created', at: tx.at });
  });
  return refused(task.outcome === 'granted' ? { code: 'granted-first' } : why, task);
}

/** As the service closed it. */
function closed(deps: UseCaseDeps, request: AccessRequest, task: TaskSnapshot): CarriedOut {
  return carriedOut(async (tx) => {
    await recordReading(tx, deps, request, task);
    // After the task's lock, as where a round of readings finds the end.
    await tx.requests.save(request.id, { state: 'withdrawn', at: tx.at });
  });
}

/**
 * The service does not show an end: nobody approves it here any more, and the reviewers are told.
 *
 * @param task a reading from after the call; absent where nothing was sent
 */
function withdrawnHere(deps: UseCaseDeps, request: AccessRequest, task?: TaskSnapshot): CarriedOut {
  return carriedOut(async (tx) => {
    // This lock comes before that of the task, as in the code that stores a reading.
    if (request.groupId !== null) await tx.requests.lock(request.groupId);
    const row = request.taskId === null ? null : await tx.tasks.lock(request.taskId);
    await tx.requests.save(request.id, { state: 'withdrawn', at: tx.at });
    // It waits for nobody any more.
    tx.marks.markHomes({ identities: row?.snapshot.stepApprovers.map(({ id }) => id) ?? [] });
    // A round of readings found the end meanwhile, and its message calls it a withdrawal.
    if (row !== null && !isOpen(row.snapshot)) return;
    if (task !== undefined) await recordReading(tx, deps, request, task);
  });
}

/**
 * Withdraws a request that has not reached the service, for example because the service does not
 * answer.
 *
 * @returns `not-yet` while it is being sent: its outcome says what there is to withdraw;
 * `has-task` if it arrived meanwhile
 */
async function withdrawUnsent(
  deps: Pick<LocalDeps, 'store' | 'governance' | 'deliveredSteps' | 'limits'>,
  action: Action,
): Promise<NotYet | 'has-task' | 'settled'> {
  return deps.store.transaction(async (tx) => {
    const request = await tx.requests.lock(action.requestId);
    if (request === null) return 'settled';
    if (request.taskId !== null) return 'has-task';
    if (request.state === 'sending') return 'not-yet';
    if (request.state === 'submitted' && !isPerhapsSent(request)) {
      await tx.requests.save(request.id, { state: 'abandoned', at: tx.at });
      await finishAction(tx, action, request);
    } else {
      await refuseAction(tx, deps, action, { code: 'not-offered' });
    }
    return 'settled';
  });
}
