import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresEngine, type ServerDatabase } from '../../support/database.ts';

interface StoredTable {
  readonly name: string;
  readonly key: string;
  /** The table whose rows take those of this one along; empty where none does. */
  readonly goesWith: string;
}

const page = readFileSync(new URL('../../../docs/storage.md', import.meta.url), 'utf8');

/** Tables whose rows never go by themselves, by the page. */
function tablesForEver(): readonly string[] {
  return [...page.matchAll(/^\| `(\w+)` \|.*\| never \|$/gm)].map(([, name = '']) => name);
}

/** Columns that name a person, or hold a text or a reading in which one may be named. */
const readPersonal = `
  select table_name as name, column_name as column from information_schema.columns
  where table_schema = 'public' and (data_type = 'jsonb'
    or column_name ~ '(slack|identity|person|people|user|actor|requester|target|email|reason|justification|detail|text|body)')`;

/**
 * The rows of the page's tables, each with the sentence of its section about what goes with what.
 */
function describedTables(): readonly StoredTable[] {
  return page.split('\n## ').flatMap((section) => {
    const areDependent = section.includes('| goes with |');
    return [...section.matchAll(/^\| `(\w+)` \|.*$/gm)].map(([row]) => {
      const cells = row.split(' | ');
      const goesWith = areDependent ? /`(\w+)` \|$/.exec(row) : null;
      const isLastCell = cells.at(-1)?.startsWith('`') === true;
      return {
        name: /`(\w+)`/.exec(row)?.[1] ?? '',
        key: (cells[2] ?? '').replaceAll('`', ''),
        goesWith: isLastCell ? (goesWith?.[1] ?? '') : '',
      };
    });
  });
}

const readTables = `
  select tables.table_name as name,
    coalesce((select string_agg(attname, ', ' order by place) from pg_index
      cross join lateral unnest(indkey) with ordinality as columns (number, place)
      join pg_attribute on attrelid = indrelid and attnum = columns.number
      where indrelid = tables.table_name::regclass and indisprimary),
      (select indexrelid::regclass::text from pg_index
        where indrelid = tables.table_name::regclass and indisunique)) as key,
    coalesce((select confrelid::regclass::text from pg_constraint
      where contype = 'f' and confdeltype = 'c' and conrelid = tables.table_name::regclass), '') as "goesWith"
  from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;

describe('docs/storage.md', () => {
  let database: ServerDatabase;
  let tables: readonly StoredTable[] = [];
  let personal: readonly { readonly name: string; readonly column: string }[] = [];
  beforeAll(async () => {
    database = await postgresEngine.open();
    const client = new pg.Client({ connectionString: database.settings.url });
    await client.connect();
    tables = (await client.query<StoredTable>(readTables)).rows;
    personal = (await client.query<{ name: string; column: string }>(readPersonal)).rows;
    await client.end();
  });
  afterAll(() => database?.close());

  const byName = (one: StoredTable, other: StoredTable) => one.name.localeCompare(other.name);

  it('names every table with its key and what it goes with, and no other', () => {
    expect(describedTables().toSorted(byName)).toEqual(tables.toSorted(byName));
  });

  it('keeps nobody for ever: rows that never go have no column for a person', () => {
    const forEver = tablesForEver();
    expect(forEver).toContain('audit_heads');
    expect(personal.filter(({ name }) => forEver.includes(name))).toEqual([]);
    expect(personal.map(({ name }) => name)).toContain('homes');
  });
});
