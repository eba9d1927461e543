import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpRoute, openServer } from '../../src/ops/http-server.ts';

type Limits = NonNullable<Parameters<typeof openServer>[2]>;

async function serving(limits: Limits = {}): Promise<number> {
  const handler: HttpRoute['handler'] = (_req, res) => void res.writeHead(200).end('fine');
  const at = { host: '127.0.0.1', port: 0 };
  const server = await openServer([{ path: '/healthz', method: 'GET', handler }], at, limits);
  onTestFinished(() => server.close());
  return server.port;
}

/** A connection on which something was written; what was heard until it was closed. */
function write(port: number, text: string): { readonly socket: Socket; readonly heard: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (data) => {
    heard += data.toString();
  });
  socket.on('error', () => undefined);
  return { socket, heard: new Promise((resolve) => socket.on('close', () => resolve(heard))) };
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n\r\n`;

describe('the server', () => {
  it.each(['//', '/', '///', '//x:y@z:99999', '/%', '*', 'http://[', 'http://bot/healthz', '/healthz/'])(
    'finds nothing at %s, and lives on',
    async (target) => {
      const port = await serving();
      expect(await write(port, get(target)).heard).toMatch(/^HTTP\/1\.1 404 /);
      expect(await write(port, get('/healthz?a=//')).heard).toContain('fine');
    },
  );

  it.each([
    ['headers that do not end', 'GET /healthz HTTP/1.1\r\nHost: bot\r\n', 408],
    ['a body that does not come', 'POST /elsewhere HTTP/1.1\r\nHost: bot\r\nContent-Length: 10\r\n\r\nabc', 404],
  ])('closes a connection with %s', async (_what, text, status) => {
    const port = await serving({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 });
    expect(await write(port, text).heard).toContain(`HTTP/1.1 ${status} `);
  });

  it('closes a connection on which nothing was ever sent', async () => {
    const port = await serving({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 });
    await write(port, '').heard;
    expect(await write(port, get('/healthz')).heard).toContain('fine');
  });

  it('takes so many connections at a time and no more', async () => {
    const port = await serving({ maxConnections: 2 });
    const held = [write(port, ''), write(port, '')];
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await write(port, get('/healthz')).heard).toBe('');
    held[0]?.socket.destroy();
    await expect.poll(async () => write(port, get('/healthz')).heard).toContain('fine');
  });
});
