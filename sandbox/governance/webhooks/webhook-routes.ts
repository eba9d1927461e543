import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { parseJsonObject, readBody } from '../bodies.ts';
import { ServiceError } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { ServerEnv } from '../server-env.ts';
import type { TokenEndpoint } from '../tokens.ts';
import { webhookLies } from './lies.ts';
import { callbackPath, type Webhooks } from './webhooks.ts';

/** The keys, the callbacks, and what administrators see of webhooks. */
export function webhookRoutes(webhooks: Webhooks, tokens: TokenEndpoint): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/auth/v1/jwks', (context) => keysFor(webhooks, context));
  routes.post(`${callbackPath}:token`, async (context) => {
    const token = context.req.param('token') ?? '';
    const document = documentIn(context.get('bodyText'));
    const taskId = webhooks.taskOf(token);
    const note = (status: number | null): void =>
      webhooks.note({ what: 'callback', taskId, status, document });
    const { callback = {} } = webhooks.lies;
    if (callback.delayMs !== undefined) await sleep(callback.delayMs);
    if (callback.status !== undefined) {
      note(callback.status);
      return new Response('{}', { status: callback.status });
    }
    try {
      webhooks.answer(token, document);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      note(error.httpStatus);
      return new Response(JSON.stringify(error.body()), { status: error.httpStatus });
    }
    if (callback.drop === true) {
      note(null);
      context.env.outgoing.destroy();
    } else note(200);
    return context.json({});
  });
  routes.get('/api/v1/webhooks', (context) => {
    requirePermission(tokens.callerOf(context.req.header('Authorization')), 'administer');
    return context.json({ list: webhooks.list(), nextPageToken: '' });
  });
  routes.post('/api/v1/webhooks/:id/test', async (context) => {
    requirePermission(tokens.callerOf(context.req.header('Authorization')), 'administer');
    return context.json({ webhook: await webhooks.test(context.req.param('id')) });
  });
  return routes;
}

/** An answer to a test stays an answer although it says nothing. */
function documentIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const hugeBytes = 5 * 1024 * 1024;
const slowMs = 20_000;

async function keysFor(webhooks: Webhooks, context: Context<ServerEnv>): Promise<Response> {
  switch (webhooks.lies.keys) {
    case 'down':
      return new Response('', { status: 503 });
    case 'redirect':
      return new Response('', { status: 302, headers: { Location: '/sandbox/keys' } });
    case 'huge':
      return new Response('x'.repeat(hugeBytes));
    case 'slow':
      await sleep(slowMs, undefined, { ref: false });
      return context.json(webhooks.keys.published());
    case undefined:
      return context.json(webhooks.keys.published());
  }
}

const target = z.strictObject({
  url: z.string(),
  publicUrl: z.string().optional(),
  callbackSeconds: z.number().positive().optional(),
});

/** `POST /sandbox/webhooks/{id}`, `/sandbox/webhookLies`; `GET /sandbox/webhookExchanges`. */
export function webhookControls(webhooks: Webhooks): Hono<ServerEnv> {
  const controls = new Hono<ServerEnv>();
  controls.post('/webhooks/:id', (context) => {
    const body = parseJsonObject(context.get('bodyText'));
    webhooks.setTarget(context.req.param('id'), readBody(target, body));
    return context.json({});
  });
  controls.post('/webhookLies', (context) => {
    webhooks.lie(readBody(webhookLies, parseJsonObject(context.get('bodyText'))));
    return context.json({});
  });
  controls.get('/webhookExchanges', (context) => context.json({ exchanges: webhooks.exchanges }));
  return controls;
}
