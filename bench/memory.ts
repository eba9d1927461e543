/** Memory after so many requests from end to end, against 200: what is kept of a request in memory shows here. */
import type { Cost } from './bot.ts';
import { Stage } from './stage.ts';
import type { Measure } from './table.ts';

const lanes = 16;
const warm = 200;
const steps = 4;

export const memory: Measure = {
  about: 'memory after 200 and after 1,000 requests (--requests)',
  seconds: 100,
  async run({ requests }) {
    const people = Math.max(400, Math.ceil(requests / 10));
    return Stage.with({ engine: 'embedded', isPaced: false, apps: lanes, people }, async (stage) => {
      await stage.startBots();
      await stage.record();
      const costs: { readonly count: number; readonly cost: Cost }[] = [];
      const note = async (count: number) => {
        await stage.world.quiet();
        for (const bot of stage.bots) costs.push({ count, cost: await bot.cost() });
      };
      await stage.throughput(warm, lanes);
      await note(warm);
      const more = Math.ceil(Math.max(0, requests - warm) / steps);
      for (let step = 1; step <= steps; step += 1) {
        await stage.throughput(more, lanes);
        await note(warm + step * more);
      }
      const [first, last] = [costs[0], costs.at(-1)];
      if (first === undefined || last === undefined) return { rows: [] };
      const row = (name: string, of: 'heapMb' | 'residentMb') => ({
        what: `${name} after ${last.count.toLocaleString('en')} requests, against ${warm}`,
        measured: `${last.cost[of].toFixed(0)} MB; ${first.cost[of].toFixed(0)} MB`,
        ratio: (last.cost[of] / first.cost[of]).toFixed(2),
        aim: '1.1',
      });
      const points = costs.flatMap(({ count, cost }) => [
        { x: count, y: cost.heapMb, of: 'JavaScript heap' },
        { x: count, y: cost.residentMb, of: 'whole process' },
      ]);
      return {
        rows: [row('memory of the process', 'residentMb'), row('JavaScript heap', 'heapMb')],
        plots: {
          'growth-memory': { title: 'Memory of the bot, embedded database', x: 'requests', y: 'MB', points },
        },
      };
    });
  },
};
