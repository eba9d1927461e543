/**
 * Where the server of a data folder is reached, and with which password: how other processes of
 * this user find it.
 */
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';
import { botDatabase, botRole } from './cluster.ts';
import { cannotSwitchUser, everybodyMayEnter, type Identity } from './identity.ts';

const serverAccess = z.object({
  password: z.string(),
  /**
   * Folder of the Unix socket; on Windows an address. Of the server that was started last, which
   * may have ended.
   */
  host: z.string(),
  port: z.int(),
});
export type ServerAccess = z.output<typeof serverAccess>;

const fileIn = (dataDir: string) => join(dataDir, 'postgres.json');

/** For a cluster that is about to be made. */
export function newServerAccess(): ServerAccess {
  return { password: randomBytes(24).toString('hex'), host: '', port: 0 };
}

/** What an earlier start wrote; null where there is none. */
export async function readServerAccess(dataDir: string): Promise<ServerAccess | null> {
  const path = fileIn(dataDir);
  try {
    return serverAccess.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new DatabaseUnavailable(
      `${path}, which has the password of the database beside it, cannot be read (${cause instanceof Error ? cause.message : String(cause)}). Put back the file of a copy of this folder.`,
      { cause },
    );
  }
}

/** Only this user may read it. No half of it is ever there. */
export async function writeServerAccess(dataDir: string, access: ServerAccess): Promise<void> {
  const part = `${fileIn(dataDir)}.part`;
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(access)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, fileIn(dataDir));
}

export function urlOf({ password, host, port }: ServerAccess): string {
  const way = host.includes('/') ? `localhost:${port}` : `${host}:${port}`;
  const socket = host.includes('/') ? `?host=${encodeURIComponent(host)}` : '';
  return `postgres://${botRole}:${password}@${way}/${botDatabase}${socket}`;
}

/** What systems take as the path of a socket. */
const longestPath = 103;
const socketName = '/.s.PGSQL.5432';
const randomLetters = 6;
/** With the mark of the cluster: a copy of a data folder names the socket of the original. */
const prefixOf = (mark: string) => `access-bot-${mark}-`;

/** A new folder that only the server's user can enter, and root. */
export async function makeHost(
  mark: string,
  { uid, gid }: Identity,
): Promise<Pick<ServerAccess, 'host' | 'port'>> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const usual = tmpdir();
  const isReachable = uid === undefined || (await everybodyMayEnter(usual));
  const host = await mkdtemp(
    join(isReachable && canHold(usual, mark) ? usual : '/tmp', prefixOf(mark)),
  );
  if (uid === undefined || gid === undefined) return { host, port: 5432 };
  await chown(host, uid, gid).catch((error: unknown) => {
    throw cannotSwitchUser(error);
  });
  return { host, port: 5432 };
}

/**
 * Whether the path of a socket in it is short enough, and has nothing that a list of folders is
 * separated by.
 */
function canHold(folder: string, mark: string): boolean {
  const bytes = Buffer.byteLength(join(folder, prefixOf(mark))) + randomLetters + socketName.length;
  return bytes <= longestPath && !/[,"'\s]/.test(folder);
}

/** Where it is this cluster's. */
export async function removeHost(host: string, mark: string): Promise<void> {
  if (basename(host).startsWith(prefixOf(mark))) await rm(host, { recursive: true, force: true });
}

/** PostgreSQL cannot choose one itself. */
async function freePort(): Promise<number> {
  const portOfServer = Promise.withResolvers<number>();
  const server = createServer();
  server.on('error', portOfServer.reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    server.close(() => portOfServer.resolve(port));
  });
  return portOfServer.promise;
}
