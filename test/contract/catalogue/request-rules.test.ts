import { describe, expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { createEntitlementIndex } from '../../../src/store/catalogue/entitlement-index.ts';
import { type Catalogue, openCatalogue } from '../../../src/use-cases/catalogue/catalogue.ts';
import { failing, refusedRead } from '../../support/fakes.ts';
import { entitlement } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

describe('the catalogue with the rules of an app', () => {
  const desk = useCaseDesk();
  const one = entitlement({ id: 'one', longestSeconds: 86_400, mayBePermanent: false });
  const rule = { isForAll: true, longestSeconds: 3_600, policyId: null, emergencyPolicyId: null };

  async function opened(...operations: OptionalOperation[]) {
    const { store, governance, world } = desk();
    governance.operations = new Set(operations);
    const apps = testSettings().apps.filter(({ id }) => id === 'app-github');
    const index = createEntitlementIndex();
    return openCatalogue({ store, governance, settings: testSettings({ apps }), index, world });
  }
  /** What the log says of what it could not read. */
  const unread = () =>
    desk()
      .world.lines.filter(({ what }) => what.startsWith('settings of requests not read'))
      .map(({ what }) => what.split('; ')[1]);
  const readAs = (...lists: readonly unknown[]) => {
    for (const _ of lists) desk().governance.catalogueReadings.next([one]);
  };

  it('shows the longest that applies wherever it is asked, and follows a change of the rules', async () => {
    const catalogue = await opened('entitlementConfigurationRules');
    readAs(1, 2, 3);
    const longest = () => [
      catalogue.entitlement('app-github', 'one')?.longestSeconds,
      catalogue.all('app-github')[0]?.longestSeconds,
      catalogue.entitlements('app-github', '', 9)[0]?.longestSeconds,
    ];
    desk().governance.ruleReadings.next([rule], [{ ...rule, longestSeconds: 60 }], []);
    await catalogue.refresh();
    expect(longest()).toEqual([3_600, 3_600, 3_600]);
    await catalogue.refresh();
    expect(longest()).toEqual([60, 60, 60]);
    await catalogue.refresh();
    expect(longest()).toEqual([86_400, 86_400, 86_400]);
  });

  it('keeps the last good copy where the rules cannot be read, and the entitlement’s own before', async () => {
    const catalogue = await opened('entitlementConfigurationRules', 'accessRequestDefaults');
    readAs(1, 2, 3);
    const longest = () => catalogue.entitlement('app-github', 'one')?.longestSeconds;
    desk().governance.ruleReadings.next(refusedRead('forbidden'), [rule], failing('decode', true));
    desk().governance.defaultReadings.next(refusedRead('not-found'));
    await catalogue.refresh();
    expect(longest()).toBe(86_400);
    expect(unread()).toEqual(['there is no earlier copy', 'there is no earlier copy']);
    await catalogue.refresh();
    expect(longest()).toBe(3_600);
    await catalogue.refresh();
    expect(longest()).toBe(3_600);
    expect(unread().at(-1)).toBe('the last good copy stays');
  });

  it('asks for none where the tenant has none', async () => {
    const catalogue = await opened();
    readAs(1);
    desk().governance.ruleReadings.next([rule]);
    await catalogue.refresh();
    expect(catalogue.entitlement('app-github', 'one')?.longestSeconds).toBe(86_400);
  });

  describe('and policies', () => {
    const emergency = { ...one, emergencyGrantEnabled: true, emergencyPolicyId: 'storm' };
    const isOffered = (catalogue: Catalogue) =>
      catalogue.entitlement('app-github', 'one')?.emergencyGrantEnabled;
    const storm = { id: 'storm', hasRules: false, baselineId: null, steps: [] };

    it('offers no emergency whose policy is gone, until it is there again', async () => {
      const catalogue = await opened('policyRead');
      const { catalogueReadings, policies, policiesRead } = desk().governance;
      catalogueReadings.next([emergency], [emergency], [emergency]);
      await catalogue.refresh();
      expect(isOffered(catalogue)).toBe(false);
      policies.set('storm', storm);
      await catalogue.refresh();
      expect(isOffered(catalogue)).toBe(true);
      await catalogue.refresh();
      expect(policiesRead).toEqual(['storm', 'storm']);
    });

    it('offers it as before where the policy cannot be read', async () => {
      const catalogue = await opened('policyRead');
      const { catalogueReadings, policyReadings } = desk().governance;
      catalogueReadings.next([emergency], [emergency]);
      policyReadings.next(refusedRead('forbidden'));
      await catalogue.refresh();
      expect(isOffered(catalogue)).toBe(true);
      desk().world.pass(3_600_000);
      policyReadings.next(failing('decode', true));
      await catalogue.refresh();
      expect(isOffered(catalogue)).toBe(true);
    });

    it('does not ask for policies where the tenant has no such operation', async () => {
      const catalogue = await opened();
      desk().governance.catalogueReadings.next([emergency]);
      await catalogue.refresh();
      expect(desk().governance.policiesRead).toEqual([]);
      expect(isOffered(catalogue)).toBe(true);
    });
  });
});
