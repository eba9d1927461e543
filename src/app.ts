/**
 * The composition root: the only file that knows every room. It puts them together and takes them apart again in the
 * right order; it holds no rule. Long because no other file may know two rooms: the bot, the sandbox and the operator's command
 * line are each put together here.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AdminExit, type OpenedDesk, runCommandLine } from './admin/command-line.ts';
import { createAdminDesk } from './admin/desk.ts';
import { operatorName, processTerminal } from './admin/process-terminal.ts';
import { readAdminSettings } from './config/admin-settings.ts';
import { readAccessFileAt } from './config/configuration.ts';
import { processEnvironment, type SandboxEnvironment, type SlackEnvironment } from './config/environment.ts';
import { printMistakes } from './config/mistakes.ts';
import { removeSandboxFile, writeSandboxFile } from './config/sandbox-file.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import { createAccessGovernance } from './governance/access-governance.ts';
import { createAdministration } from './governance/administration.ts';
import { createGovernanceClient } from './governance/client.ts';
import { createHandlers } from './jobs/handlers.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { healthRoutes } from './ops/health-routes.ts';
import { createLogging } from './ops/logging.ts';
import { createMetrics } from './ops/metrics.ts';
import { repeat } from './ops/repeat.ts';
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
import { DatabaseUnavailable } from './store/database-unavailable.ts';
import { createEntitlementIndex } from './store/entitlement-index.ts';
import { lockFolder } from './store/folder-lock.ts';
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
      timeouts: { connectMs: 3_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 15_000 },
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

/** The sandbox's own `access.yaml`; not there in an image without the sandbox. */
export const sandboxAccessPath = fileURLToPath(new URL('./sandbox/access.yaml', import.meta.url));

/** The process cannot start, in one sentence for the operator. */
class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export interface RunningSandbox extends RunningApp {
  readonly pageUrl: string;
  readonly governanceUrl: string;
  readonly logFile: string;
}

/**
 * Starts the sandbox and the bot in it, over real HTTP and with real signatures; the bot is the same and is told nothing.
 * Ports: the page at PORT, the bot and the governance service at the two after it (any free ones where PORT is 0).
 */
export async function startSandboxApp(options: {
  readonly environment: SandboxEnvironment;
  readonly settings: AccessSettings;
  readonly manifestPath: string;
}): Promise<RunningSandbox> {
  const { environment, settings } = options;
  const { host, port } = environment.http;
  const logFile = join(environment.dataDir, 'bot.log');
  const sandboxDir = join(environment.dataDir, 'sandbox');
  const after = (steps: number) => (port === 0 ? 0 : port + steps);
  const { startSandbox, sandboxFailureWords } = await import('./sandbox/sandbox.ts');
  const lock = await lockFolder(sandboxDir);
  const sandbox = await startSandbox({
    host,
    pagePort: port,
    governancePort: after(2),
    dataDir: sandboxDir,
    manifestPath: options.manifestPath,
  }).catch(async (error: unknown) => {
    await lock.release();
    const words = sandboxFailureWords(error);
    throw words === null ? error : new StartRefused(words, { cause: error });
  });
  try {
    const { baseUrl } = sandbox.governance;
    writeSandboxFile(environment.dataDir, sandbox.governance);
    const app = await startApp({
      environment: {
        ...environment,
        mode: 'slack',
        http: { host, port: after(1) },
        slack: {
          botToken: sandbox.slack.botToken,
          apiUrl: sandbox.slack.apiUrl,
          transport: { kind: 'http', signingSecret: sandbox.slack.signingSecret },
        },
        governance: { ...sandbox.governance, tokenUrl: `${baseUrl}/auth/v1/token` },
      },
      settings: { ...settings, governance: { ...settings.governance, taskUrl: `${baseUrl}/task/{numericId}` } },
      postSpacingMs: 0,
      refreshTasksMs: 2_000,
      logFile,
    });
    sandbox.deliverTo(app.eventsUrl);
    return {
      pageUrl: sandbox.pageUrl,
      logFile,
      governanceUrl: baseUrl,
      eventsUrl: app.eventsUrl,
      async stop() {
        removeSandboxFile(environment.dataDir);
        await app.stop();
        await sandbox.close();
        await lock.release();
      },
    };
  } catch (error) {
    await sandbox.close();
    await lock.release();
    throw error;
  }
}

const adminAbout = `Which service: the tenant that GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET name, with access.yaml
(ACCESS_CONFIG) where there is one. Without them, the sandbox that runs in DATA_DIR (.data): start it with npm start; it leaves
its address there in sandbox.json, which only its user may read.
Every command is kept in the audit trail: in the database of DATABASE_URL, else in DATA_DIR, where the bot takes it up.

Ends with 0 when it is done, 1 when the service refused or did not answer, 2 when the command or the settings are wrong.`;

/** The operator's command line: \`words\` are what follows \`admin\`. Never throws what the operator could mend. */
export async function runAdmin(words: readonly string[]): Promise<AdminExit> {
  const terminal = processTerminal();
  try {
    return await runCommandLine(words, terminal, { about: adminAbout, open: openCommandLine });
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    terminal.err(`${sentence}\n`);
    return 1;
  }
}

async function openCommandLine(): Promise<OpenedDesk> {
  const read = readAdminSettings(processEnvironment());
  if (!read.ok) return { ok: false, words: printMistakes(read.refusal) };
  const settings = read.value;
  const sandboxAccess = settings.isSandbox ? readAccessFileAt(sandboxAccessPath) : null;
  const access = sandboxAccess?.ok ? sandboxAccess.value : settings.access;
  const trail = await openTrail(settings);
  const now = () => new Date();
  const client = createGovernanceClient({
    ...settings.governance,
    queryCase: access?.governance.queryCase ?? 'camel',
    now,
  });
  const silent = () => undefined;
  const desk = createAdminDesk({
    administration: createAdministration(client),
    admins: [],
    names: { app: (id) => access?.apps.find((one) => one.id === id)?.name ?? null, entitlement: () => null },
    audit: trail.audit,
    world: { now, newId: randomUUID, log: { info: silent, warn: silent, error: silent } },
  });
  return {
    ok: true,
    desk,
    caller: { via: 'command line', name: operatorName() },
    async close() {
      await client.close();
      await trail.close();
    },
  };
}

/** The audit trail for a process beside the bot, which has the embedded database for itself. */
async function openTrail(where: {
  readonly database: SlackEnvironment['database'];
}): Promise<{ readonly audit: AdminAudit; close(): Promise<void> }> {
  if (where.database.kind === 'embedded') {
    const inbox = auditInbox(where.database.dataDir);
    return { audit: (entry) => inbox.append(entry), close: async () => undefined };
  }
  const database = await openDatabase(where.database);
  const store = createStore(database.kysely, () => Promise.reject(new Error('the command line has no queue')));
  return {
    audit: (entry) => store.transaction((tx) => tx.audit.append(entry)),
    close: () => database.close(),
  };
}

/** One sentence about why the process cannot start, with what to do; null for a bug, which deserves its stack. */
export function startFailureWords(error: unknown): string | null {
  if (error instanceof DatabaseUnavailable || error instanceof StartRefused) return error.message;
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) return null;
  const where = 'port' in error ? `Port ${String(error.port)}` : 'The port';
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return `${where} is in use by another process. Stop that process, or set PORT to another port.`;
  if (code === 'EACCES') return `${where} needs more rights than this user has. Set PORT to one above 1023.`;
  return `${where} cannot be listened on (${error.message}). Check HOST and PORT.`;
}
