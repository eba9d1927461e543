/** What the bot costs with a PostgreSQL of its own: both together, from the first start on. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startGovernanceService } from '../sandbox/governance/service.ts';
import { startSlackWorkspace } from '../sandbox/workspace/workspace.ts';
import { botToken, signingSecret } from '../test/support/bot-environment.ts';
import { BotProcess } from '../test/support/bot-process.ts';
import { temporaryFolder } from '../test/support/bot-world.ts';
import { runningProcesses } from './processes.ts';
import { type Measure, median, type Row } from './table.ts';

const rounds = 3;
const sampleMs = 50;
/** What the start took is given back by then. */
const restMs = 30_000;
const aims = { cpu: '3 s', peak: '350 MB', rest: '260 MB', folder: '60 MB' } as const;

export const embedded: Measure = {
  about:
    'the bot and a PostgreSQL of its own: processor time until ready, memory, size of an empty folder',
  seconds: 150,
  async run() {
    if (process.platform !== 'linux') return { rows: [] };
    const governance = await startGovernanceService();
    const slack = await startSlackWorkspace({ botToken, signingSecret });
    const first: Cost[] = [];
    const again: Cost[] = [];
    const sizes: number[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const folder = await temporaryFolder();
        const places = {
          folder: folder.path,
          slackApiUrl: slack.apiUrl,
          governanceUrl: governance.url,
        };
        first.push(await costOfStart(new BotProcess(places)));
        sizes.push(await sizeMb(join(folder.path, 'data', 'postgres')));
        again.push(await costOfStart(new BotProcess(places)));
        await folder.remove();
      }
    } finally {
      await slack.close();
      await governance.close();
    }
    const size = { what: 'size of an empty folder', measured: mb(median(sizes)), aim: aims.folder };
    return { rows: [...rowsOf('first start', first), ...rowsOf('again', again), size] };
  },
};

/** Of the bot, the server and everything that they started, together. */
export interface Cost {
  /** Processor time until ready. */
  readonly cpuMs: number;
  /** The most memory (PSS) at a look until ready, and some seconds on. */
  readonly peakMb: number;
  readonly restMb: number;
}

function rowsOf(when: string, costs: readonly Cost[]): readonly Row[] {
  const of = (pick: (cost: Cost) => number) => median(costs.map(pick));
  return [
    {
      what: `processor time until ready, ${when}`,
      measured: `${(of((one) => one.cpuMs) / 1_000).toFixed(1)} s`,
      aim: aims.cpu,
    },
    {
      what: `most memory until ready, ${when}`,
      measured: mb(of((one) => one.peakMb)),
      aim: aims.peak,
    },
    { what: `memory at rest, ${when}`, measured: mb(of((one) => one.restMb)), aim: aims.rest },
  ];
}

const mb = (size: number) => `${size.toFixed(0)} MB`;

/** Starts the bot, and stops it again once it was at rest. */
export async function costOfStart(bot: BotProcess): Promise<Cost> {
  const family = new Family(process.pid);
  await family.ignoreThoseThere();
  const watching = new AbortController();
  const watched = family.watch(watching.signal);
  await bot.start();
  const cpuMs = await family.cpuMs();
  watching.abort();
  const peakMb = await watched;
  await sleep(restMs);
  const restMb = await family.memoryMb();
  await bot.stop();
  return { cpuMs, peakMb, restMb };
}

/**
 * The processes that come from one, also where the one between has ended or made a session of its
 * own.
 */
class Family {
  readonly #root: number;
  readonly #ignored = new Set<number>();
  readonly #members = new Set<number>();
  /** Of those that run, in ticks of 10 ms; a process that has ended counts with its parent. */
  #ticks = 0;

  constructor(root: number) {
    this.#root = root;
  }

  async ignoreThoseThere(): Promise<void> {
    await this.#look();
    for (const pid of this.#members) this.#ignored.add(pid);
    this.#members.clear();
  }

  async watch(signal: AbortSignal): Promise<number> {
    let peakMb = 0;
    while (!signal.aborted) {
      peakMb = Math.max(peakMb, await this.memoryMb());
      await sleep(sampleMs);
    }
    return peakMb;
  }

  async memoryMb(): Promise<number> {
    await this.#look();
    const sizes = await Promise.all([...this.#members].map(pssKb));
    return sizes.reduce((sum, size) => sum + size, 0) / 1_024;
  }

  async cpuMs(): Promise<number> {
    await this.#look();
    return this.#ticks * 10;
  }

  async #look(): Promise<void> {
    const stats = new Map((await runningProcesses()).map((one) => [one.pid, one]));
    let grew = true;
    while (grew) {
      grew = false;
      for (const { pid, parent } of stats.values()) {
        const belongs = parent === this.#root || this.#members.has(parent);
        if (!belongs || this.#members.has(pid) || this.#ignored.has(pid)) continue;
        this.#members.add(pid);
        grew = true;
      }
    }
    this.#ticks = [...this.#members].reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0);
  }
}

async function pssKb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
}

async function sizeMb(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]);
  return Number.parseInt(stdout, 10) / 1_024;
}
