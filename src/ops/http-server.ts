import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One address: a path to the letter, and a method. */
export interface HttpRoute {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Slack sends its headers at once and its body within seconds: whoever is slower only holds a connection. Milliseconds. */
const serverLimits = {
  headersTimeout: 10_000,
  /** From the first byte to the end of the body. */
  requestTimeout: 15_000,
  /** Between two requests of a connection. */
  keepAliveTimeout: 5_000,
  /** How often slow connections are looked for. */
  connectionsCheckingInterval: 1_000,
  maxConnections: 1_000,
};

/** An open request is answered within Slack's 3 s. */
const closingMs = 4_000;

/**
 * Serves the routes and nothing else, to well-behaved clients and to others.
 *
 * @throws the server's own error (`EADDRINUSE`, `EACCES`)
 */
export async function openServer(
  routes: readonly HttpRoute[],
  at: { readonly host: string; readonly port: number },
  limits: Partial<typeof serverLimits> = {},
) {
  const { maxConnections, ...timeouts } = { ...serverLimits, ...limits };
  const server = createServer(timeouts, (req, res) => {
    // Not through `URL`, which throws for some targets that a client can write, `//` for one.
    const [path] = (req.url ?? '').split('?', 1);
    const route = routes.find((one) => one.path === path && one.method === req.method);
    if (route === undefined) res.writeHead(404).end();
    else route.handler(req, res);
  });
  server.maxConnections = maxConnections;
  // A connection on which nothing moves, whatever it waits for.
  server.timeout = timeouts.requestTimeout;
  server.listen(at.port, at.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    /** Takes no new connection and lets open requests be answered. */
    async close(): Promise<void> {
      const late = setTimeout(() => server.closeAllConnections(), closingMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(late);
    },
  };
}
