import { existsSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { databases, postgresUrl } from '../support/database.ts';

describe.each(databases())('a test’s own database ($name)', ({ name, open, openEmpty }) => {
  it.each([
    ['as the bot’s first start leaves it', open],
    ['with nothing in it', openEmpty],
  ])('%s is fresh for every test and takes the store’s schema', async (_content, openOne) => {
    const first = await openOne();
    const second = await openOne();
    expect(first.settings.kind).toBe(name);
    expect(first.settings).not.toEqual(second.settings);
    const database = await openDatabase(second.settings);
    await database.ping();
    await database.close();
    await Promise.all([first.close(), second.close()]);
  });
});

describe.runIf(databases().length === 2)('a database on a real PostgreSQL', () => {
  it('is a current server, and is gone when it is stopped, also while somebody is connected', async () => {
    const { url, stop } = await postgresUrl('empty');
    const client = new pg.Client({ connectionString: url });
    const lost = new Promise<Error>((resolve) => client.on('error', resolve));
    await client.connect();
    const { rows } = await client.query<{ version: string }>('select version()');
    expect(rows[0]?.version).toContain('PostgreSQL');
    await stop();
    expect(await lost).toBeInstanceOf(Error);
    await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow('does not exist');
  });
});

it('an embedded database leaves no folder behind', async () => {
  const embedded = databases().find((engine) => engine.name === 'embedded');
  const database = await embedded?.open();
  const folder = database?.settings.kind === 'embedded' ? database.settings.dataDir : '';
  expect(existsSync(folder)).toBe(true);
  await database?.close();
  expect(existsSync(folder)).toBe(false);
});
