/**
 * Requests a second from the submission to the grant, with one, two and four processes of the bot
 * on one PostgreSQL: every request is submitted, gets its card, is approved there, and its
 * requester hears of it. The two stand-ins and the simulated people are one more process of this
 * machine, and PostgreSQL is another: the bots cannot use the processor time that these take.
 */
import { postgresCpuMs } from './processes.ts';
import { engines, Stage } from './stage.ts';
import type { Measure, Row } from './table.ts';

const lanes = 16;
const warm = 16;
const count = 96;

export const replicas: Measure = {
  about: 'requests a second from end to end with 1, 2 and 4 replicas',
  seconds: 90,
  async run() {
    if (!engines.includes('PostgreSQL')) return { rows: [] };
    const rows: Row[] = [];
    const points: { x: number; y: number; of: string }[] = [];
    let first = Number.NaN;
    for (const bots of [1, 2, 4]) {
      await Stage.with(
        { engine: 'PostgreSQL', bots, isPaced: false, apps: lanes },
        async (stage) => {
          await stage.startBots();
          await stage.record();
          await stage.throughput(warm, lanes);
          const [before, ownBefore] = [await stage.cpuMs(), ownMs()];
          const serverBefore = await postgresCpuMs();
          const rate = await stage.throughput(count, lanes);
          const ownCpu = (ownMs() - ownBefore) / count;
          const serverCpu = ((await postgresCpuMs()) - serverBefore) / count;
          const cpu = ((await stage.cpuMs()) - before) / count;
          if (bots === 1) first = rate;
          points.push({ x: bots, y: rate, of: 'requests a second' });
          rows.push({
            what: `requests from end to end, ${bots} replica${bots === 1 ? '' : 's'}, PostgreSQL`,
            measured: `${rate.toFixed(1)}/s; processor time a request: bots ${cpu.toFixed(0)} ms, PostgreSQL ${serverCpu.toFixed(0)} ms, stand-ins ${ownCpu.toFixed(0)} ms`,
            ratio: (rate / first).toFixed(2),
          });
        },
      );
    }
    const title = 'Requests a second from end to end, PostgreSQL';
    return { rows, plots: { 'growth-replicas': { title, x: 'replicas', y: 'per s', points } } };
  },
};

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
