/**
 * How little the service says of a task. The interface does not say which fields an answer always
 * has, and every enumeration of it is open.
 */
import type { MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../server-env.ts';
import type { World } from '../world.ts';
import { rewrite } from './fault-middleware.ts';
import type { Silence } from './silence-change.ts';

/** Where one task or many are told: to a grant or a revocation, a reading, a search, an act. */
const paths = /^\/api\/v1\/(?:task\/(?:grant|revoke)|tasks\/.+|search\/tasks)$/;

const enumerations =
  /^(TASK_STATE|TASK_PROCESSING_TYPE|TASK_ORIGIN|TASK_ACTION_TYPE|INSIGHT_RECOMMENDATION|GRANT_OUTCOME|REVOKE_OUTCOME)_\w+$/;

export function silenceMiddleware(world: World): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const { silence: planned, from = '' } = world.silence;
    if (pathname.endsWith(from)) world.silence = { silence: planned };
    await next();
    const mood = world.silence.from === undefined ? world.silence.silence : null;
    if (mood === null || !context.res.ok || !paths.test(pathname)) return;
    await rewrite(context, (body) => JSON.stringify(reduced(JSON.parse(body), mood)));
  };
}

function reduced(answer: unknown, mood: Silence): unknown {
  if (mood === 'unknown') return withUnknownValues(answer);
  const { taskView, list, expanded: _, ...rest } = Object(answer);
  const quiet = mood === 'ids' ? idOnly : withNulls;
  const told = {
    ...(taskView === undefined ? {} : { taskView: quiet(taskView) }),
    ...(Array.isArray(list) ? { list: list.map(quiet) } : {}),
  };
  return mood === 'ids' ? { ...rest, ...told } : { ...rest, ...told, expanded: null };
}

function idOnly(view: unknown): object {
  return { task: { id: idOf(view) } };
}

function withNulls(view: unknown): object {
  const { task } = Object(view);
  const nulls = (one: unknown) =>
    Object.fromEntries(Object.keys(Object(one)).map((name) => [name, null]));
  return { ...nulls(view), task: { ...nulls(task), id: idOf(view) } };
}

function idOf(view: unknown): unknown {
  return Object(Object(view).task).id;
}

function withUnknownValues(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(enumerations, '$1_OF_TOMORROW');
  if (Array.isArray(value)) return value.map(withUnknownValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withUnknownValues(one)]),
  );
}
