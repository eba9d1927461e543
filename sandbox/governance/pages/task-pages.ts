import { type Context, Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { invalidArgument, ServiceError } from '../errors.ts';
import { taskByPath } from '../routes/find-task.ts';
import { actOn } from '../routes/task-actions.ts';
import { administratorRoleId } from '../seed-users.ts';
import type { ServerEnv } from '../server-env.ts';
import { settleDue } from '../workflow/settle.ts';
import { remove } from '../workflow/transitions.ts';
import type { World } from '../world.ts';
import { callerAt, pageVerbs } from './action-forms.ts';
import { frontPage, problemPage, taskPage } from './page-markup.ts';

/** Does what the form says, by the same rules as the operation of the interface. */
function act(world: World, taskId: string, form: URLSearchParams, baseUrl: string): void {
  const { verb } = pageVerbs.get(form.get('verb') ?? '') ?? {};
  if (verb === undefined) throw invalidArgument('Pick what you want to do.');
  const given = {
    comment: form.get('comment') ?? '',
    policyStepId: form.get('stepId') ?? '',
    newStepUserIds: form.getAll('reviewer'),
    duration: `${Math.round(Number(form.get('hours')) * 3600)}s`,
    data: {},
  };
  const caller = callerAt(world.catalog.requireUser(form.get('as') ?? ''));
  const body = Object.fromEntries(verb.accepts.map((name) => [name, given[name]]));
  actOn(world, { caller, body, baseUrl, path: () => taskId, query: () => '' }, verb);
}

/** Only an administrator deletes requests. */
function deleteTask(world: World, taskId: string, form: URLSearchParams): void {
  const task = taskByPath(world, taskId);
  const user = world.catalog.requireUser(form.get('as') ?? '');
  if (!user.roleIds.includes(administratorRoleId))
    throw new ServiceError(7, 'This person is no administrator.');
  if (task.deletedAt !== null) throw new ServiceError(9, 'This request has been deleted already.');
  world.state.change(() => {
    world.state.putTask(
      remove(world, task, { userId: user.id, comment: form.get('comment') ?? '' }),
    );
  });
}

/**
 * The service's own pages, for people: a list of requests, and one request with its actions. They
 * stand for the console of a real service, so people act in the name of the person that they pick.
 * No sign-in: it is a sandbox.
 */
export function taskPages(world: World): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>();
  const formOf = (context: Context<ServerEnv>) => new URLSearchParams(context.get('bodyText'));
  const back = (taskId: string, form: URLSearchParams) =>
    `/task/${taskId}?as=${encodeURIComponent(form.get('as') ?? '')}`;
  pages.use('/task/*', csrf());
  pages.onError((error, context) => {
    const path = new URL(context.req.url).pathname.replace(/\/(act|delete)$/, '');
    const home = error instanceof ServiceError && error.code === 5 ? '/' : path;
    if (error instanceof HTTPException)
      return context.html(problemPage('That came from another page.', home), error.status);
    if (!(error instanceof ServiceError)) throw error;
    const status = error.code === 5 ? 404 : error.code === 3 ? 400 : 403;
    return context.html(problemPage(error.message, home), status);
  });
  pages.get('/', (context) => {
    settleDue(world);
    return context.html(frontPage(world));
  });
  for (const path of ['/task/:id', '/task/:id/step-up']) {
    pages.get(path, (context) => {
      settleDue(world);
      const task = taskByPath(world, context.req.param('id') ?? '');
      return context.html(taskPage(world, task, context.req.query('as') ?? ''));
    });
  }
  pages.post('/task/:id/act', (context) => {
    settleDue(world);
    const form = formOf(context);
    act(world, context.req.param('id'), form, new URL(context.req.url).origin);
    return context.redirect(back(context.req.param('id'), form), 303);
  });
  pages.post('/task/:id/delete', (context) => {
    settleDue(world);
    deleteTask(world, context.req.param('id'), formOf(context));
    return context.redirect(`/task/${context.req.param('id')}`, 303);
  });
  return pages;
}
