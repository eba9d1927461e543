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
 * Whether two keys mean the same access of the same holder. A person without an account means any
 * of theirs; two accounts of one person are two holders.
 */
export function sameAccess(left: AccessKey, right: AccessKey): boolean {
  if (left.appId !== right.appId || left.appEntitlementId !== right.appEntitlementId) return false;
  if (left.identityUserId !== right.identityUserId) return false;
  const namesBoth = left.appUserId !== '' && right.appUserId !== '';
  return left.identityUserId === '' || namesBoth ? left.appUserId === right.appUserId : true;
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
        : new Date(Date.parse(at) + secondsOf(duration) * 1000).toISOString(),
    endedAt: null,
    isInherited: false,
  };
  world.state.putGrants([...takenBack(world, task, at), grant]);
}

/** The entitlements through which a grant is held; none for a direct one. */
export function sourcesOf(
  world: World,
  grant: StoredGrant,
): readonly { readonly appId: string; readonly id: string }[] {
  if (!grant.isInherited) return [];
  return ancestorsHeld(world, grant, world.now().getTime()).map(({ appId, appEntitlementId }) => ({
    appId,
    id: appEntitlementId,
  }));
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
  endOrphans(world, at);
}

/** What was inherited goes with the last entitlement that included it. */
export function endOrphans(world: World, at: string): void {
  const isOrphan = (grant: StoredGrant) =>
    grant.isInherited &&
    grant.endedAt === null &&
    ancestorsHeld(world, grant, Date.parse(at)).length === 0;
  if (!world.state.grants.some(isOrphan)) return;
  world.state.putGrants(
    world.state.grants.map((grant) => (isOrphan(grant) ? { ...grant, endedAt: at } : grant)),
  );
}

function takenBack(world: World, task: AccessKey, at: string): readonly StoredGrant[] {
  return world.state.grants.map((grant) =>
    sameAccess(grant, task) && isActive(grant, Date.parse(at)) ? { ...grant, endedAt: at } : grant,
  );
}
