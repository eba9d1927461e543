import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { visibleControls } from '../domain/text/foreign-text.ts';

/** Exit codes. 0: done. 1: found a problem, or could not finish. 2: wrong flags or settings. */
export type CommandExit = 0 | 1 | 2;

/** Writes; resolves when more can be written. */
export type Out = (text: string) => Promise<void>;

/** One of `npm run`. `run` throws `Misused`. */
export interface Command {
  readonly name: string;
  readonly help: string;
  /** Flags, without dashes, that make it this one of several commands of the name. */
  readonly flags?: readonly string[];
  run(words: readonly string[], out: Out): Promise<CommandExit>;
}

/** One command for several of a name: a flag says which of them runs, else the first does. */
export function joinCommands([first, ...others]: readonly [Command, ...Command[]]): Command {
  const commandOf = (words: readonly string[]) => {
    const typed = new Set(words.map((word) => word.split('=', 1)[0]));
    return others.find(({ flags = [] }) => flags.some((flag) => typed.has(`--${flag}`))) ?? first;
  };
  return {
    name: first.name,
    help: [first, ...others].map(({ help }) => help).join('\n\n'),
    run: (words, out) => commandOf(words).run(words, out),
  };
}

/** A mistake of the person who typed the command, in a sentence. */
export class Misused extends Error {
  override readonly name = 'Misused';

  /**
   * For `catch`, when the system refuses a named file: `what` names the file and what failed.
   */
  static because(what: string): (cause: Error) => Promise<never> {
    return (cause) => Promise.reject(new Misused(`${what} (${cause.message}).`, { cause }));
  }
}

/** Runs a command, or says how to use it. A mistake is reported with a pointer to the help. */
export async function runTyped(
  command: Command,
  words: readonly string[],
  { out, err }: { readonly out: Out; readonly err: Out },
): Promise<CommandExit> {
  try {
    if (!words.includes('--help') && !words.includes('-h')) return await command.run(words, out);
    await out(`${command.help}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Misused)) throw error;
    const help = `npm run ${command.name}${command.name.includes(' ') ? '' : ' --'} --help`;
    await err(`${visibleControls(error.message)} See ${help}.\n`);
    return 2;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

type Typed<Shape extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Shape; allowPositionals: boolean }>
>;

/** The typed flags of a command that takes no other words. Throws `Misused`. */
export function readFlags<const Shape extends Options>(
  words: readonly string[],
  options: Shape,
): Typed<Shape>['values'] {
  return readTyped(words, options, false).values;
}

/** The typed flags and the other words. Throws `Misused`. */
export function readTyped<const Shape extends Options>(
  words: readonly string[],
  options: Shape,
  allowPositionals = true,
): Typed<Shape> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Misused(`${(error.message.split('. ')[0] ?? '').replace(/\.$/, '')}.`, {
      cause: error,
    });
  }
}

/** Who runs this process, for the audit trail. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
