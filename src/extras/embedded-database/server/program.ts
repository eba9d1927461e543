/**
 * How the programs of PostgreSQL are run: as the server's user, and with nothing of the bot's
 * environment.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotSwitchUser, type Identity } from './identity.ts';
import { systemVariables } from './system-variables.ts';

/**
 * The bot's environment has secrets, which are not for another user's process; and PG* would change
 * what it does.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...systemVariables(), TZ: 'UTC', LC_ALL: 'C' };
}

/** A folder as a program of another user is told of it. */
export interface ToldFolder {
  readonly path: string;
  readonly descriptors: readonly number[];
  close(): Promise<void>;
}

/**
 * As root, the folders around the data may be closed to the server's user. It inherits the folder
 * itself as an open descriptor, and names it by that, so nothing else has to be opened to it.
 */
export async function tellFolder(folder: string, identity: Identity): Promise<ToldFolder> {
  if (identity.uid === undefined || process.platform !== 'linux')
    return { path: folder, descriptors: [], close: async () => undefined };
  const handle: FileHandle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: '/proc/self/fd/3', descriptors: [handle.fd], close: () => handle.close() };
}

export interface ProgramRun {
  /** Folder of the programs. */
  readonly binaries: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly identity: Identity;
  readonly folder: ToldFolder;
}

export function startProgram(
  run: ProgramRun,
  how: { readonly isDetached?: boolean } = {},
): ChildProcess {
  return spawn(join(run.binaries, run.name), [...run.args], {
    ...run.identity,
    // A folder that every user may enter.
    cwd: process.platform === 'win32' ? run.folder.path : '/',
    env: serverEnvironment(),
    // In a process group of its own: Ctrl+C in a terminal would end it before the bot has.
    detached: how.isDetached ?? false,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe', ...run.folder.descriptors],
  });
}

/** Runs a program to its end, and throws with what it said where it fails. */
export async function runProgram(run: ProgramRun, input = ''): Promise<void> {
  const child = startProgram(run);
  const ended = Promise.withResolvers<number | null>();
  let output = '';
  child.stdout?.resume();
  child.stderr?.setEncoding('utf8').on('data', (words: string) => {
    output = (output + words).slice(-2_000);
  });
  child.on('error', ended.reject);
  child.on('close', (code) => ended.resolve(code));
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await ended.promise.catch((error: unknown) => {
    throw isRefusal(error) ? cannotSwitchUser(error) : error;
  });
  if (code !== 0)
    throw new Error(`${run.name} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
}

/** Whether the system does not let this process start one as another user. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return process.getuid?.() === 0 && (code === 'EPERM' || code === 'EINVAL');
}
