import { z } from 'zod';
import { flag, pageFields, readBody, text } from '../bodies.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

const auditBody = z.strictObject({ taskId: text, commentsOnly: flag, newestFirst: flag, ...pageFields });

function listTaskAudits(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { pageSize, pageToken, ...filter } = readBody(auditBody, call.body);
  const task = world.state.task(filter.taskId);
  if (task === undefined) throw notFound('task', filter.taskId);
  const entries = task.events
    .filter((event) => !filter.commentsOnly || event.what === 'comment')
    .map((event) => ({
      id: event.id,
      taskId: task.id,
      createdAt: event.at,
      actorUserId: event.userId,
      event: event.what,
      comment: event.comment,
    }));
  const ordered = filter.newestFirst ? entries.reverse() : entries;
  return pageOf(ordered, (entry) => entry.id, { pageSize, pageToken }, filter);
}

/** Optional operation taskAudit: the comments and history of a task. The shape of an entry is not published. */
export const taskAuditRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/task/audits', operation: 'taskAudit', handle: listTaskAudits },
];
