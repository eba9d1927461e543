import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * The data file cannot be read, understood or written. The message is one sentence for the person
 * who started the service.
 */
export class DataFileError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DataFileError';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * One JSON file, replaced as a whole: if the process ends at any moment, the file holds either the
 * old state or the new one. Writing is synchronous on purpose: a change is on disk before anything
 * else can look at it.
 */
export class StateFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The parsed content, or undefined where there is no file yet.
   * @throws DataFileError
   */
  read(): unknown {
    let content: string;
    try {
      content = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new DataFileError(
        `The data file ${this.#path} cannot be read (${codeOf(error)}).`,
        error,
      );
    }
    try {
      return JSON.parse(content);
    } catch (error) {
      throw new DataFileError(
        `The data file ${this.#path} is not JSON; move it away to start afresh.`,
        error,
      );
    }
  }

  /**
   * Replaces the content; returns once it is on disk.
   * @throws DataFileError
   */
  write(content: string): void {
    const folder = dirname(this.#path);
    const temporary = `${this.#path}.tmp`;
    try {
      mkdirSync(folder, { recursive: true });
      const file = openSync(temporary, 'w', 0o600);
      try {
        writeFileSync(file, content);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(temporary, this.#path);
      const folderHandle = openSync(folder, 'r');
      try {
        fsyncSync(folderHandle);
      } finally {
        closeSync(folderHandle);
      }
    } catch (error) {
      throw new DataFileError(
        `The data file ${this.#path} cannot be written (${codeOf(error)}).`,
        error,
      );
    }
  }
}
