/**
 * The composition root of the bot: it puts the rooms together and takes them apart again in the right order; it holds no
 * rule. The operator's command line is put together in `command-line.ts`, the sandbox in `sandbox-app.ts`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdminDesk } from './admin/desk.ts';
import type { SlackEnvironment } from './config/environment.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import { createAccessGovernance } from './governance/access-governance.ts';
import { createAdministration } from './governance/administration.ts';
import { createGovernanceClient } from './governance/client.ts';
import { createHandlers } from './jobs/handlers.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { repeat } from './jobs/repeat.ts';
import { healthRoutes } from './ops/health-routes.ts';
import { createLogging } from './ops/logging.ts';
import { createMetrics } from './ops/metrics.ts';
import { createBolt, eventsPath, slackLogger } from './slack/bolt-app.ts';
import { createChat } from './slack/chat.ts';
import { createDirectory } from './slack/directory.ts';
import { createInstallation } from './slack/installation.ts';
import { createLanguages } from './slack/languages.ts';
import { registerListeners } from './slack/listeners/listeners.ts';
import { Pacer } from './slack/pacer.ts';
import { backgroundClient, interactiveClient } from './slack/web-clients.ts';
import { auditInbox } from './store/audit-inbox.ts';
import { openDatabase } from './store/database.ts';
import { createEntitlementIndex } from './store/entitlement-index.ts';
import { createStore } from './store/store.ts';
import type { AdminAudit } from './use-cases/admin-desk.ts';
import { openCatalogue } from './use-cases/catalogue.ts';
import { catalogueAges } from './use-cases/catalogue-ages.ts';
import { resolveIdentity } from './use-cases/resolve-identity.ts';
import { createResourceOwners } from './use-cases/resource-owners.ts';
import { createServiceRequests } from './use-cases/service-requests.ts';
import type { World } from './use-cases/world.ts';

export interface RunningApp {
  /** Where Slack sends its payloads, as seen from this machine. */
  readonly eventsUrl: string;
  /** Takes nothing new, lets what was begun finish, and closes everything. What is cut off goes on at the next start. */
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly environment: SlackEnvironment;
  readonly settings: AccessSettings;
  /** Slack takes about one message a second and conversation; tests and the sandbox need no such patience. */
  readonly postSpacingMs?: number;
  /** How often open tasks are read again. */
  readonly refreshTasksMs?: number;
  /** Log lines go to this file; standard output by default. */
  readonly logFile?: string;
}

const catalogueRefreshMs = 10 * 60_000;
const unreadRefreshMs = 20_000;
/** How often entries of the command line are taken up into the audit trail of the embedded database. */
const auditInboxMs = 5_000;
/** What a container is given before it is killed, less a margin. */
const stopTimeoutMs = 20_000;

/**
 * Starts the bot. Throws `DatabaseUnavailable`, or the server's own error (`EADDRINUSE`, `EACCES`), with everything that was
 * opened closed again.
 */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { environment, settings } = options;
  const log = createLogging({
    level: environment.logLevel,
    secrets: secretsOf(environment),
    ...(options.logFile === undefined ? {} : { file: options.logFile }),
  });
  const world: World = { now: () => new Date(), newId: randomUUID, log };
  const opened: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const database = await openDatabase(environment.database);
    opened.push(() => database.close());
    const metrics = createMetrics({ jobDepth: () => queue.depth(), catalogueAges: () => ages() });
    const queue = createJobQueue({
      engine: database.engine,
      world,
      random: Math.random,
      onAttempt: (...attempt) => metrics.jobAttempt(...attempt),
    });
    const store = createStore(
      database.kysely,
      (trx, job, when) => queue.enqueueIn(trx, job, when),
      // Not the detail: it holds what people wrote.
      ({ kind, requestId, taskId, actor }) => log.info({ requestId, taskId, actor }, kind),
    );

    const client = createGovernanceClient({
      ...environment.governance,
      queryCase: settings.governance.queryCase,
      now: world.now,
      log: (line) => {
        metrics.governanceCall(line);
        log.debug(line, 'governance call');
      },
    });
    opened.push(() => client.close());
    const { operations } = settings.governance;
    const governance = createAccessGovernance(client, { operations: new Set(operations) });

    const logger = slackLogger(log);
    const slack = backgroundClient({ ...environment.slack, logger });
    const installation = createInstallation(slack);
    const pacer = new Pacer({ spacingMs: options.postSpacingMs ?? 1_000, now: world.now, sleep: (ms) => sleep(ms) });
    const languages = createLanguages(interactiveClient({ ...environment.slack, logger }), {
      workspace: settings.language,
      now: world.now,
      wait: (ms) => sleep(ms, undefined, { ref: false }),
    });
    const chat = createChat(slack, pacer, languages);
    const ownTeamId = async () => (await installation()).teamId;
    const directory = createDirectory(slack, { ownTeamId, now: world.now });

    const index = createEntitlementIndex();
    const catalogue = await openCatalogue({ store, governance, settings, index, world });
    const ages = () => catalogueAges(catalogue, settings.apps, world.now());
    await queue.start(createHandlers({ store, governance, settings, world, chat, directory }));
    opened.push(() => queue.stop(stopTimeoutMs));

    const routes = healthRoutes(
      metrics.registry,
      { database: () => database.ping(), slack: installation },
      { catalogueAges: ages },
    );
    const running = createBolt(
      { ...environment.slack, http: environment.http, routes },
      { world, logger, installation, languages },
    );
    const audit: AdminAudit = (entry) => store.transaction((tx) => tx.audit.append(entry));
    const adminDesk = createAdminDesk({
      administration: createAdministration(client),
      admins: settings.admins,
      names: {
        app: (appId) => catalogue.appById(appId)?.name ?? null,
        entitlement: ({ appId, id }) => catalogue.all(appId).find((one) => one.id === id)?.name ?? null,
      },
      audit,
      world,
    });
    const owners = createResourceOwners({ governance, world });
    const identify = (userId: string) =>
      resolveIdentity({ store, directory, governance, settings, world }, { userId }, { fresh: false });
    registerListeners(running.bolt, {
      governance,
      store,
      adminDesk,
      catalogue,
      settings,
      world,
      languages,
      owners,
      serviceRequests: createServiceRequests({ governance, identify, world }),
      identify,
    });
    const port = await running.start();
    opened.push(() => running.stop());

    const refreshSeconds = Math.max(1, Math.round((options.refreshTasksMs ?? 15_000) / 1_000));
    const timers = [
      repeat(catalogueRefreshMs, () => catalogue.refresh(), log),
      repeat(unreadRefreshMs, () => catalogue.refreshUnread(), log),
      repeat(refreshSeconds * 1_000, () => queue.enqueueEvery({ kind: 'refresh-tasks' }, refreshSeconds), log),
      repeat(refreshSeconds * 1_000, () => queue.enqueueEvery({ kind: 'end-grants' }, refreshSeconds), log),
    ];
    if (environment.database.kind === 'embedded') {
      const inbox = auditInbox(environment.database.dataDir);
      timers.push(repeat(auditInboxMs, () => inbox.takeUp(audit), log));
    }
    opened.push(async () => {
      for (const stop of timers) stop();
    });
    log.info({ mode: environment.slack.transport.kind, operations, apps: settings.apps.length }, 'ready');
    return {
      eventsUrl: `http://${environment.http.host}:${port}${eventsPath}`,
      async stop() {
        await closeAll();
        log.info({}, 'stopped');
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function secretsOf({ slack, governance, database }: SlackEnvironment): string[] {
  const { transport } = slack;
  return [
    slack.botToken,
    transport.kind === 'http' ? transport.signingSecret : transport.appToken,
    governance.clientSecret,
    ...(database.kind === 'postgres' ? [database.url, decodeURIComponent(new URL(database.url).password)] : []),
  ];
}
