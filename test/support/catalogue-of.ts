import type { CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import { createEntitlementIndex } from '../../src/store/catalogue/entitlement-index.ts';
import type { Catalogue } from '../../src/use-cases/catalogue/catalogue.ts';
import { testSettings } from './test-settings.ts';

/**
 * A catalogue of the configured apps and these entitlements of GitHub; with `neverRead` the service
 * was not read yet.
 */
export async function catalogueOf(
  entitlements: readonly CatalogueEntitlement[],
  neverRead: readonly string[] = [],
): Promise<Catalogue> {
  const { apps } = testSettings();
  const index = createEntitlementIndex();
  await index.replace('app-github', 'GitHub', entitlements);
  return {
    apps: (typed) =>
      apps.filter((one) => one.name.toLowerCase().includes(typed.trim().toLowerCase())),
    appById: (appId) => apps.find((one) => one.id === appId) ?? null,
    entitlements: (...asked) => index.search(...asked),
    all: (appId) => entitlements.filter((one) => one.appId === appId),
    entitlement: (appId, id) =>
      entitlements.find((one) => one.appId === appId && one.id === id) ?? null,
    policy: () => null,
    ages: () => new Map(apps.map(({ id }) => [id, neverRead.includes(id) ? null : 0])),
    refresh: async () => undefined,
    refreshUnread: async () => undefined,
  };
}
