import { chmod, chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ownServer } from '../../../src/extras/embedded-database/index.ts';
import {
  closeDataFolder,
  DatabaseUnavailable,
  lockFolder,
  makePrivate,
} from '../../../src/store/platform/data-folder.ts';
import { openDatabase } from '../../../src/store/platform/database.ts';
import { copyPreparedFolder } from '../../support/database.ts';
import { StartedProcess } from '../../support/started-process.ts';
import { temporaryFolder } from '../../support/until.ts';

let folder = '';
beforeEach(async () => {
  const temporary = await temporaryFolder();
  folder = temporary.path;
  // Runs last, unlike afterEach: until the test’s processes have ended they write there.
  onTestFinished(() => temporary.remove());
});

const taken =
  /^The data folder .* is already open in another process\. Stop that process, or set DATA_DIR to another folder\.$/;

/** Processes that take and release the lock on demand. */
class Racers {
  readonly #processes: StartedProcess[] = [];

  async add(count: number): Promise<void> {
    const module = new URL('../../../src/store/platform/data-folder.ts', import.meta.url).href;
    const script = `import { lockFolder } from ${JSON.stringify(module)};
      let lock = null;
      process.on('message', async ({ take }) => {
        if (take === null) { await lock.release(); lock = null; return process.send('released'); }
        lock = await lockFolder(take).catch(() => null);
        process.send(lock === null ? 'refused' : 'taken');
      });
      process.send('ready');`;
    const args = ['--input-type=module', '--eval', script];
    const started = Array.from(
      { length: count },
      () => new StartedProcess({ name: 'a racer', args, hasMessages: true }),
    );
    this.#processes.push(...started);
    await Promise.all(started.map((one) => one.message('is ready')));
  }

  /** Lets all of them try at once; returns those that got the lock. */
  async race(path: string): Promise<StartedProcess[]> {
    const answers = this.#processes.map(async (one) => ({
      one,
      answer: await one.ask({ take: path }),
    }));
    return (await Promise.all(answers))
      .filter(({ answer }) => answer === 'taken')
      .map(({ one }) => one);
  }

  async kill(one: StartedProcess): Promise<void> {
    this.#processes.splice(this.#processes.indexOf(one), 1);
    await one.end('SIGKILL');
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.end('SIGKILL')));
  }
}

describe('the lock on a data folder', () => {
  it('can be held once in a process, and taken again after its release', async () => {
    const first = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(taken);
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await first.release();
    const second = await lockFolder(folder);
    await second.release();
  });

  it('goes to exactly one of several processes after its holder released it or was killed', async () => {
    const racers = new Racers();
    onTestFinished(() => racers.end());
    await racers.add(8);
    for (let round = 0; round < 40; round += 1) {
      const winners = await racers.race(folder);
      expect(winners.length, `round ${round}`).toBe(1);
      const [winner] = winners;
      if (winner === undefined) return;
      if (round % 8 === 0) await racers.kill(winner);
      else await winner.ask({ take: null });
    }
  });

  it('survives a second attempt by its own process', async () => {
    const racers = new Racers();
    onTestFinished(() => racers.end());
    await racers.add(1);
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(taken);
    expect(await racers.race(folder)).toEqual([]);
    await lock.release();
    expect(await racers.race(folder)).toHaveLength(1);
  });

  it('survives the creation of a new database in the folder', async () => {
    const racers = new Racers();
    onTestFinished(() => racers.end());
    await racers.add(1);
    const database = await openDatabase({ kind: 'embedded', dataDir: folder }, { ownServer });
    expect(await racers.race(folder)).toEqual([]);
    await database.close();
  });

  it('holds for a folder under any of its names', async () => {
    await symlink(folder, `${folder}-link`);
    onTestFinished(() => rm(`${folder}-link`));
    const lock = await lockFolder(folder);
    await expect(lockFolder(`${folder}-link`)).rejects.toThrow(taken);
    await lock.release();
  });

  it('makes a missing folder, readable by its user alone', async () => {
    const lock = await lockFolder(join(folder, 'new', 'data'));
    expect(await modeOf(join(folder, 'new', 'data'))).toBe(0o700);
    expect(await modeOf(join(folder, 'new', 'data', 'database.lock'))).toBe(0o600);
    await lock.release();
  });

  it('is refused with a sentence when the folder cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(lockFolder(join(folder, 'file', 'data'))).rejects.toThrow(
      /cannot be written .* Set DATA_DIR to a folder/,
    );
  });
});

describe('the folder of the embedded database', () => {
  it('is closed to other users when it is made, under any umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await makePrivate(join(folder, 'db'));
    expect(await modeOf(join(folder, 'db'))).toBe(0o700);
  });

  it('is closed to other users when an existing database is opened', async () => {
    await copyPreparedFolder(folder);
    await chmod(join(folder, 'postgres'), 0o777);
    const database = await openDatabase({ kind: 'embedded', dataDir: folder }, { ownServer });
    expect(await modeOf(join(folder, 'postgres'))).toBe(0o700);
    await database.close();
  });

  it('closes the data folder around it, too, which had been made with mode 0755', async () => {
    await copyPreparedFolder(folder);
    await chmod(folder, 0o755);
    const database = await openDatabase({ kind: 'embedded', dataDir: folder }, { ownServer });
    expect(await modeOf(folder)).toBe(0o700);
    await database.close();
  });

  it('leaves a data folder open that everybody shares, and says so', async () => {
    await chmod(folder, 0o1777);
    const told: string[] = [];
    await closeDataFolder(folder, (words) => void told.push(words));
    expect(await modeOf(folder)).toBe(0o777);
    expect(told).toEqual([
      expect.stringMatching(/^Other users of this machine can enter the data folder .*mode 777/),
    ]);
  });

  it('is refused with a sentence when it belongs to another user', async () => {
    // Only root can give a folder away; anybody else finds one that is not theirs.
    if (process.getuid?.() === 0) {
      await mkdir(join(folder, 'db'));
      await chown(join(folder, 'db'), 65_534, 65_534);
    } else await symlink('/usr', join(folder, 'db'));
    await expect(makePrivate(join(folder, 'db'))).rejects.toThrow(
      /^The folder .*db can be changed by other users of this machine \(.+\), who could forge approvals\. /,
    );
  });
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

describe('an embedded database', () => {
  it('is opened by one process at a time, and keeps its rows and the names of its migrations', async () => {
    const settings = { kind: 'embedded', dataDir: folder } as const;
    await copyPreparedFolder(folder);
    const first = await openDatabase(settings, { ownServer });
    await expect(openDatabase(settings, { ownServer })).rejects.toThrow(taken);
    await first.kysely
      .insertInto('identities')
      .values({
        slackUserId: 'U0BEN',
        person: { id: 'user-ben', name: 'Ben', email: null },
        checkedAt: new Date(0),
      })
      .execute();
    await first.ping();
    const recorded = await sql<{
      name: string;
    }>`select name from kysely_migration order by name`.execute(first.kysely);
    // Kysely refuses a database that has recorded a name it does not know.
    expect(recorded.rows.map((row) => row.name).slice(0, 1)).toEqual(['0001-schema']);
    await first.close();
    await expect(first.ping()).rejects.toThrow('destroyed');
    const second = await openDatabase(settings, { ownServer });
    expect(
      await second.kysely.selectFrom('identities').select(['slackUserId', 'checkedAt']).execute(),
    ).toEqual([{ slackUserId: 'U0BEN', checkedAt: new Date(0) }]);
    await second.close();
  });
});

it('reports a PostgreSQL that does not answer in a sentence without the password', async () => {
  const url = 'postgres://bot:very-secret-word@127.0.0.1:9/access';
  const refused = await openDatabase({ kind: 'postgres', url }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(DatabaseUnavailable);
  expect(String(refused)).toMatch(/The database in DATABASE_URL does not answer .*ECONNREFUSED/);
  expect(String(refused)).not.toContain('very-secret-word');
});

it('says whose password the database refuses, and not that it does not answer', async () => {
  await copyPreparedFolder(folder);
  const database = await openDatabase({ kind: 'embedded', dataDir: folder }, { ownServer });
  onTestFinished(() => database.close());
  const wrong = new URL(database.engine.url);
  const user = wrong.username;
  wrong.password = 'very-secret-word';
  const refusal = openDatabase({ kind: 'postgres', url: wrong.href });
  await expect(refusal).rejects.toThrow(
    `The database in DATABASE_URL refuses the password of the user ${user}. Look at the address, name, user and password in DATABASE_URL.`,
  );
});

it('makes database files that nobody else may read, under any umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const dataDir = join(folder, 'new');
  const database = await openDatabase({ kind: 'embedded', dataDir }, { ownServer });
  await database.close();
  const made = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const modes = await Promise.all(
    made.map(async (one) => {
      const path = join(one.parentPath, one.name);
      return [path, (await stat(path)).mode & 0o077] as const;
    }),
  );
  expect(modes.length).toBeGreaterThan(100);
  expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
});
