import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cannotSwitchUser, everybodyMayEnter, type Identity } from './identity.ts';

/** Where a server listens: a folder for its Unix socket; on Windows an address and a port. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** What systems take as the path of a socket. */
const longestPath = 103;
const socketName = '/.s.PGSQL.5432';
const randomLetters = 6;
/** With the mark of the cluster: a copy of a data folder names the socket of the original. */
const prefixOf = (mark: string) => `access-bot-${mark}-`;

/** A new folder that only the server's user can enter, and root. */
export async function makeHost(mark: string, { uid, gid }: Identity): Promise<Host> {
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
