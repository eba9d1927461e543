import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { ServiceError } from '../errors.ts';
import { taskByPath } from '../routes/find-task.ts';
import { administratorRoleId } from '../seed/people.ts';
import type { ServerEnv } from '../server-env.ts';
import { settleDue } from '../workflow/settle.ts';
import { approve, comment, deny, remove } from '../workflow/transitions.ts';
import type { World } from '../world.ts';
import { frontPage, problemPage, taskPage } from './page-markup.ts';

const decisions = { approve, comment, deny } as const;

const decision = z.object({
  as: z.string().min(1),
  stepId: z.string(),
  verb: z.enum(['approve', 'deny', 'comment']),
  comment: z.string().max(10_000),
});

const deletion = z.object({ as: z.string().min(1), comment: z.string().max(10_000) });

/** Only who administers the service deletes requests. */
function deleteTask(world: World, taskId: string, form: z.infer<typeof deletion>): void {
  const task = taskByPath(world, taskId);
  const user = world.catalog.requireUser(form.as);
  if (!user.roleIds.includes(administratorRoleId)) throw new ServiceError(7, 'This person is no administrator.');
  if (task.deletedAt !== null) throw new ServiceError(9, 'This request has been deleted already.');
  world.state.change(() => {
    world.state.putTask(remove(world, task, { userId: user.id, comment: form.comment }));
  });
}

function decide(world: World, taskId: string, form: z.infer<typeof decision>): void {
  const task = taskByPath(world, taskId);
  const by = { userId: world.catalog.requireUser(form.as).id, comment: form.comment };
  if (form.verb !== 'comment') {
    if (task.state === 'closed') throw new ServiceError(9, 'This request has been decided already.');
    if (task.currentStep?.id !== form.stepId) throw new ServiceError(7, 'This request has moved on to another step.');
    if (!task.currentStep.reviewerIds.includes(by.userId)) {
      throw new ServiceError(7, 'This person is not a reviewer of the step.');
    }
  }
  world.state.change(() => {
    world.state.putTask(decisions[form.verb](world, task, by));
  });
}

/**
 * The service's own pages, for people: a list of requests, and one request, where whoever may decide can do so, and an
 * administrator can delete it: no operation does that. They
 * stand for the console of a real service, so a decision here is the person's own. No sign-in: it is a sandbox.
 */
export function taskPages(world: World): Hono<ServerEnv> {
  const pages = new Hono<ServerEnv>();
  pages.use('/task/*', csrf());
  pages.onError((error, context) => {
    if (error instanceof HTTPException) return context.html(problemPage('That came from another page.'), error.status);
    if (!(error instanceof ServiceError)) throw error;
    return context.html(problemPage(error.message), error.code === 5 ? 404 : 403);
  });
  pages.get('/', (context) => {
    settleDue(world);
    return context.html(frontPage(world));
  });
  pages.get('/task/:id', (context) => {
    settleDue(world);
    return context.html(taskPage(world, taskByPath(world, context.req.param('id')), false));
  });
  pages.get('/task/:id/step-up', (context) => {
    settleDue(world);
    return context.html(taskPage(world, taskByPath(world, context.req.param('id')), true));
  });
  pages.post('/task/:id/decide', (context) => {
    settleDue(world);
    const form = decision.safeParse(Object.fromEntries(new URLSearchParams(context.get('bodyText'))));
    if (!form.success) return context.html(problemPage('Pick who you are and what you decide.'), 400);
    decide(world, context.req.param('id'), form.data);
    return context.redirect(`/task/${context.req.param('id')}`, 303);
  });
  pages.post('/task/:id/delete', (context) => {
    settleDue(world);
    const form = deletion.safeParse(Object.fromEntries(new URLSearchParams(context.get('bodyText'))));
    if (!form.success) return context.html(problemPage('Pick who you are.'), 400);
    deleteTask(world, context.req.param('id'), form.data);
    return context.redirect(`/task/${context.req.param('id')}`, 303);
  });
  return pages;
}
