import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from './process-environment.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type Program = ReturnType<typeof startProgram>;

/**
 * A program of the repository in a process of its own, with nobody at its terminal. `detached`: in a process group of its own, which a
 * signal of a terminal reaches as a whole.
 */
export function startProgram(
  path: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { detached = false } = {},
) {
  const child = spawn(process.execPath, [path, ...words], {
    cwd: root,
    env: processEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  const ended = once(child, 'close').then(() => ({ ...said, exit: child.exitCode, signal: child.signalCode }));
  return { child, said, ended };
}

/** `npm run` with these words, to its end. */
export async function runCommand(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { exit, out, err } = await startProgram('src/main.ts', words, env).ended;
  return { exit, out, err };
}
