/**
 * How the tables of a company of 5,000 grow over a simulated month, or a year, with a hundred
 * requests on each working day. Each request brings tasks, cards, decisions, messages, grants and
 * their ends, and the audit trail. The queue's checks for due work, pruning and sealing run as they
 * do in the bot. The database and the use cases are real; the service, Slack and the clock are fakes.
 */
import { type Kysely, sql } from 'kysely';
import { ownServer } from '../src/extras/embedded-database/index.ts';
import { JobQueue } from '../src/queue/job-queue.ts';
import { type Database, openDatabase } from '../src/store/platform/database.ts';
import type { Tables } from '../src/store/platform/tables.ts';
import { placeOf } from './database-place.ts';
import { type GrowthOptions, SimulatedCompany } from './simulated-company.ts';
import type { Measure } from './table.ts';

const people = 5_000;

export const growth: Measure = {
  about:
    'sizes of the tables over simulated days of a company of 5,000 (--days, --requests-a-day, --postgres)',
  seconds: 120,
  async run({ days, requestsADay, onPostgres }) {
    const all = await grow({ days, requestsADay, people, onPostgres }, (at) =>
      console.error(
        `  day ${at.day}, ${at.requests} requests: ${inMb(at.wholeBytes)}, heap ${inMb(at.heapBytes)}`,
      ),
    );
    const [first, last] = [all[0], all.at(-1)];
    if (first === undefined || last === undefined) return { rows: [] };
    const largest = Object.entries(last.tables).slice(0, 12);
    const rows = [
      {
        what: `database after ${days} days with ${requestsADay} requests`,
        measured: inMb(last.wholeBytes),
      },
      ...largest.map(([name, bytes]) => ({ what: `of it ${name}`, measured: inMb(bytes) })),
      {
        what: `JavaScript heap after ${last.requests} requests, against ${first.requests}`,
        measured: `${inMb(last.heapBytes)}; ${inMb(first.heapBytes)}`,
        ratio: (last.heapBytes / first.heapBytes).toFixed(2),
      },
    ];
    const points = all.flatMap(({ day, tables, wholeBytes }) => [
      { x: day, y: wholeBytes / megabyte, of: 'whole database' },
      ...largest
        .slice(0, 6)
        .map(([name]) => ({ x: day, y: (tables[name] ?? 0) / megabyte, of: name })),
    ]);
    const title = `Tables of ${onPostgres ? 'a PostgreSQL server' : 'the embedded database'}, ${requestsADay} requests a working day`;
    return { rows, plots: { 'growth-tables': { title, x: 'day', y: 'MB', points } } };
  },
};

const megabyte = 1_000_000;
const inMb = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`;

/**
 * Bytes of each table with its indexes, of the whole database, and of what the bot's own code
 * keeps, at the end of a simulated day.
 */
interface Sizes {
  readonly day: number;
  readonly requests: number;
  readonly heapBytes: number;
  readonly wholeBytes: number;
  readonly tables: Readonly<Record<string, number>>;
}

async function grow(
  options: GrowthOptions,
  show: (sizes: Sizes) => void,
): Promise<readonly Sizes[]> {
  const place = await placeOf(options.onPostgres ? 'postgres' : 'embedded');
  const database = await openDatabase(place.settings, { ownServer });
  try {
    await makeQueue(database);
    const company = new SimulatedCompany(database, options);
    const measured: Sizes[] = [];
    for (let day = 1; day <= options.days; day += 1) {
      await company.passDay(day);
      const isShown =
        day % Math.max(1, Math.floor(options.days / 12)) === 0 || day === options.days;
      if (!isShown) continue;
      const { requests } = company;
      const sizes = { day, requests, heapBytes: heapBytes(), ...(await sizesOf(database.kysely)) };
      measured.push(sizes);
      show(sizes);
    }
    return measured;
  } finally {
    await database.close();
    await place.remove();
  }
}

/** After a collection; the database's own memory is in its thread. */
function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const silent = () => undefined;

/** The queue's own tables, as the bot makes them. */
async function makeQueue({ engine }: Database): Promise<void> {
  const world = {
    now: () => new Date(),
    newId: () => '',
    log: { info: silent, warn: silent, error: silent },
  };
  const queue = new JobQueue({ engine, world, random: Math.random });
  await queue.start({ run: async () => undefined, giveUp: async () => undefined });
  await queue.stop(1_000);
}

async function sizesOf(kysely: Kysely<Tables>): Promise<Pick<Sizes, 'wholeBytes' | 'tables'>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relid::regclass::text as name, pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables order by bytes desc`.execute(kysely);
  const whole = await sql<{
    bytes: number;
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(kysely);
  return {
    wholeBytes: whole.rows[0]?.bytes ?? 0,
    tables: Object.fromEntries(
      rows.filter(({ bytes }) => bytes > 0).map(({ name, bytes }) => [name, bytes]),
    ),
  };
}
