import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp, Receiver, SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { readJson } from '../platform/payloads.ts';
import { calling } from '../platform/web-api-failure.ts';
import { payloadProblem } from './within-limits.ts';

/**
 * How long Slack waits for an ack (docs/spec/slack.md#limits): after that there is nothing to hold
 * a socket open for.
 */
const ackMs = 3_000;
const openingLimitMs = 15_000;
const closingLimitMs = 1_000;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * The others would be read as something else by Slack's client, or end the process: it looks into
 * payloads that are not there.
 */
const socketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal(['hello', 'disconnect']) }),
  z.object({
    type: z.literal(['slash_commands', 'interactive', 'events_api']),
    envelope_id: z.string(),
    payload: z.unknown().superRefine((payload, context) => {
      const problem = payloadProblem(payload);
      if (problem !== null) context.addIssue(problem);
    }),
  }),
]);

type SlackEnvelope = Readonly<Record<string, unknown>> & {
  readonly ack: (response?: unknown) => Promise<void>;
};

/**
 * Knows what is under way, so that a stop can wait for it: Bolt's own stop does not
 * (docs/spec/slack.md#bolt).
 */
export class InFlight {
  readonly #open = new Set<Promise<unknown>>();

  async track<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#open.add(running);
    try {
      return await running;
    } finally {
      this.#open.delete(running);
    }
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }
}

interface SocketDeps {
  readonly log: World['log'];
  /** Told how long each answer took; of one that never came, how long it was waited for. */
  readonly acked: (durationMs: number) => void;
}

/** One socket to Slack, used once. */
class SocketLink {
  isOpen = false;
  isRetiring = false;
  readonly #receiver: SocketModeReceiver;
  readonly #acks = new InFlight();
  /** Resolves when the connection has ended, on either side. */
  readonly closed = Promise.withResolvers<void>();

  constructor(receiver: SocketModeReceiver, { log, acked }: SocketDeps, onRetire: () => void) {
    this.#receiver = receiver;
    const { client } = receiver;
    client.on('connected', () => {
      this.isOpen = true;
    });
    client.on('disconnected', () => {
      this.isOpen = false;
      this.closed.resolve();
    });
    const hearMessage = client.listeners('ws_message');
    client.removeAllListeners('ws_message');
    client.on('ws_message', (data: unknown, isBinary: boolean) => {
      const json = typeof data === 'string' ? readJson(data) : undefined;
      const message = socketMessage.safeParse(json);
      if (!message.success)
        log.warn({ err: message.error }, 'message over the socket not understood');
      // Slack's client would close at once, with acks still owed, and connect again 5 s later.
      else if (message.data.type === 'disconnect' && this.isOpen) onRetire();
      else for (const hear of hearMessage) hear(JSON.stringify(json), isBinary);
    });
    const takeEnvelope = client.listeners('slack_event');
    client.removeAllListeners('slack_event');
    client.on('slack_event', (envelope: SlackEnvelope) => {
      const startedMs = performance.now();
      const answered = Promise.withResolvers<void>();
      const late = setTimeout(answered.resolve, ackMs);
      void this.#acks.track(() => answered.promise);
      void answered.promise.then(() => acked(performance.now() - startedMs));
      let isAcked = false;
      const ack = async (response?: unknown) => {
        if (isAcked) return;
        isAcked = true;
        // As over HTTP, a lost ack is no failure of the listener: its rows are stored.
        await envelope
          .ack(response)
          .catch((err: unknown) => log.warn({ err }, 'socket lost before the ack'));
        clearTimeout(late);
        answered.resolve();
      };
      for (const take of takeEnvelope) take({ ...envelope, ack });
    });
  }

  /** Resolves when Slack has said hello. Throws if it does not in time. */
  async open(): Promise<void> {
    const late = setTimeout(() => void this.close(), openingLimitMs);
    try {
      const opened = await calling('apps.connections.open', () =>
        this.#receiver.client.start(),
      ).catch((err: unknown) => {
        throw err instanceof Error
          ? err
          : new Error('the socket was closed before Slack said hello');
      });
      if (!opened.ok) throw new Error(`apps.connections.open: ${JSON.stringify(opened.refusal)}`);
    } finally {
      clearTimeout(late);
    }
  }

  /** Waits for the acks that are owed, then closes. */
  async retire(): Promise<void> {
    await Promise.race([this.#acks.idle(), this.closed.promise]);
    await this.close();
  }

  async close(): Promise<void> {
    const { client } = this.#receiver;
    void client.disconnect();
    // Slack does not always end its side: the second call does not wait for it.
    const late = setTimeout(() => void client.disconnect(), closingLimitMs);
    await this.closed.promise;
    clearTimeout(late);
  }
}

/**
 * Keeps a socket to Slack open. Bolt's own receiver leaves a gap of 5 s when Slack refreshes a
 * connection, and ends the process when Slack's API is down at that moment: so each connection is a
 * receiver of its own here, the next is opened before the last is closed, and opening is tried for
 * ever.
 */
export class SocketReceiver implements Receiver {
  readonly #newReceiver: () => SocketModeReceiver;
  readonly #deps: SocketDeps;
  readonly #links = new Set<SocketLink>();
  readonly #stopping = new AbortController();
  #bolt: BoltApp | null = null;
  readonly #attempted = Promise.withResolvers<void>();
  #connecting: Promise<void> | null = null;
  #openedAtMs = Number.NEGATIVE_INFINITY;

  constructor(newReceiver: () => SocketModeReceiver, deps: SocketDeps) {
    this.#newReceiver = newReceiver;
    this.#deps = deps;
  }

  get isConnected(): boolean {
    return [...this.#links].some((link) => link.isOpen);
  }

  init(bolt: BoltApp): void {
    this.#bolt = bolt;
  }

  /** Resolves after the first attempt, however it ended. */
  async start(): Promise<void> {
    void this.#connect();
    await this.#attempted.promise;
  }

  /** Takes what still comes until the acks that are owed are sent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#links].map((link) => (link.isOpen ? link.retire() : link.close())));
    await this.#connecting;
  }

  #connect(): Promise<void> {
    this.#connecting ??= this.#tryUntilConnected().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #tryUntilConnected(): Promise<void> {
    // Slack may close what it has just opened, again and again.
    if (performance.now() - this.#openedAtMs < firstRetryMs) await this.#wait(firstRetryMs);
    for (
      let delayMs = firstRetryMs;
      !this.#stopping.signal.aborted;
      delayMs = Math.min(delayMs * 2, longestRetryMs)
    ) {
      try {
        return await this.#openLink();
      } catch (err) {
        const failure = err instanceof OutwardFailure ? err : null;
        const waitMs = Math.max(delayMs, failure?.retryAfterMs ?? 0);
        const what =
          failure?.kind === 'unauthorized'
            ? 'Slack refuses SLACK_APP_TOKEN: it must be an app-level token with connections:write'
            : 'no socket to Slack, will be tried again';
        this.#deps.log.warn({ err, waitMs }, what);
        this.#attempted.resolve();
        await this.#wait(waitMs);
      } finally {
        this.#attempted.resolve();
      }
    }
  }

  /** Or until it stops. */
  async #wait(waitMs: number): Promise<void> {
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #openLink(): Promise<void> {
    const receiver = this.#newReceiver();
    if (this.#bolt !== null) receiver.init(this.#bolt);
    const link = new SocketLink(receiver, this.#deps, () => void this.#replace(link));
    this.#links.add(link);
    await link.open().catch((err: unknown) => {
      this.#links.delete(link);
      throw err;
    });
    this.#openedAtMs = performance.now();
    this.#deps.log.info({}, 'socket open');
    void this.#reopenAfter(link);
    if (this.#stopping.signal.aborted) await link.close();
  }

  async #reopenAfter(link: SocketLink): Promise<void> {
    await link.closed.promise;
    this.#links.delete(link);
    this.#deps.log.info({}, 'socket closed');
    // The attempt that opened it may not have settled yet.
    await this.#connecting;
    if (!this.isConnected) await this.#connect();
  }

  async #replace(link: SocketLink): Promise<void> {
    if (link.isRetiring) return;
    link.isRetiring = true;
    await this.#connect();
    await link.retire();
  }
}
