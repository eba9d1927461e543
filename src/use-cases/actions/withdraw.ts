import type { AccessRequest } from '../../domain/access-request.ts';
import type { Action } from '../../domain/action.ts';
import { mayWithdraw } from '../../domain/holder-action.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import { tellMissingRight } from '../missing-right.ts';
import { record } from '../record.ts';
import { recordReading } from '../record-reading.ts';
import { readTask } from '../refresh-tasks.ts';
import { sending, trailComment } from '../settle-action.ts';
import { type CarriedOut, carriedOut, type Outcome, refused } from './outcome.ts';
import { checkedName, checkOwn } from './own-right.ts';
import { withdrawUnsent } from './withdraw-unsent.ts';

/** Withdraws a request that nobody wants any more: one that waits here, or an open task. */
export async function withdraw(
  deps: UseCaseDeps,
  action: Action,
  { id }: AccessRequest,
): Promise<Outcome> {
  const unsent = await withdrawUnsent(deps, action);
  if (unsent !== 'has-task') return { kind: unsent };
  const request = await deps.store.transaction((tx) => tx.requests.find(id));
  return request === null ? { kind: 'settled' } : withdrawSent(deps, action, request);
}

async function withdrawSent(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { governance } = deps;
  const { verdict, task, endsAt } = await checkOwn(deps, action, request, 'withdraw');
  const wasSent = action.state === 'sending';
  // One that was sent before and whose answer was lost.
  const isDone = wasSent && task?.outcome === 'cancelled';
  if (!isDone && !verdict.ok && verdict.refusal.kind !== 'not-offered') {
    // A request that corrects this one waits for its end, so a reading that shows it is noted.
    return refused(verdict.refusal, task !== null && !isOpen(task) ? task : null);
  }
  if (task === null) return refused({ kind: 'gone' });
  if (!isDone && !mayWithdraw(governance.operations, task)) return withdrawnHere(action, request);
  const order = {
    taskId: task.id,
    act: 'close',
    comment: trailComment(action, checkedName(verdict)),
    sendBefore: endsAt,
  } as const;
  const answer = isDone ? null : await sending(deps, action, () => governance.act(order));
  const after = (await readTask(deps, task.id)) ?? task;
  if (answer === null || answer.ok) return closed(deps, action, request, after);
  const refusal = { kind: 'service', refusal: answer.refusal } as const;
  // Readings lag: one that arrived before without an answer may show only now.
  if (isOpen(after)) {
    const what = { requestId: request.id, verb: action.verb };
    await deps.store.transaction((tx) => tellMissingRight(tx, deps, what, refusal));
    return withdrawnHere(action, request);
  }
  const isOurs = wasSent && after.outcome === 'cancelled';
  return isOurs ? closed(deps, action, request, after) : refused(refusal);
}

/** As the service closed it. */
function closed(
  deps: UseCaseDeps,
  { by }: Action,
  request: AccessRequest,
  task: TaskSnapshot,
): CarriedOut {
  return carriedOut(async (tx) => {
    const body = { kind: 'acted', act: 'withdraw', by, text: '' } as const;
    await recordReading(tx, deps, request, task, body);
    // After the task's lock, as where a round of readings finds the end.
    await tx.requests.save(request.id, { state: 'withdrawn', at: tx.at });
  });
}

/** The service cannot close it: nobody decides on it here any more, and the reviewers are told. */
function withdrawnHere({ by }: Action, request: AccessRequest): CarriedOut {
  return carriedOut(async (tx) => {
    await tx.requests.save(request.id, { state: 'withdrawn', at: tx.at });
    const fact = { kind: 'request.withdrawn', requestId: request.id, context: { by } } as const;
    await record(tx, fact, request);
  });
}
