/**
 * The composition root of the bot: it puts the rooms together and takes them apart again in the
 * right order; it holds no rule. The operator's command line is put together in `command-line.ts`,
 * the sandbox in `sandbox-app.ts`. Long because it names every part of the bot once.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type SlackEnvironment, secretsOf } from './config/environment.ts';
import { type AccessSettings, isConfidential } from './domain/access-settings.ts';
import { isRefusedDecision } from './domain/person-limit.ts';
import { createAccessGovernance } from './governance/access-governance.ts';
import { createGovernanceClient } from './governance/client.ts';
import { introspect } from './governance/optional-operations.ts';
import type { UnreadItem } from './governance/wire/each-item.ts';
import { createHandlers } from './jobs/handlers.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { repeat } from './jobs/repeat.ts';
import { catalogueRefreshMs, startRepeating } from './jobs/repeated-work.ts';
import { openAdminDesk } from './operator/admin/desk-in-chat.ts';
import { keepTrailSealed } from './operator/audit/keep-trail-sealed.ts';
import type { Check } from './operator/doctor/check.ts';
import { diagnose } from './operator/doctor/diagnose.ts';
import {
  type HttpRoute,
  healthRoutes,
  openServer,
  opsRoutes,
  type ReadyCheck,
} from './operator/health/http-server.ts';
import { createLogging } from './operator/health/logging.ts';
import { createMetrics, type Metrics } from './operator/health/metrics.ts';
import { createSystemStatus, type SystemStatus } from './operator/health/system-status.ts';
import { createAccounts } from './slack/accounts.ts';
import { createBolt, eventsPath, slackLogger } from './slack/bolt-app.ts';
import { createChat } from './slack/chat.ts';
import { createDirectory, createOwnTeamId } from './slack/directory.ts';
import { createLanguages } from './slack/languages.ts';
import { registerListeners } from './slack/listeners/listeners.ts';
import { Pacer } from './slack/pacer.ts';
import { calling } from './slack/web-api-failure.ts';
import { backgroundClient } from './slack/web-clients.ts';
import { openDatabase } from './store/database.ts';
import { createEntitlementIndex } from './store/entitlement-index.ts';
import { usualWait } from './store/migration-wait.ts';
import { createStore, type EnqueueIn } from './store/store.ts';
import { openCatalogue } from './use-cases/catalogue.ts';
import { checkDecision } from './use-cases/check-right.ts';
import { createPersonLimits, type PersonLimits } from './use-cases/person-limits.ts';
import type { AccessGovernance, World } from './use-cases/ports.ts';
import { settleRestore } from './use-cases/refresh-tasks.ts';
import { peopleReloader, type ReloadPeopleDeps } from './use-cases/reload-people.ts';
import { resolveIdentity } from './use-cases/resolve-identity.ts';
import { createResourceOwners, createRiskNames } from './use-cases/service-facts.ts';
import type { AuditEntry } from './use-cases/store-ports.ts';

export type RunningApp = Awaited<ReturnType<typeof startApp>>;

export interface AppOptions {
  readonly environment: SlackEnvironment;
  readonly settings: AccessSettings;
  /** Reads the directory file again; null where there is none. */
  readonly readPeople?: ReloadPeopleDeps['readPeople'] | null;
  /**
   * Slack takes about one message a second and conversation; tests and the sandbox need no such
   * patience.
   */
  readonly postSpacingMs?: number;
  /** Slack takes few changes of a Home; tests need no such patience. */
  readonly homeSpacingMs?: number;
  /** How often open tasks are read again. */
  readonly refreshTasksMs?: number;
  /** The real clock by default; the sandbox moves its own. */
  readonly now?: () => Date;
  /** Log lines go to this file; standard output by default. */
  readonly logFile?: string;
}

/** What an HTTP status says against the whole service; null where it says nothing. */
function troubleInStatus(status: number | null): string | null {
  if (status === null) return 'does not answer';
  if (status === 401) return 'refuses the bot’s credentials';
  return status >= 500 ? `answers ${status}` : null;
}

const realNow = () => new Date();
/**
 * Goes on evenly when somebody sets the machine's clock: what waits for a slot would wait for as
 * long as it was set back.
 */
const steadyNow = () => new Date(performance.timeOrigin + performance.now());

/** Changes to the directory file count within a minute. */
const peopleReloadMs = 30_000;
/**
 * Whoever clicks hears within 2 s that the database does not answer: Slack itself would say so
 * after 3.
 */
const interactiveMs = 2_000;
/** What a container is given before it is killed, less a margin. */
const stopTimeoutMs = 20_000;

/**
 * Starts the bot. Throws `DatabaseUnavailable`, or the server's own error (`EADDRINUSE`, `EACCES`),
 * with everything that was opened closed again.
 */
export async function startApp(options: AppOptions) {
  const { environment } = options;
  const people = new Map(options.settings.directory);
  const settings = { ...options.settings, directory: people };
  const { logLevel: level } = environment;
  const log = createLogging({ level, secrets: secretsOf(environment), file: options.logFile });
  const closing: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  const context: Context = {
    ...options,
    settings,
    people,
    world: { now: options.now ?? realNow, newId: randomUUID, log },
    onStop: (close) => void closing.push(close),
  };
  try {
    const { port, opsUrl, store } = await open(context);
    const { operations } = settings.governance;
    const url = `http://${environment.http.host}:${port}`;
    const { kind: mode } = environment.slack.transport;
    log.info({ mode, operations, apps: settings.apps.length, url, opsUrl }, 'ready');
    return {
      /** Where Slack sends its payloads, as seen from this machine. */
      eventsUrl: `${url}${eventsPath}`,
      /** Where operators read metrics and details; null where that port was taken. */
      opsUrl,
      /** When something is due next of what is compared with the bot's clock; null = nothing. */
      nextDue: () => store.transaction((tx) => tx.dueTimes.next()),
      /**
       * Takes nothing new, lets what was begun finish, and closes everything. What is cut off goes
       * on at the next start.
       */
      async stop() {
        await stop();
        log.info({}, 'stopped');
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Context extends AppOptions {
  readonly world: World & { readonly log: Logger };
  /** `settings.directory`, to be changed as the file does. */
  readonly people: ReloadPeopleDeps['people'];
  /** What was opened last is closed first. */
  readonly onStop: (close: () => unknown) => void;
}

/** Opens one room after the other, the doors last. */
async function open(context: Context) {
  const { settings, world, people, readPeople, onStop } = context;
  const status = createSystemStatus(
    {
      database: { live: true, probe: () => kept.database.ping().then(() => 'answers') },
      socket: { live: true, probe: async () => socketSays(bolt.isConnected()) },
      catalogue: { live: true, probe: async () => catalogueSays(catalogue.ages()) },
      slack: { probe: () => slack.probe() },
      // Deployments without this endpoint answer 404, which is an answer.
      governance: { probe: () => client.call(introspect, { path: {} }).then(() => 'answers') },
    },
    world.now,
  );
  const metrics = createMetrics({
    jobDepth: () => kept.queue.depth(),
    catalogueAges: () => catalogue.ages(),
    status: () => status.read(),
    deliveries: () => bolt.deliveries,
  });
  // What watches the garbage collection lasts as long as the process, and its registry with it.
  onStop(() => metrics.registry.clear());
  const limits = createPersonLimits(settings.limits, world);
  const kept = await openKept(context, metrics, limits);
  const { store, background, queue } = kept;
  const checked = { ...context, database: kept.database, store: background };
  const { trail, checks: keptChecks } = await keepTrailSealed({
    ...checked,
    reached: () => bolt.reached(),
  });
  const checks = async () => [...(await ownChecks(context)), ...(await keptChecks())];
  const { client, governance } = openGovernance(context, metrics, status);
  void ownAccount(governance);
  const slack = openSlack(context, status);
  const index = createEntitlementIndex();
  const catalogue = await openCatalogue({ store: background, governance, settings, index, world });

  const riskNames = createRiskNames({ governance, world });
  const deps = { store, governance, settings, world, limits, catalogue, riskNames, ...slack };
  const jobDeps = { ...deps, store: background };
  await queue.start(createHandlers({ ...jobDeps, homeSpacingMs: context.homeSpacingMs }));
  onStop(() => queue.stop(stopTimeoutMs));

  const ready: ReadyCheck = async () => {
    await kept.database.ping();
    if (bolt.isConnected() === false) throw new Error(noSocket);
  };
  const bolt = createBolt(context.environment.slack, { ...slack, world, store, limits });
  registerListeners(bolt.bolt, {
    ...deps,
    administer: openAdminDesk({ ...deps, client, trail, checks }),
    owners: createResourceOwners({ governance, world }),
    identify: (userId) => resolveIdentity(deps, userId),
    checkDecision: (click) => checkDecision(deps, click),
  });
  const routes = healthRoutes(ready);
  if (bolt.handle !== null) routes.push({ path: eventsPath, method: 'POST', handler: bolt.handle });
  const server = await openServer(routes, context.environment.http);
  onStop(() => bolt.stop());
  onStop(() => server.close());
  await bolt.start();
  startRepeating({ ...context, ...kept, ...jobDeps, settle: () => settleRestore(jobDeps) });
  const reloadPeople =
    readPeople && peopleReloader({ store: background, world, people, readPeople });
  if (reloadPeople) onStop(repeat(peopleReloadMs, reloadPeople, world.log));
  // More of the bot is shown by adding it to `more`.
  const more = async () => ({ whoAmI: await ownAccount(governance), reached: bolt.reached() });
  return {
    store,
    port: server.port,
    opsUrl: await openOps(context, opsRoutes({ ...metrics, ready, status, more })),
  };
}

/** What the doctor in chat finds with the settings of this bot. */
async function ownChecks(context: Context): Promise<readonly Check[]> {
  const says =
    'those with which this bot was started; npm run doctor checks those that it is given';
  // Other clocks are compared with the clock of this machine; the sandbox's own can run ahead.
  const found = await diagnose({ ...context, world: { ...context.world, now: realNow } });
  return [{ what: 'settings', state: 'ok', says }, ...found];
}

const noSocket = 'no socket to Slack is open';

/**
 * Under whom the service records what the bot does; null where it does not tell, or is not asked.
 */
async function ownAccount(
  governance: AccessGovernance,
): Promise<{ readonly userId: string | null }> {
  if (!governance.operations.has('whoAmI')) return { userId: null };
  return { userId: await governance.ownUserId().catch(() => null) };
}

/** The operators' listener. The bot goes without it where its port is taken. */
async function openOps(
  { environment: { ops }, world, onStop }: Context,
  routes: HttpRoute[],
): Promise<string | null> {
  try {
    const server = await openServer(routes, ops);
    onStop(() => server.close());
    return `http://${ops.host}:${server.port}`;
  } catch (err) {
    world.log.warn({ err, ops }, 'no listener for operators: set OPS_PORT to a free port, or to 0');
    return null;
  }
}

/** After three refreshes that failed. */
const staleCatalogueSeconds = (3 * catalogueRefreshMs) / 1_000;

function catalogueSays(ages: ReadonlyMap<string, number | null>): string {
  for (const [app, seconds] of ages) {
    if (seconds === null) throw new Error(`${app} was never read`);
    if (seconds > staleCatalogueSeconds)
      throw new Error(`${app} was last read ${Math.round(seconds / 60)} minutes ago`);
  }
  return 'every app was read in the last 30 minutes';
}

function socketSays(isConnected: boolean | null): string {
  if (isConnected === false) throw new Error(noSocket);
  return isConnected === null
    ? 'not needed: Slack sends requests over HTTP'
    : 'a socket to Slack is open';
}

async function openKept(
  { environment, world, onStop }: Context,
  metrics: Metrics,
  limits: PersonLimits,
) {
  const tell = (words: string) => world.log.warn({}, words);
  const database = await openDatabase(environment.database, undefined, { ...usualWait, tell });
  onStop(() => database.close());
  const queue = new JobQueue({
    engine: database.engine,
    // Its waits are compared with the database's clock, which nobody moves.
    world: { ...world, now: realNow },
    random: Math.random,
    onAttempt: (...attempt) => metrics.jobAttempt(...attempt),
  });
  const enqueue: EnqueueIn = (trx, jobs) => queue.enqueueIn(trx, jobs);
  const onRecorded = ({ kind, requestId, taskId, actor, detail }: AuditEntry) => {
    if (actor !== null && isRefusedDecision(kind, detail)) limits.take('refusals', actor);
    // Not the detail: it holds what people wrote.
    world.log.info({ requestId, taskId, actor }, kind);
  };
  return {
    database,
    queue,
    store: createStore(database.kysely, enqueue, { onRecorded, world, patienceMs: interactiveMs }),
    background: createStore(database.background, enqueue, { onRecorded, world }),
  };
}

function openGovernance(
  { environment, settings, world, onStop }: Context,
  metrics: Metrics,
  status: SystemStatus,
) {
  const client = createGovernanceClient({
    ...environment.governance,
    queryCase: settings.governance.queryCase,
    now: world.now,
    log: (line) => {
      metrics.governanceCall(line);
      status.heard('governance', troubleInStatus(line.status));
      world.log.debug(line, 'governance call');
    },
    pathRefused: (found) =>
      world.log.warn(
        found,
        'a JSONPath of the service is not followed: only names, indexes, slices and wildcards are',
      ),
  });
  onStop(() => client.close());
  const operations = new Set(settings.governance.operations);
  const onUnread = (task: UnreadItem): void =>
    world.log.warn({ task }, 'a task of the service cannot be read; the others are');
  return { client, governance: createAccessGovernance(client, { operations, onUnread }) };
}

function openSlack(
  { environment, settings, world, postSpacingMs = 1_000 }: Context,
  status: SystemStatus,
) {
  const { now, log } = world;
  const { identity, absence, language: workspace, admins } = settings;
  const logger = slackLogger(log);
  const heard = (trouble: string | null) => status.heard('slack', trouble);
  const mend =
    'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions, and start the bot again.';
  const tokenRefused = (code: string) => log.warn({ code, mend }, 'Slack refuses the bot’s token');
  const background = backgroundClient({ ...environment.slack, logger, heard, tokenRefused });
  const pacer = new Pacer({ spacingMs: postSpacingMs, now: steadyNow, sleep: (ms) => sleep(ms) });
  const account = createAccounts(background, {
    pacer,
    now,
    heard: (...read) => languages.heard(...read),
  });
  const wait = (ms: number) => sleep(ms, undefined, { ref: false });
  const languages = createLanguages(account, { workspace, admins, now, wait });
  const ownTeamId = createOwnTeamId(background);
  // Whatever comes first needs it, and a token that Slack refuses is told of before somebody types.
  void ownTeamId().catch(() => undefined);
  return {
    logger,
    languages,
    async probe() {
      const answer = await calling('auth.test', () => background.auth.test());
      if (!answer.ok) throw new Error(`refuses: ${answer.refusal.code}`);
      return 'answers';
    },
    chat: createChat(background, {
      pacer,
      languages,
      now,
      isConfidential: (appId) => isConfidential(settings, appId),
    }),
    directory: createDirectory(background, {
      ...identity,
      absence,
      account,
      pacer,
      ownTeamId,
      now,
      log,
    }),
  };
}
