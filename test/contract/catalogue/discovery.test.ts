import { describe, expect, it } from 'vitest';
import type { AccessSettings } from '../../../src/domain/settings/access-settings.ts';
import { createEntitlementIndex } from '../../../src/store/catalogue/entitlement-index.ts';
import { openCatalogue, readApps } from '../../../src/use-cases/catalogue/catalogue.ts';
import { failing, refusedRead } from '../../support/fakes.ts';
import { entitlement } from '../../support/samples.ts';
import { testApp, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

describe('offering all apps of the tenant', () => {
  const desk = useCaseDesk();

  const app = (id: string, name = id.toUpperCase()) => ({ id, name });
  const inApp = (appId: string) => [entitlement({ id: `${appId}-read`, appId })];

  function open(change: Partial<AccessSettings> = {}) {
    const { store, governance, world } = desk();
    governance.operations = new Set(['appList', 'entitlementSearch']);
    const settings = testSettings({ offer: 'all', apps: [], ...change });
    return openCatalogue({
      store,
      governance,
      settings,
      index: createEntitlementIndex(),
      world,
    });
  }

  type Opened = Awaited<ReturnType<typeof open>>;
  const names = (catalogue: Opened) => catalogue.apps('').map(({ name }) => name);
  const read = () => desk().governance.catalogueRead;

  /** Reads these apps, each with one entitlement. */
  async function discovered(...ids: readonly string[]) {
    const { governance } = desk();
    const catalogue = await open();
    governance.appReadings.next(ids.map((id) => app(id)));
    governance.catalogueReadings.next(...ids.map(inApp));
    await catalogue.refresh();
    return catalogue;
  }

  it('offers the apps before all of them were read', async () => {
    const { governance } = desk();
    governance.appReadings.next([app('one'), app('two')]);
    governance.catalogueReadings.next(inApp('one'), failing('network', true));
    const catalogue = await open();
    await catalogue.refresh();
    expect(Object.fromEntries(catalogue.ages())).toEqual({ one: 0, two: null });
    expect(catalogue.entitlement('one', 'one-read')).not.toBeNull();
  });

  it('does not offer an app in which there is nothing to ask for, until there is something', async () => {
    const { governance, world } = desk();
    governance.appReadings.next([app('one'), app('two')]);
    governance.catalogueReadings.next(inApp('one'), []);
    const catalogue = await open();
    await catalogue.refresh();
    expect(names(catalogue)).toEqual(['ONE']);
    expect(names(await open())).toEqual(['ONE']);
    world.pass(hourMs);
    governance.appReadings.next([app('one'), app('two')]);
    governance.catalogueReadings.next(inApp('one'), inApp('two'));
    await catalogue.refresh();
    expect(names(catalogue)).toEqual(['ONE', 'TWO']);
  });

  it('goes on after a restart with what was not read yet', async () => {
    const { governance, world } = desk();
    governance.appReadings.next([app('one'), app('two')]);
    governance.catalogueReadings.next(inApp('one'), failing('network', true));
    await (await open()).refresh();

    read().length = 0;
    world.pass(minuteMs);
    const next = await open();
    expect(names(next)).toEqual(['ONE', 'TWO']);
    governance.appReadings.next(failing('network', true));
    governance.catalogueReadings.next(inApp('two'));
    await next.refresh();
    expect(read()).toEqual(['two']);
    expect(Object.fromEntries(next.ages())).toEqual({ one: 60, two: 0 });
  });

  it('reads an app again after an hour, the list every ten minutes', async () => {
    const { governance, world } = desk();
    const catalogue = await discovered('one');
    world.pass(10 * minuteMs);
    governance.appReadings.next([app('one'), app('two')]);
    governance.catalogueReadings.next(inApp('two'));
    await catalogue.refresh();
    expect(read()).toEqual(['one', 'two']);
    world.pass(hourMs - 10 * minuteMs);
    governance.appReadings.next([app('one'), app('two')]);
    governance.catalogueReadings.next(inApp('one'));
    await catalogue.refresh();
    expect(read()).toEqual(['one', 'two', 'one']);
  });

  it('does not ask again at once for an app that cannot be read', async () => {
    const { governance, world } = desk();
    governance.appReadings.next([app('one')]);
    governance.catalogueReadings.next(refusedRead('forbidden'), inApp('one'));
    const catalogue = await open();
    await catalogue.refresh();
    world.pass(20_000);
    await catalogue.refreshUnread();
    expect(read()).toEqual(['one']);
    world.pass(10 * minuteMs);
    governance.appReadings.next([app('one')]);
    await catalogue.refreshUnread();
    expect(read()).toEqual(['one', 'one']);
  });

  it('drops an app that is gone, and shows a new name', async () => {
    const { governance, world } = desk();
    const catalogue = await discovered('one', 'two');
    world.pass(10 * minuteMs);
    governance.appReadings.next([app('two', 'Harbour')]);
    await catalogue.refresh();
    expect(names(catalogue)).toEqual(['Harbour']);
    expect(catalogue.appById('one')).toBeNull();
    expect(catalogue.entitlement('one', 'one-read')).toBeNull();
    expect(catalogue.entitlements('one', '', 9)).toEqual([]);
    // The index knows the new name.
    expect(catalogue.entitlements('two', 'harbour', 9)).toHaveLength(1);
    expect(names(await open())).toEqual(['Harbour']);
  });

  it.each([
    ['is empty', []],
    ['is refused', refusedRead('forbidden')],
    ['fails', failing('network', true)],
  ] as const)('keeps the last good copy of a list that %s', async (_what, answer) => {
    const { governance, world } = desk();
    const catalogue = await discovered('one', 'two');
    world.pass(10 * minuteMs);
    governance.appReadings.next(answer);
    await catalogue.refresh();
    expect(names(catalogue)).toEqual(['ONE', 'TWO']);
    expect(names(await open())).toEqual(['ONE', 'TWO']);
  });

  it('keeps the entitlements of an app that suddenly reads as empty', async () => {
    const { governance, world } = desk();
    const catalogue = await discovered('one');
    world.pass(hourMs);
    governance.appReadings.next([app('one')]);
    governance.catalogueReadings.next([]);
    await catalogue.refresh();
    expect(catalogue.entitlement('one', 'one-read')).not.toBeNull();
  });

  it('takes what is configured of single apps, and offers the others all the same', async () => {
    const { governance } = desk();
    governance.appReadings.next([app('app-github', 'GitHub Cloud'), app('app-x'), app('two')]);
    governance.catalogueReadings.next(inApp('app-github'), inApp('app-x'), inApp('two'));
    const written = testApp({ resources: [] });
    const catalogue = await open({
      apps: [written, { ...written, id: 'app-x', name: 'app-x', channel: 'C0X' }],
    });
    await catalogue.refresh();
    expect(catalogue.apps('').map(({ name, channel }) => [name, channel])).toEqual([
      ['GitHub', 'C0REVIEWS'],
      ['APP-X', 'C0X'],
      ['TWO', null],
    ]);
  });

  it('offers nothing but the listed apps where they are an allow-list', async () => {
    const { governance } = desk();
    const catalogue = await open({ ...testSettings(), offer: 'listed' });
    governance.appReadings.next([app('two')]);
    await catalogue.refresh();
    expect(names(catalogue)).toEqual(['GitHub', 'AWS']);
  });
});

describe('the doctor on all apps of the tenant', () => {
  const desk = useCaseDesk();

  it('says how many were read, and which are next', async () => {
    const { store, governance, world } = desk();
    governance.operations = new Set(['appList', 'entitlementSearch']);
    const open = (offer: AccessSettings['offer']) =>
      openCatalogue({
        store,
        governance,
        settings: testSettings({ offer, apps: [] }),
        index: createEntitlementIndex(),
        world,
      });
    governance.appReadings.next([
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two' },
    ]);
    governance.catalogueReadings.next([], failing('network', true));
    const catalogue = await open('all');
    await catalogue.refresh();
    expect(readApps(catalogue.ages())).toEqual({ read: 1, apps: 2 });
  });
});
