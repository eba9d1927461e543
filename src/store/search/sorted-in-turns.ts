import { setImmediate as turn } from 'node:timers/promises';

/** So many are sorted or merged at once: some milliseconds of work. */
const runLength = 2_000;

/** A sorted copy, equals in their order, made in pieces, so that everything else has its turn in between. */
export async function sortedInTurns<T extends string | object>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < list.length; from += runLength) {
    runs.push(list.slice(from, from + runLength).sort(compare));
    await turn();
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<T extends string | object>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  const all: T[] = [];
  let fromLeft = 0;
  let fromRight = 0;
  while (all.length < left.length + right.length) {
    if (all.length % runLength === runLength - 1) await turn();
    const one = left[fromLeft];
    const other = right[fromRight];
    if (one !== undefined && (other === undefined || compare(other, one) >= 0)) {
      all.push(one);
      fromLeft += 1;
    } else if (other !== undefined) {
      all.push(other);
      fromRight += 1;
    }
  }
  return all;
}
