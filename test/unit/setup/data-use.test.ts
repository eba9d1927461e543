import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeForUse } from '../../../src/operator/data-use.ts';
import { temporaryFolder } from '../../support/until.ts';

describe('a data folder', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());
  const database = (name = 'data') =>
    ({
      kind: 'embedded',
      dataDir: join(folder.path, name),
      binFolder: undefined,
      serverUid: undefined,
    }) as const;

  it.each([
    [
      'sandbox',
      'slack',
      /data has the requests of a sandbox, .* Set DATA_DIR to another folder, or delete this one\.$/,
    ],
    [
      'slack',
      'sandbox',
      /data has the requests of a bot in your workspace, .* Set DATA_DIR to another folder, or set SLACK_BOT_TOKEN/,
    ],
  ] as const)('that was used by the %s is refused to the %s', (first, second, words) => {
    takeForUse(database(), first)();
    takeForUse(database(), first)();
    expect(() => takeForUse(database(), second)).toThrow(words);
    takeForUse(database(), first);
  });

  it('is nobody’s while the first start that would use it has not begun', () => {
    takeForUse(database(), 'sandbox');
    expect(() => takeForUse(database(), 'slack')).not.toThrow();
  });

  it('whose note was cut off is that of who comes next', () => {
    mkdirSync(join(folder.path, 'data'));
    writeFileSync(join(folder.path, 'data', 'used-by'), '');
    takeForUse(database(), 'slack')();
    expect(() => takeForUse(database(), 'sandbox')).toThrow('of a bot in your workspace');
  });

  it('that cannot be made is left to the database, which says why', () => {
    expect(() => takeForUse(database('missing\0name'), 'slack')()).not.toThrow();
  });

  it('is not looked at where the database has an address', () => {
    const server = { kind: 'postgres', url: 'postgres://localhost/bot' } as const;
    takeForUse(server, 'sandbox')();
    expect(() => takeForUse(server, 'slack')).not.toThrow();
  });
});
