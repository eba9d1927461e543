/**
 * How the tables of a company of 5,000 grow over a simulated month, or a year, with a hundred
 * requests on each working day. Each request brings a task, a card, a decision, messages, a grant and
 * its end, and the audit trail. The database and the use cases are real, pruning and sealing too; the
 * service, Slack, the queue and the clock are fakes.
 */
import { type Kysely, sql } from 'kysely';
import { ownServer } from '../src/extras/embedded-database/index.ts';
import { openDatabase } from '../src/store/platform/database.ts';
import type { Tables } from '../src/store/platform/tables.ts';
import { placeOf } from './database-place.ts';
import { SimulatedCompany } from './simulated-company.ts';
import type { BenchOptions, Measure } from './table.ts';

export const growth: Measure = {
  about:
    'sizes of the tables over simulated days of a company of 5,000 (--days, --requests-a-day, --postgres)',
  seconds: 120,
  async run(options) {
    const all = await grow(options);
    const [first, last] = [all[0], all.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { wholeBytes, requests, heapBytes } = last;
    return [
      {
        what: `database after ${options.days} days with ${requests} requests, against ${first.requests}`,
        measured: `${inMb(wholeBytes)}; ${inMb(first.wholeBytes)}`,
        ratio: (wholeBytes / first.wholeBytes).toFixed(2),
      },
      ...last.tables
        .slice(0, 12)
        .map(({ name, bytes }) => ({ what: `of it ${name}`, measured: inMb(bytes) })),
      {
        what: `JavaScript heap after ${requests} requests, against ${first.requests}`,
        measured: `${inMb(heapBytes)}; ${inMb(first.heapBytes)}`,
        ratio: (heapBytes / first.heapBytes).toFixed(2),
      },
    ];
  },
};

const inMb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Bytes of each table with its indexes, of the whole database, and of what the bot's own code
 * keeps, at the end of a simulated day.
 */
interface Sizes {
  readonly requests: number;
  readonly heapBytes: number;
  readonly wholeBytes: number;
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
}

async function grow({ days, requestsADay, onPostgres }: BenchOptions): Promise<readonly Sizes[]> {
  const place = await placeOf(onPostgres ? 'postgres' : 'embedded');
  const database = await openDatabase(place.settings, { ownServer });
  try {
    const company = new SimulatedCompany(database);
    const measured: Sizes[] = [];
    for (let day = 1; day <= days; day += 1) {
      await company.passDay((day - 1) % 7 < 5 ? requestsADay : 0);
      if (day % Math.ceil(days / 12) !== 0 && day !== days) continue;
      // The database's own memory is in its process.
      globalThis.gc?.();
      const { heapUsed: heapBytes } = process.memoryUsage();
      const { requests } = company;
      const sizes = { requests, heapBytes, ...(await sizesOf(database.kysely)) };
      measured.push(sizes);
      const [whole, heap] = [inMb(sizes.wholeBytes), inMb(heapBytes)];
      console.error(`  day ${day}, ${requests} requests: ${whole}, heap ${heap}`);
    }
    return measured;
  } finally {
    await database.close();
    await place.remove();
  }
}

async function sizesOf(kysely: Kysely<Tables>): Promise<Pick<Sizes, 'wholeBytes' | 'tables'>> {
  const { rows: tables } = await sql<Sizes['tables'][number]>`
    select relid::regclass::text as name, pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables order by bytes desc`.execute(kysely);
  const whole = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(kysely);
  return { wholeBytes: whole.rows[0]?.bytes ?? 0, tables };
}
