import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createCallbackVault,
  createStepCallbacks,
} from '../../../src/extras/webhooks/step-callbacks.ts';
import { portOf } from '../../support/port-of.ts';

const vault = createCallbackVault([Buffer.alloc(32, 1)]);
const answer = { kind: 'approve', comment: 'fine' } as const;
const now = () => new Date('2026-03-02T12:00:00Z');

let answering: (req: IncomingMessage, res: ServerResponse) => void = () => undefined;
let called: { readonly path: string; readonly authorization: string | undefined }[] = [];
let bodies: Promise<string>[] = [];
let lines: string[] = [];
let origin = '';
let callbacks = createStepCallbacks('http://127.0.0.1', { vault, now });
let close: () => Promise<void> = async () => undefined;

beforeEach(async () => {
  called = [];
  bodies = [];
  lines = [];
  const server = createServer((req, res) => {
    called.push({ path: req.url ?? '', authorization: req.headers.authorization });
    bodies.push(bodyText(req));
    answering(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${portOf(server)}`;
  callbacks = createStepCallbacks(origin, {
    vault,
    now,
    log: (line) => lines.push(JSON.stringify(line)),
  });
  close = async () => {
    await callbacks.close();
    server.close();
    server.closeAllConnections();
  };
});
afterEach(() => close());

const sealed = (url = `${origin}/api/v1/webhooks/callback/secret-token?v=1`, by = vault) => ({
  webhookId: 'hook-1',
  sealed: by.seal(url, 'hook-1'),
});
const says = (status: number, body = '', headers: Record<string, string> = {}) => {
  answering = (_req, res) => void res.writeHead(status, headers).end(body);
};

describe('the answer to a step', () => {
  it.each([
    [200, '{}'],
    [200, '<html>garbage'],
    [202, ''],
    [204, ''],
  ])('is taken where the service says %d, whatever else it says', async (status, body) => {
    says(status, body);
    expect(await callbacks.answer(sealed(), answer)).toBe('accepted');
    expect(called).toEqual([
      { path: '/api/v1/webhooks/callback/secret-token?v=1', authorization: undefined },
    ]);
  });

  it('is shortened between characters, because the service refuses half of one', async () => {
    says(200);
    const comment = `${'x'.repeat(1_022)}😀 and more`;
    await callbacks.answer(sealed(), { kind: 'deny', comment });
    const sent = JSON.parse((await bodies[0]) ?? '');
    expect(sent.deny.comment).toBe(`${'x'.repeat(1_022)}…`);
  });

  it('finds the callback spent where the service says 400', async () => {
    says(400, '{"message":"used"}');
    expect(await callbacks.answer(sealed(), answer)).toBe('spent');
  });

  it.each([302, 307, 401, 403, 404, 409, 410, 500, 503])(
    'is neither taken nor refused where the service says %d',
    async (status) => {
      says(status, '', { location: 'https://evil.example/callback' });
      await expect(callbacks.answer(sealed(), answer)).rejects.toMatchObject({
        kind: 'http',
        certainlyNotDone: false,
      });
      expect(called).toHaveLength(1);
    },
  );

  it('was certainly not taken where the service asks for patience', async () => {
    says(429, '', { 'retry-after': '7' });
    await expect(callbacks.answer(sealed(), answer)).rejects.toMatchObject({
      kind: 'rate-limited',
      certainlyNotDone: true,
      retryAfterMs: 7_000,
    });
  });

  it('may have been taken where the connection breaks', async () => {
    answering = (req) => void req.socket.destroy();
    await expect(callbacks.answer(sealed(), answer)).rejects.toMatchObject({
      certainlyNotDone: false,
    });
  });

  it('goes to the tenant alone, wherever the callback leads', async () => {
    says(200);
    await callbacks.answer(sealed('https://evil.example/api/v1/webhooks/callback/t'), answer);
    expect(called.map(({ path }) => path)).toEqual(['/api/v1/webhooks/callback/t']);
  });

  it('is not sent where the callback was sealed with another key, and says what to do', async () => {
    const other = createCallbackVault([Buffer.alloc(32, 9)]);
    const strange = sealed(`${origin}/api/v1/webhooks/callback/t`, other);
    await expect(callbacks.answer(strange, answer)).rejects.toMatchObject({
      kind: 'unopened',
      certainlyNotDone: true,
      message: expect.stringContaining('WEBHOOK_KEY'),
    });
    expect(called).toEqual([]);
  });

  it('is not sent by the callback of another delivery', async () => {
    const moved = { ...sealed(), webhookId: 'hook-2' };
    await expect(callbacks.answer(moved, answer)).rejects.toMatchObject({ kind: 'unopened' });
    expect(called).toEqual([]);
  });

  it.each([200, 400, 500])(
    'leaves no trace of the callback in log or error (%d)',
    async (status) => {
      says(status);
      const error = await callbacks.answer(sealed(), answer).then(
        () => null,
        (failure: unknown) => failure,
      );
      const said = [...lines, String(error), error instanceof Error ? error.stack : ''].join('\n');
      expect(said).not.toContain('secret-token');
    },
  );
});
