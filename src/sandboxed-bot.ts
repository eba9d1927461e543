/**
 * The sandbox's bot: a process of its own, so that it can be killed, started by `sandbox-app.ts` with the variables that an operator sets.
 * Its parent tells it the time and when to stop; it ends when its parent does.
 */
import { z } from 'zod';
import { type RunningApp, startApp } from './app.ts';
import { type Configuration, readConfiguration } from './config/configuration.ts';
import { processEnvironment } from './config/environment.ts';
import { printMistakes } from './config/mistakes.ts';
import { botLog } from './sandbox-app.ts';
import { StartRefused, startFailureWords } from './start-refused.ts';

const said = z.union([z.object({ aheadMs: z.number() }), z.object({ tell: z.literal('due') }), z.literal('stop')]);

let aheadMs = Number(process.argv[2]);

function startBot(configuration: Extract<Configuration, { mode: 'slack' }>): Promise<RunningApp> {
  const { environment, access } = configuration;
  const taskUrl = `${environment.governance.baseUrl}/task/{numericId}`;
  return startApp({
    environment,
    settings: { ...access, governance: { ...access.governance, taskUrl } },
    postSpacingMs: 0,
    homeSpacingMs: 500,
    refreshTasksMs: 2_000,
    now: () => new Date(Date.now() + aheadMs),
    logFile: botLog(environment.dataDir),
  });
}

async function start(): Promise<RunningApp> {
  const read = readConfiguration(processEnvironment());
  if (!read.ok) throw new StartRefused(printMistakes(read.refusal));
  if (read.value.mode !== 'slack')
    throw new StartRefused('The bot of the sandbox is started by the sandbox: npm start.');
  return startBot(read.value);
}

async function answer(bot: RunningApp, message: z.infer<typeof said>): Promise<void> {
  if (message === 'stop') {
    await bot.stop();
    process.exit(0);
  }
  if ('aheadMs' in message) aheadMs = message.aheadMs;
  else process.send?.({ due: (await bot.nextDue())?.toISOString() ?? null });
}

process.on('disconnect', () => process.exit(1));
// Ctrl+C and npm's SIGTERM reach the whole group; the parent says when.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
try {
  const bot = await start();
  process.on('message', (message) => void answer(bot, said.parse(message)));
  process.send?.({ eventsUrl: bot.eventsUrl });
} catch (error) {
  process.stderr.write(`${startFailureWords(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
}
