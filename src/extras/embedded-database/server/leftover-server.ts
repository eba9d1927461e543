/**
 * A server that a killed bot left behind. The caller holds the lock on the data folder, so no bot
 * uses it any more.
 */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseUnavailable } from '../../../store/platform/data-folder.ts';

/** A checkpoint of everything in memory takes seconds, also on a slow disk. */
const fastEndMs = 30_000;
const immediateEndMs = 10_000;
const lookMs = 20;

/**
 * Ends the server of this cluster where one runs, and takes away its `postmaster.pid` where the
 * number in it is another process's now, as in a container that was started again: PostgreSQL would
 * take that process for a server.
 *
 * @throws DatabaseUnavailable where it does not end
 */
export async function endLeftoverServer(cluster: string, mark: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = await pidIn(file);
  if (pid === null || !isAlive(pid)) return;
  const words = await commandOf(pid);
  if (!words.includes(`access-request-bot-${mark}`)) return rm(file, { force: true });
  if (await endsAfter(pid, 'SIGINT', fastEndMs)) return;
  if (await endsAfter(pid, 'SIGQUIT', immediateEndMs)) return;
  throw new DatabaseUnavailable(
    `A PostgreSQL of an earlier start (process ${pid}) has ${cluster} open and does not end. End it, then start again.`,
  );
}

/** Its first line; null where there is none. */
async function pidIn(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The arguments of a process: those of the server name the mark of the cluster. Empty where
 * unknown.
 */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const list = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return list.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

async function endsAfter(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return !isAlive(pid);
  }
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    if (!isAlive(pid)) return true;
    await sleep(lookMs);
  }
  return false;
}
