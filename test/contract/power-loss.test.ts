import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { syncedStartParams } from '../../src/store/synced-files.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { copyPreparedFolder, madeWith } from '../support/database.ts';
import { losableFiles } from '../support/power-loss.ts';

/** Rows that were acknowledged before the power failed, and those that are there after it. */
async function powerFails(
  kind: keyof typeof losableFiles,
  startParams: string[],
  between: string,
): Promise<{ readonly acknowledged: number[]; readonly there: number[]; readonly unsynced: number }> {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  const { path } = temporary;
  await copyPreparedFolder(join(path, 'data'));
  const folder = join(path, 'data', 'db');
  await mkdir(join(path, 'kept'));
  const files = new losableFiles[kind](folder, join(path, 'kept'));
  const before = await PGlite.create({ fs: files, startParams });
  onTestFinished(() => before.close());
  await before.exec('create table acknowledged (row integer)');
  const acknowledged = Array.from({ length: 20 }, (_, row) => row);
  for (const row of acknowledged) {
    await before.query('insert into acknowledged values ($1)', [row]);
    if (row === 10) await before.exec(between);
  }
  await before.exec('begin; insert into acknowledged values (99)');
  const unsynced = files.disk.loseTo(join(path, 'after'));
  await before.exec('rollback');

  const after = await PGlite.create(join(path, 'after'));
  onTestFinished(() => after.close());
  const there = await after
    .query<{ row: number }>('select row from acknowledged order by row')
    .then(({ rows }) => rows.map(({ row }) => row))
    .catch(() => []);
  return { acknowledged, there, unsynced };
}

const changes = {
  'a new WAL segment': 'select pg_switch_wal()',
  'WAL segments that are used again':
    'select pg_switch_wal(); checkpoint; create table more as select repeat(md5(n::text), 20) from generate_series(1, 60000) n; checkpoint',
} as const;

describe('the embedded database when the power fails', () => {
  it.each(Object.entries(changes))('has every row that was acknowledged, with %s in between', async (_, between) => {
    const { acknowledged, there } = await powerFails('synced', syncedStartParams, between);
    expect(there).toEqual(acknowledged);
  });

  it('is whole on the disk from its first start on: every file and folder was synced', async () => {
    const { files, syncs } = await madeWith();
    expect(files).toBeGreaterThan(900);
    expect(syncs).toBeGreaterThan(files);
  });

  it('would have lost rows with PGlite’s own files, which shows that the disk of this test loses them', async () => {
    const { there, unsynced } = await powerFails('plain', PGlite.defaultStartParams, 'select 1');
    expect(there).toEqual([]);
    expect(unsynced).toBeGreaterThan(20);
  });
});
