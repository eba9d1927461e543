/**
 * The bot's own PostgreSQL in its data folder: one bot has the folder, and commands use the server
 * beside it.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  closeDataFolder,
  DatabaseUnavailable,
  FolderTaken,
  lockFolder,
  makePrivate,
} from '../../../store/platform/data-folder.ts';
import type { EmbeddedSettings, OpenServer } from '../../../store/platform/database.ts';
import { findBinaries } from './binaries.ts';
import { majorOfCluster, makeCluster } from './cluster.ts';
import { giveTo, serverIdentity } from './identity.ts';
import { EmbeddedServer, type ServerEnd } from './server.ts';
import {
  makeHost,
  newServerAccess,
  readServerAccess,
  removeHost,
  type ServerAccess,
  urlOf,
  writeServerAccess,
} from './server-access.ts';

type Tell = (words: string) => void;

/**
 * Starts the server for the bot. Throws `DatabaseUnavailable` where another process has the folder,
 * or it cannot be started.
 */
export async function hostServer(settings: EmbeddedSettings, tell: Tell): Promise<OpenServer> {
  return host(settings, tell, 'now');
}

/** How long a command waits for a bot that is starting, or for another command. */
const guestWaitMs = 20_000;
const guestLookMs = 200;

/** For a command: the server of the bot that runs, else one of its own for the moment. */
export async function joinServer(settings: EmbeddedSettings, tell: Tell): Promise<OpenServer> {
  const until = performance.now() + guestWaitMs;
  for (;;) {
    try {
      return await host(settings, tell, 'unused');
    } catch (error) {
      if (!(error instanceof FolderTaken) || performance.now() > until) throw error;
    }
    // Only where somebody has the folder: a copy of it would lead to the server of the original.
    const guest = await visit(settings.dataDir);
    if (guest !== null) return guest;
    await sleep(guestLookMs);
  }
}

/**
 * The server of another process, with a connection that is held until `close`: a command that hosts
 * the server stays for as long as somebody is connected. null where none answers.
 */
async function visit(dataDir: string): Promise<OpenServer | null> {
  const access = await readServerAccess(dataDir);
  if (access === null || access.host === '') return null;
  const client = new pg.Client({ connectionString: urlOf(access), connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const close = () => client.end().catch(() => undefined);
    return { url: urlOf(access), close };
  } catch {
    await client.end().catch(() => undefined);
    return null;
  }
}

/**
 * Resolves when no other client is connected: a server that is told to stop takes no new
 * connections of those that are there.
 */
async function untilUnused(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // The server is gone: there is nothing to wait for.
  client.on('error', () => undefined);
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  try {
    await client.connect();
    while ((await client.query(others)).rowCount !== 0) await sleep(guestLookMs);
  } catch {
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function host(settings: EmbeddedSettings, tell: Tell, end: ServerEnd): Promise<OpenServer> {
  const { dataDir } = settings;
  const lock = await lockFolder(dataDir);
  try {
    await closeDataFolder(dataDir, tell);
    const { url, close } = await startIn(settings, tell);
    return {
      url,
      async close() {
        if (end === 'unused') await untilUnused(url);
        await close(end);
        await lock.release();
      },
    };
  } catch (cause) {
    await lock.release();
    if (cause instanceof DatabaseUnavailable) throw cause;
    throw new DatabaseUnavailable(
      `The embedded database in ${dataDir} cannot be opened (${words(cause)}). Look at the disk; else put back a copy (docs/backup.md), or set DATA_DIR to a new folder.`,
      { cause },
    );
  }
}

/** The caller holds the lock on the folder. */
async function startIn(settings: EmbeddedSettings, tell: Tell) {
  const { binFolder } = settings;
  // The programs are started in another folder.
  const dataDir = resolve(settings.dataDir);
  const folder = join(dataDir, 'postgres');
  const identity = serverIdentity(settings.serverUid);
  refuseOldFolder(dataDir);
  const major = await majorOfCluster(folder);
  const binaries = await findBinaries({ binFolder, major, cluster: folder, dataDir });
  const earlier = major === null ? null : await readServerAccess(dataDir);
  if (major !== null && earlier === null) throw noPassword(dataDir);
  const access = earlier ?? newServerAccess();
  if (major === null) {
    await writeServerAccess(dataDir, access);
    await makeCluster({ folder, binaries, server: identity, password: access.password });
  }
  // Nobody but the server's user may write into it, who is root's choice or this user.
  if (identity.uid === undefined) await makePrivate(folder);
  else await giveTo(folder, identity);
  const mark = await markOf(folder);
  await endLeftoverServer(folder, mark);
  await removeHost(access.host, mark);
  const listening: ServerAccess = { ...access, ...(await makeHost(mark, identity)) };
  try {
    const server = await EmbeddedServer.start({
      folder,
      binaries,
      identity,
      place: { ...listening, mark },
      tell,
    });
    await writeServerAccess(dataDir, listening);
    const close = async (how: ServerEnd) => {
      await server.stop(how);
      await removeHost(listening.host, mark);
    };
    return { url: urlOf(listening), close };
  } catch (error) {
    await removeHost(listening.host, mark);
    throw error;
  }
}

/** What tells this cluster from every other one on this machine, and from a copy of its files. */
async function markOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev.toString(36)}-${ino.toString(36)}`;
}

function noPassword(dataDir: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `${join(dataDir, 'postgres')} is there without postgres.json, which has its password. Put back that file from a copy of ${dataDir}, or set DATA_DIR to a new folder.`,
  );
}

/** Version 0.1 kept its database there, which PostgreSQL cannot read. */
function refuseOldFolder(dataDir: string): void {
  const old = join(dataDir, 'db');
  if (!existsSync(join(old, 'PG_VERSION'))) return;
  throw new DatabaseUnavailable(
    `A version before 1.0 of the bot made the database in ${old}. It is left as it is: set DATA_DIR to a new folder, and keep the old audit trail with npm run audit -- --json of the old version.`,
  );
}

function words(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A checkpoint of everything in memory takes seconds, also on a slow disk. */
const fastEndMs = 30_000;
const immediateEndMs = 10_000;
const lookMs = 20;

/**
 * Ends the server of this cluster that a killed bot left behind, and takes away its `postmaster.pid` where the
 * number in it is another process's now, as in a container that was started again: PostgreSQL would
 * take that process for a server.
 *
 * @throws DatabaseUnavailable where it does not end
 */
async function endLeftoverServer(cluster: string, mark: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = await pidIn(file);
  if (pid === null || !isAlive(pid)) return;
  const words = await commandOf(pid);
  if (!words.includes(`access-request-bot-${mark}`)) return rm(file, { force: true });
  if (await endsAfter(pid, 'SIGINT', fastEndMs)) return;
  if (await endsAfter(pid, 'SIGQUIT', immediateEndMs)) return;
  throw new DatabaseUnavailable(
    `A PostgreSQL of an earlier start (process ${pid}) has ${cluster} open and does not end. End it, then start again.`,
  );
}

/** Its first line; null where there is none. */
async function pidIn(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The arguments of a process: those of the server name the mark of the cluster. Empty where
 * unknown.
 */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const list = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return list.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

async function endsAfter(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return !isAlive(pid);
  }
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    if (!isAlive(pid)) return true;
    await sleep(lookMs);
  }
  return false;
}
