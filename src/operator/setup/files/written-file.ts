import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { StartRefused } from '../../start-refused.ts';

/** Absent: null. */
export function readIfThere(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartRefused(`${path} cannot be read (${wordsOf(error)}).`, { cause: error });
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whole or not at all; readable as `mode` says from the beginning. */
export function writeWhole(path: string, text: string, mode: number): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const next = `${target}.${process.pid}.new`;
  try {
    writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
    chmodSync(next, mode);
    renameSync(next, target);
  } catch (error) {
    throw new StartRefused(`${path} cannot be written (${wordsOf(error)}).`, { cause: error });
  }
}
