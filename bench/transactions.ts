/**
 * Transactions in PostgreSQL that write, from a submission until its card stands. One request at a
 * time, so that what else the bot does counts little.
 */
import pg from 'pg';
import { channelId, reviewer } from './company.ts';
import { engines, Stage } from './stage.ts';
import { type Measure, median } from './table.ts';
import { soon } from './waiting.ts';

const requests = 11;

export const transactions: Measure = {
  about: 'transactions that write, for a request until its card is there',
  seconds: 20,
  async run() {
    if (!engines.includes('PostgreSQL')) return { rows: [] };
    return Stage.with(
      { engine: 'PostgreSQL', isPaced: false, apps: 2, people: 40 },
      async (stage) => {
        await stage.startBots();
        await stage.record();
        const { database, world } = stage;
        const [pool] = stage.pools;
        if (database.kind !== 'postgres' || pool === undefined)
          throw new Error('there is no PostgreSQL');
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        // A transaction that writes takes a number; asking for the next one takes none.
        const written = async () => {
          const { rows } = await client.query<{ next: string }>(
            'select pg_snapshot_xmax(pg_current_snapshot()) as next',
          );
          return Number(rows[0]?.next);
        };
        const counts: number[] = [];
        for (let number = 1; number <= requests; number += 1) {
          await world.quiet();
          const before = world.cards(reviewer, channelId(1)).length;
          const first = await written();
          await stage.send(pool, 'submission', { person: number, app: 1, entitlement: 1 });
          await soon('its card', () => world.cards(reviewer, channelId(1)).length > before);
          counts.push((await written()) - first);
        }
        await client.end();
        const what = 'transactions that write, for a request until its card is there';
        return { rows: [{ what, measured: median(counts).toFixed(0), aim: '8' }] };
      },
    );
  },
};
