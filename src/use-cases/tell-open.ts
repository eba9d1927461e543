import type { AccessRequest } from '../domain/access-request.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import { record } from './record.ts';
import type { StoreTransaction } from './store-ports.ts';

/**
 * Tells the requester once, and whom it is for, that what they asked for is with its reviewers; of
 * several asked for in one go, when the last of them has its card, or will get none. Takes the
 * group's lock: two cards that are posted at once would each take the other for missing.
 */
export async function tellOpen(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  const { groupId } = request;
  if (groupId !== null) await tx.requests.lock(groupId);
  const open: AccessRequest[] = [];
  for (const one of groupId === null ? [request] : await tx.requests.ofGroup(groupId)) {
    if (one.state === 'submitted' || one.state === 'sending') return;
    const task = one.taskId === null ? null : await tx.tasks.find(one.taskId);
    // There is nothing to decide on. What was granted at once waits for nobody, and may have no
    // card.
    if (task === null || !isOpen(task.snapshot) || one.state === 'withdrawn') continue;
    const cards = await tx.cards.ofRequest(one.id);
    // The requester was told where it is instead.
    if (cards.some((card) => card.state === 'unreachable')) continue;
    if (!cards.some((card) => card.ts !== null)) return;
    open.push(one);
  }
  const [first] = open;
  if (first === undefined) return;
  const kind = groupId === null ? 'request.open' : 'group.open';
  await record(tx, { kind, requestId: first.id, context: { asked: groupId ?? request.id } }, first);
}
