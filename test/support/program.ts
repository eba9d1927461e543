import { processEnvironment } from './process-environment.ts';
import { type EndedProcess, StartedProcess } from './started-process.ts';

interface ProgramOptions {
  /** Where it is installed; the repository by default. */
  readonly folder?: string;
  /** In a process group of its own, which a signal of a terminal reaches as a whole. */
  readonly detached?: boolean;
  /** It is told something while it runs, or tells something, beside what it prints. */
  readonly hasMessages?: boolean;
}

/** A program of the repository in a process of its own, with nobody at its terminal. */
export function startProgram(
  path: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: ProgramOptions = {},
): StartedProcess {
  return new StartedProcess({
    name: path,
    args: ['--disable-sigusr1', path, ...words],
    env: processEnvironment(env),
    ...options,
  });
}

/** Resolves with the address that a program tells people to open. */
export function pageToldBy(program: StartedProcess): Promise<string> {
  return program.says(
    'tells its page',
    (output) => /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(output)?.[0],
  );
}

/** `npm run` with these words, to its end. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Pick<EndedProcess, 'exit' | 'out' | 'err'>> {
  const { exit, out, err } = await startProgram('src/main.ts', words, env).ended;
  return { exit, out, err };
}
