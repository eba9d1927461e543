/**
 * Memory after so many requests from end to end, against the first of them: what is kept of a
 * request in memory shows here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cost } from './bot.ts';
import { engines, Stage } from './stage.ts';
import { type Measure, median } from './table.ts';

const lanes = 32;
/** Each has asked before the memory after 1,000 requests is noted, so that nobody is new later. */
const people = 1_000;
const steps = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const toldEvery = 500;
const looks = 5;
/** A request changes nothing more by then. */
const rememberedSeconds = 30;
/**
 * Of more requests than that only some are decided on their cards: all of them would take some
 * hours.
 */
const mostDecided = 10_000;

export const memory: Measure = {
  about: 'memory after 200 and after 1,000 requests (--requests, --postgres)',
  seconds: 100,
  async run({ requests, onPostgres, decideEvery = requests > mostDecided ? 4 : 1 }) {
    // A long run is about what grows with the requests.
    const isLong = requests > 1_000;
    const engine = (onPostgres || isLong) && engines.includes('postgres') ? 'postgres' : 'embedded';
    // Nobody asks for the same twice.
    const openFrom = Math.max(10, Math.ceil(requests / 10_000));
    const size = { apps: lanes, people, openFrom, entitlementsOfAnApp: 2 * openFrom };
    return Stage.with({ engine, isPaced: false, ...size }, async (stage) => {
      await stage.record();
      const counts = [...steps.filter((step) => step < requests), requests];
      const all = await memoryAfter(stage, counts, decideEvery);
      const first = all.find(({ count }) => count >= (isLong ? 1_000 : 200));
      const last = all.at(-1);
      if (first === undefined || last === undefined) return { rows: [] };
      const against = `after ${last.count.toLocaleString('en')} requests, against ${first.count.toLocaleString('en')}`;
      const where = `${engine}; ${wayOf(decideEvery)}`;
      const row = (name: string, of: keyof Memory) => ({
        what: `${name} ${against}, ${where}`,
        measured: `${last.memory[of].toFixed(0)} MB; ${first.memory[of].toFixed(0)} MB`,
        ratio: (last.memory[of] / first.memory[of]).toFixed(2),
      });
      const points = all.flatMap(({ count, memory: { heapMb, leastMb, residentMb } }) => [
        { x: count, y: heapMb, of: 'JavaScript heap' },
        { x: count, y: leastMb, of: 'whole process, least' },
        { x: count, y: residentMb, of: 'whole process' },
      ]);
      const title = `Memory of the bot, ${engine === 'embedded' ? 'embedded database' : 'PostgreSQL'}`;
      return {
        rows: [
          {
            ...row(
              'memory of the process (RSS), what the engine keeps free given back,',
              'leastMb',
            ),
            aim: '1.1',
          },
          { ...row('JavaScript heap', 'heapMb'), aim: '1.1' },
          row('memory of the process (RSS) with what the engine keeps free', 'residentMb'),
        ],
        plots: { 'growth-memory': { title, x: 'requests', y: 'MB', points } },
      };
    });
  },
};

function wayOf(decideEvery: number): string {
  return decideEvery === 1
    ? 'each submitted, approved on its card and granted'
    : `each submitted and granted, with card and messages; every ${decideEvery}th approved on its card, the others granted by the service at once`;
}

/** In megabytes, at rest. */
interface Memory {
  readonly heapMb: number;
  /**
   * Of the whole process as it stands. The engine keeps pages that a busy moment took, so this is
   * how busy it has been.
   */
  readonly residentMb: number;
  /**
   * Of the whole process after the engine gave those pages back: this grows only where something is
   * kept.
   */
  readonly leastMb: number;
}

interface MemoryAfter {
  readonly count: number;
  readonly memory: Memory;
}

/** Says how far it is on the way: a run that is interrupted has told something, too. */
async function memoryAfter(
  stage: Stage,
  counts: readonly number[],
  decideEvery: number,
): Promise<readonly MemoryAfter[]> {
  const all: MemoryAfter[] = [];
  let before = 0;
  for (const count of counts) {
    let startedMs = performance.now();
    const onDone = (done: number) => {
      if (done % 100 === 0) stage.forget(rememberedSeconds);
      if (done % toldEvery !== 0) return;
      const rate = (toldEvery / (performance.now() - startedMs)) * 1_000;
      startedMs = performance.now();
      console.error(`  ${before + done} requests, ${rate.toFixed(1)} a second`);
    };
    const [ownBefore, botBefore] = [process.cpuUsage(), (await stage.bot.cost()).cpuMs];
    await stage.throughput(count - before, lanes, { decideEvery, onDone });
    const { user, system } = process.cpuUsage(ownBefore);
    const spent = [(await stage.bot.cost()).cpuMs - botBefore, (user + system) / 1_000];
    const [bot, own] = spent.map((ms) => `${(ms / (count - before)).toFixed(0)} ms`);
    const atRest = await memoryAtRest(stage);
    all.push({ count, memory: atRest });
    const [heap, least, resident] = [atRest.heapMb, atRest.leastMb, atRest.residentMb].map(
      (mb) => `${mb.toFixed(0)} MB`,
    );
    console.error(
      `  after ${count} requests: JavaScript heap ${heap}, whole process ${resident}, free pages given back ${least}`,
    );
    console.error(
      `  processor time of each request since: bot ${bot}, stand-ins and who clicks ${own}`,
    );
    before = count;
  }
  return all;
}

async function memoryAtRest(stage: Stage): Promise<Memory> {
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
