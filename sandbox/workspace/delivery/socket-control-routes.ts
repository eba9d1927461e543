/** `/sandbox/sockets`: the sockets for tests in other processes. */
import { Hono } from 'hono';
import { z } from 'zod';
import { disconnectReasons } from './socket-connection.ts';
import type { SocketControl } from './socket-transport.ts';

const order = z.strictObject({
  reason: z.enum(disconnectReasons).default('refresh_requested'),
  graceMs: z.int().min(0).optional(),
});

export function socketControlRoutes(sockets: SocketControl): Hono {
  const routes = new Hono();
  routes.get('/', (context) => context.json({ connections: sockets.count() }));
  routes.post('/disconnect', async (context) => {
    const parsed = order.safeParse(await context.req.json().catch(() => ({})));
    if (!parsed.success) return context.json({ error: z.prettifyError(parsed.error) }, 400);
    sockets.disconnect(parsed.data.reason, parsed.data.graceMs);
    return context.json({ ok: true });
  });
  routes.delete('/', (context) => {
    sockets.break();
    return context.json({ ok: true });
  });
  return routes;
}
