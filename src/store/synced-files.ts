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

/** The functions of PGlite's file system that set the modes of files. */
interface NodeOperations {
  mknod: (parent: unknown, name: string, mode: number, device: number) => unknown;
  setattr: (node: unknown, attributes: { readonly mode?: number | null }) => unknown;
}

function isNodeOperations(operations: unknown): operations is NodeOperations {
  if (!(operations instanceof Object) || !('mknod' in operations) || !('setattr' in operations)) return false;
  return typeof operations.mknod === 'function' && typeof operations.setattr === 'function';
}

/**
 * PGlite creates files that everybody may write (0666, whatever the umask); here only this user may
 * read them.
 */
function keepPrivate(operations: NodeOperations): void {
  const { mknod, setattr } = operations;
  const own = (mode: number) => mode & ~0o077;
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, own(mode), device);
  operations.setattr = (node, attributes) => {
    const { mode } = attributes;
    return setattr(node, typeof mode === 'number' ? { ...attributes, mode: own(mode) } : attributes);
  };
}

/**
 * The embedded database's files. PGlite's own file system ignores `fsync`: a commit would be lost when the power fails, minutes
 * after it was acknowledged. Here files and folders are written to the disk when PostgreSQL asks for it, and made for this user alone.
 */
export class SyncedFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        if ('stream_ops' in NODEFS && NODEFS.stream_ops instanceof Object) Object.assign(NODEFS.stream_ops, { fsync });
        else throw new Error('the file system of this version of PGlite cannot be synced');
        if ('node_ops' in NODEFS && isNodeOperations(NODEFS.node_ops)) keepPrivate(NODEFS.node_ops);
        else throw new Error('the file system of this version of PGlite cannot be kept private');
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
