/** The state on disk: one JSON file, replaced whole, so that a reader never sees half of it. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Snapshot, snapshotSchema } from './stored.ts';

/**
 * The file cannot be read, is not ours, or cannot be written. The message is a sentence for the
 * operator.
 */
export class DataFileUnusable extends Error {
  override readonly name = 'DataFileUnusable';
}

/** Null: there is no such file yet. */
export async function loadSnapshot(path: string): Promise<Snapshot | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new DataFileUnusable(`The workspace's data file ${path} cannot be read.`, { cause });
  }
  try {
    return snapshotSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new DataFileUnusable(
      `${path} is not a data file of the sandbox's workspace, or is damaged.`,
      { cause },
    );
  }
}

/** Creates one level only: if the parent is missing too, the path is probably a typing mistake. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Writes after changes, one write at a time; changes during a write are in the next one. */
export class DataFile {
  readonly #path: string;
  readonly #snapshot: () => Snapshot;
  #dirty = false;
  #writing: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(path: string, snapshot: () => Snapshot) {
    this.#path = path;
    this.#snapshot = snapshot;
  }

  changed(): void {
    this.#dirty = true;
    this.#writing ??= this.#write();
  }

  /** Settles when everything is on disk. Throws `DataFileUnusable` if it could not be written. */
  async flush(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    if (this.#failure !== null) {
      throw new DataFileUnusable(`The workspace's data file ${this.#path} cannot be written.`, {
        cause: this.#failure,
      });
    }
  }

  async #write(): Promise<void> {
    // One write for all changes of an interaction.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await makeFolder(dirname(this.#path));
      while (this.#dirty) {
        this.#dirty = false;
        const next = `${this.#path}.next`;
        await writeFile(next, JSON.stringify(this.#snapshot()));
        await rename(next, this.#path);
        this.#failure = null;
      }
    } catch (cause) {
      this.#failure = cause;
    } finally {
      this.#writing = null;
    }
  }
}
