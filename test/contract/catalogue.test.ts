import { describe, expect, it } from 'vitest';
import type { RequestableApp } from '../../src/domain/access-settings.ts';
import type { OptionalOperation } from '../../src/domain/optional-operation.ts';
import { ok } from '../../src/domain/result.ts';
import { createEntitlementIndex } from '../../src/store/entitlement-index.ts';
import { openCatalogue } from '../../src/use-cases/catalogue.ts';
import { catalogueAges } from '../../src/use-cases/catalogue-ages.ts';
import { testSettings } from '../support/bot-world.ts';
import { databases } from '../support/database.ts';
import { failing, refusing } from '../support/fakes.ts';
import { entitlement, noon } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

describe.each(databases())('the catalogue over the store on $name', (engine) => {
  const desk = useCaseDesk(engine);

  function apps(change: Partial<RequestableApp> = {}): RequestableApp[] {
    return testSettings().apps.map((one) => (one.id === 'app-github' ? { ...one, ...change } : one));
  }

  function open(configured: readonly RequestableApp[], ...operations: OptionalOperation[]) {
    const { store, governance, world } = desk();
    governance.operations = new Set(operations);
    return openCatalogue({ store, governance, settings: { apps: configured }, index: createEntitlementIndex(), world });
  }

  const ids = (listed: readonly { readonly id: string }[]) => listed.map((one) => one.id);
  const warnings = () =>
    desk()
      .world.lines.filter((line) => line.level === 'warn')
      .map((line) => `${String(line.fields.appId)}: ${line.what}`);

  it('reads each configured resource, and an app without resources by search', async () => {
    desk().governance.catalogueReadings.next(ok([entitlement({ id: 'found' })]), ok([]));
    const catalogue = await open(apps({ resources: [] }), 'entitlementSearch');
    await catalogue.refresh();
    expect(desk().governance.catalogueRead.toSorted()).toEqual(['app-aws/account/production', 'app-github']);
    expect(ids(catalogue.entitlements('app-github', '', 9))).toEqual(['found']);
    expect(warnings()).toEqual([]);
  });

  it('keeps what the search found for the next start, until the app gets resources', async () => {
    desk().governance.catalogueReadings.next(ok([entitlement({ id: 'found' })]), ok([]));
    await (await open(apps({ resources: [] }), 'entitlementSearch')).refresh();
    const rows = await desk().kysely.selectFrom('catalogue').selectAll().where('app_id', '=', 'app-github').execute();
    expect(rows.map((row) => [row.resource_type_id, row.resource_id])).toEqual([['', '']]);

    const next = await open(apps({ resources: [] }), 'entitlementSearch');
    expect(ids(next.entitlements('app-github', 'platform', 9))).toEqual(['found']);
    expect(next.freshness('app-github')).toEqual({ fetchedAt: noon });
    expect((await open(apps(), 'entitlementSearch')).freshness('app-github')).toBe('never');
  });

  it('says once what to do about an app that has neither resources nor a search', async () => {
    const catalogue = await open(apps({ resources: [] }));
    await catalogue.refresh();
    await catalogue.refresh();
    expect(warnings()).toEqual([
      expect.stringMatching(/^app-github: .*resources in access.yaml, or add entitlementSearch/),
    ]);
    expect(desk().governance.catalogueRead).toEqual(Array(2).fill('app-aws/account/production'));
  });

  it('names a configured app that the service does not know, once', async () => {
    const { governance } = desk();
    const known = ok([{ id: 'app-github', name: 'GitHub' }]);
    governance.appLists.next(failing('timeout', true), refusing('forbidden'), known, known);
    const catalogue = await open(apps(), 'appList');
    for (let turn = 0; turn < 4; turn += 1) await catalogue.refresh();
    expect(warnings()).toEqual([
      'undefined: apps not read; their ids were not checked',
      'undefined: apps refused; their ids were not checked',
      'app-aws: the service does not tell of this app: check its id in access.yaml, and what the bot may see',
    ]);
  });

  it('does not ask for apps where the tenant cannot list them', async () => {
    desk().governance.appLists.next(new Error('must not be asked'));
    await (await open(apps())).refresh();
    expect(warnings()).toEqual([]);
  });

  it('refreshes once for those who ask meanwhile, and again for those who ask afterwards', async () => {
    const catalogue = await open(apps());
    await Promise.all([catalogue.refresh(), catalogue.refresh(), catalogue.refresh()]);
    expect(desk().governance.catalogueRead).toHaveLength(2);
    await catalogue.refresh();
    expect(desk().governance.catalogueRead).toHaveLength(4);
  });

  it('serves the last good copy while the service fails, and tells how old it is', async () => {
    const { governance, world } = desk();
    const settings = apps();
    const age = (catalogue: Awaited<ReturnType<typeof open>>) =>
      Object.fromEntries(catalogueAges(catalogue, settings, world.now()));
    governance.catalogueReadings.next(ok([entitlement()]), refusing('not-found'));
    const first = await open(settings);
    expect(age(first)).toEqual({ 'app-github': null, 'app-aws': null });
    await first.refresh();
    world.pass(90_500);
    governance.catalogueReadings.next(failing('network', true), failing('network', true));
    const next = await open(settings);
    await next.refresh();
    expect(ids(next.entitlements('app-github', '', 9))).toEqual(['ent-write']);
    expect(age(next)).toEqual({ 'app-github': 90, 'app-aws': null });
  });
});
