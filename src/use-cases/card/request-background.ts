/** What is read of a request beside the request itself. */

import { lapseOf } from '../../domain/access/grant.ts';
import { watchOfStep } from '../../domain/due/step-watch.ts';
import { isToCome } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/**
 * What a request for more time prolongs, or was to prolong where it was not granted; nothing of any
 * other request.
 */
export async function prolongedAccess(
  tx: StoreTransaction,
  request: CardModel['request'],
  task: TaskSnapshot | null,
): Promise<Pick<CardModel, 'heldUntil' | 'lapse'>> {
  const { extendsRequestId } = request;
  const former = extendsRequestId === null ? null : await tx.grants.find(extendsRequestId);
  if (former === null) return { heldUntil: null, lapse: null };
  const lapse = lapseOf(former, request, task);
  if (task === null || task.outcome === 'granted') return { heldUntil: null, lapse };
  // An open one prolongs nothing any more where another was granted; a withdrawn one did.
  const isProlonging = isOpen(task)
    ? former.endedAt === null && lapse === null
    : lapse === null || request.state === 'withdrawn';
  return { heldUntil: isProlonging ? former.endsAt : null, lapse };
}

/** Who was called because nobody decides on an emergency, or why the service does not have it yet. */
export async function emergencyBackground(
  tx: StoreTransaction,
  request: CardModel['request'],
  task: TaskSnapshot,
): Promise<Pick<CardModel, 'watch' | 'waitCause'>> {
  const none = { watch: null, waitCause: null };
  if (!isEmergency(task, request) || !isOpen(task)) return none;
  if (isToCome(task)) return { ...none, waitCause: await tx.posts.causeOfWait(request.id) };
  return { ...none, watch: watchOfStep(await tx.dueTimes.watchOf(request.id), task) };
}
