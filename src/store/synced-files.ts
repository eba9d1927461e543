import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What the database gets where the operating system could not write to the disk: it ends itself rather than go on. */
const inputOutputError = 29;

function fsync(open: { readonly nfd: number }): number {
  try {
    fsyncSync(open.nfd);
    return 0;
  } catch {
    return inputOutputError;
  }
}

/**
 * The embedded database's files. PGlite's own file system ignores `fsync`: a commit would be lost when the power fails, minutes
 * after it was acknowledged. Here files and folders are written to the disk when PostgreSQL asks for it.
 */
export class SyncedFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        if ('stream_ops' in NODEFS && NODEFS.stream_ops instanceof Object) Object.assign(NODEFS.stream_ops, { fsync });
        else throw new Error('the file system of this version of PGlite cannot be synced');
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** As PGlite starts PostgreSQL, but not without `fsync` (`-F`), and with the one way to sync that reaches the file system. */
export const syncedStartParams = [
  ...PGlite.defaultStartParams.filter((one) => one !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/**
 * Writes a database's folder to the disk with everything in it, and its name: PGlite makes a new database without syncing it. Nothing
 * beside it is opened: closing a file ends the locks that this process has on it, and the lock on the data folder is such a file.
 */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(folder);
  syncPath(dirname(folder));
}

function syncPath(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
