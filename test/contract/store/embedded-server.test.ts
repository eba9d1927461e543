/** Long because a server lives and dies in many ways, as do the bot and the commands around it. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ownServer } from '../../../src/extras/embedded-database/index.ts';
import { DatabaseUnavailable } from '../../../src/store/platform/data-folder.ts';
import {
  type Database,
  openDatabase,
  openForCommand,
} from '../../../src/store/platform/database.ts';
import { usualWait } from '../../../src/store/platform/migrations.ts';
import { copyPreparedFolder } from '../../support/database.ts';
import { StartedProcess } from '../../support/started-process.ts';
import { temporaryFolder } from '../../support/until.ts';

let dataDir = '';
let told: string[] = [];
beforeEach(async () => {
  const temporary = await temporaryFolder();
  // Runs last, unlike afterEach: until the test’s servers have ended they write there.
  onTestFinished(() => temporary.remove());
  dataDir = join(temporary.path, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await copyPreparedFolder(dataDir);
  told = [];
});

const settings = () => ({ kind: 'embedded', dataDir }) as const;

async function open(): Promise<Database> {
  const database = await openDatabase(settings(), {
    wait: { ...usualWait, tell: (words) => void told.push(words) },
    ownServer,
  });
  onTestFinished(() => database.close());
  return database;
}

const access = z.object({ host: z.string() });

async function socketFolder(): Promise<string> {
  return access.parse(JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))).host;
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isChild = async (pid: string) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // After the name, which may hold spaces and brackets: the state, then the parent.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  };
  const found = await Promise.all(
    all.map(async (pid) => ((await isChild(pid)) ? [Number(pid)] : [])),
  );
  return found.flat();
}

async function settingOf(database: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    database.kysely,
  );
  return rows[0]?.value;
}

async function write(database: Database, ids: readonly number[]): Promise<void> {
  await sql`create table if not exists acknowledged (id integer)`.execute(database.kysely);
  for (const id of ids) await sql`insert into acknowledged values (${id})`.execute(database.kysely);
}

async function read(database: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from acknowledged order by id`.execute(
    database.kysely,
  );
  return rows.map(({ id }) => id);
}

/**
 * A bot in a process of its own, as far as its database goes. Says what it wrote, once that was
 * acknowledged.
 */
async function otherBot(): Promise<StartedProcess> {
  const url = (path: string) =>
    JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);
  const script = `import { openDatabase } from ${url('store/platform/database.ts')};
    import { ownServer } from ${url('extras/embedded-database/index.ts')};
    const settings = { kind: 'embedded', dataDir: process.argv[1] };
    const database = await openDatabase(settings, { ownServer });
    const { sql } = await import('kysely');
    await sql\`create table acknowledged (id integer)\`.execute(database.kysely);
    process.send('open');
    for (let id = 0; ; id += 1) {
      await sql\`insert into acknowledged values (\${id})\`.execute(database.kysely);
      process.send(id);
    }`;
  const args = ['--input-type=module', '--eval', script, dataDir];
  const bot = new StartedProcess({ name: 'a bot', args, hasMessages: true });
  onTestFinished(async () => void (await bot.end('SIGKILL')));
  await bot.message('has the database open');
  return bot;
}

describe('the server of the embedded database', () => {
  it('is closed to others: no port, no superuser, and a socket for this user alone', async () => {
    const database = await open();
    expect(await settingOf(database, 'listen_addresses')).toBe('');
    expect(await settingOf(database, 'is_superuser')).toBe('off');
    const host = await socketFolder();
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  });

  it('acknowledges a write only when it is on the disk, with checksums, in UTF-8', async () => {
    const database = await open();
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'])
      expect([name, await settingOf(database, name)]).toEqual([name, 'on']);
    expect(await settingOf(database, 'server_encoding')).toBe('UTF8');
  });

  it('starts in a folder whose path is relative to the bot’s working directory', async () => {
    const database = await openDatabase(
      { kind: 'embedded', dataDir: relative(process.cwd(), dataDir) },
      { ownServer },
    );
    await expect(database.ping()).resolves.toBeUndefined();
    await database.close();
  });

  it('ends with the bot, and takes its socket with it', async () => {
    const database = await openDatabase(settings(), { ownServer });
    const [host, pid] = [await socketFolder(), await serverPid()];
    await database.close();
    expect(isAlive(pid)).toBe(false);
    await expect(stat(host)).rejects.toThrow('ENOENT');
  });

  it('is started again after kill -9 and has everything that was acknowledged; the bot says so', async () => {
    const database = await open();
    await write(database, [1, 2, 3]);
    process.kill(await serverPid(), 'SIGKILL');
    await expect.poll(() => told).toContain('PostgreSQL runs again.');
    expect(told[0]).toMatch(/^PostgreSQL ended by itself \(SIGKILL.*\)\. It is started again\.$/);
    await expect.poll(() => database.ping().then(() => 'answers')).toBe('answers');
    expect(await read(database)).toEqual([1, 2, 3]);
  });

  it('ends when its bot is killed, and the next bot has everything that was acknowledged', async () => {
    const bot = await otherBot();
    const [pid, host] = [await serverPid(), await socketFolder()];
    for (let count = 0; count < 20; count += 1) await bot.message('writes a row');
    await bot.end('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect.poll(() => existsSync(host)).toBe(false);
    const database = await open();
    expect((await read(database)).slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, id) => id));
  });

  it.runIf(process.platform === 'linux')(
    'is ended by the next bot when it outlived its own, and no data is lost',
    async () => {
      const bot = await otherBot();
      for (let count = 0; count < 20; count += 1) await bot.message('writes a row');
      const left = await serverPid();
      // What ends the server with its bot.
      for (const pid of await childrenOf(bot.pid)) if (pid !== left) process.kill(pid, 'SIGKILL');
      await bot.end('SIGKILL');
      expect(isAlive(left)).toBe(true);
      const database = await open();
      expect(isAlive(left)).toBe(false);
      expect((await read(database)).length).toBeGreaterThanOrEqual(20);
    },
  );

  it('goes down together with its bot and loses nothing that was acknowledged', async () => {
    const bot = await otherBot();
    for (let count = 0; count < 20; count += 1) await bot.message('writes a row');
    process.kill(await serverPid(), 'SIGKILL');
    await bot.end('SIGKILL');
    const database = await open();
    expect((await read(database)).length).toBeGreaterThanOrEqual(20);
  });

  it('starts when postmaster.pid holds another process’s number, and leaves that process alone', async () => {
    const other = new StartedProcess({
      name: 'a process',
      args: ['--eval', 'setInterval(() => undefined, 1000)'],
    });
    onTestFinished(async () => void (await other.end('SIGKILL')));
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${other.pid}\n/data\n1\n5432\n\n\n1 1\n`,
    );
    const database = await open();
    await database.ping();
    expect(other.isRunning).toBe(true);
  });

  it('is neither ended nor used by a bot or command on a copy of its folder', async () => {
    const database = await open();
    await write(database, [1]);
    const pid = await serverPid();
    const copy = `${dataDir}-copy`;
    await cp(dataDir, copy, { recursive: true });
    await rm(join(copy, 'database.lock'));
    const ofCopy = await openForCommand({ kind: 'embedded', dataDir: copy }, { ownServer });
    await sql`insert into acknowledged values (2)`.execute(ofCopy.kysely);
    await ofCopy.close();
    expect(await serverPid()).toBe(pid);
    expect(await read(database)).toEqual([1]);
  });

  it('explains both ways out when only another major version is installed', async () => {
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    await expect(openDatabase(settings(), { ownServer })).rejects.toThrow(
      /was made by PostgreSQL 12, and there is .* here\. Install version 12, or set POSTGRES_BIN .*docs\/backup\.md/,
    );
  });

  it('explains that POSTGRES_BIN has no server programs', async () => {
    const opening = openDatabase(
      { ...settings(), dataDir: join(dataDir, 'new'), binFolder: dataDir },
      { ownServer },
    );
    await expect(opening).rejects.toThrow(/no PostgreSQL 15 or later in POSTGRES_BIN/);
  });

  it('refuses the folder of 0.1, and leaves it unchanged', async () => {
    const old = join(dataDir, 'old');
    await mkdir(join(old, 'db'), { recursive: true });
    await writeFile(join(old, 'db', 'PG_VERSION'), '17\n');
    const opening = openDatabase({ ...settings(), dataDir: old }, { ownServer });
    await expect(opening).rejects.toThrow(/^A version before 1\.0 of the bot made the database in/);
    expect(await readdir(join(old, 'db'))).toEqual(['PG_VERSION']);
    expect(existsSync(join(old, 'postgres'))).toBe(false);
  });

  it('is neither made nor opened without the extra, by a bot or a command', async () => {
    const refusal =
      'The database cannot be opened: the extra embedded-database is not mounted, and DATABASE_URL is not set. Set it, or mount the extra in src/extras/mounted.ts.';
    const fresh = join(dataDir, 'fresh');
    for (const open of [openDatabase, openForCommand])
      await expect(open({ kind: 'embedded', dataDir: fresh })).rejects.toThrow(
        new DatabaseUnavailable(refusal),
      );
    expect(existsSync(fresh)).toBe(false);
  });

  it('makes a new cluster after an interrupted attempt', async () => {
    const fresh = join(dataDir, 'fresh');
    await mkdir(join(fresh, 'postgres.making', 'base'), { recursive: true });
    const database = await openDatabase({ kind: 'embedded', dataDir: fresh }, { ownServer });
    await database.ping();
    await database.close();
    expect(await readdir(fresh)).not.toContain('postgres.making');
  });
});

describe('a command beside the bot', () => {
  it('uses the bot’s server, which keeps running when the command ends', async () => {
    const database = await open();
    await write(database, [1]);
    const command = await openForCommand(settings(), { ownServer });
    expect(await read(command)).toEqual([1]);
    await command.close();
    await database.ping();
  });

  it('starts the server while no bot runs, and keeps it for a second command', async () => {
    const first = await openForCommand(settings(), { ownServer });
    const pid = await serverPid();
    const second = await openForCommand(settings(), { ownServer });
    const closing = first.close();
    await write(second, [1]);
    await second.close();
    await closing;
    expect(isAlive(pid)).toBe(false);
  });
});
