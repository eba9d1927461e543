import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { postgresEngine } from '../support/database.ts';
import { takeDump } from './dump.ts';
import { bringUnderWay } from './in-flight.ts';
import { openUpgradeWorld } from './upgrade-world.ts';

/** Of a release: `DUMP=yes npx vitest run test/upgrade`, once, before its tag. */
it.runIf(process.env.DUMP === 'yes')('takes the dump of this version', async () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const place = await postgresEngine.open();
  onTestFinished(() => place.close());
  const world = await openUpgradeWorld(place.settings);
  onTestFinished(() => world.close());
  await bringUnderWay(world.desk);
  expect(await world.depth()).toBeGreaterThan(6);
  await takeDump(world.database.kysely, `test/upgrade/dumps/${version}.jsonl`, version);
});
