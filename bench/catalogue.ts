/**
 * Typeahead over the catalogue: what a keystroke costs at 1,000, 10,000 and 100,000 entitlements of
 * one app, in our index and in a plain `filter` over lower-cased names; what making the index
 * costs, and how long it keeps the event loop from anything else. The same names and keystrokes
 * every time. A keystroke is the quickest of three, which processor time is too coarse for; making
 * the index is the thread's processor time.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../src/domain/catalogue/entitlement.ts';
import { createEntitlementIndex } from '../src/store/catalogue/entitlement-index.ts';
import type { EntitlementIndex } from '../src/use-cases/catalogue/catalogue.ts';
import { type Measure, median, quantile, type Row } from './table.ts';

const sizes = [1_000, 10_000, 100_000];
const limit = 100;
const sentences = 60;
const clockMs = () => performance.now();

/** mulberry32: the same numbers on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const places =
  'harbour lighthouse ferry berth beacon ledger timetable crew dock pilot buoy tide passenger archive'.split(
    ' ',
  );
const levels = 'reader writer admin owner maintainer viewer editor operator auditor deployer'.split(
  ' ',
);
const kinds =
  'production staging development billing payroll reporting incidents backups secrets pipelines'.split(
    ' ',
  );
const regions =
  'north south east west coast island canal estuary Überlingen Málaga Ærø København'.split(' ');

export function entitlementsOf(
  count: number,
  random: () => number,
): readonly CatalogueEntitlement[] {
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const [region, place, kind, level] = [one(regions), one(places), one(kinds), one(levels)];
    return {
      appId: 'app-lighthouse',
      id: `ent-${index}`,
      name: `${place} ${region} ${index % 4_000}: ${kind} ${level}`,
      alias: `${place.slice(0, 3)}-${kind.slice(0, 4)}-${index}`,
      description: `${level} of the ${kind} of ${place} ${region}, for those who keep the ${one(places)} running`,
      resourceTypeId: 'group',
      resourceId: `${place}-${region}`,
      resourceName: `${place} ${region}`,
      riskLevel: 'risk-medium',
      emergencyGrantEnabled: index % 10 === 0,
      longestSeconds: 86_400,
      mayBePermanent: false,
      requestSchemaId: '',
    };
  });
}

/**
 * What people type letter by letter: words of a name, some out of order, some with a typo, some
 * cut.
 */
function keystrokes(
  entitlements: readonly CatalogueEntitlement[],
  random: () => number,
): readonly string[] {
  const typed: string[] = [];
  for (let sentence = 0; sentence < sentences; sentence += 1) {
    const one = entitlements[Math.floor(random() * entitlements.length)];
    if (one === undefined) continue;
    let words = one.name.replace(':', '').split(' ');
    if (sentence % 3 === 1) words = words.toReversed();
    if (sentence % 4 === 2)
      words = words.map((word) => (word.length > 5 ? word.slice(0, 2) + word.slice(3) : word));
    const text = words.slice(0, 2 + (sentence % 3)).join(' ');
    for (let length = 1; length <= text.length; length += 1) typed.push(text.slice(0, length));
  }
  return typed;
}

/** Processor time that this thread has used. */
export function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest time between two turns of the event loop while `work` is done. */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const fromMs = spentMs();
    await turn();
    longest = Math.max(longest, spentMs() - fromMs);
  }
  return longest;
}

/** The quickest of three: what another program takes meanwhile counts least. */
export async function quickestMs(work: () => unknown, clock = clockMs): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time += 1) {
    const fromMs = clock();
    await work();
    quickest = Math.min(quickest, clock() - fromMs);
  }
  return quickest;
}

async function measure(
  typed: readonly string[],
  search: (text: string) => unknown,
): Promise<readonly number[]> {
  for (const text of typed.slice(0, 100)) search(text);
  const timesMs: number[] = [];
  for (const text of typed) timesMs.push(await quickestMs(() => search(text)));
  return timesMs;
}

function memoryMb(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}

const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
const medianAndP99 = (times: readonly number[]) =>
  `${ms(median(times))}, ${ms(quantile(times, 0.99))}`;

async function measured(size: number) {
  const random = randomFrom(size);
  const entitlements = entitlementsOf(size, random);
  const typed = keystrokes(entitlements, random);
  let index: EntitlementIndex | null = createEntitlementIndex();
  // What making the entitlements left behind is not the index's to clear away.
  globalThis.gc?.();
  const fromMs = spentMs();
  const blockMs = await longestBlock(index.replace('app-lighthouse', 'Lighthouse', entitlements));
  const indexMs = spentMs() - fromMs;
  const ours = await measure(typed, (text) => index?.search('app-lighthouse', text, limit));
  const withIndex = memoryMb();
  index = null;
  const memory = withIndex - memoryMb();
  const names = entitlements.map((one) => one.name.toLowerCase());
  const plain = await measure(typed, (text) => {
    const words = text.toLowerCase().split(' ').filter(Boolean);
    return names.filter((name) => words.every((word) => name.includes(word))).slice(0, limit);
  });
  return { indexMs, blockMs, memoryMb: memory, ours, plain };
}

export const catalogue: Measure = {
  about: 'a keystroke over 1,000 to 100,000 entitlements, against a plain filter; making the index',
  seconds: 25,
  async run() {
    const rows: Row[] = [];
    for (const size of sizes) {
      const { ours, plain, ...index } = await measured(size);
      const entitlements = `${size.toLocaleString('en')} entitlements`;
      rows.push(
        {
          what: `keystroke over ${entitlements}: median and p99`,
          measured: `${medianAndP99(ours)}; plain filter ${medianAndP99(plain)}`,
          ratio: (median(ours) / median(plain)).toFixed(2),
        },
        {
          what: `index of ${entitlements}: made in, longest block, memory`,
          measured: `${ms(index.indexMs)}, ${ms(index.blockMs)}, ${index.memoryMb.toFixed(0)} MB`,
        },
      );
    }
    return rows;
  },
};
