/** What processes of this machine have spent, by Linux's own count. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessStat {
  readonly pid: number;
  /** The name of its program. */
  readonly program: string;
  readonly parent: number;
  /** Of 10 ms, its own and those of its children that have ended. */
  readonly ticks: number;
}

export async function runningProcesses(): Promise<readonly ProcessStat[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return (await Promise.all(pids.map(statOf))).filter((one) => one !== null);
}

/** Milliseconds of the processor that the servers which this process started have taken so far. */
export async function postgresCpuMs(): Promise<number> {
  const servers = (await runningProcesses()).filter(({ program }) => program === 'postgres');
  const own = servers.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid);
  const all = servers.filter(({ pid, parent }) => own.includes(pid) || own.includes(parent));
  return all.reduce((sum, { ticks }) => sum + ticks, 0) * 10;
}

async function statOf(pid: number): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name is in brackets, and may hold spaces and brackets.
  const end = text.lastIndexOf(')');
  const program = text.slice(text.indexOf('(') + 1, end);
  const fields = text
    .slice(end + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  // Its own in user and system mode, then of its children that ended.
  const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
  return { pid, program, parent, ticks };
}
