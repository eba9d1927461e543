/** Starts the workspace: state, delivery, Web API, control interface and page behind one port. */
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { readCompany } from '../company.ts';
import { isForeign, refuseForeign } from '../foreign-request.ts';
import type { WorkspaceClient } from './client.ts';
import { controlRoutes } from './control.ts';
import { AppDelivery, type DeliveryRecord } from './delivery/app-delivery.ts';
import { EventDelivery, slackRetryDelaysMs } from './delivery/event-delivery.ts';
import { httpTransport } from './delivery/http-transport.ts';
import { responseUrlRoutes } from './delivery/response-url-routes.ts';
import {
  type SocketControl,
  SocketTransport,
  socketBeforeHttp,
} from './delivery/socket-transport.ts';
import { type Fault, FaultPlan } from './faults.ts';
import { limits } from './limits/limits.ts';
import { readManifest } from './manifest.ts';
import { OfferMemory } from './people/offer-memory.ts';
import { workspaceClient } from './people/workspace-client.ts';
import { slackbotAt } from './slackbot/slackbot.ts';
import { DataFile, loadSnapshot } from './state/data-file.ts';
import { WorkspaceState } from './state/workspace-state.ts';
import { type CallRecord, webApi } from './web-api/routes.ts';
import { type WorldControls, worldControls } from './world-controls.ts';

export interface SlackWorkspaceOptions {
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** The company file; the company that comes along where absent. */
  readonly seedFile?: string | undefined;
  /** Absent: in memory only. */
  readonly dataFile?: string | undefined;
  readonly now?: (() => Date) | undefined;
  /** The bot's `/slack/events`; can be set later. */
  readonly requestUrl?: string | undefined;
  /** Default `xoxb-sandbox`. */
  readonly botToken?: string | undefined;
  /** For Socket Mode: an app with an open socket gets everything there. Default `xapp-sandbox`. */
  readonly appToken?: string | undefined;
  /** Default `sandbox-signing-secret`. */
  readonly signingSecret?: string | undefined;
  /** Default: the manifest's bot scopes. */
  readonly grantedScopes?: readonly string[] | undefined;
  /**
   * An object in Slack's manifest format, or a path to one; default: the one of this repository.
   */
  readonly manifest?: unknown;
  /** Default false. */
  readonly rateLimits?: boolean | (() => boolean) | undefined;
  /** How long the app has for its ack; asked at each delivery. Default: 3000. */
  readonly ackLimitMs?: (() => number) | undefined;
  /** How long the app has to open a window after somebody did something. Default: 3000. */
  readonly triggerMs?: number | undefined;
  /** Default: at once, a minute, five minutes. */
  readonly eventRetryDelaysMs?: readonly number[] | undefined;
  /**
   * Where at the bot's address its MCP server is, for example `/mcp`. Absent: Slackbot is not there.
   */
  readonly mcpPath?: string | undefined;
  /** Mounted at `/`. */
  readonly page?: ((client: WorkspaceClient) => Hono) | undefined;
}

export interface SlackWorkspace extends WorldControls {
  /** Without a slash at the end. */
  readonly url: string;
  /** The value for `SLACK_API_URL`: `{url}/api/`. */
  readonly apiUrl: string;
  readonly client: WorkspaceClient;
  readonly sockets: SocketControl;
  setRequestUrl(url: string): void;
  /** The last Web API calls, oldest first. */
  calls(): readonly CallRecord[];
  /** The last deliveries to the app, oldest first. */
  deliveries(): readonly DeliveryRecord[];
  /** Drops the messages posted before a moment: a long run stays as fast as a short one. */
  forget(before: Date): void;
  /** Plans something to go wrong, or a lie. */
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Ends what is in flight and stores the state. Throws `DataFileUnusable` if that fails. */
  close(): Promise<void>;
}

/** The port cannot be listened at. The message is a sentence for the operator. */
export class PortUnusable extends Error {
  override readonly name = 'PortUnusable';
}

function webApiSettings({ botToken, appToken, rateLimits }: SlackWorkspaceOptions) {
  return {
    botToken: botToken ?? 'xoxb-sandbox',
    appToken: appToken ?? 'xapp-sandbox',
    enforcesRateLimits: typeof rateLimits === 'function' ? rateLimits : () => rateLimits ?? false,
  };
}

/**
 * Both addresses are known only after the start: the bot's can be set later, the workspace's is
 * known when it listens.
 */
interface Address {
  requestUrl: string | undefined;
  origin: string;
}

interface DeliveryParts {
  readonly now: () => Date;
  readonly faults: FaultPlan;
  readonly address: Readonly<Address>;
  readonly subscribed: readonly string[];
}

/**
 * Delivers to the app: over a socket while one is open, otherwise over HTTP. An event that the app
 * did not take is delivered again.
 */
function startDelivery(
  options: SlackWorkspaceOptions,
  { now, faults, address, subscribed }: DeliveryParts,
) {
  const ackLimitMs = options.ackLimitMs ?? (() => limits.ackMs);
  const http = httpTransport({
    requestUrl: () => address.requestUrl,
    signingSecret: options.signingSecret ?? 'sandbox-signing-secret',
    ackLimitMs,
  });
  const sockets = new SocketTransport({
    ackLimitMs,
    origin: () => address.origin,
  });
  const delivery = new AppDelivery(socketBeforeHttp(sockets, http), faults, now);
  const retryDelaysMs = options.eventRetryDelaysMs ?? slackRetryDelaysMs;
  return {
    sockets,
    delivery,
    events: new EventDelivery({ delivery, now, subscribed, retryDelaysMs }),
  };
}

async function storedIn(path: string, state: WorkspaceState): Promise<DataFile> {
  const dataFile = new DataFile(path, () => state.snapshot());
  state.storeWith(() => dataFile.changed());
  // At once: a path that cannot be written is better known before the first message.
  dataFile.changed();
  await dataFile.flush();
  return dataFile;
}

/** Throws `PortUnusable`, `DataFileUnusable` or `ManifestUnreadable`. */
export async function startSlackWorkspace(
  options: SlackWorkspaceOptions = {},
): Promise<SlackWorkspace> {
  const now = options.now ?? (() => new Date());
  const host = options.host ?? '127.0.0.1';
  const snapshot = options.dataFile === undefined ? null : await loadSnapshot(options.dataFile);
  const state = new WorkspaceState(
    readCompany(options.seedFile),
    now,
    snapshot,
    options.triggerMs ?? limits.triggerMs,
  );
  const address: Address = { requestUrl: options.requestUrl, origin: '' };
  const parts = assemble(options, { state, now, address });
  const { app, client, sockets, delivery, events, faults, closing } = parts;
  if (options.page !== undefined) app.route('/', options.page(client));

  const dataFile = options.dataFile === undefined ? null : await storedIn(options.dataFile, state);
  const server = serverOf(app, sockets, host);
  const port = await listen(server, options.port ?? 0, host);
  address.origin = originOf(host, port);

  return {
    url: address.origin,
    apiUrl: `${address.origin}/api/`,
    client,
    sockets,
    setRequestUrl: parts.setRequestUrl,
    ...parts.logs,
    forget: (before) => state.forget(before),
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    ...parts.world,
    async close() {
      closing.abort();
      events.close();
      await sockets.close();
      await closed(server);
      await delivery.close();
      await parts.slackbot?.close();
      await dataFile?.flush();
    },
  };
}

interface AssemblyParts {
  readonly state: WorkspaceState;
  readonly now: () => Date;
  readonly address: Address;
}

/** Puts the parts of the workspace together and mounts their routes. */
function assemble(options: SlackWorkspaceOptions, { state, now, address }: AssemblyParts) {
  const manifest = readManifest(options.manifest);
  const scopes = new Set(options.grantedScopes ?? manifest.botScopes);
  const faults = new FaultPlan();
  const closing = new AbortController();
  const { botEvents: subscribed } = manifest;
  const ways = startDelivery(options, { now, faults, address, subscribed });
  const { sockets, delivery, events } = ways;
  const world = worldControls(state, delivery);
  const origin = (): string => address.origin;
  const offers = new OfferMemory();
  const { mcpPath = null, signingSecret } = options;
  const botUrl = () => address.requestUrl;
  const slackbot = slackbotAt(mcpPath, { state, botUrl, signingSecret, now });
  const context = { state, manifest, delivery, events, offers, origin };
  const client = workspaceClient(context, slackbot);
  const apiContext = () => ({
    state,
    manifest,
    scopes,
    origin: origin(),
    newSocketAddress: () => sockets.newAddress(),
  });
  const api = webApi({
    ...webApiSettings(options),
    context: apiContext,
    faults,
    closing: closing.signal,
  });
  const setRequestUrl = (url: string): void => {
    address.requestUrl = url;
  };
  const logs = { calls: api.log, deliveries: () => delivery.log() };
  const control = { client, ...logs, faults, setRequestUrl, world, closing: closing.signal };
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(refuseForeign(options.host ?? '127.0.0.1'));
  app.route('/api', api.routes);
  app.route('/hooks', responseUrlRoutes(state));
  app.route('/sandbox', controlRoutes(control));
  return { app, client, slackbot, ...ways, faults, closing, world, logs, setRequestUrl };
}

function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function serverOf(app: Hono<{ Bindings: HttpBindings }>, sockets: SocketTransport, host: string) {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  server.on('upgrade', (request, socket, head) => {
    if (isForeign(request.headers, host)) socket.destroy();
    else sockets.upgrade(request, socket, head);
  });
  return server;
}

function closed(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

function listen(
  server: ReturnType<typeof createAdaptorServer>,
  port: number,
  host: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const inUse = 'code' in cause && cause.code === 'EADDRINUSE';
      const why = inUse ? 'is in use already' : 'cannot be listened at';
      reject(new PortUnusable(`Port ${port} on ${host} ${why}.`, { cause }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
