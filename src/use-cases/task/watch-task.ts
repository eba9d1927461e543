/** Reads a task that somebody acts on, and has it read again soon where they wait for what comes next. */

import { type Decision, isOver } from '../../domain/action/action.ts';
import { outcomeOfAnswered, traceOfLost } from '../../domain/action/review.ts';
import {
  isBeingCarriedOut,
  isStillAwaited,
  nextReadingMs,
  type WatchReason,
} from '../../domain/due/step-watch.ts';
import { isRequest, type Subject } from '../../domain/request/subject.ts';
import {
  isStepOf,
  type StepOfTask,
  soleAccount,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import type { LocalDeps, UseCaseDeps } from '../deps.ts';
import { answerOrNull } from '../ports/remember-answers.ts';
import type { WatchedTask } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tell } from '../record/record.ts';

/** Begins a watch, or begins it anew. Does nothing if tasks cannot be read. */
export async function watchTask(
  tx: StoreTransaction,
  { taskId, stepId, reason }: Pick<WatchedTask, 'taskId' | 'stepId' | 'reason'>,
): Promise<void> {
  const afterMs = nextReadingMs(reason, 0);
  if (afterMs === null) return;
  const nextAt = new Date(tx.at.getTime() + afterMs);
  const isWatched = await tx.watches.begin({ taskId, stepId, reason, since: tx.at, nextAt });
  if (isWatched) await tx.enqueue({ kind: 'read-watched' }, { afterMs });
}

/** Watches a task once the service only has to give the access: its holder waits. */
export async function watchCarryingOut(
  tx: StoreTransaction,
  request: Subject,
  { before, task }: { readonly before: TaskSnapshot | null; readonly task: TaskSnapshot },
): Promise<void> {
  if (!isRequest(request) || !isBeingCarriedOut(task)) return;
  const isOld =
    before !== null && isBeingCarriedOut(before) && before.currentStepId === task.currentStepId;
  if (isOld) return;
  await watchTask(tx, watchOf(task, 'carried-out'));
}

/** Somebody opened the service's page of a card's task, where they may decide. */
export async function watchConsole(deps: Pick<LocalDeps, 'store'>, cardId: string): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const card = await tx.cards.find(cardId);
    const subject = card === null ? null : await tx.subjects.find(card.requestId);
    const taskId = subject?.taskId ?? null;
    const task = taskId === null ? null : ((await tx.tasks.find(taskId))?.snapshot ?? null);
    if (task === null || !isStillAwaited(watchOf(task, 'opened-in-console'), task)) return;
    await watchTask(tx, watchOf(task, 'opened-in-console'));
  });
}

function watchOf(
  { id, currentStepId }: TaskSnapshot,
  reason: WatchReason,
): Pick<WatchedTask, 'taskId' | 'stepId' | 'reason'> {
  return { taskId: id, stepId: currentStepId ?? '', reason };
}

interface LateReading {
  readonly task: TaskSnapshot;
  readonly botAccounts: readonly string[];
  readonly allowed: () => Promise<readonly Decision[]>;
}

/**
 * Takes up a decision again that the bot had given up and that arrived after all. Its call had got
 * no answer, and then the person took it back, lost the right or was shown a changed request. The
 * decision's job finds out whose it is and credits it: otherwise nobody would have approved what
 * was granted. If the calls of two people may have arrived, both are told that nobody can tell.
 *
 * @param step the step that was current before this reading; null if there was none
 * @param reading.allowed reads the decisions on the task that were ever allowed
 */
export async function reopenLateDecision(
  tx: StoreTransaction,
  step: StepOfTask | null,
  { task, botAccounts, allowed }: LateReading,
): Promise<void> {
  if (step === null) return;
  const shownStep = { currentStepId: step.stepId, stepOccurrence: step.occurrence };
  const ofStep = (await allowed()).filter((row) => isStepOf(row, shownStep));
  if (ofStep.some(({ state }) => state === 'sending' || state === 'done')) return;
  const late = ofStep.filter(
    (row) => isOver(row) && wasGivenUp(row) && mayBeIts(task, row, botAccounts),
  );
  const [only] = late;
  if (only !== undefined && late.every(({ by }) => by.userId === only.by.userId)) {
    await tx.actions.save(only.id, { state: 'sending' });
    await tx.enqueue({ kind: 'carry-out-action', actionId: only.id });
    return;
  }
  for (const { id: actionId, requestId, by } of late) {
    const target = { kind: 'direct', slackUserId: by.userId } as const;
    const body = { kind: 'action-refused', refusal: { code: 'perhaps-decided' } } as const;
    await tell(tx, target, { key: `perhaps-arrived:${actionId}`, requestId, body });
  }
}

export function wasGivenUp({ refusal }: Decision): boolean {
  return refusal?.code === 'perhaps-sent';
}

function mayBeIts(task: TaskSnapshot, row: Decision, botAccounts: readonly string[]): boolean {
  const identityUserId = soleAccount(botAccounts);
  if (row.answeredAt !== null) return outcomeOfAnswered(task, row, identityUserId) === 'ours';
  return traceOfLost(task, row, identityUserId) === 'unknown';
}

/**
 * Reads a task after an action, because the answer to the action shows it as it was before
 * (docs/spec/deployments.md#after-an-action). null where the service does not tell: the action was
 * carried out, and the next round of readings shows it.
 */
export async function readBack(deps: UseCaseDeps, taskId: string): Promise<TaskSnapshot | null> {
  const task = taskToActOn(deps, taskId);
  return answerOrNull(deps.world, task, 'task not read after an action', { taskId });
}

/**
 * A task as it is now; null where it is not there, or nobody can tell. Throws as the port does.
 */
export async function readTask(
  { governance }: UseCaseDeps,
  id: string | null,
): Promise<TaskSnapshot | null> {
  if (id === null) return null;
  return (await governance.readTasks([id]))?.get(id) ?? null;
}

/**
 * `readTask` for somebody who acts on it: where nobody can tell, as the service handed its step to
 * the bot.
 */
export async function taskToActOn(
  { governance }: Pick<UseCaseDeps, 'governance'>,
  id: string,
): Promise<TaskSnapshot | null> {
  return (await governance.tasksToActOn([id]))?.get(id) ?? null;
}
