import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomRoute } from '@slack/bolt';
import { App as BoltApp, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { World } from '../use-cases/world.ts';
import { InFlight } from './in-flight.ts';
import type { Installation } from './installation.ts';
import { guardPayloads } from './payload-guard.ts';
import { serveRoutes } from './route-server.ts';
import { interactiveOptions } from './web-clients.ts';

export interface BoltSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly transport:
    | { readonly kind: 'http'; readonly signingSecret: string }
    | { readonly kind: 'socket'; readonly appToken: string };
  readonly http: { readonly host: string; readonly port: number };
  /** Health and metrics, served beside Slack's endpoint. */
  readonly routes: CustomRoute[];
}

export interface RunningBolt {
  readonly bolt: BoltApp;
  /** Listens, and returns the port; throws the server's own error (EADDRINUSE, EACCES). */
  start(): Promise<number>;
  /** Takes nothing new and waits for what was begun. */
  stop(): Promise<void>;
}

const socketRetryMs = 5_000;

export const eventsPath = '/slack/events';

const answerable = z.object({ response_url: z.string() });

export function createBolt(
  settings: BoltSettings,
  deps: { world: World; logger: Logger; installation: () => Promise<Installation> },
): RunningBolt {
  const { transport, routes } = settings;
  const { world, logger } = deps;
  const clientOptions = interactiveOptions({ apiUrl: settings.apiUrl, logger });
  const receiver =
    transport.kind === 'http' ? httpReceiver(transport.signingSecret) : socketReceiver(transport.appToken);
  const inFlight = new InFlight();

  const bolt = new BoltApp({
    receiver,
    logger,
    clientOptions,
    extendedErrorHandler: true,
    // Known without asking Slack: a payload is answered while Slack's API is down.
    authorize: async () => ({ botToken: settings.botToken }),
    ignoreSelf: false,
  });
  bolt.use(({ next }) => inFlight.track(next));
  bolt.error(async ({ error, body }: { error: Error; body: unknown }) => {
    const reference = world.newId();
    world.log.error({ err: error, reference }, 'listener failed');
    const reply = answerable.safeParse(body);
    if (!reply.success) return;
    await fetch(reply.data.response_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        response_type: 'ephemeral',
        replace_original: false,
        text: `Something went wrong on our side, and this click was not kept. Please try again in a moment. If it stays like this, give your IT team this reference: ${reference}.`,
      }),
      signal: AbortSignal.timeout(5_000),
    }).catch((err: unknown) => world.log.warn({ err, reference }, 'person not told of the failure'));
  });

  function httpReceiver(signingSecret: string): HTTPReceiver {
    const http = new HTTPReceiver({ signingSecret, endpoints: [eventsPath], customRoutes: routes, logger });
    guardPayloads(http);
    return http;
  }

  function socketReceiver(appToken: string): SocketModeReceiver {
    return new SocketModeReceiver({
      appToken,
      logger,
      installerOptions: { clientOptions },
    });
  }

  let routeServer: Server | null = null;
  let connecting: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  /** Slack may be down when the bot starts: what was kept goes on all the same, and the socket opens when it can. */
  async function connect(socket: SocketModeReceiver): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await socket.start();
        return;
      } catch (err) {
        world.log.warn({ err }, 'socket not opened, will be tried again');
        await sleep(socketRetryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    bolt,
    async start() {
      const { host, port } = settings.http;
      if (receiver instanceof SocketModeReceiver) {
        routeServer = await serveRoutes(routes, { host, port });
        connecting = connect(receiver);
        return portOf(routeServer, port);
      }
      return portOf(await receiver.start({ host, port }), port);
    },
    async stop() {
      stopping.abort();
      await connecting;
      await receiver.stop();
      routeServer?.close();
      await inFlight.idle();
    },
  };
}

function portOf(server: { address(): ReturnType<Server['address']> }, otherwise: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : otherwise;
}

/** Bolt's and the Web API client's own lines go into our log. */
export function slackLogger(log: World['log'], level: LogLevel = LogLevel.WARN): Logger {
  const said = (parts: unknown[]) => ({ slack: parts.map(String).join(' ') });
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (...parts: unknown[]) => log.warn(said(parts), 'slack library warns'),
    error: (...parts: unknown[]) => log.error(said(parts), 'slack library error'),
    setLevel: () => undefined,
    getLevel: () => level,
    setName: () => undefined,
  };
}
