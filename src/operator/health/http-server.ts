import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Registry } from 'prom-client';
import { StillStarting, type SystemStatus } from './system-status.ts';

/** One address: a path to the letter, and a method. */
export interface HttpRoute {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * Slack sends its headers at once and its body within seconds. A slower client only holds a
 * connection. Milliseconds.
 */
const serverLimits = {
  headersTimeout: 10_000,
  /** From the first byte to the end of the body. */
  requestTimeout: 15_000,
  /** Between two requests of a connection. */
  keepAliveTimeout: 5_000,
  /** How often slow connections are looked for. */
  connectionsCheckingInterval: 1_000,
  maxConnections: 1_000,
  /** About what the buffers of both sides hold. */
  lingerBytes: 8 * 1024 * 1024,
};

/** An open request is answered within Slack's 3 s. */
const closingMs = 4_000;

/**
 * Serves the routes and nothing else, to well-behaved clients and to others.
 *
 * @throws the server's own error (`EADDRINUSE`, `EACCES`)
 */
export interface RunningHttpServer {
  readonly port: number;
  /** Takes no new connection and lets open requests be answered. */
  readonly close: () => Promise<void>;
}

export async function openServer(
  routes: readonly HttpRoute[],
  at: {
    readonly host: string;
    readonly port: number;
    /** The status for what no route answers; 404 if absent. */
    readonly otherwise?: () => number;
  },
  limits: Partial<typeof serverLimits> = {},
): Promise<RunningHttpServer> {
  const { maxConnections, lingerBytes, ...timeouts } = { ...serverLimits, ...limits };
  const connections = new Connections(maxConnections);
  const server = createServer(timeouts, (req, res) => {
    connections.begin(req, res);
    res.once('finish', () => {
      if (!req.complete) takeRest(req, lingerBytes);
    });
    // Not through `URL`, which throws for some targets that a client can write, `//` for one.
    const [path] = (req.url ?? '').split('?', 1);
    const route = routes.find((one) => one.path === path && one.method === req.method);
    if (route === undefined) res.writeHead(at.otherwise?.() ?? 404).end();
    else route.handler(req, res);
  });
  server.on('connection', (socket) => connections.take(socket));
  // Closes a connection on which nothing moves.
  server.timeout = timeouts.requestTimeout;
  server.listen(at.port, at.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    async close(): Promise<void> {
      const late = setTimeout(() => server.closeAllConnections(), closingMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(late);
    },
  };
}

/**
 * Takes what still comes of a request that was answered before its end, and throws it away: who
 * closes a connection with unread bytes resets it, and the other side loses the answer. It is
 * closed after so many bytes, or when the time for a request is over.
 */
function takeRest(req: IncomingMessage, mostBytes: number): void {
  const { socket } = req;
  const from = socket.bytesRead;
  // The socket is asked: the request tells nothing any more of what is thrown away.
  const count = (): void => {
    if (socket.bytesRead - from > mostBytes) socket.destroy();
  };
  socket.on('data', count);
  req.once('end', () => socket.off('data', count)).resume();
}

/**
 * Limits the open connections. Anybody can open connections and send nothing, or send slowly. At
 * the limit, the oldest connection without a complete request is closed for a new one; otherwise
 * they would shut out Slack's signed requests. A connection whose request is being answered stays
 * open.
 */
class Connections {
  readonly #limit: number;
  /** Each open connection with the request that it has begun, the longest-waiting one first. */
  readonly #open = new Map<Socket, IncomingMessage | null>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(socket: Socket): void {
    if (this.#open.size >= this.#limit && !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, null);
    socket.once('close', () => this.#open.delete(socket));
  }

  begin(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (!this.#open.has(socket)) return;
    this.#open.set(socket, req);
    // Moves to the end: it waits for its next request from now on.
    res.once('close', () => {
      if (this.#open.delete(socket)) this.#open.set(socket, null);
    });
  }

  #makeRoom(): boolean {
    for (const [socket, req] of this.#open) {
      if (req?.complete === true) continue;
      this.#open.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}

/** Throws an error with a sentence when the process cannot take requests. */
export type ReadyCheck = () => Promise<void>;

/**
 * For everybody who reaches the port that Slack does, and tells nothing else. `/healthz`: the
 * process answers. `/readyz`: it can take requests. What the database, Slack and the service do
 * counts for nothing there: every replica would be dropped at once, and people would get the words
 * of a proxy instead of the bot's.
 */
export function healthRoutes(ready: ReadyCheck): HttpRoute[] {
  return [
    route('/healthz', async () => json(200, { status: 'ok' })),
    readyRoute(ready, () => ({})),
  ];
}

/**
 * For operators, on a listener of their own: `/readyz` with the reason, `/metrics` as Prometheus
 * text, `/status` with the state of every system and the facts of `more`. None of them shows a
 * secret or the name of a person.
 */
export function opsRoutes(options: {
  readonly registry: Registry;
  readonly ready: ReadyCheck;
  readonly status: SystemStatus;
  /** What somebody has to mend although the process can take requests; null if there is nothing. */
  readonly warning: () => string | null;
  /** More members of `/status`, by name. */
  readonly more: () => Promise<Readonly<Record<string, unknown>>>;
}): HttpRoute[] {
  const { registry, ready, status, warning, more } = options;
  return [
    readyRoute(ready, (says) => (says === null ? {} : { says }), warning),
    route('/status', async () => json(200, { ...(await status.read()), ...(await more()) })),
    route('/metrics', async () => ({
      status: 200,
      type: registry.contentType,
      body: await registry.metrics(),
    })),
  ];
}

/** @param tell makes members of the answer from the reason, or from what has to be mended */
function readyRoute(
  ready: ReadyCheck,
  tell: (says: string | null) => object,
  warning: () => string | null = () => null,
): HttpRoute {
  const trouble = (error: unknown) => ({
    ...tell(error instanceof Error ? error.message : String(error)),
    ...(error instanceof StillStarting ? { waitsFor: error.waitsFor } : {}),
  });
  return route('/readyz', () =>
    ready().then(
      () => json(200, { status: 'ok', ...tell(warning()) }),
      (error: unknown) => json(503, { status: 'not ready', ...trouble(error) }),
    ),
  );
}

function json(status: number, body: unknown) {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function route(path: string, answer: () => Promise<ReturnType<typeof json>>): HttpRoute {
  return {
    path,
    method: 'GET',
    handler(_req, res) {
      answer().then(
        ({ status, type, body }) => res.writeHead(status, { 'content-type': type }).end(body),
        () => res.writeHead(500).end(),
      );
    },
  };
}
