import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';

export interface AlteredAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly text: string;
}

/** What becomes of one answer on its way; undefined where it passes as it is. */
export type Alteration = (path: string, body: unknown) => AlteredAnswer | undefined;

/** A running service that alters another one's answers. */
export interface AlteredService extends AsyncDisposable {
  readonly url: string;
  /** What was called, `GET /path?query`. */
  readonly calls: readonly string[];
}

const boundTo = z.object({ port: z.number() });

/**
 * A service that passes calls on to another one and alters its answers: a tenant that is not what
 * it should be.
 */
export async function alteredService(origin: string, alter: Alteration): Promise<AlteredService> {
  const calls: string[] = [];
  const app = new Hono();
  app.all('*', async ({ req }) => {
    const path = req.url.slice(new URL(req.url).origin.length);
    calls.push(`${req.method} ${path}`);
    const headers = new Headers();
    for (const name of ['authorization', 'content-type']) {
      const value = req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const body = req.method === 'GET' ? null : await req.text();
    const passed = await fetch(`${origin}${path}`, { method: req.method, headers, body });
    const text = await passed.text();
    const altered = path.startsWith('/auth/') ? undefined : alter(path, JSON.parse(text));
    return new Response(altered?.text ?? text, {
      status: altered?.status ?? passed.status,
      headers: { 'content-type': altered?.contentType ?? 'application/json' },
    });
  });
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${boundTo.parse(server.address()).port}`,
    calls,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
