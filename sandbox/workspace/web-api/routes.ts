/**
 * `/api/:method`: checks token, scopes, faults and rate limits, runs the method, and logs every
 * call.
 */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { withChanges } from '../../json-changes.ts';
import { BoundedLog } from '../bounded-log.ts';
import type { FaultPlan, WebApiFault } from '../faults.ts';
import { CallArguments } from './call-arguments.ts';
import { chatMethods } from './chat.ts';
import { connectionMethods } from './connections.ts';
import { conversationMethods } from './conversations.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { peopleMethods } from './people.ts';
import { RateLimits } from './rate-limits.ts';
import { invalidArguments, WebApiRefusal } from './refusal.ts';
import { viewMethods } from './views.ts';
import { workspaceMethods } from './workspace-info.ts';

/** One call that the app made. */
export interface CallRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Without the token. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Null: the connection was broken, or is left hanging. */
  readonly status: number | null;
  /** Whether it was carried out. */
  readonly ok: boolean;
  /** Slack's error code; null if ok. */
  readonly error: string | null;
}

export interface WebApiOptions {
  readonly context: () => CallContext;
  readonly botToken: string;
  readonly appToken: string;
  readonly faults: FaultPlan;
  readonly enforcesRateLimits: () => boolean;
  /** Settles when the workspace closes: hanging calls end then. */
  readonly closing: AbortSignal;
}

/**
 * Every method of the bot's token, by name; `connectionMethods` has those of the app-level token.
 */
export const webApiMethods: Readonly<Record<string, WebApiMethod>> = {
  ...chatMethods,
  ...conversationMethods,
  ...peopleMethods,
  ...viewMethods,
  ...workspaceMethods,
};

const rememberedCalls = 1000;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

type ApiContext = Context<{ Bindings: HttpBindings }>;

export interface WebApi {
  readonly routes: Hono<{ Bindings: HttpBindings }>;
  /** The last calls, oldest first. */
  readonly log: () => readonly CallRecord[];
}

export function webApi(options: WebApiOptions): WebApi {
  const log = new BoundedLog<CallRecord>(rememberedCalls);
  const rateLimits = new RateLimits(() => options.context().state.now());
  const routes = new Hono<{ Bindings: HttpBindings }>();

  routes.all('/:method', async (context) => {
    const method = context.req.param('method');
    const sent = await readArguments(context);
    if (sent instanceof WebApiRefusal) return context.json(refused(sent.code).body);
    const { token, ...args } = sent;
    const call = { at: options.context().state.now().toISOString(), method, args };
    const fault = options.faults.forMethod(method, JSON.stringify(args));
    if (fault?.kind === 'drop-before' || fault?.kind === 'hang') {
      log.add({ ...call, status: null, ok: false, error: fault.kind });
      if (fault.kind === 'hang') await untilGone(context, options.closing);
      return drop(context);
    }
    if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    const presented = context.req.header('authorization')?.replace(/^Bearer\s+/i, '') ?? token;
    const truth =
      planned(fault) ?? carryOut(options, rateLimits, method, new CallArguments(args), presented);
    const answer = fault?.kind === 'patch' ? patched(truth, fault) : truth;
    const { error } = answer.body;
    const ok = answer.body.ok === true;
    const dropped = fault?.kind === 'drop-after';
    log.add({
      ...call,
      status: dropped ? null : answer.status,
      ok,
      error: ok ? null : typeof error === 'string' ? error : String(answer.status),
    });
    if (dropped) return drop(context);
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-oauth-scopes': [...options.context().scopes].join(','),
        ...answer.headers,
      },
    });
  });

  return { routes, log: () => log.entries() };
}

function refused(error: string, extra: Readonly<Record<string, unknown>> = {}): Answer {
  return { status: 200, body: { ok: false, error, ...extra } };
}

function tooMany(retryAfterSeconds: number): Answer {
  return {
    status: 429,
    body: { ok: false, error: 'ratelimited' },
    headers: { 'retry-after': String(retryAfterSeconds) },
  };
}

function planned(fault: WebApiFault | undefined): Answer | null {
  switch (fault?.kind) {
    case 'ratelimited':
      return tooMany(fault.retryAfterSeconds ?? 1);
    case 'status':
      return { status: fault.status ?? 500, body: {} };
    case 'error':
      return refused(fault.error);
    case 'answer':
      return { status: fault.status ?? 200, body: fault.body };
    case 'delay':
    case 'drop-after':
    case 'drop-before':
    case 'hang':
    case 'patch':
    case undefined:
      return null;
  }
}

function patched(truth: Answer, { changes }: Extract<WebApiFault, { kind: 'patch' }>): Answer {
  const body = withChanges(truth.body, changes);
  return isRecord(body) ? { ...truth, body } : truth;
}

/** Sent along by client libraries; there is one team, and its answers are as they are. */
const ofEveryCall = ['team_id', 'pretty'];

function carryOut(
  options: WebApiOptions,
  rateLimits: RateLimits,
  name: string,
  args: CallArguments,
  token: unknown,
): Answer {
  const isAppLevel = Object.hasOwn(connectionMethods, name);
  const methods = isAppLevel ? connectionMethods : webApiMethods;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return refused('unknown_method', { req_method: name });
  const context = options.context();
  try {
    if (token === undefined || token === '') return refused('not_authed');
    if (token !== options.botToken && token !== options.appToken) return refused('invalid_auth');
    const wanted = isAppLevel ? options.appToken : options.botToken;
    if (token !== wanted) return refused('not_allowed_token_type');
    const granted = isAppLevel ? new Set(['connections:write']) : context.scopes;
    const needed =
      typeof method.scopes === 'function' ? method.scopes(args, context) : method.scopes;
    if (needed.length > 0 && !needed.some((scope) => granted.has(scope))) {
      return refused('missing_scope', {
        needed: needed.join(','),
        provided: [...granted].join(','),
      });
    }
    const strange = Object.keys(args.raw).filter(
      (one) => ![...ofEveryCall, ...method.takes].includes(one),
    );
    if (strange.length > 0)
      throw invalidArguments(`not honoured by the sandbox: ${strange.join(', ')}`);
    const limits = {
      ofMethods: options.enforcesRateLimits(),
      ofWorkspace: context.state.postingLimit,
    };
    const waitSeconds = rateLimits.retryAfterSeconds(limits, {
      name,
      tier: method.tier,
      channel: args.string('channel'),
    });
    if (waitSeconds !== null) return tooMany(waitSeconds);
    return { status: 200, body: { ok: true, ...method.run(args, context) } };
  } catch (error) {
    if (error instanceof WebApiRefusal) return refused(error.code, error.extra);
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Query and body together; `invalid_json` or `json_not_object` for a body that claims to be JSON.
 */
async function readArguments(
  context: ApiContext,
): Promise<Record<string, unknown> | WebApiRefusal> {
  const query = context.req.query();
  if (context.req.method === 'GET') return query;
  const type = context.req.header('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const body = parsed(await context.req.text());
    if (body === undefined) return new WebApiRefusal('invalid_json');
    return isRecord(body) ? { ...query, ...body } : new WebApiRefusal('json_not_object');
  }
  if (type.startsWith('multipart/form-data'))
    return { ...query, ...(await context.req.parseBody()) };
  return { ...query, ...Object.fromEntries(new URLSearchParams(await context.req.text())) };
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}

function drop(context: ApiContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

async function untilGone(context: ApiContext, closing: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    context.env.incoming.socket.once('close', () => resolve());
    closing.addEventListener('abort', () => resolve(), { once: true });
    if (closing.aborted) resolve();
  });
}
