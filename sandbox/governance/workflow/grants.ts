import { secondsOf } from '../durations.ts';
import type { StoredGrant, StoredTask } from '../entities/stored-task.ts';
import type { World } from '../world.ts';

/**
 * Who has or wants which access. For each key there is at most one active grant and one open
 * request.
 */
export type AccessKey = Pick<
  StoredTask,
  'appId' | 'appEntitlementId' | 'identityUserId' | 'appUserId'
>;

/**
 * Whether two keys mean the same access of the same holder. An account counts as the person it
 * belongs to, if known.
 */
export function sameAccess(left: AccessKey, right: AccessKey): boolean {
  if (left.appId !== right.appId || left.appEntitlementId !== right.appEntitlementId) return false;
  return left.identityUserId !== ''
    ? left.identityUserId === right.identityUserId
    : right.identityUserId === '' && left.appUserId === right.appUserId;
}

/** Whether the grant holds at a moment. */
export function isActive(grant: StoredGrant, atMs: number): boolean {
  return grant.endedAt === null && (grant.expiresAt === null || Date.parse(grant.expiresAt) > atMs);
}

/**
 * Records the grant that a task asked for, from `at` on. It replaces an earlier grant of the same
 * access.
 */
export function give(world: World, task: StoredTask, at: string): void {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const duration = task.grantDuration ?? entitlement.durationGrant ?? null;
  const grant: StoredGrant = {
    appId: task.appId,
    appEntitlementId: task.appEntitlementId,
    identityUserId: task.identityUserId,
    appUserId: task.appUserId,
    taskId: task.id,
    grantedAt: at,
    expiresAt:
      duration === null
        ? null
        : new Date(Date.parse(at) + secondsOf(duration) * 1000 + world.endLagMs).toISOString(),
    endedAt: null,
  };
  world.state.putGrants([...takenBack(world, task, at), grant]);
}

/**
 * The entitlements from which a holder has an inherited one, at a moment: it cannot be taken back
 * without them.
 */
export function ancestorsHeld(
  world: World,
  access: AccessKey,
  atMs: number,
): { readonly appId: string; readonly appEntitlementId: string }[] {
  const { inheritedFrom } = world.catalog.requireEntitlement(access.appId, access.appEntitlementId);
  return inheritedFrom
    .map((appEntitlementId) => ({ ...access, appEntitlementId }))
    .filter((ancestor) =>
      world.state.grants.some((grant) => sameAccess(grant, ancestor) && isActive(grant, atMs)),
    )
    .map(({ appId, appEntitlementId }) => ({ appId, appEntitlementId }));
}

/** Records that the access of a task ends at `at`. */
export function takeBack(world: World, task: AccessKey, at: string): void {
  world.state.putGrants(takenBack(world, task, at));
}

function takenBack(world: World, task: AccessKey, at: string): readonly StoredGrant[] {
  return world.state.grants.map((grant) =>
    sameAccess(grant, task) && isActive(grant, Date.parse(at)) ? { ...grant, endedAt: at } : grant,
  );
}
