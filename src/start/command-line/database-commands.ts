/**
 * The command line's work on the database, in its own process. Nothing here is used by the running
 * bot.
 */

import type { CommandStorage } from '../../extra.ts';
import { type Command, readFlags } from '../../operator/command.ts';
import { JobQueue } from '../../queue/job-queue.ts';
import { type Database, openForCommand } from '../../store/platform/database.ts';
import { createStore } from '../../store/store.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { unsigned } from '../../use-cases/trail/audit-chain.ts';

interface OpenedDatabase {
  readonly database: Database;
  readonly store: Store;
  /** A command may leave jobs for the bot. */
  readonly queue: Pick<JobQueue, 'startAdding' | 'stop'>;
}

/** The database of a command. */
export interface CommandDatabase {
  /** Opens it when it is first asked for. Throws `DatabaseUnavailable`. */
  readonly open: () => Promise<OpenedDatabase>;
  readonly close: () => Promise<void>;
}

/** @param storage throws where the settings are wrong; mistakes in flags are told before that */
export function commandDatabase(
  storage: () => Pick<CommandStorage, 'settings' | 'ownServer' | 'sign'>,
  world: World,
): CommandDatabase {
  let opening: Promise<OpenedDatabase> | null = null;
  async function open(): Promise<OpenedDatabase> {
    const { settings, sign, ownServer } = storage();
    const database = await openForCommand(settings, { sign: sign ?? unsigned, ownServer });
    const queue = new JobQueue({ engine: database.engine, world, random: Math.random });
    // As patient as jobs: nothing gives up on a command for it.
    const store = createStore(database.background, (trx, jobs) => queue.enqueueIn(trx, jobs));
    return { database, store, queue };
  }
  return {
    open() {
      opening ??= open();
      return opening;
    },
    async close() {
      // Where it could not be opened, the command has said so.
      const opened = await opening?.catch(() => null);
      await opened?.queue.stop(1_000);
      await opened?.database.close();
    },
  };
}

const migrateHelp = `Usage: npm run migrate

Brings the database of DATABASE_URL, else of DATA_DIR, up to date, and ends. A bot does the same when it starts; this is for a job
before a new version (docs/deploy/kubernetes-migrate.yaml). The bot may run. If another process migrates already, it is waited for.

Ends with 0 when the database is up to date; with 1 where it cannot be used; with 2 where a flag or a setting is wrong.`;

export const migrateCommand = ({ open }: Pick<CommandDatabase, 'open'>): Command => ({
  name: 'migrate',
  help: migrateHelp,
  async run(words, out) {
    readFlags(words, {});
    // The database is up to date when it is open; the queue has tables of its own.
    await (await open()).queue.startAdding();
    await out('The database is up to date.\n');
    return 0;
  },
});
