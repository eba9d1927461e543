import { createHash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseUnavailable } from './database-unavailable.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/** Longest path of a Unix socket on Linux (108) and macOS (104), with a margin. */
const longestSocketPath = 100;

/**
 * Makes sure that one process at a time has the folder: PGlite would let two in without an error. A listening Unix socket
 * instead of a pid file, because the kernel ends it with the process, even after kill -9 and where pids repeat (containers).
 *
 * Makes the folder where it is not there.
 *
 * @throws DatabaseUnavailable where another process has it, or it cannot be written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  let path: string;
  let server: Server | 'taken';
  try {
    await mkdir(folder, { recursive: true });
    path = await socketPath(folder);
    server = await listen(path);
  } catch (cause) {
    throw new DatabaseUnavailable(
      `The data folder ${folder} cannot be written (${cause instanceof Error ? cause.message : String(cause)}). Set DATA_DIR to a folder this user may write to.`,
      { cause },
    );
  }
  if (server === 'taken') {
    if (await answers(path)) {
      throw new DatabaseUnavailable(
        `The data folder ${folder} is already open in another process. Stop that process, or set DATA_DIR to another folder.`,
      );
    }
    await rm(path, { force: true });
    server = await listen(path);
  }
  if (server === 'taken')
    throw new DatabaseUnavailable(`The data folder ${folder} was just opened by another process.`);
  const held = server;
  return {
    release: () => new Promise((resolve) => held.close(() => resolve())),
  };
}

async function socketPath(folder: string): Promise<string> {
  const inside = join(await realpath(folder), 'lock.sock');
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside;
  return join(tmpdir(), `access-${createHash('sha256').update(inside).digest('hex').slice(0, 24)}.sock`);
}

function listen(path: string): Promise<Server | 'taken'> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else reject(error);
    });
    server.listen(path, () => {
      // The lock alone must not keep the process alive.
      server.unref();
      resolve(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
