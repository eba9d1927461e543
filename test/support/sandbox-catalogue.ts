import { readCompany } from '../../sandbox/company.ts';
import { seededApp } from '../../sandbox/governance/seed.ts';
import type { RequestableApp } from '../../src/domain/settings/access-settings.ts';
import { createEntitlementIndex } from '../../src/store/catalogue/entitlement-index.ts';
import type { Catalogue } from '../../src/use-cases/catalogue/catalogue.ts';
import { entitlement } from './samples.ts';

/** The catalogue of the sandbox's company, as the form and the commands use it. */
export async function sandboxCatalogue(): Promise<Pick<Catalogue, 'apps' | 'entitlements'>> {
  const index = createEntitlementIndex();
  const apps: RequestableApp[] = [];
  const company = readCompany();
  for (const app of company.apps) {
    const { application, resources, entitlements } = seededApp(company, app);
    const { id, displayName } = application;
    const nothingElse = {
      channel: null,
      resources: [],
      fields: [],
      tasks: 'bot',
      confidential: false,
      reminders: null,
      escalation: null,
      webhook: null,
    } as const;
    apps.push({ id, name: displayName, durationsSeconds: [3_600], ...nothingElse });
    const names = new Map(resources.map(({ resource }) => [resource.id, resource.displayName]));
    await index.replace(
      id,
      displayName,
      entitlements.map(({ entitlement: one }) =>
        entitlement({
          appId: id,
          id: `${one.appResourceId}/${one.id}`,
          name: one.displayName,
          alias: one.alias,
          description: one.description,
          resourceName: names.get(one.appResourceId) ?? '',
          emergencyGrantEnabled: one.emergencyGrantEnabled,
          riskLevel: one.riskLevelValueId,
        }),
      ),
    );
  }
  return {
    apps: () => apps,
    entitlements: (...asked) => index.search(...asked),
  };
}
