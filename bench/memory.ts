/**
 * Memory after so many requests from end to end, against the first of them: what is kept of a
 * request in memory shows here. Each is submitted, approved on its card and granted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cost } from './bot.ts';
import { engines, Stage } from './stage.ts';
import { type Measure, median } from './table.ts';

const lanes = 32;
/** Each has asked before the memory after 1,000 requests is noted, so that nobody is new later. */
const people = 1_000;
const steps = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const looks = 5;
/** A request changes nothing more by then. */
const rememberedSeconds = 30;

export const memory: Measure = {
  about: 'memory after 200 and after 1,000 requests (--requests, --postgres)',
  seconds: 100,
  async run({ requests, onPostgres }) {
    // A long run is about what grows with the requests.
    const isLong = requests > 1_000;
    const engine = (onPostgres || isLong) && engines.includes('postgres') ? 'postgres' : 'embedded';
    // Nobody asks for the same twice.
    const entitlementsOfAnApp = Math.max(10, Math.ceil(requests / 10_000));
    const size = { apps: lanes, people, entitlementsOfAnApp };
    return Stage.with({ engine, isPaced: false, ...size }, async (stage) => {
      await stage.record();
      const all = await memoryAfter(stage, [...steps.filter((step) => step < requests), requests]);
      const first = all.find(({ count }) => count >= (isLong ? 1_000 : 200));
      const last = all.at(-1);
      if (first === undefined || last === undefined) return [];
      const against = `after ${last.count.toLocaleString('en')} requests, against ${first.count.toLocaleString('en')}`;
      const row = (name: string, of: keyof Memory) => ({
        what: `${name} ${against}, ${engine}`,
        measured: `${last[of].toFixed(0)} MB; ${first[of].toFixed(0)} MB`,
        ratio: (last[of] / first[of]).toFixed(2),
      });
      return [
        {
          ...row('memory of the process (RSS), what the engine keeps free given back,', 'leastMb'),
          aim: '1.1',
        },
        { ...row('JavaScript heap', 'heapMb'), aim: '1.1' },
        row('memory of the process (RSS) with what the engine keeps free', 'residentMb'),
      ];
    });
  },
};

/** In megabytes, at rest after so many requests. */
interface Memory {
  readonly count: number;
  readonly heapMb: number;
  /**
   * The memory of the whole process as it stands. The engine keeps pages that a busy moment took,
   * so this is how busy it has been.
   */
  readonly residentMb: number;
  /**
   * The memory of the whole process after the engine gave back the pages that it keeps free: this
   * grows only where something is kept.
   */
  readonly leastMb: number;
}

/** Says how far it is on the way: a run that is interrupted has told something, too. */
async function memoryAfter(stage: Stage, counts: readonly number[]): Promise<readonly Memory[]> {
  const all: Memory[] = [];
  let before = 0;
  for (const count of counts) {
    const startedMs = performance.now();
    await stage.throughput(count - before, lanes, (done) => {
      if (done % 100 === 0) stage.forget(rememberedSeconds);
    });
    const rate = ((count - before) / (performance.now() - startedMs)) * 1_000;
    const atRest = await memoryAtRest(stage);
    all.push({ count, ...atRest });
    const sizes = Object.entries(atRest).map(([of, mb]) => `${of} ${mb.toFixed(0)}`);
    console.error(`  ${count} requests, ${rate.toFixed(1)} a second: ${sizes.join(', ')}`);
    before = count;
  }
  return all;
}

async function memoryAtRest(stage: Stage): Promise<Omit<Memory, 'count'>> {
  await stage.world.quiet();
  const look = async (asked?: 'leastMemory') => {
    const seen: Cost[] = [];
    while (seen.length < looks) {
      await sleep(1_000);
      seen.push(await stage.bot.cost(asked));
    }
    return (of: keyof Cost) => median(seen.map((one) => one[of]));
  };
  const asItStands = await look();
  const least = await look('leastMemory');
  return {
    heapMb: asItStands('heapMb'),
    residentMb: asItStands('residentMb'),
    leastMb: least('residentMb'),
  };
}
