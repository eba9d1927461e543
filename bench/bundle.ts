/** What a start of the image's bundle costs against one of `src`, beside a PostgreSQL of its own. */

import { BotProcess } from '../test/support/bot-process.ts';
import { temporaryFolder } from '../test/support/bot-world.ts';
import { postgresBinaries, startPostgres } from '../test/support/embedded-postgres.ts';
import { layOutImage } from '../test/support/image-files.ts';
import { startStandIns } from '../test/support/stand-ins.ts';
import { type Cost, costOfStart } from './embedded.ts';
import { type Measure, median, type Row } from './table.ts';

const rounds = 3;

export const bundle: Measure = {
  about: 'the bundle of the image against src: processor time until ready, memory at rest',
  seconds: 240,
  async run() {
    const binaries = postgresBinaries();
    if (process.platform !== 'linux' || binaries === null) return { rows: [] };
    const { governance, slack } = await startStandIns();
    const postgres = await startPostgres(binaries);
    const folder = await temporaryFolder();
    const image = await layOutImage();
    const places = {
      folder: folder.path,
      slackApiUrl: slack.apiUrl,
      governanceUrl: governance.url,
      databaseUrl: postgres.url,
    };
    const source = new BotProcess(places);
    const bundled = new BotProcess({ ...places, installation: image.app });
    const costs: { readonly source: Cost; readonly bundled: Cost }[] = [];
    try {
      // The first of each fills the cache of what was compiled.
      for (const bot of [source, bundled]) {
        await bot.start();
        await bot.stop();
      }
      for (let round = 0; round < rounds; round += 1)
        costs.push({ bundled: await costOfStart(bundled), source: await costOfStart(source) });
    } finally {
      await image.remove();
      await folder.remove();
      await postgres.stop();
      await slack.close();
      await governance.close();
    }
    return {
      rows: [
        row('processor time until ready, in ms', '0.6', (form) => form.cpuMs),
        row('most memory until ready, in MB', '0.8', (form) => form.peakMb),
        row('memory at rest, in MB', '0.9', (form) => form.restMb),
      ],
    };

    function row(what: string, aim: string, pick: (cost: Cost) => number): Row {
      const source = median(costs.map((one) => pick(one.source)));
      const bundled = median(costs.map((one) => pick(one.bundled)));
      return {
        what: `the bundle against src: ${what}`,
        measured: `${bundled.toFixed(0)} against ${source.toFixed(0)}`,
        ratio: (bundled / source).toFixed(2),
        aim,
      };
    }
  },
};
