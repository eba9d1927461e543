import { isDeepStrictEqual } from 'node:util';
import type { AccessRequest } from '../domain/access-request.ts';
import type { AccessSettings } from '../domain/access-settings.ts';
import { isOpen, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { endLeaving, keepGrants, tellNotGone } from './end-grants.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { StoreTransaction } from './store-ports.ts';

export interface RevocationDeps {
  readonly world: World;
  readonly governance: Pick<AccessGovernance, 'operations'>;
  readonly settings: Pick<AccessSettings, 'admins'>;
}

/**
 * Keeps a reading of the task that takes away what this request gave. Only its outcome says that the access is gone; where a person's
 * grants can be read, those are looked at, too.
 */
export async function recordRevocation(
  tx: StoreTransaction,
  { world, governance, settings: { admins } }: RevocationDeps,
  request: AccessRequest,
  task: TaskSnapshot,
): Promise<void> {
  const now = world.now();
  const before = await tx.tasks.lock(task.id);
  await tx.tasks.save(request.id, task, now);
  if (before !== null && isDeepStrictEqual(before.snapshot, task)) return;
  if (!isAbout(task, request)) {
    world.log.warn(
      { taskId: task.id, requestId: request.id },
      'a task that is about something else takes nothing away',
    );
    return;
  }
  const { outcome } = task;
  if (isOpen(task) && outcome !== 'error') return;
  if (outcome !== 'revoked') {
    if (!isOpen(task)) await keepGrants(tx, request);
    await tellNotGone(tx, world, request, { occasion: task.id, outcome, admins });
    return;
  }
  const toldMs = Date.parse(task.outcomeAt ?? '');
  const revokedAt = toldMs > 0 && toldMs <= now.getTime() ? new Date(toldMs) : now;
  if (!governance.operations.has('userGrants')) return endLeaving(tx, world, request, revokedAt);
  await tx.grants.follow(request.id, { revokedAt, checkAt: now, checks: 0 });
}

/** Whether a task is about what this request gave: services have been seen to name another. */
function isAbout(task: TaskSnapshot, request: AccessRequest): boolean {
  const isSame = task.entitlements.some(({ appId, id }) => appId === request.appId && id === request.entitlementId);
  return isSame && (task.target === null || task.target.id === request.identityUserId);
}
