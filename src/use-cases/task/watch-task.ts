/** Has a task read again soon, because somebody waits for what comes next. */

import {
  isBeingCarriedOut,
  isStillAwaited,
  nextReadingMs,
  type WatchReason,
} from '../../domain/due/task-watch.ts';
import { isRequest, type Subject } from '../../domain/request/subject.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { LocalDeps } from '../deps.ts';
import type { WatchedTask } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

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
