/**
 * The command line's work on the database, in its own process. Nothing here is used by the running
 * bot.
 */
import { z } from 'zod';
import type { DatabaseSettings } from '../../config/environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { answerAudit } from '../../operator/audit/audit-command.ts';
import { type Command, type CommandRun, readFlags } from '../../operator/command.ts';
import type { Check } from '../../operator/doctor/check.ts';
import { JobQueue } from '../../queue/job-queue.ts';
import { taskAnswer } from '../../service/client/endpoints.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import { type Database, type OwnServer, openForCommand } from '../../store/platform/database.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { createStore } from '../../store/store.ts';
import { followTakenAway } from '../../use-cases/access/end-grants.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { record } from '../../use-cases/record/record.ts';
import { type SignHead, unsigned } from '../../use-cases/trail/audit-chain.ts';

interface CommandSettings {
  readonly ownServer: OwnServer | undefined;
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
  readonly world: World;
  /** The settings in access.yaml; throws `StartRefused` when the file is missing. */
  readonly readSettings: () => AccessSettings;
  /** The doctor's checks of the database. */
  readonly checks: (database: Database) => Promise<readonly Check[]>;
}

const keptEntry = z.object({
  at: z.iso.datetime().transform((at) => new Date(at)),
  actor: z.string().nullable().default(null),
  detail: z.record(z.string(), z.unknown()),
});

/** Records access that the service revoked on request of the command line. */
const takenAway = z.object({
  of: z.object({
    appId: z.string(),
    entitlementId: z.string(),
    identityUserId: z.string(),
    reason: z.string(),
  }),
  answer: taskAnswer,
});

/** `openQueue`: a command may leave jobs for the bot. */
function commandsOn(
  database: Database,
  store: Store,
  settings: CommandSettings,
  openQueue: () => Promise<void>,
): CommandRun {
  const { world, checks } = settings;
  const trail = createAuditTrail(database.background);
  const audit = answerAudit({ trail, now: world.now });
  return async ([command = '', ...words], out, gone) => {
    const [word = ''] = words;
    switch (command) {
      case 'audit':
        return audit(words, out, gone);
      case 'migrate':
        // The database is up to date when it is open; the queue has tables of its own.
        await openQueue();
        return 0;
      // The database is open, so that what is done next can be kept.
      case 'ready':
        return 0;
      case 'people':
        await out(JSON.stringify(await trail.people(word)));
        return 0;
      case 'append':
        await store.transaction((tx) =>
          record(tx, { kind: 'admin-command', ...keptEntry.parse(JSON.parse(word)) }),
        );
        return 0;
      case 'taken-away':
        await openQueue();
        await followRevocation(store, settings, word);
        return 0;
      case 'checks':
        await out(JSON.stringify(await checks(database)));
        return 0;
      default:
        throw new Error(`there is no command ${command}`);
    }
  };
}

/** Follows the access that an administrator's command revoked, until it is gone. */
async function followRevocation(
  store: Store,
  { world, readSettings }: CommandSettings,
  encoded: string,
): Promise<void> {
  const { of, answer } = takenAway.parse(JSON.parse(encoded));
  const settings = readSettings();
  const task = taskSnapshot(answer.taskView, answer.expanded);
  await followTakenAway({ store, settings, world }, { ...of, by: null }, task);
}

const migrateHelp = `Usage: npm run migrate

Brings the database of DATABASE_URL, else of DATA_DIR, up to date, and ends. A bot does the same when it starts; this is for a job
before a new version (docs/deploy/kubernetes-migrate.yaml). The bot may run. If another process migrates already, it is waited for.

Ends with 0 when the database is up to date; with 1 where it cannot be used; with 2 where a flag or a setting is wrong.`;

export const migrateCommand: Command = {
  name: 'migrate',
  help: migrateHelp,
  async run(words, out, ask) {
    readFlags(words, {});
    const exit = await ask(['migrate'], out);
    await out('The database is up to date.\n');
    return exit;
  },
};

interface OpenedCommands {
  readonly database: Database;
  readonly run: CommandRun;
  readonly close: () => Promise<void>;
}

/** The database of a command, and the core's work on it. */
export interface CommandDatabase {
  readonly database: () => Promise<Database>;
  readonly run: CommandRun;
  readonly close: () => Promise<void>;
}

/** Opens the database when the first command needs it. Throws `DatabaseUnavailable`. */
export function openCommands(settings: DatabaseSettings, deps: CommandSettings): CommandDatabase {
  let opening: Promise<OpenedCommands> | null = null;
  async function open(): Promise<OpenedCommands> {
    const { sign, ownServer } = deps;
    const database = await openForCommand(settings, { sign: sign ?? unsigned, ownServer });
    const queue = new JobQueue({ engine: database.engine, world: deps.world, random: Math.random });
    // As patient as jobs: nothing gives up on a command for it.
    const store = createStore(database.background, (trx, jobs) => queue.enqueueIn(trx, jobs));
    let isOpen = false;
    const openQueue = async () => {
      if (!isOpen) await queue.startAdding();
      isOpen = true;
    };
    const close = async () => {
      if (isOpen) await queue.stop(1_000);
      await database.close();
    };
    return { database, run: commandsOn(database, store, deps, openQueue), close };
  }
  const opened = () => {
    opening ??= open();
    return opening;
  };
  return {
    database: async () => (await opened()).database,
    run: async (...words) => (await opened()).run(...words),
    // Where it could not be opened, the command has said so.
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}
