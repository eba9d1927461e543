/**
 * `/sandbox/...`: the workspace for tests and scripts in other processes. `POST
 * /sandbox/client/<method>` with the method's arguments as a JSON array does what `WorkspaceClient`
 * does, and answers `{"result": ...}`; the logs, the faults and the live changes are beside it.
 */
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { WorkspaceClient } from './client.ts';
import type { DeliveryRecord } from './delivery/app-delivery.ts';
import { type FaultPlan, faultSchema } from './faults.ts';
import type { CallRecord } from './web-api/routes.ts';
import { type WorldControls, worldControlRoutes } from './world-controls.ts';

export interface ControlOptions {
  readonly client: WorkspaceClient;
  readonly calls: () => readonly CallRecord[];
  readonly deliveries: () => readonly DeliveryRecord[];
  readonly faults: FaultPlan;
  readonly setRequestUrl: (url: string) => void;
  readonly world: WorldControls;
  /** Ends the live streams. */
  readonly closing: AbortSignal;
}

const id = z.string();
const entered = z.union([z.string(), z.array(z.string()), z.null()]);
const values = z.record(z.string(), z.record(z.string(), entered));
const container = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message'), conversationId: id, ts: id }),
  z.strictObject({ kind: z.literal('ephemeral'), conversationId: id, ts: id }),
  z.strictObject({ kind: z.literal('view'), viewId: id }),
]);
const action = z.strictObject({ blockId: id, actionId: id, entered: entered.optional() });
const messageRef = z.strictObject({ conversationId: id, ts: id });

type Procedure = (client: WorkspaceClient, args: unknown) => unknown;

function procedure<Args extends z.ZodType>(
  args: Args,
  run: (client: WorkspaceClient, args: z.infer<Args>) => unknown,
): Procedure {
  return (client, given) => run(client, args.parse(given));
}

const nothing = z.tuple([]);

const procedures: Readonly<Record<Exclude<keyof WorkspaceClient, 'subscribe'>, Procedure>> = {
  teamName: procedure(nothing, (client) => client.teamName),
  teamDomain: procedure(nothing, (client) => client.teamDomain),
  people: procedure(nothing, (client) => client.people()),
  bot: procedure(nothing, (client) => client.bot()),
  userGroups: procedure(nothing, (client) => client.userGroups()),
  channelNames: procedure(nothing, (client) => client.channelNames()),
  commands: procedure(nothing, (client) => client.commands()),
  shortcuts: procedure(nothing, (client) => client.shortcuts()),
  conversations: procedure(z.tuple([id]), (client, args) => client.conversations(...args)),
  messages: procedure(z.tuple([id, id]), (client, args) => client.messages(...args)),
  openViews: procedure(z.tuple([id]), (client, args) => client.openViews(...args)),
  home: procedure(z.tuple([id]), (client, args) => client.home(...args)),
  markRead: procedure(z.tuple([id, id]), (client, args) => client.markRead(...args)),
  fill: procedure(z.tuple([id, id, values]), (client, args) => client.fill(...args)),
  say: procedure(z.tuple([id, id, z.string(), id.optional()]), (client, args) =>
    client.say(...args),
  ),
  runCommand: procedure(z.tuple([id, id, z.string()]), (client, args) =>
    client.runCommand(...args),
  ),
  runShortcut: procedure(z.tuple([id, id, messageRef.optional()]), (client, args) =>
    client.runShortcut(...args),
  ),
  act: procedure(z.tuple([id, container, action, values.optional()]), (client, args) =>
    client.act(...args),
  ),
  optionsFor: procedure(z.tuple([id, container, id, id, z.string()]), (client, args) =>
    client.optionsFor(...args),
  ),
  submitView: procedure(z.tuple([id, id, values]), (client, args) => client.submitView(...args)),
  closeView: procedure(z.tuple([id, id]), (client, args) => client.closeView(...args)),
  slackbot: procedure(z.tuple([id]), (client, args) => client.slackbot(...args)),
  askSlackbot: procedure(z.tuple([id, z.string()]), (client, args) => client.askSlackbot(...args)),
  openHome: procedure(z.tuple([id]), (client, args) => client.openHome(...args)),
};

function procedureNamed(name: string): Procedure | undefined {
  return new Map<string, Procedure>(Object.entries(procedures)).get(name);
}

function refusal(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : 'The body must be JSON.';
}

export function controlRoutes(options: ControlOptions): Hono {
  const routes = new Hono();

  routes.post('/client/:method', async (context) => {
    const run = procedureNamed(context.req.param('method'));
    if (run === undefined) return context.json({ error: 'There is no such method.' }, 404);
    let pending: unknown;
    try {
      const text = await context.req.text();
      pending = run(options.client, text === '' ? [] : JSON.parse(text));
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) {
        return context.json({ error: refusal(error) }, 400);
      }
      throw error;
    }
    return context.json({ result: (await pending) ?? null });
  });

  routes.get('/calls', (context) => context.json(options.calls()));
  routes.get('/deliveries', (context) => context.json(options.deliveries()));

  routes.post('/faults', async (context) => {
    const parsed = faultSchema.safeParse(await context.req.json().catch(() => null));
    if (!parsed.success) return context.json({ error: z.prettifyError(parsed.error) }, 400);
    options.faults.add(parsed.data);
    return context.json({ ok: true });
  });
  routes.delete('/faults', (context) => {
    options.faults.clear();
    return context.json({ ok: true });
  });

  routes.route('/', worldControlRoutes(options.world));

  routes.put('/request-url', async (context) => {
    const parsed = z.object({ url: z.url() }).safeParse(await context.req.json().catch(() => null));
    if (!parsed.success) return context.json({ error: z.prettifyError(parsed.error) }, 400);
    options.setRequestUrl(parsed.data.url);
    return context.json({ ok: true });
  });

  routes.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const unsubscribe = options.client.subscribe((change) => {
        void stream.writeSSE({ event: change.kind, data: JSON.stringify(change) });
      });
      // An event at once, so that the reader knows that it is connected.
      await stream.writeSSE({ event: 'listening', data: '{}' });
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve);
        options.closing.addEventListener('abort', () => resolve(), { once: true });
        if (options.closing.aborted) resolve();
      });
      unsubscribe();
    }),
  );

  return routes;
}
