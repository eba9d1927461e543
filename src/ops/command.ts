import { type ParseArgsConfig, parseArgs } from 'node:util';
import { visibleControls } from '../domain/visible-text.ts';
import type { Question } from './questions.ts';

/** done: 0; found something wrong, or could not do its part: 1; wrong flags or settings: 2. */
export type CommandExit = 0 | 1 | 2;

/** Where a command runs. */
export interface CommandSurroundings {
  /** Resolves when more can be written. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Asks the bot that has the database open; where none runs, this process opens it. */
  ask(question: Question): AsyncIterable<unknown>;
}

/** A mistake of whoever typed the command, in a sentence. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The flags that were typed. Throws `Misused`; null where help was asked for. */
export function readFlags<const Shape extends Options>(words: readonly string[], options: Shape) {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values } = parseArgs({ args: [...words], options: all, allowPositionals: false });
    return values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Misused(`${(error.message.split('. ')[0] ?? '').replace(/\.$/, '')}.`, { cause: error });
  }
}

/** Runs a command; a mistake is said with where to read more. */
export async function misusedIsTwo(
  name: string,
  io: Pick<CommandSurroundings, 'err'>,
  run: () => Promise<CommandExit>,
) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Misused)) throw error;
    io.err(`${visibleControls(error.message)} See npm run ${name} -- --help.\n`);
    return 2;
  }
}
