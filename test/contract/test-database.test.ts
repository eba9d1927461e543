import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { databases, embeddedEngine } from '../support/database.ts';

describe.each(databases())('a test’s own database ($name)', ({ open }) => {
  it('is fresh for every test and takes the store’s schema', async () => {
    const first = await open();
    const second = await open();
    expect(first.settings).not.toEqual(second.settings);
    const database = await openDatabase(second.settings);
    await database.ping();
    await database.close();
    await Promise.all([first.close(), second.close()]);
  });
});

it('an embedded database leaves no folder behind', async () => {
  const database = await embeddedEngine.open();
  const folder = database.settings.kind === 'embedded' ? database.settings.dataDir : '';
  expect(existsSync(folder)).toBe(true);
  await database.close();
  expect(existsSync(folder)).toBe(false);
});
