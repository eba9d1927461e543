/**
 * Where the server of a data folder is reached, and with which password: how other processes of
 * this user find it.
 */
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';
import { botDatabase, botRole } from './cluster.ts';

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
