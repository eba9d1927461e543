import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { CustomRoute } from '@slack/bolt';

/**
 * Serves the routes beside Slack's endpoint where there is no endpoint, in Socket Mode. Bolt would listen on every interface
 * there, whatever HOST says, and a port in use would end the process without a word.
 *
 * @throws the server's own error (`EADDRINUSE`, `EACCES`)
 */
export async function serveRoutes(routes: readonly CustomRoute[], at: { host: string; port: number }): Promise<Server> {
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost');
    const route = routes.find((one) => one.path === pathname && [one.method].flat().includes(req.method ?? ''));
    if (route === undefined) res.writeHead(404).end();
    else route.handler(Object.assign(req, { params: {} }), res);
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  return server;
}
