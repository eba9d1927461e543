/**
 * Socket Mode: the app opens WebSockets to the workspace, and each delivery goes over one of them.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { bot } from '../state/directory.ts';
import { type DisconnectReason, SocketConnection } from './socket-connection.ts';
import { envelopeOf } from './socket-envelope.ts';
import { SocketTickets } from './socket-tickets.ts';
import type { AppAnswer, AppTransport, OutgoingPayload } from './transport.ts';

export interface SocketTransportOptions {
  readonly ackLimitMs: () => number;
  /** The workspace's own address, without a slash at the end. */
  readonly origin: () => string;
}

/** What a test can do with the sockets. */
export interface SocketControl {
  /** Connections that are open now. */
  count(): number;
  /**
   * Asks the app to leave every connection (default `refresh_requested`), and closes those that are
   * still open after `graceMs` (default 10,000, as Slack does).
   */
  disconnect(reason?: DisconnectReason, graceMs?: number): void;
  /** Breaks every connection, like a network failure. */
  break(): void;
  /**
   * Pings every connection, and breaks those that have not answered the ping before: what else
   * happens every 10 s.
   */
  ping(): void;
  /** Sends any text to every connection, even what Slack would never send. */
  say(text: string): void;
}

const path = '/link/';
const graceByDefaultMs = 10_000;
/** Larger than any ack; the largest ones contain a view. */
const largestMessageBytes = 1024 * 1024;

export class SocketTransport implements AppTransport, SocketControl {
  readonly #options: SocketTransportOptions;
  readonly #tickets: SocketTickets;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  readonly #connections = new Set<SocketConnection>();
  /** A payload that is delivered twice keeps its envelope id. */
  readonly #envelopeIds = new WeakMap<OutgoingPayload, string>();
  #turn = 0;

  constructor(options: SocketTransportOptions) {
    this.#options = options;
    this.#tickets = new SocketTickets();
  }

  /** What `apps.connections.open` answers: opens one socket, once. */
  newAddress(): string {
    const origin = this.#options.origin().replace(/^http/, 'ws');
    return `${origin}${path}?ticket=${this.#tickets.issue()}&app_id=${bot.appId}`;
  }

  /** For the server's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://workspace');
    const refusal =
      pathname !== path
        ? '404 Not Found'
        : this.#tickets.use(searchParams.get('ticket') ?? '')
          ? null
          : '403 Forbidden';
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const connection = new SocketConnection(opened, {
        onClose: () => this.#connections.delete(connection),
      });
      this.#connections.add(connection);
      connection.hello(this.#connections.size);
    });
  }

  /** Without `sentAt`: nothing is signed on a socket. */
  async send(outgoing: OutgoingPayload): Promise<AppAnswer> {
    const connection = this.#next();
    if (connection === undefined) return { ok: false, code: 'dispatch_failed', status: null };
    const envelopeId = this.#envelopeIds.get(outgoing) ?? randomUUID();
    this.#envelopeIds.set(outgoing, envelopeId);
    const envelope = envelopeOf(outgoing, envelopeId);
    const answer = await connection.deliver(envelope, this.#options.ackLimitMs());
    if (answer === 'timeout') return { ok: false, code: 'operation_timeout', status: null };
    if (answer === 'lost') return { ok: false, code: 'dispatch_failed', status: null };
    return { ok: true, status: 200, body: envelope.accepts_response_payload ? answer.ack : '' };
  }

  async close(): Promise<void> {
    this.break();
  }

  count(): number {
    return this.#open().length;
  }

  disconnect(reason: DisconnectReason = 'refresh_requested', graceMs = graceByDefaultMs): void {
    for (const connection of this.#connections) connection.disconnect(reason, graceMs);
  }

  break(): void {
    for (const connection of this.#connections) connection.break();
  }

  ping(): void {
    for (const connection of this.#connections) connection.ping();
  }

  say(text: string): void {
    for (const connection of this.#connections) connection.say(text);
  }

  #open(): SocketConnection[] {
    return [...this.#connections].filter((one) => one.isOpen);
  }

  /** Round robin. A connection that was asked to leave is used only when there is no other. */
  #next(): SocketConnection | undefined {
    const open = this.#open();
    const staying = open.filter((one) => !one.retiring);
    const candidates = staying.length > 0 ? staying : open;
    this.#turn += 1;
    return candidates[this.#turn % Math.max(1, candidates.length)];
  }
}

/** Over a socket while one is connected, else over HTTP. */
export function socketBeforeHttp(socket: SocketTransport, http: AppTransport): AppTransport {
  return {
    send: (outgoing, sentAt) =>
      socket.count() > 0 ? socket.send(outgoing) : http.send(outgoing, sentAt),
    async close() {
      await socket.close();
      await http.close();
    },
  };
}
