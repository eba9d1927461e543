import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailable } from '../../../src/store/platform/data-folder.ts';
import { openDatabase } from '../../../src/store/platform/database.ts';
import { usualWait } from '../../../src/store/platform/migrations.ts';
import { postgresEngine } from '../../support/database.ts';

/** Kysely's. */
const migrationLock = '3853314791062309107';

describe('a start while another process migrates', () => {
  /** A process that has the lock and says nothing. */
  async function frozenMigration() {
    const place = await postgresEngine.open();
    const application_name = 'access-request-bot/7@elsewhere';
    const holder = new pg.Client({ connectionString: place.settings.url, application_name });
    await holder.connect();
    onTestFinished(async () => {
      await holder.end();
      await place.close();
    });
    await holder.query(`select pg_advisory_lock(${migrationLock})`);
    return { holder, settings: place.settings };
  }

  it('says whom it waits for, and ends with a sentence when that takes too long', async () => {
    const { settings } = await frozenMigration();
    const told: string[] = [];
    const tell = (words: string) => void told.push(words);
    const starting = openDatabase(settings, {
      name: 'starting',
      wait: { tell, tellAfterMs: 2_000, giveUpMs: 6_000 },
    });
    await expect(starting).rejects.toThrow(
      new DatabaseUnavailable(
        'The process access-request-bot/7@elsewhere has not brought the database up to date within 0.1 minutes. End it, then start this one again.',
      ),
    );
    expect(told).toEqual([
      'Waiting for the process access-request-bot/7@elsewhere, which brings the database up to date, for 0.1 minutes at most.',
    ]);
  });

  it('goes on as soon as the other has migrated', async () => {
    const { settings, holder } = await frozenMigration();
    const starting = openDatabase(settings, {
      name: 'starting',
      wait: { ...usualWait, tell: () => undefined },
    });
    const waiting =
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    await holder.query(`select pg_advisory_unlock(${migrationLock})`);
    const database = await starting;
    await expect(database.ping()).resolves.toBeUndefined();
    await database.close();
  });
});
