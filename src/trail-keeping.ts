/** Puts together what keeps the audit trail, in the bot; and what answers the command line, in the bot or in its own process. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SlackEnvironment } from './config/environment.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import { repeat } from './jobs/repeat.ts';
import { type Answer, askInFolder, listenInFolder, NobodyListens } from './ops/local-socket.ts';
import { createAnswers, type Question } from './ops/questions.ts';
import { createAuditTrail } from './store/audit-trail.ts';
import { makePrivate } from './store/data-folder.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createReportFacts } from './store/report-facts.ts';
import { createStore } from './store/store.ts';
import { headSigner } from './use-cases/audit-chain.ts';
import type { AuditTrail } from './use-cases/audit-trail.ts';
import { pruneOldRows, sealAuditTrail } from './use-cases/keep-audit-trail.ts';
import type { World } from './use-cases/ports.ts';
import type { Store } from './use-cases/store-ports.ts';

/** So that no entry is unsealed for more than 5 s. */
const sealMs = 2_000;
const longestPruneMs = 3_600_000;

interface KeptIn {
  readonly environment: Pick<SlackEnvironment, 'database' | 'auditSigningKey'>;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly database: Database;
  readonly store: Store;
  readonly onStop: (close: () => unknown) => void;
}

/** Seals and prunes from now on, and answers the command line. */
export async function keepTrail({
  environment,
  settings,
  world,
  database,
  store,
  onStop,
}: KeptIn): Promise<AuditTrail> {
  const trail = createAuditTrail(database.background);
  const deps = { store, trail, settings, world, sign: headSigner(environment.auditSigningKey ?? null) };
  const { requestsSeconds, noticesSeconds, auditSeconds } = settings.retention;
  const shortestMs = Math.min(requestsSeconds, noticesSeconds, auditSeconds ?? Number.POSITIVE_INFINITY) * 1_000;
  onStop(() => sealAuditTrail(deps));
  onStop(repeat(sealMs, () => sealAuditTrail(deps), world.log));
  onStop(repeat(Math.min(longestPruneMs, Math.max(sealMs, shortestMs)), () => pruneOldRows(deps), world.log));
  if (environment.database.kind === 'embedded') {
    const answer = answersFrom(database, store, world.now, () => settings);
    await takeUpFormerInbox(join(environment.database.dataDir, 'audit-inbox'), answer);
    await listenIn(environment.database.dataDir, answer, { world, onStop });
  }
  return trail;
}

async function listenIn(
  dataDir: string,
  answer: Answer,
  { world, onStop }: Pick<KeptIn, 'world' | 'onStop'>,
): Promise<void> {
  try {
    await makePrivate(dataDir);
    onStop(await listenInFolder(dataDir, answer, world.log));
  } catch (err) {
    world.log.warn({ err, dataDir }, 'commands cannot ask this bot: no socket in the data folder');
  }
}

function answersFrom(
  { background }: Database,
  store: Store,
  now: () => Date,
  readSettings: () => Pick<AccessSettings, 'apps' | 'timeZone'>,
): Answer {
  return createAnswers({
    facts: createReportFacts(background),
    now,
    reportSettings() {
      const { apps, timeZone } = readSettings();
      const confidential = apps.filter((app) => 'confidential' in app && app.confidential === true);
      return { timeZone, confidentialApps: new Set(confidential.map(({ id }) => id)) };
    },
    trail: createAuditTrail(background),
    append: (entry) => store.transaction((tx) => tx.audit.append(entry)),
  });
}

/** Entries that earlier versions of the command line left in files for the bot. */
async function takeUpFormerInbox(folder: string, answer: Answer): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
    const path = join(folder, name);
    const entry: unknown = JSON.parse(await readFile(path, 'utf8'));
    for await (const _ of answer({ kind: 'append', entry }, new AbortController().signal));
    await rm(path);
  }
}

export interface AskedDatabase {
  ask(question: Question): AsyncIterable<unknown>;
  close(): Promise<void>;
}

/**
 * Whoever can answer: with the embedded database the bot that has it open, else this process. Throws `DatabaseUnavailable`.
 *
 * @param readSettings what access.yaml says, where no bot answers that knows it; throws `StartRefused` where there is none
 */
export async function openQuestions(
  settings: SlackEnvironment['database'],
  readSettings: () => AccessSettings,
): Promise<AskedDatabase> {
  if (settings.kind === 'embedded' && (await someoneListens(settings.dataDir))) {
    return { ask: (question) => askInFolder(settings.dataDir, question), close: async () => undefined };
  }
  const database = await openDatabase(settings);
  const store = createStore(database.kysely, () => Promise.reject(new Error('the command line has no queue')));
  const answer = answersFrom(database, store, () => new Date(), readSettings);
  const stopped = new AbortController();
  return {
    ask: (question) => answer(question, stopped.signal),
    async close() {
      stopped.abort();
      await database.close();
    },
  };
}

async function someoneListens(dataDir: string): Promise<boolean> {
  try {
    for await (const _ of askInFolder(dataDir, { kind: 'ping' } satisfies Question));
    return true;
  } catch (error) {
    if (error instanceof NobodyListens) return false;
    throw error;
  }
}
