import { describe, expect, it } from 'vitest';
import type { CatalogueEntitlement } from '../../../src/domain/catalogue/entitlement.ts';
import { keepReading } from '../../../src/use-cases/catalogue/catalogue-sources.ts';
import type { Store, StoreTransaction } from '../../../src/use-cases/ports/store-ports.ts';
import { withMethods } from '../../support/fakes.ts';
import { entitlement, noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

type CatalogueRows = StoreTransaction['catalogue'];

const key = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
const minute = (count: number) => new Date(noon.getTime() + count * 60_000);
const some = (from: number, to: number, name = 'as it was') =>
  Array.from({ length: to - from }, (_, at) => entitlement({ id: `ent-${from + at}`, name }));

describe('keeping a reading of the catalogue', () => {
  const desk = useCaseDesk();

  /** The store with some methods of its catalogue replaced. */
  function storeWith(change: (rows: CatalogueRows) => Partial<CatalogueRows>): Store {
    return {
      transaction: (work) =>
        desk().store.transaction((tx) =>
          work({ ...tx, catalogue: withMethods(tx.catalogue, change(tx.catalogue)) }),
        ),
    };
  }

  /**
   * Throws at the nth call of the method: before it or, as when an answer is lost, after its
   * commit.
   */
  function cutOff(verb: 'put' | 'drop' | 'complete', nth: number, isDone = false): Store {
    let calls = 0;
    const { store } = desk();
    const fall = (when: boolean) => {
      if (when && calls === nth) throw new Error('cut off');
    };
    const counted = storeWith((rows) => ({
      [verb]: async (...args: Parameters<CatalogueRows[typeof verb]>) => {
        calls += 1;
        fall(!isDone);
        await Reflect.apply(rows[verb], rows, args);
      },
    }));
    return {
      async transaction(work) {
        const before = calls;
        const result = await (calls < nth ? counted : store).transaction(work);
        if (calls > before) fall(isDone);
        return result;
      },
    };
  }

  async function loaded() {
    const [part] = await desk().store.transaction((tx) => tx.catalogue.load());
    if (part === undefined) return null;
    const names = new Map(part.entitlements.map((one) => [one.id, one.name]));
    return { fetchedAt: part.fetchedAt, names };
  }

  const whole = (entitlements: readonly CatalogueEntitlement[], fetchedAt: Date) => ({
    fetchedAt,
    names: new Map(entitlements.map((one) => [one.id, one.name])),
  });

  it('does not serve an interrupted first reading, whose rows the next one removes', async () => {
    const first = { entitlements: some(0, 1_200), fetchedAt: minute(0) };
    for (const verb of ['put', 'complete'] as const) {
      const copy = { list: null };
      await expect(
        keepReading(cutOff(verb, verb === 'put' ? 3 : 1), key, first, copy),
      ).rejects.toThrow('cut off');
      expect(await loaded()).toBeNull();
    }
    const next = some(1_100, 1_300);
    await keepReading(
      desk().store,
      key,
      { entitlements: next, fetchedAt: minute(1) },
      { list: null },
    );
    expect(await loaded()).toEqual(whole(next, minute(1)));
  });

  it('keeps the previous age after an interrupted later reading, which the next one repairs', async () => {
    const { store } = desk();
    const copy = { list: null };
    await keepReading(store, key, { entitlements: some(0, 1_200), fetchedAt: minute(0) }, copy);
    const changed = { entitlements: some(600, 1_800, 'changed'), fetchedAt: minute(1) };
    for (const [verb, nth] of [
      ['put', 2],
      ['drop', 1],
      ['drop', 2],
      ['complete', 1],
    ] as const) {
      await expect(keepReading(cutOff(verb, nth), key, changed, copy)).rejects.toThrow('cut off');
      expect((await loaded())?.fetchedAt).toEqual(minute(0));
    }
    const [part] = await store.transaction((tx) => tx.catalogue.load());
    const right = some(0, 1_100);
    await keepReading(
      store,
      key,
      { entitlements: right, fetchedAt: minute(2) },
      { list: part?.entitlements ?? null },
    );
    expect(await loaded()).toEqual(whole(right, minute(2)));
  });

  it.each([
    ['put', 1],
    ['put', 2],
    ['drop', 1],
    ['drop', 2],
    ['complete', 1],
  ] as const)(
    'completes the next reading after a failure at %s %i, without a restart',
    async (verb, nth) => {
      for (const isDone of [false, true]) {
        await desk().clear();
        const copy = { list: null };
        const before = some(0, 1_200);
        await keepReading(desk().store, key, { entitlements: before, fetchedAt: minute(0) }, copy);
        const failed = { entitlements: some(600, 1_800, 'changed'), fetchedAt: minute(1) };
        await expect(keepReading(cutOff(verb, nth, isDone), key, failed, copy)).rejects.toThrow(
          'cut off',
        );
        // The list is the first one again: only the record of the failed reading shows that
        // something has to be repaired.
        await keepReading(desk().store, key, { entitlements: before, fetchedAt: minute(2) }, copy);
        expect(await loaded()).toEqual(whole(before, minute(2)));
      }
    },
  );

  it('other transactions run between the batches of new and of removed entries', async () => {
    for (const entitlements of [some(0, 2_400), []]) {
      let turns = 0;
      const seen: number[] = [];
      const tick = () => {
        turns += 1;
        ticking = setImmediate(tick);
      };
      let ticking = setImmediate(tick);
      const noting = storeWith((rows) => ({
        async put(...args) {
          await rows.put(...args);
          seen.push(turns);
        },
        async drop(...args) {
          await rows.drop(...args);
          seen.push(turns);
        },
      }));
      const [part] = await desk().store.transaction((tx) => tx.catalogue.load());
      await keepReading(
        noting,
        key,
        { entitlements, fetchedAt: noon },
        { list: part?.entitlements ?? null },
      );
      clearImmediate(ticking);
      const pieces = seen.slice(0, 5);
      expect(new Set(pieces).size).toBe(5);
    }
  });

  it('reading the same list again only changes its time', async () => {
    const copy = { list: null };
    const entitlements = some(0, 3);
    await keepReading(desk().store, key, { entitlements, fetchedAt: minute(0) }, copy);
    const written: unknown[] = [];
    const noting = storeWith(() => ({ put: async (_, list) => void written.push(...list) }));
    await keepReading(noting, key, { entitlements, fetchedAt: minute(1) }, copy);
    expect(written).toEqual([]);
    expect(await loaded()).toEqual(whole(entitlements, minute(1)));
  });

  it('stores two ids as one when the database cannot distinguish them', async () => {
    const entitlements = [
      entitlement({ id: 'a\0', name: 'first' }),
      entitlement({ id: 'a\uFFFD', name: 'last' }),
    ];
    await keepReading(desk().store, key, { entitlements, fetchedAt: noon }, { list: null });
    expect(await loaded()).toEqual({ fetchedAt: noon, names: new Map([['a\uFFFD', 'last']]) });
  });
});
