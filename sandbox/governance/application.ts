import { Hono, type MiddlewareHandler } from 'hono';
import { refuseForeign } from '../foreign-request.ts';
import { parseJsonObject } from './bodies.ts';
import { readBodyText } from './body-reader.ts';
import { faultMiddleware } from './controls/fault-middleware.ts';
import type { FaultPlan } from './controls/faults.ts';
import { type CallLog, loggableBody } from './controls/request-log.ts';
import { controlRoutes } from './controls/sandbox-controls.ts';
import { silenceMiddleware } from './controls/silence.ts';
import { type Dialect, inDialect, parameterOf } from './dialect.ts';
import { ServiceError } from './errors.ts';
import { taskPages } from './pages/task-pages.ts';
import { pathPattern, type Route } from './route.ts';
import type { ServerEnv } from './server-env.ts';
import { DataFileError } from './state-file.ts';
import type { TokenEndpoint } from './tokens.ts';
import { webhookControls, webhookRoutes } from './webhooks/webhook-routes.ts';
import type { Webhooks } from './webhooks/webhooks.ts';
import { settleDue } from './workflow/settle.ts';
import type { World } from './world.ts';

const tokenPath = '/auth/v1/token';

export interface ApplicationParts {
  readonly world: World;
  readonly routes: readonly Route[];
  readonly tokens: TokenEndpoint;
  readonly faults: FaultPlan;
  readonly log: CallLog;
  readonly webhooks: Webhooks;
  readonly dialect: Dialect;
  /** The address that it listens at. */
  readonly host: string;
}

function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof DataFileError) return new ServiceError(13, error.message);
  console.error(error);
  return new ServiceError(13, 'internal error');
}

function errorAnswer(error: unknown): Response {
  const known = asServiceError(error);
  return new Response(JSON.stringify(known.body()), {
    status: known.httpStatus,
    headers: { 'Content-Type': 'application/json', ...known.headers },
  });
}

/** 405 where the path exists with another method, 404 where it does not exist at all. */
function unrouted(routes: readonly { method: string; path: string }[], path: string): ServiceError {
  const allowed = routes
    .filter((route) => pathPattern(route.path).test(path))
    .map((route) => route.method);
  if (allowed.length === 0) return new ServiceError(5, 'Not Found');
  return new ServiceError(12, 'Method Not Allowed', {
    httpStatus: 405,
    headers: { Allow: [...new Set(allowed)].join(', ') },
  });
}

function jsonBodyOf(bodyText: string, contentType: string): unknown {
  const isJson = contentType.split(';')[0]?.trim().toLowerCase() === 'application/json';
  if (bodyText !== '' && !isJson) {
    throw new ServiceError(3, 'content type must be application/json', { httpStatus: 415 });
  }
  return parseJsonObject(bodyText);
}

/** What was asked for may have reached a step that a webhook answers. */
function lookingAfterwards(webhooks: Webhooks): MiddlewareHandler<ServerEnv> {
  return async (_context, next) => {
    await next();
    webhooks.look();
  };
}

/**
 * The whole HTTP surface: log, faults, limits, token endpoint, the interface's routes, pages,
 * controls.
 */
export function application(parts: ApplicationParts): Hono<ServerEnv> {
  const { world, tokens, dialect } = parts;
  const app = new Hono<ServerEnv>();
  app.onError((error) => errorAnswer(error));
  app.use(refuseForeign(parts.host));
  app.use(readBodyText);
  app.use(lookingAfterwards(parts.webhooks));
  app.route('/sandbox', controlRoutes(parts));
  app.route('/sandbox', webhookControls(parts.webhooks));

  app.use(async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    parts.log.add({
      method: context.req.method,
      path: pathname,
      query: search.slice(1),
      body: loggableBody(context.get('bodyText')),
      at: world.now(),
    });
    await next();
  });
  app.use(faultMiddleware(parts.faults));
  // After the faults, which change what is left.
  app.use(silenceMiddleware(world));

  app.post(tokenPath, (context) => {
    const { status, body } = tokens.issue(
      context.req.header('Content-Type') ?? '',
      context.req.header('Authorization'),
      context.get('bodyText'),
    );
    return context.json(body, status, { 'Cache-Control': 'no-store' });
  });

  app.route('/', webhookRoutes(parts.webhooks, tokens));

  for (const route of parts.routes) {
    app.on(route.method, route.path.replace(/\{([^}]+)\}/g, ':$1'), (context) => {
      const caller = tokens.callerOf(context.req.header('Authorization'));
      const body =
        route.method === 'POST'
          ? jsonBodyOf(context.get('bodyText'), context.req.header('Content-Type') ?? '')
          : {};
      settleDue(world);
      const answer = route.handle(world, {
        caller,
        body,
        path: (name) => context.req.param(name) ?? '',
        query: (name) => parameterOf(dialect, route, (spelled) => context.req.query(spelled), name),
        baseUrl: new URL(context.req.url).origin,
      });
      return context.json(inDialect(dialect, answer));
    });
  }

  app.route('/', taskPages(world));
  app.notFound((context) =>
    errorAnswer(
      unrouted(
        [...parts.routes, { method: 'POST', path: tokenPath }],
        new URL(context.req.url).pathname,
      ),
    ),
  );
  return app;
}
