/** Both ways in which Slack reaches us, signed requests and sockets, behind one Bolt. */

import {
  type AllMiddlewareArgs,
  type AnyMiddlewareArgs,
  App as BoltApp,
  type Logger,
  LogLevel,
  type SlackOptionsMiddlewareArgs,
  SocketModeReceiver,
} from '@slack/bolt';
import { EnvHttpProxyAgent, getGlobalDispatcher } from 'undici';
import { z } from 'zod';
import { DatabaseFailure, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { UnauthenticatedBodies } from '../../use-cases/people/limiter.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { wordModal } from '../modals.ts';
import { acting, firstBlockOf, triggerOf } from '../platform/payloads.ts';
import { option } from '../platform/text.ts';
import { attempt } from '../platform/web-api-failure.ts';
import { interactiveOptions, type WebClientSettings } from '../platform/web-clients.ts';
import { Deliveries, HttpReceiver } from './http-receiver.ts';
import { InFlight, SocketReceiver } from './socket-receiver.ts';
import { type PersonLimitsDeps, withinLimits } from './within-limits.ts';

export interface BoltSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly transport:
    | { readonly kind: 'http'; readonly signingSecret: string }
    | { readonly kind: 'socket'; readonly appToken: string };
}

export const eventsPath = '/slack/events';

/** The person who clicked, and the address for answers. */
const answerable = z.object({
  response_url: z.string(),
  user: z.object({ id: z.string() }).nullish(),
  user_id: z.string().nullish(),
  command: z.string().nullish(),
});

interface BoltDeps extends PersonLimitsDeps, Pick<WebClientSettings, 'called'> {
  /** Told how long each answer to Slack took. */
  readonly acked?: ((durationMs: number) => void) | undefined;
  readonly logger: Logger;
  readonly bodies: UnauthenticatedBodies;
}

/** How Slack reaches the bot. */
export interface SlackReach {
  /** The time of the last signed request over HTTP; null before the first. */
  readonly lastAcceptedAt: Date | null;
  /** The trouble that makes the bot refuse requests; null if there is none. */
  readonly refused: string | null;
  readonly isConnected: boolean | null;
}

/** Bolt with its receiver. */
export interface SlackApp {
  readonly bolt: BoltApp;
  /** Serves Slack's requests under `eventsPath`; null in Socket Mode. */
  readonly handle: HttpReceiver['handle'] | null;
  /**
   * In Socket Mode: opens the socket. A failure of Slack never makes it throw: stored work goes on
   * while Slack is down, and operators want a process that is up, says why and connects by itself.
   */
  readonly start: () => Promise<unknown>;
  /** Whether a socket is open; null over HTTP, which needs none. */
  readonly isConnected: () => boolean | null;
  /** Counts the requests over HTTP; stays at zero in Socket Mode. */
  readonly deliveries: Deliveries;
  readonly reached: () => SlackReach;
  /** Takes nothing new and waits for the listeners that are running. */
  readonly stop: () => Promise<void>;
}

export function createBolt(settings: BoltSettings, deps: BoltDeps): SlackApp {
  const { logger, called } = deps;
  const clientOptions = interactiveOptions({ apiUrl: settings.apiUrl, logger, called });
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
  const unkept = new WeakSet<object>();
  acknowledgeKeptEvents(bolt, unkept);
  bolt.use(({ next }) => inFlight.track(next));
  bolt.use((call) => answeringUnkept(deps, unkept, call));
  bolt.use((call) => withinLimits(deps, call));
  bolt.error(({ error, body }: { error: Error; body: unknown }) =>
    tellOfFailure(deps, error, body),
  );

  const isConnected = () => (receiver instanceof SocketReceiver ? receiver.isConnected : null);
  return {
    bolt,
    handle: receiver instanceof HttpReceiver ? receiver.handle : null,
    start: () => receiver.start(),
    isConnected,
    deliveries,
    reached: () => ({
      lastAcceptedAt: deliveries.lastAcceptedAt,
      refused: deliveries.trouble,
      isConnected: isConnected(),
    }),
    async stop() {
      await receiver.stop();
      await inFlight.idle();
    },
  };
}

const slackEvent = z.object({ type: z.literal('event_callback') });

/**
 * Bolt acknowledges an event before a listener has seen it. Here one that the database did not take
 * is not acknowledged, so that Slack sends it again.
 */
function acknowledgeKeptEvents(bolt: BoltApp, unkept: WeakSet<object>): void {
  const processPayload = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (received) => {
    const { body, ack } = received;
    if (!slackEvent.safeParse(body).success) return processPayload(received);
    await processPayload({ ...received, ack: async () => undefined });
    if (!unkept.has(body)) await ack();
  };
}

type Call = AnyMiddlewareArgs & AllMiddlewareArgs;
type Suggestion = SlackOptionsMiddlewareArgs<'block_suggestion'>;

const onHome = z.object({ view: z.object({ type: z.literal('home') }) });

/**
 * Acknowledges what Slack sent if the database stored nothing: without an ack, Slack shows a
 * warning triangle, or words of its own. If the payload has an address for answers, the sentence
 * goes there, like that of any other failure. A second ack does nothing, so a listener that has
 * answered already is not contradicted.
 */
async function answeringUnkept(
  { languages }: BoltDeps,
  unkept: WeakSet<object>,
  call: Call,
): Promise<void> {
  try {
    await call.next();
  } catch (error) {
    if (error instanceof DatabaseFailure) {
      // Without an ack Slack sends the event again.
      if ('event' in call) unkept.add(call.body);
      else await answerUnkept(languages, call, error);
    }
    throw error;
  }
}

async function answerUnkept(
  languages: BoltDeps['languages'],
  call: Call,
  { isUncertain }: DatabaseFailure,
): Promise<void> {
  if ('command' in call) return call.ack();
  const userId = acting.safeParse(call.body).data?.user.id ?? '';
  const texts = languages.rememberedTextsOf(userId);
  const { notKept, maybeKept } = texts.review;
  const words = isUncertain ? maybeKept : notKept;
  if (isSuggestion(call)) {
    const unavailable = option(texts.requestForm.listUnavailable, 'unavailable');
    return call.ack({ options: [unavailable] });
  }
  if ('view' in call && call.body.type === 'view_submission') {
    const block = firstBlockOf(call.body);
    if (block === undefined) {
      const view = wordModal(texts, texts.home.title, words);
      return call.ack({ response_action: 'push', view });
    }
    const { notSaved, maybeSaved } = texts.requestForm;
    const errors = { [block]: isUncertain ? maybeSaved : notSaved };
    return call.ack({ response_action: 'errors', errors });
  }
  if ('ack' in call) await call.ack?.();
  if (!onHome.safeParse(call.body).success) return;
  // A click on Home has no address for answers.
  const view = wordModal(texts, texts.home.title, words);
  const modal = { trigger_id: triggerOf(call.body), view };
  await attempt('views.open', () => call.client.views.open(modal));
}

function isSuggestion(call: Call): call is Suggestion & AllMiddlewareArgs {
  return 'options' in call && call.body.type === 'block_suggestion';
}

function createReceiver(
  { transport, apiUrl }: BoltSettings,
  { world, logger, bodies, acked = () => undefined }: BoltDeps,
  deliveries: Deliveries,
): HttpReceiver | SocketReceiver {
  if (transport.kind === 'http')
    return new HttpReceiver(transport.signingSecret, { world, deliveries, bodies, acked });
  const clientOptions = { ...interactiveOptions({ apiUrl, logger }), timeout: 5_000 };
  const way = getGlobalDispatcher();
  // Without a proxy, Slack's client brings connections of its own, which it can cut.
  const dispatcher = way instanceof EnvHttpProxyAgent ? way : undefined;
  const { appToken } = transport;
  const options = { appToken, dispatcher, logger, installerOptions: { clientOptions } };
  return new SocketReceiver(
    () => new SocketModeReceiver({ ...options, autoReconnectEnabled: false }),
    { log: world.log, acked },
  );
}

/**
 * One of the three doors at which bugs are caught. The person who clicked or typed gets a reference
 * that leads to the log line. A Slack that does not answer is not a bug.
 */
async function tellOfFailure(
  { world, languages }: BoltDeps,
  err: Error,
  body: unknown,
): Promise<void> {
  const reference = world.newId();
  const original = 'original' in err ? err.original : null;
  const isOutage = original instanceof OutwardFailure;
  const isUncertain = original instanceof DatabaseFailure && original.isUncertain;
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
      text: isUncertain
        ? review.maybeKept
        : (command ? review.commandFailed : review.clickLost)({ reference }),
    }),
    signal: AbortSignal.timeout(5_000),
  }).catch((failure: unknown) =>
    world.log.warn({ err: failure, reference }, 'person not told of the failure'),
  );
}

/** Bolt's and the Web API client's own lines go into our log. */
export function slackLogger(log: World['log'], level: LogLevel = LogLevel.WARN): Logger {
  const loggable = (parts: unknown[]) => ({ slack: parts.map(String).join(' ') });
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (...parts: unknown[]) => log.warn(loggable(parts), 'slack library warns'),
    error: (...parts: unknown[]) => log.error(loggable(parts), 'slack library error'),
    setLevel: () => undefined,
    getLevel: () => level,
    setName: () => undefined,
  };
}
