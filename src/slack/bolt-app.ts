/** Both ways in which Slack reaches us, signed requests and sockets, behind one Bolt. */

import { App as BoltApp, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { World } from '../use-cases/ports.ts';
import { Deliveries } from './deliveries.ts';
import { HttpReceiver } from './http-receiver.ts';
import { type PersonLimitsDeps, withinLimits } from './person-limits.ts';
import { InFlight, SocketReceiver } from './socket-receiver.ts';
import { interactiveOptions } from './web-clients.ts';

export interface BoltSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly transport:
    | { readonly kind: 'http'; readonly signingSecret: string }
    | { readonly kind: 'socket'; readonly appToken: string };
}

export const eventsPath = '/slack/events';

/** Who clicked, and where they are answered. */
const answerable = z.object({
  response_url: z.string(),
  user: z.object({ id: z.string() }).nullish(),
  user_id: z.string().nullish(),
  command: z.string().nullish(),
});

interface BoltDeps extends PersonLimitsDeps {
  readonly logger: Logger;
}

export function createBolt(settings: BoltSettings, deps: BoltDeps) {
  const { logger } = deps;
  const clientOptions = interactiveOptions({ apiUrl: settings.apiUrl, logger });
  const deliveries = new Deliveries(deps.world);
  const receiver = createReceiver(settings, deps, deliveries);
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
  bolt.use((call) => withinLimits(deps, call));
  bolt.error(({ error, body }: { error: Error; body: unknown }) =>
    tellOfFailure(deps, error, body),
  );

  const isConnected = () => (receiver instanceof SocketReceiver ? receiver.isConnected : null);
  return {
    bolt,
    /** Where Slack sends its requests: to be served under `eventsPath`. null in Socket Mode. */
    handle: receiver instanceof HttpReceiver ? receiver.handle : null,
    /**
     * In Socket Mode: opens the socket. Never throws for Slack's sake: what was kept goes on while
     * Slack is down, and an operator wants a process that is up, says why and connects by itself.
     */
    start: () => receiver.start(),
    /** Whether a socket is open; null over HTTP, which needs none. */
    isConnected,
    /** What came of the requests over HTTP; nothing in Socket Mode. */
    deliveries,
    /**
     * When the last signed request was accepted over HTTP, null before that; what is wrong where
     * they are refused; and what `isConnected` says.
     */
    reached: () => ({
      lastAcceptedAt: deliveries.lastAcceptedAt,
      refused: deliveries.trouble,
      isConnected: isConnected(),
    }),
    /** Takes nothing new and waits for what was begun. */
    async stop() {
      await receiver.stop();
      await inFlight.idle();
    },
  };
}

function createReceiver(
  { transport, apiUrl }: BoltSettings,
  { world, logger }: BoltDeps,
  deliveries: Deliveries,
) {
  if (transport.kind === 'http')
    return new HttpReceiver(transport.signingSecret, world, deliveries);
  const clientOptions = { ...interactiveOptions({ apiUrl, logger }), timeout: 5_000 };
  const options = { appToken: transport.appToken, logger, installerOptions: { clientOptions } };
  return new SocketReceiver(
    () => new SocketModeReceiver({ ...options, autoReconnectEnabled: false }),
    world.log,
  );
}

/**
 * One of the three doors at which bugs are caught: whoever clicked or typed is told, with a
 * reference that leads to the log line. That Slack does not answer is no bug.
 */
async function tellOfFailure(
  { world, languages }: BoltDeps,
  err: Error,
  body: unknown,
): Promise<void> {
  const reference = world.newId();
  const isOutage = 'original' in err && err.original instanceof OutwardFailure;
  world.log[isOutage ? 'warn' : 'error']({ err, reference }, 'listener failed');
  const reply = answerable.safeParse(body);
  if (!reply.success) return;
  const { response_url: responseUrl, user, user_id: userId, command } = reply.data;
  const readerId = user?.id ?? userId ?? null;
  const { review } = readerId === null ? languages.workspace : await languages.textsOf(readerId);
  await fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      response_type: 'ephemeral',
      replace_original: false,
      text: (command ? review.commandFailed : review.clickLost)({ reference }),
    }),
    signal: AbortSignal.timeout(5_000),
  }).catch((failure: unknown) =>
    world.log.warn({ err: failure, reference }, 'person not told of the failure'),
  );
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
