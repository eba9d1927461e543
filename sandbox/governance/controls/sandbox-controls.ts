import { Hono } from 'hono';
import { parseJsonObject, readBody } from '../bodies.ts';
import { snapshotOf } from '../entities/task-snapshot.ts';
import { ServiceError } from '../errors.ts';
import type { ServerEnv } from '../server-env.ts';
import { settleDue } from '../workflow/settle.ts';
import type { World } from '../world.ts';
import { type FaultPlan, governanceFault } from './faults.ts';
import type { CallLog } from './request-log.ts';
import { silenceChange } from './silence-change.ts';
import { changeTask, identityChange, searchLag, setIdentity, taskChange } from './world-changes.ts';

/**
 * What a test in another process needs: `GET /sandbox/tasks`, `GET /sandbox/requests`, `POST` and
 * `DELETE /sandbox/faults`, `POST /sandbox/setIdentity/{id}`, `POST /sandbox/changeTask/{id}`,
 * `POST /sandbox/setSearchLag`, `POST /sandbox/setSilence`. Not part of the interface, never logged, never faulty, without
 * authentication.
 */
export function controlRoutes(parts: {
  readonly world: World;
  readonly faults: FaultPlan;
  readonly log: CallLog;
}): Hono<ServerEnv> {
  const controls = new Hono<ServerEnv>();
  controls.get('/tasks', (context) => {
    settleDue(parts.world);
    return context.json({ tasks: parts.world.state.tasks.map(snapshotOf) });
  });
  controls.get('/requests', (context) => context.json({ requests: parts.log.list() }));
  controls.post('/faults', (context) => {
    parts.faults.add(readBody(governanceFault, parseJsonObject(context.get('bodyText'))));
    return context.json({});
  });
  controls.delete('/faults', (context) => {
    parts.faults.clear();
    return context.json({});
  });
  controls.post('/setIdentity/:id', (context) => {
    const change = readBody(identityChange, parseJsonObject(context.get('bodyText')));
    setIdentity(parts.world, context.req.param('id'), change);
    return context.json({});
  });
  controls.post('/changeTask/:id', (context) => {
    const change = readBody(taskChange, parseJsonObject(context.get('bodyText')));
    return context.json({ task: changeTask(parts.world, context.req.param('id'), change) });
  });
  controls.post('/setSearchLag', (context) => {
    const { seconds } = readBody(searchLag, parseJsonObject(context.get('bodyText')));
    parts.world.searchLagMs = seconds * 1_000;
    return context.json({});
  });
  controls.post('/setSilence', (context) => {
    parts.world.silence = readBody(silenceChange, parseJsonObject(context.get('bodyText')));
    return context.json({});
  });
  controls.onError((error, context) => {
    if (!(error instanceof ServiceError)) throw error;
    return context.json(error.body(), 400);
  });
  return controls;
}
