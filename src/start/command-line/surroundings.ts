/** The environment of the command line: its settings, its storage, its database, its clock. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readAccessFileAt } from '../../config/configuration.ts';
import {
  accessConfigPath,
  isProduction,
  processEnvironment,
  readEnvironment,
  readVariables,
  setVariables,
  storageSettings,
} from '../../config/environment.ts';
import { type Checked, printMistakes } from '../../config/mistakes.ts';
import { isSetOrFile } from '../../config/secret-files.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { CommandStorage } from '../../extra.ts';
import { mountedExtras } from '../../extras/mounted.ts';
import { type Command, readFlags } from '../../operator/command.ts';
import { StartRefused } from '../../operator/start-refused.ts';
import { JobQueue } from '../../queue/job-queue.ts';
import { createOwnTeamId } from '../../slack/people/directory.ts';
import { backgroundClient } from '../../slack/platform/web-clients.ts';
import { slackLogger } from '../../slack/receiving/bolt-app.ts';
import { type Database, openForCommand } from '../../store/platform/database.ts';
import { createStore } from '../../store/store.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { headSigner, unsigned } from '../../use-cases/trail/audit-chain.ts';
import { ownServerOf } from '../app-context.ts';

/** The sandbox's own `access.yaml`; missing in an image without the sandbox. */
export const sandboxAccessPath = fileURLToPath(
  new URL('../../../sandbox/access.yaml', import.meta.url),
);

/** The environment, or access.yaml, is wrong. */
export class Misconfigured extends StartRefused {}

export function valid<T>(reading: Checked<T>): T {
  if (reading.ok) return reading.value;
  throw new Misconfigured(printMistakes(reading.refusal));
}

export function readStorage(): CommandStorage {
  const env = processEnvironment();
  const storage = valid(readVariables(storageSettings(env), env));
  const { database: settings, headFolder, auditSigningKey: key } = storage;
  return {
    settings,
    ownServer: ownServerOf(mountedExtras),
    headFolder,
    sign: key === undefined ? null : headSigner(key),
  };
}

/**
 * The workspace of SLACK_BOT_TOKEN; null if the environment names none, or Slack does not answer.
 */
export async function askWorkspace(): Promise<string | null> {
  const environment = readEnvironment(processEnvironment());
  if (!environment.ok || environment.value.mode !== 'slack') return null;
  const ask = createOwnTeamId(
    backgroundClient({ ...environment.value.slack, logger: slackLogger(log) }),
  );
  return unlessFailing(ask(), () => null);
}

/** The configured `access.yaml`, else the sandbox's. */
export function readAccessSettings(): AccessSettings {
  const env = processEnvironment();
  const path = accessConfigPath(env);
  const namesOther =
    isProduction(env) || existsSync(path) || isSetOrFile(setVariables(env), 'DATABASE_URL');
  return valid(
    readAccessFileAt(!namesOther && existsSync(sandboxAccessPath) ? sandboxAccessPath : path),
  );
}

export const now = (): Date => new Date();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const world = { now, newId: randomUUID, log };

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
