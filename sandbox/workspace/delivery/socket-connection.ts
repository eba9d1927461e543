/** The workspace's end of one socket: hello, pings, envelopes out, acks in, and its end. */
import { WebSocket } from 'ws';
import { bot } from '../state/directory.ts';
import { type Envelope, readAck } from './socket-envelope.ts';

/**
 * Why Slack ends a connection. After `warning` and `refresh_requested` the app is expected to open
 * another one.
 */
export const disconnectReasons = ['warning', 'refresh_requested', 'link_disabled'] as const;
export type DisconnectReason = (typeof disconnectReasons)[number];

/** The text of the ack, or why there is none: it was late, or the connection ended first. */
export type SocketAnswer = { readonly ack: string } | 'timeout' | 'lost';

const debugHost = 'applink-sandbox';
const pingIntervalMs = 10_000;
/** About five hours, as Slack says. */
const approximateConnectionSeconds = 18_060;

export class SocketConnection {
  /** The app was asked to leave: nothing new is sent here while another connection is open. */
  retiring = false;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (answer: SocketAnswer) => void>();
  readonly #pings: NodeJS.Timeout;
  #closing: NodeJS.Timeout | undefined;
  #heard = true;

  constructor(socket: WebSocket, options: { readonly onClose: () => void }) {
    this.#socket = socket;
    this.#pings = setInterval(() => this.ping(), pingIntervalMs);
    socket.on('message', (data, isBinary) => {
      const ack = isBinary || !Buffer.isBuffer(data) ? null : readAck(data.toString('utf8'));
      if (ack !== null) this.#waiting.get(ack.envelopeId)?.({ ack: ack.body });
    });
    socket.on('pong', () => {
      this.#heard = true;
    });
    // A close event follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(this.#pings);
      clearTimeout(this.#closing);
      for (const settle of this.#waiting.values()) settle('lost');
      options.onClose();
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  hello(connections: number): void {
    this.say(
      JSON.stringify({
        type: 'hello',
        num_connections: connections,
        debug_info: {
          host: debugHost,
          build_number: 1,
          approximate_connection_time: approximateConnectionSeconds,
        },
        connection_info: { app_id: bot.appId },
      }),
    );
  }

  /** Settles with the ack, after `ackLimitMs` without one, or when the connection ends. */
  async deliver(envelope: Envelope, ackLimitMs: number): Promise<SocketAnswer> {
    const { promise, resolve } = Promise.withResolvers<SocketAnswer>();
    const timer = setTimeout(() => resolve('timeout'), ackLimitMs);
    this.#waiting.set(envelope.envelope_id, resolve);
    this.say(JSON.stringify(envelope));
    const answer = await promise;
    clearTimeout(timer);
    this.#waiting.delete(envelope.envelope_id);
    return answer;
  }

  /** Asks the app to leave, and closes the connection after `graceMs` if it has not. */
  disconnect(reason: DisconnectReason, graceMs: number): void {
    this.retiring = true;
    this.say(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: debugHost } }));
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#socket.close(1000), graceMs);
  }

  /** Sends any text, even what Slack would never send. */
  say(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  /** Ends the connection like a network failure. */
  break(): void {
    this.#socket.terminate();
  }

  /** A connection that has not answered a ping by the next one is dead. */
  ping(): void {
    if (!this.#heard) {
      this.break();
      return;
    }
    this.#heard = false;
    if (this.isOpen) this.#socket.ping();
  }
}
