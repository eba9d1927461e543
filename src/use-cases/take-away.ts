import { nextCheckMs, type TakenAway } from '../domain/grant.ts';
import { holderOf } from '../domain/holder-action.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { leaveGrants } from './end-grants.ts';
import { notifyPeople } from './notices.ts';
import { type RevocationDeps, recordRevocation } from './record-revocation.ts';
import type { Store } from './store-ports.ts';

/** Follows access that an administrator or owner takes away, where the bot gave it, and tells its holder who does it and why. */
export async function followTakenAway(
  deps: RevocationDeps & { readonly store: Store },
  { appId, entitlementId, identityUserId, reason, by }: TakenAway,
  task: TaskSnapshot,
): Promise<void> {
  const { world } = deps;
  await deps.store.transaction(async (tx) => {
    const [grant] = await tx.grants.runningOf({ appId, entitlementId, identityUserId });
    if (grant === undefined) return;
    const { request } = grant;
    const checkAt = new Date(world.now().getTime() + nextCheckMs(0));
    await leaveGrants(tx, request, 'taken-away', deps.governance.operations.has('userGrants') ? checkAt : null);
    const body = {
      kind: 'acted',
      act: 'take-away',
      by: by === null ? null : { userId: by },
      text: reason,
    } as const;
    await notifyPeople(tx, world, request.id, [holderOf(request)], { key: `taking-away:${task.id}`, body });
    await recordRevocation(tx, deps, request, task);
  });
}
