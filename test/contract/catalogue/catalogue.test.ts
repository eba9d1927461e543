/** Long because it tests one whole part on both databases with one set of fakes. */

import { describe, expect, it } from 'vitest';
import type {
  OptionalOperation,
  RequestableApp,
} from '../../../src/domain/settings/access-settings.ts';
import { createEntitlementIndex } from '../../../src/store/catalogue/entitlement-index.ts';
import {
  type EntitlementIndex,
  openCatalogue,
} from '../../../src/use-cases/catalogue/catalogue.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { failing, withMethods } from '../../support/fakes.ts';
import { entitlement, noon } from '../../support/samples.ts';
import { testApp, testSettings } from '../../support/test-settings.ts';
import { until } from '../../support/until.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

describe('the catalogue over the store', () => {
  const desk = useCaseDesk();

  function apps(change: Partial<RequestableApp> = {}): RequestableApp[] {
    return testSettings().apps.map((one) =>
      one.id === 'app-github' ? { ...one, ...change } : one,
    );
  }

  function open(configured: readonly RequestableApp[], ...operations: OptionalOperation[]) {
    const { store, governance, world } = desk();
    governance.operations = new Set(operations);
    return openCatalogue({
      store,
      governance,
      settings: testSettings({ apps: configured }),
      index: createEntitlementIndex(),
      world,
    });
  }

  const ofMany = (count: number): RequestableApp[] => {
    const ids = Array.from({ length: count }, (_, at) => `${at}`);
    return [
      testApp({
        resources: ids.map((resourceId) => ({ resourceTypeId: 'team', resourceId })),
      }),
    ];
  };

  const ids = (listed: readonly { readonly id: string }[]) => listed.map((one) => one.id);
  const warnings = () =>
    desk()
      .world.lines.filter((line) => line.level === 'warn')
      .map((line) => `${String(line.fields.appId)}: ${line.what}`);

  it('reads each configured resource, and an app without resources by search', async () => {
    desk().governance.catalogueReadings.next([entitlement({ id: 'found' })], []);
    const catalogue = await open(apps({ resources: [] }), 'entitlementSearch');
    await catalogue.refresh();
    expect(desk().governance.catalogueRead.toSorted()).toEqual([
      'app-aws/account/production',
      'app-github',
    ]);
    expect(ids(catalogue.entitlements('app-github', '', 9))).toEqual(['found']);
    expect(warnings()).toEqual([]);
  });

  it('keeps search results for the next start until the app gets resources', async () => {
    desk().governance.catalogueReadings.next([entitlement({ id: 'found' })], []);
    await (await open(apps({ resources: [] }), 'entitlementSearch')).refresh();
    const rows = await desk()
      .kysely.selectFrom('catalogue')
      .selectAll()
      .where('appId', '=', 'app-github')
      .execute();
    expect(rows.map((row) => [row.resourceTypeId, row.resourceId])).toEqual([['', '']]);

    const next = await open(apps({ resources: [] }), 'entitlementSearch');
    expect(ids(next.entitlements('app-github', 'platform', 9))).toEqual(['found']);
    expect(next.ages().get('app-github')).toBe(0);
    expect((await open(apps(), 'entitlementSearch')).ages().get('app-github')).toBeNull();
  });

  it('says after a failed reading whether there is an earlier copy', async () => {
    const readings = desk().governance.catalogueReadings;
    readings.next(failing('network', true), failing('network', true), [], []);
    const catalogue = await open(apps());
    await catalogue.refresh();
    await catalogue.refresh();
    readings.next(failing('network', true), failing('network', true));
    await catalogue.refresh();
    expect([...new Set(warnings().map((line) => line.split('; ')[1]))]).toEqual([
      'there is no earlier copy of them',
      'the last good copy stays',
    ]);
  });

  it('logs once what to do about an app that has neither resources nor a search', async () => {
    const catalogue = await open(apps({ resources: [] }));
    await catalogue.refresh();
    await catalogue.refresh();
    expect(warnings()).toEqual([
      expect.stringMatching(
        /^app-github: .*resources in access.yaml, or let the bot use entitlementSearch/,
      ),
    ]);
    expect(desk().governance.catalogueRead).toEqual(Array(2).fill('app-aws/account/production'));
  });

  it('shares one refresh among simultaneous callers, and starts another for a later one', async () => {
    const catalogue = await open(apps());
    await Promise.all([catalogue.refresh(), catalogue.refresh(), catalogue.refresh()]);
    expect(desk().governance.catalogueRead).toHaveLength(2);
    await catalogue.refresh();
    expect(desk().governance.catalogueRead).toHaveLength(4);
  });

  /** An index that counts its updates, and can be held until the test releases it. */
  function countingIndex() {
    const index = createEntitlementIndex();
    const given: number[] = [];
    let held: Promise<unknown> = Promise.resolve();
    const replace: typeof index.replace = async (appId, appName, list) => {
      given.push(list.length);
      await held;
      await index.replace(appId, appName, list);
    };
    return {
      index: { ...index, replace },
      given,
      hold: () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        held = promise;
        return resolve;
      },
    };
  }

  function openWith(
    index: EntitlementIndex,
    configured: readonly RequestableApp[],
    over = desk().store,
  ) {
    const { governance, world } = desk();
    return openCatalogue({
      store: over,
      governance,
      settings: testSettings({ apps: configured }),
      index,
      world,
    });
  }

  it('indexes an app with many resources once, and not again while nothing changed', async () => {
    const { governance } = desk();
    const readings = () =>
      Array.from({ length: 64 }, (_, at) => [entitlement({ id: `ent-${at}`, name: `n ${at}` })]);
    const { index, given } = countingIndex();
    const catalogue = await openWith(index, ofMany(64));
    governance.catalogueReadings.next(...readings());
    await catalogue.refresh();
    expect(catalogue.all('app-github')).toHaveLength(64);
    expect(given).toEqual([64]);

    desk().world.pass(60_000);
    governance.catalogueReadings.next(...readings());
    await catalogue.refresh();
    expect(given).toEqual([64]);
    expect(catalogue.ages().get('app-github')).toBe(0);
  });

  it('serves the old entries, in lists and by id, while the new ones are indexed', async () => {
    const { governance } = desk();
    const { index, hold } = countingIndex();
    const catalogue = await openWith(index, ofMany(1));
    governance.catalogueReadings.next([entitlement({ id: 'old' })], [entitlement({ id: 'new' })]);
    expect(catalogue.ages().get('app-github')).toBeNull();
    await catalogue.refresh();
    const letGo = hold();
    const refreshing = catalogue.refresh();
    await until('it is read', () => governance.catalogueRead.length === 2);
    const seen = () => [
      ids(catalogue.entitlements('app-github', '', 9)),
      ids(catalogue.all('app-github')),
      ['old', 'new'].filter((id) => catalogue.entitlement('app-github', id) !== null),
    ];
    expect(seen()).toEqual([['old'], ['old'], ['old']]);
    letGo();
    await refreshing;
    expect(seen()).toEqual([['new'], ['new'], ['new']]);
  });

  it('stores changes with their time, and stores the rest after a failed write', async () => {
    const { governance, store, world } = desk();
    const written: string[] = [];
    let isDown = false;
    const noting: Store = {
      transaction: (work) =>
        store.transaction((tx) => {
          const put: typeof tx.catalogue.put = (key, some) => {
            if (isDown) throw new Error('the database is down');
            written.push(...some.map((one) => `+${one.id}`));
            return tx.catalogue.put(key, some);
          };
          const drop: typeof tx.catalogue.drop = (key, gone) => {
            written.push(...gone.map((id) => `-${id}`));
            return tx.catalogue.drop(key, gone);
          };
          return work({ ...tx, catalogue: withMethods(tx.catalogue, { put, drop }) });
        }),
    };
    const catalogue = await openWith(createEntitlementIndex(), ofMany(1), noting);
    const refresh = async (...names: readonly string[]) => {
      world.pass(60_000);
      governance.catalogueReadings.next(
        names.map((name) => entitlement({ id: name.toLowerCase(), name })),
      );
      await catalogue.refresh();
      const [row] = await store.transaction((tx) => tx.catalogue.load());
      return {
        names: (row?.entitlements ?? [])
          .map((one) => one.name)
          .toSorted((a, b) => a.localeCompare(b)),
        minute: ((row?.fetchedAt.getTime() ?? 0) - noon.getTime()) / 60_000,
        written: written.splice(0),
      };
    };
    expect(await refresh('one', 'two')).toEqual({
      names: ['one', 'two'],
      minute: 1,
      written: ['+one', '+two'],
    });
    expect(await refresh('one', 'two')).toEqual({ names: ['one', 'two'], minute: 2, written: [] });
    expect(await refresh('one', 'Two', 'three')).toMatchObject({
      minute: 3,
      written: ['+two', '+three'],
    });
    isDown = true;
    expect(await refresh('four')).toMatchObject({ names: ['one', 'three', 'Two'], minute: 3 });
    expect(ids(catalogue.entitlements('app-github', '', 9))).toEqual(['four']);
    isDown = false;
    expect(await refresh('four')).toEqual({
      names: ['four'],
      minute: 5,
      written: ['+four', '-one', '-two', '-three'],
    });
    await desk().kysely.deleteFrom('catalogue').execute();
    // What is stored by then was never complete.
    expect(await refresh('five')).toEqual({ names: ['five'], minute: 6, written: ['+five'] });
  });

  it('retries a first reading soon, and later ones after a wait', async () => {
    const { governance } = desk();
    const catalogue = await openWith(createEntitlementIndex(), ofMany(1));
    governance.catalogueReadings.next(failing('network', true));
    await catalogue.refresh();
    expect(catalogue.ages().get('app-github')).toBeNull();
    governance.catalogueReadings.next([entitlement()]);
    await catalogue.refreshUnread();
    expect(catalogue.ages().get('app-github')).toBe(0);
    await catalogue.refreshUnread();
    expect(governance.catalogueRead).toHaveLength(2);
  });

  it('lists entries while the database is slow', async () => {
    const { governance, store } = desk();
    const hold = Promise.withResolvers<void>();
    const slow: Store = {
      transaction: (work) =>
        store.transaction((tx) =>
          work({ ...tx, catalogue: withMethods(tx.catalogue, { put: () => hold.promise }) }),
        ),
    };
    const catalogue = await openWith(createEntitlementIndex(), ofMany(1), slow);
    governance.catalogueReadings.next([entitlement({ id: 'one' })]);
    const refreshing = catalogue.refresh();
    await until('it is served', () => catalogue.entitlements('app-github', '', 9).length === 1);
    expect(ids(catalogue.all('app-github'))).toEqual(['one']);
    hold.resolve();
    await refreshing;
  });

  it('is written in batches, so that other transactions run in between', async () => {
    const { governance, store } = desk();
    const sizes: number[] = [];
    const noting: Store = {
      transaction: (work) =>
        store.transaction((tx) => {
          const put: typeof tx.catalogue.put = (key, some) => {
            sizes.push(some.length);
            return tx.catalogue.put(key, some);
          };
          return work({ ...tx, catalogue: withMethods(tx.catalogue, { put }) });
        }),
    };
    const catalogue = await openWith(createEntitlementIndex(), ofMany(1), noting);
    // The service may list an entitlement twice.
    const many = [
      ...Array.from({ length: 1_200 }, (_, at) => entitlement({ id: `ent-${at}` })),
      entitlement({ id: 'ent-0' }),
    ];
    governance.catalogueReadings.next(many);
    await catalogue.refresh();
    expect(sizes).toEqual([500, 500, 200]);
    const [row] = await store.transaction((tx) => tx.catalogue.load());
    expect(row?.entitlements).toHaveLength(1_200);
  });
});
