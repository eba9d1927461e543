import { readFile, writeFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { getConstructionPlans } from 'pg-boss';
import { z } from 'zod';
import { migrations } from '../../src/store/platform/migrations.ts';
import type { Tables } from '../../src/store/platform/tables.ts';

/**
 * The whole database of a version, with work in flight: the bot's tables, and those of the queue,
 * which are made by the library of that version. JSON lines: a header, then a row each.
 */
const header = z.object({
  version: z.string(),
  /** The newest migration that it ran; the files of a released version are never edited. */
  migration: z.string(),
  /** The statements with which the queue's library made its tables. */
  queue: z.string(),
  /** By the clock of the database, which the queue's times go by. */
  takenAt: z.iso.datetime({ offset: true }),
});
const row = z.tuple([z.string(), z.record(z.string(), z.unknown())]);

export type DumpHeader = Readonly<z.infer<typeof header>>;

export interface Dump {
  readonly header: DumpHeader;
  /** The table with its schema, and a row of it as JSON. */
  readonly rows: readonly (readonly [table: string, row: Readonly<Record<string, unknown>>])[];
}

export async function readDump(path: string): Promise<Dump> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const [first = '', ...rest] = lines;
  return {
    header: header.parse(JSON.parse(first)),
    rows: rest.map((line) => row.parse(JSON.parse(line))),
  };
}

/** Every row of every table of the bot and its queue. The dump of a release is never taken anew. */
export async function takeDump(
  kysely: Kysely<Tables>,
  path: string,
  { version, isReplaced }: { readonly version: string; readonly isReplaced: boolean },
): Promise<void> {
  const queue = getConstructionPlans('pgboss');
  const { rows: clock } = await sql<{ at: Date }>`select now() as at`.execute(kysely);
  const takenAt = clock[0]?.at.toISOString() ?? '';
  const about: DumpHeader = {
    version,
    migration: Object.keys(migrations).at(-1) ?? '',
    queue,
    takenAt,
  };
  const lines: unknown[] = [about];
  for (const table of await tablesIn(kysely)) {
    const { rows } = await sql<{
      row: unknown;
    }>`select to_jsonb(one) as row from only ${sql.raw(table)} as one order by to_jsonb(one)::text`.execute(
      kysely,
    );
    lines.push(...rows.map((one) => [table, one.row]));
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(path, text, { flag: isReplaced ? 'w' : 'wx' });
}

/** Tables that hold rows themselves: of a partitioned one its parts. */
async function tablesIn(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') and relname not like 'kysely_migration%'
    order by 1`.execute(kysely);
  return rows.map(({ name }) => name);
}

/**
 * Puts a dump into a database that has the tables of its version and nothing in them. Times of the
 * queue are moved to now, because the queue forgets what is old; those of the bot are as they were,
 * because the chain of the audit trail covers them.
 */
export async function loadDump(kysely: Kysely<Tables>, { header, rows }: Dump): Promise<void> {
  // It has a transaction of its own.
  await sql.raw(header.queue).execute(kysely);
  await kysely.transaction().execute(async (trx) => {
    // Rows come in any order, and the trail's triggers would refuse them.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [table, one] of rows) {
      if (table === 'pgboss.version') continue;
      await sql`
        insert into ${sql.raw(table)} overriding system value
        select * from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(one)}::jsonb)
        on conflict do nothing`.execute(trx);
    }
    await sql`select setval(pg_get_serial_sequence('audit', 'seq'), max(seq)) from audit`.execute(
      trx,
    );
    // The server of the dump counted its transactions on its own: these are all of this one.
    await sql`update audit set xact = default`.execute(trx);
    await sql`update audit_sealing set settled_before = 0`.execute(trx);
    await moveQueueTimes(trx, header.takenAt);
  });
}

async function moveQueueTimes(kysely: Kysely<Tables>, takenAt: string): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'pgboss' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and is_generated = 'NEVER' and table_name not in (
        select relname from pg_class where relkind = 'p')`.execute(kysely);
  for (const { table, column } of rows) {
    await sql`
      update ${sql.raw(table)} set ${sql.ref(column)} = ${sql.ref(column)} + (now() - ${takenAt}::timestamptz)`.execute(
      kysely,
    );
  }
}
