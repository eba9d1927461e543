import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedInTurns } from '../../src/store/search/sorted-in-turns.ts';

describe('sorting in turns', () => {
  it('sorts as one sort does, equals in their order, and leaves the list as it is', async () => {
    // More than some thousand, so that pieces are merged, an odd number of them too.
    const lists = fc.tuple(fc.integer({ min: 0, max: 11_000 }), fc.integer({ min: 1, max: 50 }), fc.integer());
    await fc.assert(
      fc.asyncProperty(lists, async ([length, different, seed]) => {
        const list = Array.from({ length }, (_, at) => ({ at, key: ((at * 7_919) ^ seed) % different }));
        const before = [...list];
        const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
        expect(await sortedInTurns(list, compare)).toEqual(list.toSorted(compare));
        expect(list).toEqual(before);
      }),
      { numRuns: 20 },
    );
  });

  it('lets everything else go on meanwhile', async () => {
    let turns = 0;
    let sorting = true;
    const count = () => {
      turns += 1;
      if (sorting) setImmediate(count);
    };
    setImmediate(count);
    await sortedInTurns(
      Array.from({ length: 20_000 }, (_, at) => String(-at)),
      (a, b) => (a < b ? -1 : 1),
    );
    sorting = false;
    // Ten pieces, and five times over all of them.
    expect(turns).toBeGreaterThan(40);
  });
});
