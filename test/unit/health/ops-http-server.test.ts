import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpRoute, openServer } from '../../../src/operator/health/http-server.ts';

type Limits = NonNullable<Parameters<typeof openServer>[2]>;

const fine: HttpRoute['handler'] = (_req, res) => void res.writeHead(200).end('fine');

async function serving(limits: Limits = {}, handler = fine): Promise<number> {
  const at = { host: '127.0.0.1', port: 0 };
  const server = await openServer([{ path: '/healthz', method: 'GET', handler }], at, limits);
  onTestFinished(() => server.close());
  return server.port;
}

/** A connection on which something was written; what was heard until it was closed. */
function write(
  port: number,
  text: string,
): { readonly socket: Socket; readonly heard: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (data) => {
    heard += data.toString();
  });
  socket.on('error', () => undefined);
  return { socket, heard: new Promise((resolve) => socket.on('close', () => resolve(heard))) };
}

/** `write`, once the server can have seen it: what connects later comes after it. */
async function opened(port: number, text: string): Promise<ReturnType<typeof write>> {
  const connection = write(port, text);
  await new Promise((resolve) => connection.socket.once('connect', resolve));
  return connection;
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n\r\n`;

/** A body in pieces whose length nobody tells. */
const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
const postOf = (body: string) =>
  `POST /healthz HTTP/1.1\r\nHost: bot\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

describe('an answer before the end of its request', () => {
  it('is read by a client that reads nothing before it has sent everything', async () => {
    const port = await serving();
    const { socket, heard } = await opened(port, '');
    socket.pause();
    socket.write(postOf(piece.repeat(100)));
    await new Promise((resolve) => socket.write('0\r\n\r\n', resolve));
    socket.write(get('/healthz'));
    socket.resume();
    expect(await heard).toMatch(/^HTTP\/1\.1 404 [\s\S]*fine/);
  });

  it('is the last thing on a connection whose client sends on and on', async () => {
    const port = await serving({ lingerBytes: 1024 * 1024 });
    const { socket, heard } = await opened(port, postOf(''));
    // 1.5 GB, if it were all taken.
    for (let sent = 0; sent < 24_000 && !socket.destroyed; sent += 1)
      await new Promise((resolve) => socket.write(piece, resolve));
    await heard;
    expect(socket.bytesWritten).toBeLessThan(32 * 1024 * 1024);
  });
});

describe('the server', () => {
  it.each([
    '//',
    '/',
    '///',
    '//x:y@z:99999',
    '/%',
    '*',
    'http://[',
    'http://bot/healthz',
    '/healthz/',
  ])('finds nothing at %s, and lives on', async (target) => {
    const port = await serving();
    expect(await write(port, get(target)).heard).toMatch(/^HTTP\/1\.1 404 /);
    expect(await write(port, get('/healthz?a=//')).heard).toContain('fine');
  });

  it.each([
    ['headers that do not end', 'GET /healthz HTTP/1.1\r\nHost: bot\r\n', /^HTTP\/1\.1 408 /],
    // Where this process stood still meanwhile, its time was over when it was read.
    [
      'a body that does not come',
      'POST /elsewhere HTTP/1.1\r\nHost: bot\r\nContent-Length: 10\r\n\r\nabc',
      /^HTTP\/1\.1 40[48] /,
    ],
  ])('closes a connection with %s', async (_what, text, answer) => {
    const port = await serving({
      headersTimeout: 50,
      requestTimeout: 100,
      connectionsCheckingInterval: 20,
    });
    expect(await write(port, text).heard).toMatch(answer);
  });

  it('closes a connection on which nothing was ever sent', async () => {
    const port = await serving({
      headersTimeout: 50,
      requestTimeout: 100,
      connectionsCheckingInterval: 20,
    });
    expect(await write(port, '').heard).not.toContain('fine');
    await expect.poll(() => write(port, get('/healthz')).heard).toContain('fine');
  });

  it('closes the oldest connection without a request for a new one', async () => {
    const port = await serving({ maxConnections: 2 });
    const oldest = await opened(port, '');
    const newer = await opened(
      port,
      'POST /healthz HTTP/1.1\r\nHost: bot\r\nContent-Length: 10\r\n\r\nabc',
    );
    expect(await write(port, get('/healthz')).heard).toContain('fine');
    expect(await oldest.heard).toBe('');
    expect(newer.socket.destroyed).toBe(false);
  });

  it('answers every request while far more connections send nothing', async () => {
    const port = await serving({ maxConnections: 20 });
    const heard: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, () => opened(port, 'POST /healthz HTTP/1.1\r\n')),
      );
      heard.push(await write(port, get('/healthz')).heard);
    }
    expect(heard.filter((answer) => answer.includes('fine'))).toHaveLength(12);
  });

  it('keeps a connection whose request is being answered, and stays within the limit', async () => {
    const answers: (() => void)[] = [];
    const port = await serving({ maxConnections: 2 }, (_req, res) => {
      answers.push(() => void res.writeHead(200).end('fine'));
    });
    const busy = [write(port, get('/healthz')), write(port, get('/healthz'))];
    await expect.poll(() => answers.length).toBe(2);
    expect(await write(port, get('/healthz')).heard).toBe('');
    for (const answer of answers) answer();
    expect(await Promise.all(busy.map(({ heard }) => heard))).toEqual([
      expect.stringContaining('fine'),
      expect.stringContaining('fine'),
    ]);
  });

  it('counts a connection as one without a request again after its answer', async () => {
    const port = await serving({ maxConnections: 1 });
    const kept = await opened(port, 'GET /healthz HTTP/1.1\r\nHost: bot\r\n\r\n');
    await new Promise((resolve) => kept.socket.once('data', resolve));
    expect(await write(port, get('/healthz')).heard).toContain('fine');
    expect(await kept.heard).toContain('fine');
  });
});
