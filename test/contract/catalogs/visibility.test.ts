import { describe, expect, it } from 'vitest';
import { visibilityLook } from '../../../src/extras/catalogs/index.ts';
import { openVisibility } from '../../../src/extras/catalogs/open-visibility.ts';
import { visibilityRows } from '../../../src/extras/catalogs/visibility-tables.ts';
import type { RequestCatalog } from '../../../src/store/platform/tables.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { FakeCatalogs } from '../../support/fake-catalogs.ts';
import { failing } from '../../support/fakes.ts';
import { judged } from '../../support/told-checks.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const finance = { appId: 'app-lantern', entitlementId: 'finance' };
const badge = { appId: 'app-lantern', entitlementId: 'badge' };
const close = { appId: 'app-ledger', entitlementId: 'close' };
const uncatalogued = { appId: 'app-ledger', entitlementId: 'uncatalogued' };
const plain = { isProfile: false, unenrolment: 'unknown', access: [] } as const;
const everybody: RequestCatalog = {
  ...plain,
  id: 'everybody',
  name: 'For everybody',
  visibleToEveryone: true,
  content: { 'app-git': ['read'] },
};
const countingHouse: RequestCatalog = {
  ...plain,
  id: 'counting-house',
  name: 'Counting house',
  visibleToEveryone: false,
  access: [finance],
  content: { 'app-ledger': ['close'] },
};

describe('what people see, over the store', () => {
  const desk = useCaseDesk();

  function tenant(...catalogs: readonly RequestCatalog[]): FakeCatalogs {
    const fake = new FakeCatalogs();
    for (const one of catalogs.length > 0 ? catalogs : [everybody, countingHouse])
      fake.catalogs.set(one.id, one);
    fake.held.set('user-ines', [finance]);
    fake.held.set('user-ben', [badge]);
    return fake;
  }

  const open = (catalogs: FakeCatalogs) => {
    const { store, world } = desk();
    return openVisibility({ store, world, catalogs });
  };

  async function read(catalogs: FakeCatalogs) {
    const visibility = await open(catalogs);
    await visibility.refresh();
    return visibility;
  }

  const copiesInLog = () =>
    desk()
      .world.lines.map(({ what }) => what)
      .filter((what) => what.includes('cop'))
      .join('\n');
  const never = new Promise<never>(() => undefined);
  type Opened = Awaited<ReturnType<typeof open>>;

  async function isHidden(visibility: Opened, name: 'ben' | 'ines', what = close) {
    const slackUserId = `U0${name.toUpperCase()}`;
    visibility.learn(slackUserId, `user-${name}`);
    await visibility.settled(slackUserId, never);
    return visibility.hiddenFrom(slackUserId)(what);
  }

  it('hides what somebody does not see, after at most three calls that are remembered', async () => {
    const catalogs = tenant();
    const visibility = await read(catalogs);
    expect(visibility.hiddenFrom('U0BEN')(close)).toBe(false);
    expect(await isHidden(visibility, 'ben')).toBe(true);
    expect(await isHidden(visibility, 'ines')).toBe(false);
    expect(catalogs.searches).toEqual([[finance], null, [finance]]);
    await isHidden(visibility, 'ben');
    expect(catalogs.searches).toHaveLength(3);
    desk().world.pass(11 * 60_000);
    await isHidden(visibility, 'ben');
    expect(catalogs.searches).toHaveLength(5);
  });

  it('asks for twenty entitlements a call, and shows what it did not ask for', async () => {
    const access = Array.from({ length: 70 }, (_, at) => ({ ...badge, entitlementId: `${at}` }));
    const catalogs = tenant(everybody, { ...countingHouse, access });
    const visibility = await read(catalogs);
    expect(await isHidden(visibility, 'ben')).toBe(false);
    expect(catalogs.searches.map((one) => one?.length)).toEqual([20, 20, undefined]);
  });

  it('keeps what is known of somebody when grants read as empty later', async () => {
    const catalogs = tenant();
    const visibility = await read(catalogs);
    expect(await isHidden(visibility, 'ines')).toBe(false);
    catalogs.held.clear();
    desk().world.pass(11 * 60_000);
    expect(await isHidden(visibility, 'ines')).toBe(false);
    catalogs.held.set('user-ines', [badge]);
    expect(await isHidden(visibility, 'ines')).toBe(true);
  });

  it('is known for ten minutes, and not while the service does not answer', async () => {
    const catalogs = tenant();
    const visibility = await read(catalogs);
    expect(visibility.isLearned('U0INES')).toBe(false);
    await isHidden(visibility, 'ines');
    expect(visibility.isLearned('U0INES')).toBe(true);
    desk().world.pass(11 * 60_000);
    expect(visibility.isLearned('U0INES')).toBe(false);
    catalogs.heldOf = async () => Promise.reject(failing('network', true));
    await isHidden(visibility, 'ines');
    expect(visibility.isLearned('U0INES')).toBe(false);
  });

  it('asks again for somebody who became another identity', async () => {
    const visibility = await read(tenant());
    expect(await isHidden(visibility, 'ben')).toBe(true);
    visibility.learn('U0BEN', 'user-ines');
    await visibility.settled('U0BEN', never);
    expect(visibility.hiddenFrom('U0BEN')(close)).toBe(false);
  });

  it('starts from the last good copy', async () => {
    await read(tenant());
    const catalogs = tenant();
    catalogs.refused.add('list');
    expect(await isHidden(await open(catalogs), 'ben')).toBe(true);
    // What is in no catalog may be in one of an app of its own, until that is read.
    expect(await isHidden(await open(catalogs), 'ben', uncatalogued)).toBe(false);
  });

  it.each([
    ['the list is refused', (one: FakeCatalogs) => one.refused.add('list')],
    ['the list is empty', (one: FakeCatalogs) => one.catalogs.clear()],
    ['a catalog reads as empty', (one: FakeCatalogs) => one.empty.add('counting-house')],
    ['a catalog is refused', (one: FakeCatalogs) => one.refused.add('counting-house')],
    [
      'a catalog is left out of the list',
      (one: FakeCatalogs) => one.unlisted.add('counting-house'),
    ],
  ])('keeps the last good copy when %s', async (_, lie) => {
    const catalogs = tenant();
    const visibility = await read(catalogs);
    lie(catalogs);
    await visibility.refresh();
    expect(await isHidden(visibility, 'ben')).toBe(true);
    expect(await isHidden(visibility, 'ines')).toBe(false);
    expect(copiesInLog()).not.toContain('no earlier');
  });

  it('does not speak of a copy that is not there', async () => {
    const catalogs = tenant();
    catalogs.refused.add('list');
    await read(catalogs);
    expect(copiesInLog()).toBe(
      'catalogs not read; there is no earlier copy\nno catalogs read; there are no earlier copies',
    );
  });

  it('hides nothing by what never was read', async () => {
    const catalogs = tenant();
    catalogs.empty.add('everybody');
    expect(await isHidden(await read(catalogs), 'ben')).toBe(false);
  });

  it('is read again until the service has answered once, and then as often as usual', async () => {
    const catalogs = tenant();
    catalogs.isDown = true;
    const visibility = await read(catalogs);
    expect(await isHidden(visibility, 'ben')).toBe(false);
    catalogs.isDown = false;
    await visibility.refreshUnread();
    expect(await isHidden(visibility, 'ben')).toBe(true);
    await visibility.refreshUnread();
    expect(catalogs.listings).toBe(2);
  });

  it('is not asked for again soon if the credentials may not read it', async () => {
    const catalogs = tenant();
    catalogs.refused.add('list');
    const visibility = await read(catalogs);
    await visibility.refreshUnread();
    expect(catalogs.listings).toBe(1);
  });

  it('forgets a catalog that the service says is gone or not published', async () => {
    const catalogs = tenant();
    const open = { ...everybody, id: 'open', content: { 'app-ledger': ['close'] } };
    catalogs.catalogs.set('open', open);
    const visibility = await read(catalogs);
    expect(await isHidden(visibility, 'ben')).toBe(false);
    catalogs.unpublished.add('open');
    await visibility.refresh();
    expect(await isHidden(visibility, 'ben')).toBe(true);
    catalogs.catalogs.delete('counting-house');
    await visibility.refresh();
    const kept = await desk().store.transaction((tx) => rowsOfExtra(tx, visibilityRows).catalogs());
    expect(kept.map(({ id }) => id)).toEqual(['everybody']);
  });

  it('reads the catalogs that apps have of their own, and only then hides what is in none', async () => {
    const catalogs = tenant();
    const own = { ...everybody, id: 'own', content: { 'app-ledger': ['uncatalogued'] } };
    catalogs.catalogs.set('own', own);
    catalogs.unlisted.add('own');
    catalogs.own = ['own'];
    expect(await isHidden(await read(catalogs), 'ben', uncatalogued)).toBe(false);
    catalogs.catalogs.delete('own');
    expect(await isHidden(await read(catalogs), 'ben', uncatalogued)).toBe(true);
    catalogs.own = null;
    expect(await isHidden(await read(catalogs), 'ben', uncatalogued)).toBe(false);
  });

  it('tells the doctor of catalogs that read as empty', async () => {
    const checked = () => judged([visibilityLook(desk())]);
    expect(await checked()).toEqual([]);
    const catalogs = tenant();
    await read(catalogs);
    expect(await checked()).toMatchObject([{ state: 'ok' }]);
    catalogs.empty.add('everybody');
    await desk().kysely.deleteFrom('requestCatalogs').execute();
    await read(catalogs);
    const [found] = await checked();
    expect(found?.says).toContain('the content of For everybody reads as empty');
  });
});
