/**
 * The bot of the sandbox. It is a process of its own, so that it can be killed;
 * `sandbox/bot-process.ts` starts it with the variables that an operator sets. Its parent sets its
 * clock and stops it, and it ends with its parent.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { type RunningApp, startApp } from '../app.ts';
import { processEnvironment } from '../config/environment.ts';
import { mountedExtras } from '../extras/mounted.ts';
import { fail, settingsOrEnd, startFailureWords } from '../operator/start-refused.ts';
import { settingsInSandbox } from './sandbox-flags.ts';

const answerShape = z.union([
  z.object({ aheadMs: z.number() }),
  z.object({ tell: z.literal('due') }),
  z.literal('stop'),
]);

let aheadMs = Number(process.argv[2]);

async function start(): Promise<{ readonly bot: RunningApp; readonly logFile: string }> {
  const settings = settingsOrEnd(processEnvironment());
  if (settings.mode !== 'slack') return fail(2, 'The sandbox starts this process: npm start.');
  const { environment, access } = settings;
  const logFile = join(environment.dataDir, 'bot.log');
  const bot = await startApp({
    environment,
    settings: settingsInSandbox(access, environment),
    extras: mountedExtras,
    postSpacingMs: 0,
    homeSpacingMs: 500,
    now: () => new Date(Date.now() + aheadMs),
    logFile,
  });
  return { bot, logFile };
}

async function answer(bot: RunningApp, message: z.infer<typeof answerShape>): Promise<void> {
  if (message === 'stop') {
    await bot.stop();
    process.exit(0);
  }
  if ('aheadMs' in message) aheadMs = message.aheadMs;
  else process.send?.({ due: (await bot.nextDue())?.toISOString() ?? null });
}

process.on('disconnect', () => process.exit(1));
try {
  const { bot, logFile } = await start();
  process.on('message', (message) => void answer(bot, answerShape.parse(message)));
  process.send?.({ eventsUrl: bot.eventsUrl, logFile });
} catch (error) {
  fail(
    1,
    startFailureWords(error) ?? (error instanceof Error ? String(error.stack) : String(error)),
  );
}
