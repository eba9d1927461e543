import type { CatalogEntitlement } from '../entities/app-entitlement.ts';
import type { ReviewerRule } from '../entities/grant-policy.ts';
import { isActive } from '../entities/identity-user.ts';
import type { World } from '../world.ts';
import { isActive as isActiveGrant } from './grants.ts';

/**
 * People who own an entitlement because they hold another one that was made an ownership source of
 * it, or of its app.
 */
export function holdersOfOwnerSources(
  world: World,
  owned: { readonly appId: string; readonly id: string },
): readonly string[] {
  const nowMs = world.now().getTime();
  return world.state.ownerSources
    .filter(
      (source) => source.appId === owned.appId && ['', owned.id].includes(source.entitlementId),
    )
    .flatMap((source) =>
      world.state.grants.filter(
        (grant) =>
          grant.appId === source.sourceAppId &&
          grant.appEntitlementId === source.sourceEntitlementId &&
          isActiveGrant(grant, nowMs),
      ),
    )
    .map((grant) => grant.identityUserId);
}

function candidates(
  rule: ReviewerRule,
  target: { readonly identityUserId: string; readonly entitlement: CatalogEntitlement },
  world: World,
): readonly string[] {
  switch (rule.kind) {
    case 'users':
    case 'group':
      return rule.userIds;
    case 'webhook':
      return [];
    case 'manager': {
      const managers = world.catalog.user(target.identityUserId)?.managerIds ?? [];
      return managers.length > 0 ? managers : rule.fallbackUserIds;
    }
    case 'entitlement-owners': {
      const { entitlement, owners } = target.entitlement;
      const resource = world.catalog.requireResource(
        entitlement.appId,
        entitlement.appResourceTypeId,
        entitlement.appResourceId,
      );
      const everyOwner = [
        ...[...owners, ...resource.owners].map((owner) => owner.userId),
        ...holdersOfOwnerSources(world, entitlement),
      ];
      return everyOwner.length > 0 ? everyOwner : rule.fallbackUserIds;
    }
  }
}

/** Identity user ids of those who may decide a step, each once, without people who have left. */
export function reviewersOf(
  rule: ReviewerRule,
  target: { readonly identityUserId: string; readonly entitlement: CatalogEntitlement },
  world: World,
): string[] {
  const active = candidates(rule, target, world).filter((id) => {
    const user = world.catalog.user(id);
    return user !== undefined && isActive(user);
  });
  return [...new Set(active)];
}
