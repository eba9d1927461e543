/**
 * Long because every room is opened here, in order.
 *
 * The composition root of the bot: it puts the rooms together and takes them apart again in the
 * right order; it holds no rule. Files in `start` open single parts. The operator's command line
 * is put together in `start/command-line/command-line.ts`, the sandbox in `start/sandboxed-bot.ts`.
 */
import { randomUUID } from 'node:crypto';
import { secretsOf } from './config/environment.ts';
import type { OpenedExtra } from './extra.ts';
import { openAdminDesk } from './operator/admin/desk-in-chat.ts';
import { type Check, judgeAll } from './operator/doctor/check.ts';
import { diagnose } from './operator/doctor/diagnose.ts';
import { reachedLook } from './operator/doctor/running-bot.ts';
import { buildInfo } from './operator/health/build-info.ts';
import { expiryWords } from './operator/health/credential-expiry.ts';
import {
  createLogging,
  guessableSecrets,
  guessableSecretsWords,
} from './operator/health/logging.ts';
import { StartRefused } from './operator/start-refused.ts';
import { createHandlers } from './queue/handlers.ts';
import { ProcessTimers, startRepeating, Turns } from './queue/process-timers.ts';
import { tenantOf } from './service/capabilities.ts';
import type { ListenerDeps } from './slack/listener-deps.ts';
import { registerListeners } from './slack/listeners.ts';
import { createBolt, eventsPath, type SlackApp } from './slack/receiving/bolt-app.ts';
import type { AppOptions, Context } from './start/app-context.ts';
import { type Doors, openDoors } from './start/doors.ts';
import { openMonitoring, type WatchedParts } from './start/monitoring.ts';
import { askedOfExtras, openExtras, refuseUnmounted, shownByExtras } from './start/open-extras.ts';
import {
  type Offered,
  type OpenedGovernance,
  type OpenedSlack,
  openGovernance,
  openOffered,
  openSlack,
  refuseUnfitCredentials,
  refuseUnfitProxy,
} from './start/open-slack.ts';
import { type OpenedStores, openStores, realNow, startPruning } from './start/open-stores.ts';
import { Stopping } from './start/stopping.ts';
import { createShowUnlessOver } from './use-cases/action/settle-action.ts';
import { createFormFacts, createRiskNames } from './use-cases/catalogue/who-decides.ts';
import type { UseCaseDeps } from './use-cases/deps.ts';
import {
  createPersonLimits,
  mostUnauthenticatedBytes,
  UnauthenticatedBodies,
} from './use-cases/people/limiter.ts';
import { peopleReloader } from './use-cases/people/reload-people.ts';
import { resolveIdentity } from './use-cases/people/resolve-identity.ts';
import type { AccessGovernance } from './use-cases/ports/ports.ts';
import type { Store } from './use-cases/ports/store-ports.ts';
import { settleStart } from './use-cases/task/refresh-tasks.ts';

export interface RunningApp {
  /** Where Slack sends its payloads, as seen from this machine. */
  readonly eventsUrl: string;
  /** Where operators read metrics and details; null if that port was taken. */
  readonly opsUrl: string | null;
  /** The next time at which the bot has something to do by its clock; null if there is none. */
  readonly nextDue: () => Promise<Date | null>;
  /** Whether this process has nothing to do a moment later. */
  readonly isIdle: () => boolean;
  /**
   * Takes nothing new, lets running work finish, and closes everything, within `stopMs` of the
   * environment. Work that is cut off continues at the next start.
   */
  readonly stop: () => Promise<void>;
}

/** Changes to the directory file count within a minute. */
const peopleReloadMs = 30_000;

/**
 * Starts the bot. Throws `DatabaseUnavailable` or the server's own error (`EADDRINUSE`, `EACCES`),
 * after closing everything that was open.
 */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { environment } = options;
  const people = new Map(options.settings.directory);
  const settings = { ...options.settings, directory: people };
  const { logLevel: level } = environment;
  const secrets = secretsOf(environment);
  const log = createLogging({ level, secrets, file: options.logFile });
  const guessable = guessableSecrets(secrets);
  if (guessable.length > 0) log.warn({ secrets: guessable }, guessableSecretsWords);
  const stopping = new Stopping(environment.stopMs, log);
  const now = options.now ?? realNow;
  const context: Context = {
    ...options,
    settings,
    people,
    tenant: tenantOf(settings.governance),
    world: { now, newId: randomUUID, log },
    turns: new Turns(log),
    onStop: (close, name) => stopping.add(close, name),
    stopping,
  };
  try {
    const { port, opsUrl, store, timers } = await unlessAborted(open(context), options.signal);
    const { operations } = settings.governance;
    const url = `http://${environment.http.host}:${port}`;
    const { kind: mode } = environment.slack.transport;
    log.info({ mode, operations, apps: settings.apps.length, url, opsUrl }, 'ready');
    return {
      eventsUrl: `${url}${eventsPath}`,
      opsUrl,
      nextDue: () => store.transaction((tx) => tx.dueTimes.next()),
      isIdle: () => timers.isIdle,
      async stop() {
        await stopping.run();
        log.info({}, 'stopped');
      },
    };
  } catch (error) {
    await stopping.run();
    throw error;
  }
}

/** A stop ends the wait for a start that is under way; what that start still opens ends with the process. */
async function unlessAborted<T>(opening: Promise<T>, signal?: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new StartRefused('The bot was stopped before it was ready.'));
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return Promise.race([opening, aborted.promise]);
}

interface OpenedApp {
  readonly store: Store;
  readonly timers: ProcessTimers;
  readonly port: number;
  readonly opsUrl: string | null;
}

/** Opens the listeners, then one room after the other; the last step lets Slack in. */
async function open(context: Context): Promise<OpenedApp> {
  const { environment, settings, world } = context;
  const watched: WatchedParts = {};
  const { status, metrics } = openMonitoring(context, watched);
  const build = buildInfo();
  const asFarAsOpen = { warning: () => null, more: async () => ({ build }) };
  const doors = await openDoors(context, { ...metrics, status, ...asFarAsOpen });
  const stores = await openStores(context, metrics);
  watched.stores = stores;
  const { store, background } = stores;
  const catalogue = () => offered.catalogue;
  const tenant = () => opened.tenant;
  const extras = await openExtras(context, stores, { metrics, catalogue, tenant });
  const ownChecks = () => judgeAll([reachedLook(bolt.reached()), ...extras.checks(background)]);
  const checks = async () => [...(await ownChecks()), ...(await doctorInChat(context))];
  const opened = openGovernance(context, { metrics, status, catalogue });
  const { client } = opened;
  watched.client = client;
  await meetTenant(context, client);
  const governance = extras.wrapped(opened.governance, background);
  void ownAccount(governance);
  const slack = openSlack(context, status, metrics.slack.called);
  watched.slack = slack;
  const offered = await openOffered(context, { store: background, governance, extras });
  watched.catalogue = offered.catalogue;
  const riskNames = createRiskNames({ governance, world });
  const timers = new ProcessTimers(world.log);
  const limits = createPersonLimits(settings.limits, world);
  const showUnlessOver = createShowUnlessOver({ store: background }, timers);
  const own = { store, governance, settings, world, limits, riskNames, showUnlessOver };
  const deps = { ...own, ...offered, ...slack, ...askedOfExtras(extras) };
  const jobDeps = { ...deps, store: background };
  // After the jobs, which may go on for some seconds.
  context.onStop(() => timers.stop(), 'timers');
  await startQueue(context, stores, jobDeps, extras);

  const bodies = new UnauthenticatedBodies(world, mostUnauthenticatedBytes);
  const ofBolt = { ...slack, ...metrics.slack, world, store, limits, bodies };
  const bolt = createBolt(environment.slack, ofBolt);
  watched.bolt = bolt;
  const listenerDeps: ListenerDeps = {
    ...deps,
    ...shownByExtras(extras, deps),
    submitted: metrics.submitted,
    administer: openAdminDesk({ ...deps, ...deskOf(context, stores, extras), client, checks }),
    ...createFormFacts({ governance, world }),
    identify: (userId) => resolveIdentity(deps, userId),
  };
  registerListeners(bolt.bolt, listenerDeps, extras.listeners);
  const more = () => moreStatus(context, { governance, ownChecks });
  const warning = () => stores.trouble() ?? client.refusedCredentials()?.message ?? null;
  const ops = { ...metrics, status, warning, more };
  const routes = extras.routes({ ...listenerDeps, ...deps, bodies });
  await openToSlack(context, doors, bolt, { routes, ops });
  startUnasked(context, stores, jobDeps, extras);
  return { store, timers, ...doors };
}

interface MoreStatusDeps {
  readonly governance: AccessGovernance;
  /** What this bot alone knows; the doctor prints it, too. */
  readonly ownChecks: () => Promise<readonly Check[]>;
}

/** What `/status` says beside the state of the systems. */
async function moreStatus(context: Context, { governance, ownChecks }: MoreStatusDeps) {
  return {
    build: buildInfo(),
    whoAmI: await ownAccount(governance),
    checks: await ownChecks(),
    credential: expiryWords(context.settings.governance, realNow()).says,
  };
}

/** Ends the start where the proxy or the credentials cannot be used. */
async function meetTenant(context: Context, client: OpenedGovernance['client']): Promise<void> {
  await refuseUnfitProxy(context.environment);
  await refuseUnfitCredentials(client);
}

/** From here on, jobs run. */
async function startQueue(
  context: Context,
  stores: OpenedStores,
  deps: UseCaseDeps & Pick<OpenedSlack, 'chat'>,
  extras: OpenedExtra,
): Promise<void> {
  const { queue } = stores;
  const { homeSpacingMs } = context;
  // Before the extras close, which may have an end of their own to write.
  context.onStop(() => queue.stop(context.stopping.jobsMs), 'jobs');
  await refuseUnmounted(context, stores);
  const { readAgain, giveUp: giveUpOfExtra } = extras;
  const ofExtras = extras.jobs(deps);
  const homeSections = extras.homeSections(deps);
  await queue.start(
    createHandlers({ ...deps, homeSpacingMs, homeSections, ofExtras, readAgain, giveUpOfExtra }),
  );
}

/** From here on the bot does what nobody has to ask it for. */
function startUnasked(
  context: Context,
  stores: OpenedStores,
  deps: UseCaseDeps & Pick<Offered, 'catalogue' | 'visibility'>,
  extras: OpenedExtra,
): void {
  startRepeating({
    ...context,
    ...stores,
    ...deps,
    ofExtras: extras.repeated,
    settle: () => settleStart(deps),
  });
  startPruning(context, stores, extras);
  followPeopleFile(context, stores.background);
}

/** From here on Slack, the service and operators are answered. */
async function openToSlack(
  { onStop, turns }: Context,
  doors: Doors,
  bolt: SlackApp,
  { routes, ops }: Pick<Parameters<Doors['open']>[0], 'routes' | 'ops'>,
): Promise<void> {
  const { handle, isConnected } = bolt;
  const ofSlack =
    handle === null ? [] : [{ path: eventsPath, method: 'POST' as const, handler: handle }];
  onStop(() => bolt.stop(), 'what Slack was promised');
  // Again, so that the listener is the first to close, although it was the first to open.
  onStop(doors.close, 'the listener');
  doors.open({ routes: [...routes, ...ofSlack], ops, isConnected });
  await bolt.start();
  onStop(turns.every(stateLookMs, () => ops.status.look()));
}

/** `since` in `/status` is at most this much too late. */
const stateLookMs = 15_000;

/** Reads the directory file again from time to time, if there is one. */
function followPeopleFile(
  { world, people, readPeople, turns, onStop }: Context,
  store: Store,
): void {
  if (!readPeople) return;
  const reload = peopleReloader({ store, world, people, readPeople });
  onStop(turns.every(peopleReloadMs, reload));
}

/** What the desk knows of this process. */
function deskOf({ tenant }: Context, stores: OpenedStores, extras: OpenedExtra) {
  const { trail, queue } = stores;
  return { capabilities: tenant, trail, queue, moreCommands: extras.adminCommands };
}

/** The doctor, with the settings of this bot. */
async function doctorInChat(context: Context): Promise<readonly Check[]> {
  const lines: Check[] = [];
  // Other clocks are compared with the clock of this machine; the sandbox's own can run ahead.
  const deps = { ...context, world: { ...context.world, now: realNow } };
  await diagnose(deps, async (one) => void lines.push(one));
  return lines;
}

/** The account under which the service records the bot's actions; null if that is not known. */
async function ownAccount(
  governance: AccessGovernance,
): Promise<{ readonly userId: string | null }> {
  return { userId: await governance.ownUserId().catch(() => null) };
}
