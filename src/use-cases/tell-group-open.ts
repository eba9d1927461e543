import type { AccessRequest } from '../domain/access-request.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import { notify } from './notices.ts';
import type { StoreTransaction } from './store-ports.ts';
import type { World } from './world.ts';

/**
 * Tells the requester once that what they asked for in one go is with its reviewers: when the last of it has its card, or will get none.
 * Takes the group's lock: two cards that are posted at once would each take the other for missing.
 */
export async function tellGroupOpen(tx: StoreTransaction, world: World, groupId: string): Promise<void> {
  await tx.requests.lock(groupId);
  const open: AccessRequest[] = [];
  for (const request of await tx.requests.ofGroup(groupId)) {
    const standing = await standingOf(tx, request);
    if (standing === 'on its way') return;
    if (standing === 'open') open.push(request);
  }
  const [first] = open;
  if (first === undefined) return;
  await notify(tx, world, {
    key: `open:${groupId}`,
    requestId: first.id,
    target: { kind: 'direct', slackUserId: first.requester.userId },
    body: { kind: 'group-open' },
  });
}

async function standingOf(
  tx: StoreTransaction,
  { id, state, taskId }: AccessRequest,
): Promise<'on its way' | 'open' | 'told'> {
  if (state === 'submitted' || state === 'sending') return 'on its way';
  if (taskId === null) return 'told';
  const cards = await tx.cards.ofRequest(id);
  if (cards.some((card) => card.state === 'unreachable')) return 'told';
  if (!cards.some((card) => card.ts !== null)) return 'on its way';
  const task = await tx.tasks.find(taskId);
  return task !== null && isOpen(task.snapshot) ? 'open' : 'told';
}
