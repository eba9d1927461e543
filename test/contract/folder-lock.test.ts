import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { DatabaseUnavailable } from '../../src/store/database-unavailable.ts';
import { lockFolder } from '../../src/store/folder-lock.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { copyPreparedFolder } from '../support/database.ts';

let folder = '';
let remove: () => Promise<void>;
beforeEach(async () => {
  const temporary = await temporaryFolder();
  folder = temporary.path;
  remove = () => temporary.remove();
});
afterEach(async () => {
  await remove();
});

const taken =
  /^The data folder .* is already open in another process\. Stop that process, or set DATA_DIR to another folder\.$/;

/** Another process that has the folder and does nothing else. */
async function holder(path: string): Promise<ChildProcess> {
  const lock = new URL('../../src/store/folder-lock.ts', import.meta.url).href;
  const script = `import { lockFolder } from ${JSON.stringify(lock)};
    await lockFolder(${JSON.stringify(path)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the lock on a data folder', () => {
  it('is had by one in a process at a time, and by the next when it was given back', async () => {
    const first = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(taken);
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await first.release();
    const second = await lockFolder(folder);
    await second.release();
  });

  it('is had by one process at a time', async () => {
    const child = await holder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(taken);
    await killed(child);
    await (await lockFolder(folder)).release();
  });

  it('is not left behind by a process that was killed', async () => {
    for (let round = 0; round < 2; round += 1) await killed(await holder(folder));
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(taken);
    await lock.release();
  });

  it('holds for a folder by whatever name, and with a path too long for a socket', async () => {
    const deep = join(folder, 'd'.repeat(60), 'e'.repeat(60));
    await mkdir(deep, { recursive: true });
    const lock = await lockFolder(deep);
    await expect(lockFolder(join(deep, '..', 'e'.repeat(60)))).rejects.toThrow(taken);
    await lock.release();
    await killed(await holder(deep));
    await (await lockFolder(deep)).release();
  });

  it('is not given away to somebody who only knocks', async () => {
    const lock = await lockFolder(folder);
    const knock = connect(join(folder, 'lock.sock'));
    await once(knock, 'close');
    await expect(lockFolder(folder)).rejects.toThrow(taken);
    await lock.release();
  });

  it('makes the folder where it is not there', async () => {
    const lock = await lockFolder(join(folder, 'new', 'data'));
    expect((await stat(join(folder, 'new', 'data'))).isDirectory()).toBe(true);
    await lock.release();
  });

  it('below a file is a sentence', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(lockFolder(join(folder, 'file', 'data'))).rejects.toThrow(
      /cannot be written .* Set DATA_DIR to a folder/,
    );
  });
});

describe('an embedded database', () => {
  it('is opened once, says so, and keeps what it was told when it is opened again', async () => {
    const settings = { kind: 'embedded', dataDir: folder } as const;
    await copyPreparedFolder(folder);
    const first = await openDatabase(settings);
    await expect(openDatabase(settings)).rejects.toThrow(taken);
    await first.kysely
      .insertInto('identities')
      .values({
        slack_user_id: 'U0BEN',
        person: '{"id":"user-ben","name":"Ben","email":null}',
        checked_at: new Date(0),
      })
      .execute();
    await first.ping();
    await first.close();
    await expect(first.ping()).rejects.toThrow(/clos/i);
    const second = await openDatabase(settings);
    expect(await second.kysely.selectFrom('identities').select(['slack_user_id', 'checked_at']).execute()).toEqual([
      { slack_user_id: 'U0BEN', checked_at: new Date(0) },
    ]);
    await second.close();
  });
});

it('a PostgreSQL that is not there is a sentence without the password', async () => {
  const url = 'postgres://bot:very-secret-word@127.0.0.1:9/access';
  const refused = await openDatabase({ kind: 'postgres', url }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(DatabaseUnavailable);
  expect(String(refused)).toMatch(/The database in DATABASE_URL does not answer .*ECONNREFUSED/);
  expect(String(refused)).not.toContain('very-secret-word');
});
