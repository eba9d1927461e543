/**
 * The bot in a process of its own, as `main.ts` starts it, which also says what it costs: memory
 * after a collection, processor time. This file is both sides: run by itself it is that process.
 */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readAccessFileAt } from '../src/config/configuration.ts';
import { startBot } from '../test/support/stand-ins.ts';
import { StartedProcess } from '../test/support/started-process.ts';

const settings = z.object({
  slackApiUrl: z.string(),
  governanceUrl: z.string(),
  accessFile: z.string(),
  database: z.union([
    z.object({ kind: z.literal('embedded'), dataDir: z.string() }),
    z.object({ kind: z.literal('postgres'), url: z.string() }),
  ]),
  /** Whether it keeps the pace that Slack wants. */
  isPaced: z.boolean(),
});
export type BotSettings = z.infer<typeof settings>;

const started = z.object({ eventsUrl: z.string() });
const cost = z.object({ heapMb: z.number(), residentMb: z.number(), cpuMs: z.number() });
/**
 * Megabytes in use after a collection, and of the whole process; processor time since its start.
 */
export type Cost = z.infer<typeof cost>;

const thisFile = fileURLToPath(import.meta.url);
const isLogShown = process.env.BENCH_LOG !== undefined;
/** A company of any size may be read before it is ready. */
const longestStartMs = 120_000;

export class Bot {
  readonly eventsUrl: string;
  readonly #child: StartedProcess;

  private constructor(child: StartedProcess, eventsUrl: string) {
    this.#child = child;
    this.eventsUrl = eventsUrl;
  }

  static async start(options: BotSettings): Promise<Bot> {
    const args = ['--expose-gc', thisFile, JSON.stringify(options)];
    const child = new StartedProcess({
      name: 'the bot',
      args,
      hasMessages: true,
      isPrinted: isLogShown,
    });
    return new Bot(child, started.parse(await child.message('is ready', longestStartMs)).eventsUrl);
  }

  /**
   * `leastMemory`: after the engine gave back what it keeps for later, which is what differs most
   * from one moment to the next.
   */
  async cost(asked: 'cost' | 'leastMemory' = 'cost'): Promise<Cost> {
    return cost.parse(await this.#child.ask(asked));
  }

  async stop(): Promise<void> {
    this.#child.tell('stop');
    await this.#child.ended;
  }
}

async function run(options: BotSettings): Promise<void> {
  const access = readAccessFileAt(options.accessFile);
  if (!access.ok) throw new Error(JSON.stringify(access.refusal));
  const place = { ...options, logLevel: isLogShown ? 'info' : 'silent' } as const;
  const app = await startBot(place, { settings: access.value, isPaced: options.isPaced });
  process.on('message', (asked) => {
    if (asked === 'stop') void app.stop().then(() => process.exit(0));
    else process.send?.(spent(asked === 'leastMemory' ? 'last-resort' : 'regular'));
  });
  process.on('disconnect', () => process.exit(1));
  process.send?.({ eventsUrl: app.eventsUrl });
}

function spent(flavor: 'regular' | 'last-resort'): Cost {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor });
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const megabyte = 1024 * 1024;
  return {
    heapMb: heapUsed / megabyte,
    residentMb: rss / megabyte,
    cpuMs: (user + system) / 1_000,
  };
}

if (process.argv[1] === thisFile) await run(settings.parse(JSON.parse(process.argv[2] ?? '')));
