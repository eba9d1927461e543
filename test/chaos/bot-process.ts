/**
 * The bot of the chaos tests as a process of its own, to be killed. Its options come as JSON in its
 * only argument, what time it is from its parent.
 */
import { z } from 'zod';
import { startChaosBot } from './bot.ts';

const options = z.object({
  database: z.union([
    z.object({ kind: z.literal('embedded'), dataDir: z.string() }),
    z.object({ kind: z.literal('postgres'), url: z.string() }),
  ]),
  slackApiUrl: z.string(),
  governanceUrl: z.string(),
  skewMs: z.number(),
});

const { skewMs: skewAtFirst, ...settings } = options.parse(JSON.parse(process.argv[2] ?? ''));
let skewMs = skewAtFirst;
process.on('message', (message) => {
  skewMs = z.object({ skewMs: z.number() }).parse(message).skewMs;
});
// The parent is gone: nobody needs this process any more.
process.on('disconnect', () => process.exit(1));
const bot = await startChaosBot(settings, () => new Date(Date.now() + skewMs));
process.send?.({ eventsUrl: bot.eventsUrl });
