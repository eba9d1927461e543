import type { CustomRoute } from '@slack/bolt';
import { App as BoltApp, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { World } from '../use-cases/world.ts';
import { InFlight } from './in-flight.ts';
import type { Installation } from './installation.ts';
import { guardPayloads } from './payload-guard.ts';
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
      customRoutes: routes,
      installerOptions: { port: settings.http.port, clientOptions },
    });
  }

  return {
    bolt,
    async start() {
      const { host, port } = settings.http;
      if (receiver instanceof SocketModeReceiver) {
        await receiver.start();
        return port;
      }
      const address = (await receiver.start({ host, port })).address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    async stop() {
      await receiver.stop();
      await inFlight.idle();
    },
  };
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
