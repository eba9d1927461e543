/**
 * Makes the schema of a database as the bot makes it at its first start, once for a run: tests
 * begin with copies. A process of its own, so that the run is not held up meanwhile. Its argument
 * is a folder, or the URL of a PostgreSQL database.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSettings } from '../../src/config/environment.ts';
import { ownServer } from '../../src/extras/embedded-database/index.ts';
import { JobQueue } from '../../src/queue/job-queue.ts';
import { openDatabase } from '../../src/store/platform/database.ts';

const [where = ''] = process.argv.slice(2);
const settings: DatabaseSettings = where.startsWith('postgres')
  ? { kind: 'postgres', url: where }
  : { kind: 'embedded', dataDir: where };

const silent = () => undefined;
const log = { info: silent, warn: silent, error: (what: unknown) => console.error(what) };
const database = await openDatabase(settings, { ownServer });
const queue = new JobQueue({
  engine: database.engine,
  world: { now: () => new Date(), newId: randomUUID, log },
  random: Math.random,
});
await queue.start({ run: async () => undefined, giveUp: async () => undefined });
await queue.stop(5_000);
await database.close();
