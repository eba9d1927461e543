import { type ParseArgsConfig, parseArgs } from 'node:util';
import { visibleControls } from '../domain/visible-text.ts';

/** done: 0; found something wrong, or could not do its part: 1; wrong flags or settings: 2. */
export type CommandExit = 0 | 1 | 2;

export interface CommandRequest {
  readonly command: string;
  readonly words: readonly string[];
  /** Where relative names of files begin. */
  readonly cwd: string;
}

/** Where a command writes; resolves when more can be written. */
export interface CommandIo {
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
}

/** Runs a command where the database is open: in the bot, or in the command's own process. `gone`: nobody reads any more. */
export type CommandRun = (request: CommandRequest, io: CommandIo, gone: AbortSignal) => Promise<CommandExit>;

/** A mistake of whoever typed the command, in a sentence. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The flags that were typed. Throws `Misused`. */
export function readFlags<const Shape extends Options>(words: readonly string[], options: Shape) {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...words], options: all, allowPositionals: false }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Misused(`${(error.message.split('. ')[0] ?? '').replace(/\.$/, '')}.`, { cause: error });
  }
}

/** A mistake is said with where to read more. */
export async function sayingMistakes(
  name: string,
  io: CommandIo,
  run: () => Promise<CommandExit>,
): Promise<CommandExit> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Misused)) throw error;
    await io.err(`${visibleControls(error.message)} See npm run ${name} -- --help.\n`);
    return 2;
  }
}
