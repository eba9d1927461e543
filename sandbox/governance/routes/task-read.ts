import { taskAnswer } from '../entities/task-view.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';
import { taskByPath } from './find-task.ts';

function readTask(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  return taskAnswer(world, taskByPath(world, call.path('task_id')), call.caller, new Set());
}

/** Optional operation taskRead: one task; there is no expand mask. */
export const taskReadRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/tasks/{task_id}', operation: 'taskRead', handle: readTask },
];
