import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'src/store/platform/migrations';
/** The first one takes nothing away: it makes everything. */
const firstChecked = '0002';
/** Changes that the version before can do without, although they look otherwise; each with why. */
const exceptions: Readonly<Record<string, string>> = {};

/**
 * What a clause of `alter table` takes away from a version that does not know of it; null where it
 * takes nothing.
 */
function takenByClause(clause: string): string | null {
  if (/^drop (?!constraint\b)/.test(clause)) return 'drops a column';
  if (/^rename\b/.test(clause)) return 'renames';
  if (/^alter (column )?\S+ (set data )?type\b/.test(clause)) return 'changes a type';
  if (/^alter (column )?\S+ set not null/.test(clause)) return 'makes a column not null';
  const isColumn = /^add (?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/.test(
    clause,
  );
  const isNeeded =
    /\b(not null|primary key)\b/.test(clause) && !/\b(default|generated)\b/.test(clause);
  return isColumn && isNeeded ? 'adds a column that has to be written' : null;
}

/**
 * What a migration takes away from the version before, which runs beside it and may be gone back
 * to.
 */
function taken(migration: string): readonly string[] {
  const plain = migration.toLowerCase().replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  return plain.split(';').flatMap((raw) => {
    const statement = raw.trim();
    if (/^(drop table|truncate)\b/.test(statement)) return ['drops a table'];
    const [, clauses] = /^alter table (?:if exists )?(?:only )?\S+ (.+)$/.exec(statement) ?? [];
    // Commas within brackets belong to a clause.
    return (clauses?.split(/,(?![^(]*\))/) ?? []).flatMap(
      (clause) => takenByClause(clause.trim()) ?? [],
    );
  });
}

describe('a migration', () => {
  it.each(
    readdirSync(folder).filter(
      (file) => file.endsWith('.sql') && file >= firstChecked && !(file in exceptions),
    ),
  )('%s takes nothing away from the version before', (file) => {
    expect(taken(readFileSync(`${folder}/${file}`, 'utf8'))).toEqual([]);
  });

  it.each([
    ['drop table cards;', ['drops a table']],
    ['alter table cards drop column ts;', ['drops a column']],
    ['alter table cards\n  add column a text, drop if exists ts;', ['drops a column']],
    ['alter table cards rename column ts to posted_ts;', ['renames']],
    ['alter table cards rename to messages;', ['renames']],
    ['alter table cards alter column ts type numeric;', ['changes a type']],
    ['alter table cards alter ts set not null;', ['makes a column not null']],
    ['alter table cards add column a text not null;', ['adds a column that has to be written']],
    [
      'alter table cards add a numeric(3, 2) not null, add b text;',
      ['adds a column that has to be written'],
    ],
    [
      "alter table cards add column a text not null default 'x', alter column ts drop not null; -- drop table cards;",
      [],
    ],
    [
      'alter table cards drop constraint a, add constraint a foreign key (b, c) references tasks (b, c);',
      [],
    ],
    ['create table more (id text primary key, at timestamptz not null); drop index a;', []],
  ])('is seen to take away: %s', (migration, expected) => {
    expect(taken(migration)).toEqual(expected);
  });
});
