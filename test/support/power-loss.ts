import {
  cpSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { SyncedFiles } from '../../src/store/synced-files.ts';

/** Emscripten's node of the tree, as far as it is used here. */
interface Node {
  name: string;
  readonly parent: Node;
}

interface Stream {
  readonly nfd: number;
}

/** What PGlite's file system calls for a node and for an open file. */
interface Operations {
  readonly realPath: (node: Node) => string;
  readonly node_ops: {
    mknod: (parent: Node, name: string, ...rest: unknown[]) => unknown;
    rename: (node: Node, folder: Node, name: string) => unknown;
    unlink: (parent: Node, name: string) => unknown;
    setattr: (node: Node, attributes: { readonly size?: number }) => unknown;
  };
  readonly stream_ops: {
    write: (stream: Stream, data: unknown, offset: number, length: number, position: number) => unknown;
    setattr: (stream: Stream, attributes: { readonly size?: number }) => unknown;
    fsync?: (stream: Stream) => unknown;
  };
}

function isOperations(fileSystem: object): fileSystem is Operations {
  return 'realPath' in fileSystem && 'node_ops' in fileSystem && 'stream_ops' in fileSystem;
}

/** A change that is not on the disk yet, of the file or the folder with this inode. */
interface Unsynced {
  readonly inode: number;
  undo(): void;
}

/**
 * Remembers how to undo every change to a database's files until the file, or the folder that names it, is synced. `loseTo` copies the
 * folder as the disk would have it after the power failed.
 */
class Disk {
  #unsynced: Unsynced[] = [];
  readonly #kept: string;
  readonly #folder: string;

  constructor(folder: string, kept: string) {
    this.#folder = folder;
    this.#kept = kept;
  }

  loseTo(copy: string): number {
    const lost = this.#unsynced.toReversed();
    for (const change of lost) change.undo();
    this.#unsynced = [];
    cpSync(this.#folder, copy, { recursive: true });
    return lost.length;
  }

  watch(fileSystem: object): void {
    if (!isOperations(fileSystem)) throw new Error('the file system of this version of PGlite has other operations');
    const { realPath, node_ops: nodes, stream_ops: streams } = fileSystem;
    const { mknod, rename, unlink, setattr } = nodes;
    const { write, setattr: setOpen, fsync } = streams;
    Object.assign(nodes, {
      mknod: (parent: Node, name: string, ...rest: unknown[]) => {
        const made = mknod(parent, name, ...rest);
        this.#note(realPath(parent), () => rmSync(join(realPath(parent), name), { recursive: true, force: true }));
        return made;
      },
      rename: (node: Node, folder: Node, name: string) => {
        const [from, to] = [realPath(node), join(realPath(folder), name)];
        const replaced = this.#keep(to);
        const done = rename(node, folder, name);
        this.#note(realPath(folder), () => {
          renameSync(to, from);
          if (replaced !== null) renameSync(replaced, to);
        });
        return done;
      },
      unlink: (parent: Node, name: string) => {
        const path = join(realPath(parent), name);
        const removed = this.#keep(path);
        const done = unlink(parent, name);
        if (removed !== null) this.#note(realPath(parent), () => renameSync(removed, path));
        return done;
      },
      setattr: (node: Node, attributes: { readonly size?: number }) => {
        if (attributes.size !== undefined) this.#noteBytes(openSync(realPath(node), 'r+'), attributes.size, null);
        return setattr(node, attributes);
      },
    });
    Object.assign(streams, {
      write: (stream: Stream, data: unknown, offset: number, length: number, position: number) => {
        this.#noteBytes(openSync(`/proc/self/fd/${stream.nfd}`, 'r+'), position, length);
        return write(stream, data, offset, length, position);
      },
      setattr: (stream: Stream, attributes: { readonly size?: number }) => {
        if (attributes.size !== undefined) {
          this.#noteBytes(openSync(`/proc/self/fd/${stream.nfd}`, 'r+'), attributes.size, null);
        }
        return setOpen(stream, attributes);
      },
      ...(fsync !== undefined && {
        fsync: (stream: Stream) => {
          const { ino } = fstatSync(stream.nfd);
          this.#unsynced = this.#unsynced.filter((change) => change.inode !== ino);
          return fsync(stream);
        },
      }),
    });
  }

  #note(path: string, undo: () => void): void {
    this.#unsynced.push({ inode: statSync(path).ino, undo });
  }

  /** Before a part of a file is overwritten, or everything behind `from` is cut off (`length` null). */
  #noteBytes(file: number, from: number, length: number | null): void {
    const { ino, size } = fstatSync(file);
    const before = Buffer.alloc(Math.max(0, Math.min(length ?? size, size - from)));
    readSync(file, before, 0, before.length, from);
    this.#unsynced.push({
      inode: ino,
      undo() {
        writeSync(file, before, 0, before.length, from);
        ftruncateSync(file, size);
      },
    });
  }

  /** A second name for a file that is about to lose its own; null where there is no file. */
  #keep(path: string): string | null {
    const kept = join(this.#kept, `${this.#unsynced.length}-${Date.now()}-${basename(path)}`);
    try {
      linkSync(path, kept);
      return kept;
    } catch {
      return null;
    }
  }
}

type Init = ReturnType<NodeFS['init']>;

async function watched(disk: Disk, opened: Init): Init {
  const { emscriptenOpts } = await opened;
  const preRun: typeof emscriptenOpts.preRun = [...(emscriptenOpts.preRun ?? []), ({ NODEFS }) => disk.watch(NODEFS)];
  return { emscriptenOpts: { ...emscriptenOpts, preRun } };
}

class SyncedLosableFiles extends SyncedFiles {
  readonly disk: Disk;

  constructor(folder: string, kept: string) {
    super(folder);
    this.disk = new Disk(folder, kept);
  }

  override init(...given: Parameters<NodeFS['init']>): Init {
    return watched(this.disk, super.init(...given));
  }
}

class PlainLosableFiles extends NodeFS {
  readonly disk: Disk;

  constructor(folder: string, kept: string) {
    super(folder);
    this.disk = new Disk(folder, kept);
  }

  override init(...given: Parameters<NodeFS['init']>): Init {
    return watched(this.disk, super.init(...given));
  }
}

/** A database's files on a disk that can lose what was not synced: as the bot opens them, and as PGlite does. */
export const losableFiles = { synced: SyncedLosableFiles, plain: PlainLosableFiles };
