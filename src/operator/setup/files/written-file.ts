import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Misused } from '../../command.ts';
import { StartRefused } from '../../start-refused.ts';
import type { Prompts } from '../prompts.ts';

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

export interface FileToWrite {
  readonly path: string;
  /** How people call it. */
  readonly name: string;
  readonly text: string;
  readonly mode: number;
  /** What would change in the file that is there, without secrets. */
  readonly changes: (before: string) => string;
}

/** Writes a file. One that is there is changed only after a word of the operator. */
export async function putFile(
  prompts: Prompts,
  { path, name, text, mode, changes }: FileToWrite,
  isReplacing: boolean,
): Promise<void> {
  const before = readIfThere(path);
  if (before === text) {
    const isTighter = (statSync(path).mode & 0o777) !== mode && mode === 0o600;
    if (isTighter) chmodSync(path, mode);
    return prompts.say(
      `${name} is as it was${isTighter ? ', and now only its owner reads it' : ''}.`,
    );
  }
  if (before !== null && !isReplacing) {
    if (!prompts.canAsk)
      throw new Misused(`${name} is there and would change: ${changes(before)}. Add --replace.`);
    await prompts.say(`${name} is there. This would change:\n${changes(before)}`);
    if (!(await prompts.confirm(`Change ${name}?`, false)))
      return prompts.say(`${name} stays as it is.`);
  }
  writeWhole(path, text, mode);
  await prompts.say(`${name} is written.`);
}

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

/** The lines that go and come, as a terminal shows them. */
export function changedLines(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !fresh.includes(line)).map((line) => `- ${line}`);
  const come = fresh.filter((line) => !old.includes(line)).map((line) => `+ ${line}`);
  return [...gone, ...come].join('\n');
}
