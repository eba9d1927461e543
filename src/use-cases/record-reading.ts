import { isDeepStrictEqual } from 'node:util';
import type { AccessRequest } from '../domain/access-request.ts';
import { taskChanges } from '../domain/task-change.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { notifyAll, syncCards } from './notices.ts';
import type { StoreTransaction } from './store-ports.ts';
import type { World } from './world.ts';

/**
 * Keeps a reading of a task and lets follow from it what people need to see and hear: cards rendered again, the requester
 * told of the end, once: `end-is-told` where the caller's own message says it.
 */
export async function recordReading(
  tx: StoreTransaction,
  world: World,
  request: AccessRequest,
  task: TaskSnapshot,
  end: 'tell-end' | 'end-is-told' = 'tell-end',
): Promise<void> {
  const at = world.now();
  const before = await tx.tasks.lock(task.id);
  await tx.tasks.save(request.id, task, at);
  if (before !== null && isDeepStrictEqual(before.snapshot, task)) return;
  await syncCards(tx, request.id);
  await tx.enqueue({ kind: 'sync-home', slackUserId: request.requester.userId });
  for (const change of taskChanges(before?.snapshot ?? null, task)) {
    await tx.audit.append({
      kind: `task.${change.kind}`,
      at,
      requestId: request.id,
      taskId: task.id,
      actor: null,
      detail: { state: task.state, outcome: task.outcome, stepId: task.currentStepId },
    });
    if (change.kind !== 'closed' || end === 'end-is-told') continue;
    await notifyAll(tx, world, {
      key: `ended:${request.id}`,
      requestId: request.id,
      requester: request.requester.userId,
      body: { kind: 'ended', outcome: task.outcome, byNames: task.approvers.map((person) => person.name) },
    });
  }
}
