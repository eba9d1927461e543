import type { Catalog } from '../catalog.ts';
import type { CatalogEntitlement } from '../entities/app-entitlement.ts';
import type { ReviewerRule } from '../entities/grant-policy.ts';
import { isActive } from '../entities/identity-user.ts';

function candidates(
  rule: ReviewerRule,
  target: { readonly identityUserId: string; readonly entitlement: CatalogEntitlement },
  catalog: Catalog,
): readonly string[] {
  switch (rule.kind) {
    case 'users':
    case 'group':
      return rule.userIds;
    case 'manager': {
      const managers = catalog.user(target.identityUserId)?.managerIds ?? [];
      return managers.length > 0 ? managers : rule.fallbackUserIds;
    }
    case 'entitlement-owners': {
      const { entitlement, owners } = target.entitlement;
      const resource = catalog.requireResource(
        entitlement.appId,
        entitlement.appResourceTypeId,
        entitlement.appResourceId,
      );
      const everyOwner = [...owners, ...resource.owners].map((owner) => owner.userId);
      return everyOwner.length > 0 ? everyOwner : rule.fallbackUserIds;
    }
  }
}

/** Identity user ids of those who may decide a step, each once, without people who have left. */
export function reviewersOf(
  rule: ReviewerRule,
  target: { readonly identityUserId: string; readonly entitlement: CatalogEntitlement },
  catalog: Catalog,
): string[] {
  const active = candidates(rule, target, catalog).filter((id) => {
    const user = catalog.user(id);
    return user !== undefined && isActive(user);
  });
  return [...new Set(active)];
}
