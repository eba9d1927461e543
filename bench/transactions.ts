/** Transactions in PostgreSQL from a submission until its card stands; what the bot does by itself meanwhile is taken off. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { channelId, reviewer } from './company.ts';
import { engines, Stage, soon } from './stage.ts';
import type { Measure } from './table.ts';

const requests = 20;
/** PostgreSQL's connections report what they did after ten seconds of silence at the latest. */
const reportedMs = 11_000;
const idleMs = 20_000;

export const transactions: Measure = {
  about: 'transactions for a request until its card is there',
  seconds: 60,
  async run() {
    if (!engines.includes('PostgreSQL')) return { rows: [] };
    return Stage.with({ engine: 'PostgreSQL', isPaced: false, apps: 2, people: 40 }, async (stage) => {
      await stage.startBots();
      await stage.record();
      const { database } = stage;
      if (database.kind !== 'postgres') throw new Error('there is no PostgreSQL');
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const counted = async () => {
        await stage.world.quiet();
        await sleep(reportedMs);
        const { rows } = await client.query<{ count: string }>(
          'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
        );
        return { count: Number(rows[0]?.count), atMs: performance.now() };
      };
      const first = await counted();
      await sleep(idleMs - reportedMs);
      const second = await counted();
      const [pool] = stage.pools;
      for (let number = 1; number <= requests; number += 1) {
        const before = stage.world.cards(reviewer, channelId(1)).length;
        if (pool !== undefined) await stage.send(pool, 'submission', { person: number, app: 1, entitlement: 1 });
        await soon('its card', () => stage.world.cards(reviewer, channelId(1)).length > before);
      }
      const third = await counted();
      await client.end();
      const idle = (second.count - first.count) / (second.atMs - first.atMs);
      const each = (third.count - second.count - idle * (third.atMs - second.atMs)) / requests;
      return {
        rows: [
          { what: 'transactions for a request until its card is there', measured: each.toFixed(1), aim: '8' },
          { what: 'transactions a second while nothing happens', measured: (idle * 1_000).toFixed(1) },
        ],
      };
    });
  },
};
