import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { withChanges } from '../../json-changes.ts';
import type { ServerEnv } from '../server-env.ts';
import type { FaultPlan, GovernanceFault } from './faults.ts';

/** The code that belongs to a status, where a fault names none. */
const codeByStatus: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [404, 5],
  [409, 6],
  [429, 8],
  [501, 12],
  [503, 14],
  [504, 4],
]);

const proxyPage =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Fog on the line</h1></body></html>';

function statusAnswer(fault: Extract<GovernanceFault, { kind: 'status' }>): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (fault.retryAfter !== undefined) headers.set('Retry-After', String(fault.retryAfter));
  const body = {
    code: fault.code ?? codeByStatus.get(fault.status) ?? 2,
    message: fault.message ?? 'injected fault',
  };
  return new Response(JSON.stringify(body), { status: fault.status, headers });
}

/** Replaces the body of the answer that the service has made; status and headers stay. */
export async function rewrite(
  context: Context<ServerEnv>,
  rewritten: (body: string) => string,
): Promise<void> {
  const body = rewritten(await context.res.text());
  const { status, headers } = context.res;
  context.res = undefined;
  context.res = new Response(body, { status, headers });
}

/** A body that is no JSON stays as it is. */
function patched(body: string, fault: Extract<GovernanceFault, { kind: 'patch' }>): string {
  try {
    return JSON.stringify(withChanges(JSON.parse(body), fault.changes));
  } catch {
    return body;
  }
}

function cutConnection(context: Context<ServerEnv>): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Makes calls fail as planned. Middleware after this one does not run when a fault prevents it. */
export function faultMiddleware(faults: FaultPlan): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const { pathname: path, search } = new URL(context.req.url);
    const text = `${path}${search} ${context.get('bodyText')}`;
    const fault = faults.take({ method: context.req.method, path, text });
    if (fault === undefined) return next();
    switch (fault.kind) {
      case 'status':
        return statusAnswer(fault);
      case 'html':
        return new Response(proxyPage, {
          status: fault.status ?? 502,
          headers: { 'Content-Type': 'text/html' },
        });
      case 'drop-before':
        return cutConnection(context);
      case 'hang':
        await new Promise<void>((resolve) => {
          context.env.outgoing.once('close', resolve);
        });
        return RESPONSE_ALREADY_SENT;
      case 'delay':
        await wait(fault.delayMs);
        return next();
      case 'drop-after': {
        await next();
        context.res = cutConnection(context);
        return;
      }
      case 'cut-json':
        await next();
        return rewrite(context, (whole) => whole.slice(0, Math.ceil(whole.length / 2)));
      case 'patch':
        await next();
        return rewrite(context, (whole) => patched(whole, fault));
      case 'answer': {
        const headers = { 'Content-Type': 'application/json' };
        return new Response(JSON.stringify(fault.body), { status: fault.status ?? 200, headers });
      }
    }
  };
}
