import type { Action } from '../../domain/action/action.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { cardIdOf } from './request-cards.ts';

/**
 * Shows a request as it is now to a person whose click was about something else: its cards and
 * their Home are rendered again, also where the reading is known, because the click may be on a
 * card that was not updated in time. In an emergency the person gets a card of their own, so that
 * nobody has to search for the buttons at 3 a.m.
 */
export async function showChanged(
  tx: StoreTransaction,
  { requestId, by }: Pick<Action, 'requestId' | 'by'>,
): Promise<void> {
  if (await isOpenEmergency(tx, requestId)) {
    const { id: cardId } = await tx.cards.want(
      cardIdOf(requestId, by.userId),
      requestId,
      by.userId,
    );
    await tx.enqueue({ kind: 'sync-card', cardId });
  }
  tx.marks.mark(requestId);
  tx.marks.markHomes({ slackUsers: [by.userId] });
}

/** Whether emergency access is asked for and still to be decided on, by the last reading. */
async function isOpenEmergency(tx: StoreTransaction, requestId: string): Promise<boolean> {
  const request = await tx.subjects.find(requestId);
  const taskId = request?.taskId ?? null;
  const task = taskId === null ? null : ((await tx.tasks.find(taskId))?.snapshot ?? null);
  return task !== null && isOpen(task) && (task.emergency || request?.emergency === true);
}
