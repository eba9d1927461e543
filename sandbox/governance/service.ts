/**
 * The sandbox's governance service: an HTTP server that behaves like a deployed service with the
 * interface of docs/spec/interface.md, gaps filled as docs/spec/deployments.md says, with a
 * believable company in it.
 *
 * This folder owns the service's rules, its seed and its state. It imports nothing of `src` and
 * shares no schema with the bot's client: a mistake must not make client and service agree.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { readCompany } from '../company.ts';
import { application } from './application.ts';
import type { GovernanceCallerOptions } from './caller.ts';
import { Catalog } from './catalog.ts';
import { FaultPlan } from './controls/faults.ts';
import { CallLog } from './controls/request-log.ts';
import { changeTask, setIdentity } from './controls/world-changes.ts';
import { seededOtherTasks } from './entities/other-task.ts';
import { snapshotOf } from './entities/task-snapshot.ts';
import type { GovernanceService, GovernanceServiceOptions } from './options.ts';
import { routesOf } from './routes.ts';
import { seededGrants } from './seed.ts';
import { botUserId } from './seed-users.ts';
import { State } from './state.ts';
import { TokenEndpoint } from './tokens.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { openConsoleRequests } from './workflow/console-requests.ts';
import { settleDue } from './workflow/settle.ts';
import type { World } from './world.ts';

export type { GovernanceCallerOptions } from './caller.ts';
export type { GovernanceFault } from './controls/faults.ts';
export type { Dialect } from './dialect.ts';
export type {
  GovernanceService,
  GovernanceServiceOptions,
} from './options.ts';
export { routes } from './routes.ts';
export { DataFileError } from './state-file.ts';

const defaults = {
  host: '127.0.0.1',
  grantLagMs: 3000,
  tokenLifetimeSeconds: 600,
  clientId: 'sandbox-bot',
  clientSecret: 'sandbox-secret',
} as const;

function callersOf(options: GovernanceServiceOptions): readonly GovernanceCallerOptions[] {
  const bot: GovernanceCallerOptions = {
    clientId: options.clientId ?? defaults.clientId,
    clientSecret: options.clientSecret ?? defaults.clientSecret,
    userId: options.clientUserId ?? botUserId,
    permissions: ['read', 'request', 'review', 'administer'],
  };
  return [bot, ...(options.clients ?? [])];
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}

function worldOf(
  options: GovernanceServiceOptions,
  company: ReturnType<typeof readCompany>,
  now: () => Date,
): World {
  return {
    catalog: new Catalog(company),
    state: new State(company.company.name, options.dataFile, seededGrants(company, now())),
    otherTasks: options.hasConsoleTasks === true ? seededOtherTasks(company) : [],
    now,
    newId: (prefix) => `${prefix}-${randomBytes(15).toString('base64url')}`,
    grantLagMs: options.grantLagMs ?? defaults.grantLagMs,
    searchLagMs: 0,
    silence: { silence: null },
    isReceived: () => false,
  };
}

function controlsOf(
  world: World,
  faults: FaultPlan,
): Pick<
  GovernanceService,
  'fault' | 'clearFaults' | 'setIdentity' | 'changeTask' | 'setSearchLag' | 'setSilence'
> {
  return {
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setIdentity: (id, change) => setIdentity(world, id, change),
    changeTask: (id, change) => changeTask(world, id, change),
    setSearchLag(seconds) {
      world.searchLagMs = seconds * 1_000;
    },
    setSilence(silence, from) {
      world.silence = { silence, from };
    },
  };
}

/**
 * Starts the service; it answers when the promise resolves.
 * @throws DataFileError for a data file that cannot be used; Node's listen errors, with `code`
 * EADDRINUSE, EACCES, ...
 */
export async function startGovernanceService(
  options: GovernanceServiceOptions = {},
): Promise<GovernanceService> {
  const now = options.now ?? (() => new Date());
  const company = readCompany(options.seedFile);
  const world = worldOf(options, company, now);
  if (options.hasConsoleTasks === true) openConsoleRequests(world, company);
  const webhooks = new Webhooks(world);
  world.isReceived = (hookId) => webhooks.isReceived(hookId);
  const host = options.host ?? defaults.host;
  const faults = new FaultPlan();
  const log = new CallLog();
  const tokens = new TokenEndpoint(
    callersOf(options),
    options.tokenLifetimeSeconds ?? defaults.tokenLifetimeSeconds,
    now,
  );
  const app = application({
    world,
    routes: routesOf(options),
    tokens,
    faults,
    log,
    webhooks,
    host,
    dialect: options.dialect ?? 'interface',
  });
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  if (!(server instanceof Server))
    throw new TypeError('the HTTP library made something else than an HTTP server');
  const url = await listen(server, host, options.port ?? 0);
  webhooks.open(url);
  let closed: Promise<void> | undefined;
  return {
    url,
    close() {
      webhooks.close();
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
    requests: () => log.list(),
    tasks() {
      settleDue(world);
      return world.state.tasks.map(snapshotOf);
    },
    forget: (before) => world.state.forget(before),
    ...controlsOf(world, faults),
    webhooks,
    tokens,
  };
}
