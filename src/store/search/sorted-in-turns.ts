import { setImmediate as turn } from 'node:timers/promises';

/** So many are sorted at once: some milliseconds of work. */
const runLength = 2_000;

/** A sorted copy, made in pieces, so that everything else has its turn in between. */
export async function sortedInTurns<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < list.length; from += runLength) {
    runs.push(list.slice(from, from + runLength).sort(compare));
    await turn();
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
      await turn();
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

function merged<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const all: T[] = [];
  let from = 0;
  for (const one of left) {
    for (let other = right[from]; other !== undefined && compare(other, one) < 0; other = right[from]) {
      all.push(other);
      from += 1;
    }
    all.push(one);
  }
  for (; from < right.length; from += 1) {
    const other = right[from];
    if (other !== undefined) all.push(other);
  }
  return all;
}
