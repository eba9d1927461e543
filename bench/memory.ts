/** Memory after so many requests from end to end, against the first of them: what is kept of a request in memory shows here. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cost } from './bot.ts';
import { engines, Stage } from './stage.ts';
import { type Measure, median } from './table.ts';

const lanes = 32;
/** Each has asked before the memory after 1,000 requests is noted, so that nobody is new later. */
const people = 1_000;
const steps = [200, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const toldEvery = 500;
/** The whole process grows and shrinks by some megabytes while nothing happens. */
const looks = 5;
/** A request changes nothing more by then. */
const rememberedSeconds = 30;
/** Of more requests than that only some are decided on their cards: all of them would take some hours. */
const mostDecided = 10_000;

export const memory: Measure = {
  about: 'memory after 200 and after 1,000 requests (--requests, --postgres)',
  seconds: 100,
  async run({ requests, onPostgres, decideEvery = requests > mostDecided ? 4 : 1 }) {
    // A long run is about what grows with the requests; the embedded database would make it several times longer.
    const isLong = requests > 1_000;
    const engine = (onPostgres || isLong) && engines.includes('PostgreSQL') ? 'PostgreSQL' : 'embedded';
    // Nobody asks for the same twice.
    const openFrom = Math.max(10, Math.ceil(requests / 10_000));
    const size = { apps: lanes, people, openFrom, entitlementsOfAnApp: 2 * openFrom };
    return Stage.with({ engine, isPaced: false, ...size }, async (stage) => {
      await stage.startBots();
      await stage.record();
      const counts = [...steps.filter((step) => step < requests), requests];
      const costs = await costsAfter(stage, counts, decideEvery);
      const first = costs.find(({ count }) => count >= (isLong ? 1_000 : 200));
      const last = costs.at(-1);
      if (first === undefined || last === undefined) return { rows: [] };
      const against = `${last.count.toLocaleString('en')} requests, against ${first.count.toLocaleString('en')}`;
      const row = (name: string, of: 'heapMb' | 'residentMb') => ({
        what: `${name} after ${against}, ${engine}; ${wayOf(decideEvery)}`,
        measured: `${last.cost[of].toFixed(0)} MB; ${first.cost[of].toFixed(0)} MB`,
        ratio: (last.cost[of] / first.cost[of]).toFixed(2),
        aim: '1.1',
      });
      const points = costs.flatMap(({ count, cost }) => [
        { x: count, y: cost.heapMb, of: 'JavaScript heap' },
        { x: count, y: cost.residentMb, of: 'whole process' },
      ]);
      const title = `Memory of the bot, ${engine === 'embedded' ? 'embedded database' : engine}`;
      return {
        rows: [row('memory of the process', 'residentMb'), row('JavaScript heap', 'heapMb')],
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

interface CostAfter {
  readonly count: number;
  readonly cost: Cost;
}

/** Says how far it is on the way: a run that is interrupted has told something, too. */
async function costsAfter(stage: Stage, counts: readonly number[], decideEvery: number): Promise<readonly CostAfter[]> {
  const costs: CostAfter[] = [];
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
    const [ownBefore, botBefore] = [process.cpuUsage(), await stage.cpuMs()];
    await stage.throughput(count - before, lanes, { decideEvery, onDone });
    const { user, system } = process.cpuUsage(ownBefore);
    const spent = [(await stage.cpuMs()) - botBefore, (user + system) / 1_000];
    const [bot, own] = spent.map((ms) => `${(ms / (count - before)).toFixed(0)} ms`);
    const cost = await costAtRest(stage);
    costs.push({ count, cost });
    const mb = Object.entries(cost).flatMap(([name, value]) =>
      name.endsWith('Mb') ? `${name} ${value.toFixed(1)}` : [],
    );
    console.error(`  after ${count} requests: ${mb.join(', ')}; processor time of each: bot ${bot}, stand-ins ${own}`);
    before = count;
  }
  return costs;
}

async function costAtRest(stage: Stage): Promise<Cost> {
  await stage.world.quiet();
  const [bot] = stage.bots;
  if (bot === undefined) throw new Error('no bot is running');
  const seen: Cost[] = [];
  for (let look = 0; look < looks; look += 1) {
    await sleep(1_000);
    seen.push(await bot.cost());
  }
  const of = (name: keyof Cost) => median(seen.map((one) => one[name]));
  return {
    heapMb: of('heapMb'),
    reservedMb: of('reservedMb'),
    buffersMb: of('buffersMb'),
    residentMb: of('residentMb'),
    cpuMs: of('cpuMs'),
  };
}
