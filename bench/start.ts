/**
 * From the start of the process to ready, as an operator runs it: with an empty database, and with
 * one that is there. And how much is loaded for it.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BotProcess } from '../test/support/bot-process.ts';
import { temporaryFolder } from '../test/support/bot-world.ts';
import { startStandIns } from '../test/support/stand-ins.ts';
import { placeOf } from './database-place.ts';
import { engines } from './stage.ts';
import { inMs, type Measure, median, type Row } from './table.ts';

const rounds = 3;

export const start: Measure = {
  about: 'start to ready',
  seconds: 60,
  async run() {
    const { governance, slack } = await startStandIns();
    try {
      const rows: Row[] = [];
      for (const engine of engines) {
        const times: { first: number[]; again: number[] } = { first: [], again: [] };
        for (let round = 0; round < rounds; round += 1) {
          const place = await placeOf(engine, { isDurable: true });
          const folder = await temporaryFolder();
          const bot = new BotProcess({
            folder: folder.path,
            slackApiUrl: slack.apiUrl,
            governanceUrl: governance.url,
            ...(place.settings.kind === 'embedded' ? {} : { databaseUrl: place.settings.url }),
          });
          for (const all of [times.first, times.again]) {
            const startedMs = performance.now();
            await bot.start();
            all.push(performance.now() - startedMs);
            await bot.stop();
          }
          await folder.remove();
          await place.remove();
        }
        rows.push(
          { what: `start to ready, ${engine}, empty`, measured: inMs(median(times.first)) },
          { what: `start to ready, ${engine}, again`, measured: inMs(median(times.again)) },
        );
      }
      return [...rows, await loadedRow()];
    } finally {
      await slack.close();
      await governance.close();
    }
  },
};

const loaded = z.object({ modules: z.number(), bytes: z.number() });

/** What every start loads before it reads its settings. */
async function loadedRow(): Promise<Row> {
  const words = ['--import', './bench/loaded-modules.ts', 'src/main.ts', '--version'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { modules, bytes } = loaded.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  const measured = `${modules} modules, ${(bytes / 1_000_000).toFixed(1)} MB`;
  return { what: 'what a start loads', measured };
}
