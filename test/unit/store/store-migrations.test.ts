import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'src/store/platform/migrations';
/** Those before it were released when no two versions had to run side by side. */
const firstChecked = '0024';
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

/** What a database of a released version has run; each release adds its files. */
const released: Readonly<Record<string, string>> = {
  '0001-tables.sql': '021fa9e83f3f5e5a5dbc9f48bed31f68cb8c044418374b392efda8de96656d07',
  '0002-tasks-elsewhere.sql': 'c93577c5c6c1e4ce2d2a7f802b8d137595747a4057cef1d4deb653e6fb4cf2c0',
  '0003-webhook-deliveries.sql': '12100642916dc10928f0585efa95c8292362db053522ffb550b057f116fb4201',
  '0004-tenant-apps.sql': 'b2327287f794ca7231daa76966bd0724334dfd9c64d43c32095db6013116eb22',
  '0005-request-catalogs.sql': 'dc3d719f2ee68338e83dacab5233a26c83f23823ca21e520b8e8a735ff383f6d',
  '0006-task-feeds.sql': '890082097525e75a87bc1297d9d668002d7dbb8e18d30f239f55ce813fc42a54',
  '0007-holdings.sql': 'b5f30f8462cc03527be3193c7cbeba4464a696def0e1ddb1688fead2c8589e79',
  '0009-work-readings.sql': '5aab52e2840090116a7321bc4cdb1c70925a53160c9aaaf8f5191d14005d2e3a',
  '0012-access-profiles.sql': '4f99289e262b9965fd7a482cdabb70f9aa31649bffa5e7382d54fe11ba0c801c',
  '0013-followed-elsewhere.sql': '2a205fd69b5d95453d24eab555625575d06073d34155495cd999492156baa8e7',
  '0014-answers-tried.sql': '3e9c89b06a7275ec0cdd74285b4b427c6446a6d6a5de819216be0a57c3d5f5ea',
  '0015-asked-elsewhere.sql': 'bdd03d40a48de7b21e84238823a77835d0b56285d32fa0d1aedff726b6ce977d',
  '0016-looked-up-often.sql': 'c471ce1928ed8a1cbc6a35cf88711866a4ffdea7416ef198ba07853a38a19bbf',
  '0017-trail-format-2.sql': 'dd2c2f63532ae2264d03fb8449f2003e488b0f7bd03dc97afad444e5fb882b23',
  '0018-trail-beginnings.sql': '861289e935ad06793f1ac6d1d9cb1bb84d6d81d76a2728291a384a30f281eaf8',
  '0019-watched-tasks.sql': 'ebef9eb85f560f9c5be0086e19953455db70d6cdf10408566f2baacabd3e1e35',
  '0020-delivery-order.sql': '6808c256862fa5cfc805790c440a2140bc34f63854892afafd857d423cf5cdeb',
  '0021-decisions-of-a-person.sql':
    '97bf934f628ed6c5e9a6f43c68eaeda4abd9b6acab3d194aa245a75b07c9a37d',
  '0022-answered-actions.sql': 'c39f1e28664341a2400f44dc7738c1c12e659e3eaa85b51eaea4699326a96cf1',
  '0023-found-operations.sql': '3568376931114a73a6f12c8501441d9641f5ec0781ef4a104f678f979d19c56c',
  '0024-forgotten-people.sql': '099d764013bd9483a42300d2369c78693669d7e69efd7e6e3612a8c41e7d8e9b',
  '0025-audit-push.sql': 'cea1e6ddb8df146ba29cf66ef19a43b89742a139ee619e78ba0922551d7ddde5',
  '0026-erased-at-once.sql': 'c95428f00b9e47b5b74eba18ec153e612fac20d47c92fce442bb3250f417174f',
  '0027-orders-by-account.sql': '7a9153a4ba4bbf502e0dc9f667a571eea78aa320317a0f7d3a5654308c8a3b67',
};

it('keeps the files of released versions byte for byte, up to the newest dump of a release', () => {
  const dumps = readdirSync('test/upgrade/dumps').filter((name) => !name.includes('-main'));
  const newest = dumps.map((name) => {
    const [header = ''] = readFileSync(`test/upgrade/dumps/${name}`, 'utf8').split('\n', 1);
    return /"migration":"([^"]+)"/.exec(header)?.[1] ?? '';
  });
  const last = `${newest.toSorted().at(-1)}.sql`;
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && file <= last);
  const hashes = files.map((file) => {
    const bytes = readFileSync(`${folder}/${file}`);
    return [file, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  expect(Object.fromEntries(hashes)).toEqual(released);
});
