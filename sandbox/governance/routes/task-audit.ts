import { z } from 'zod';
import { flag, pageFields, readBody, text } from '../bodies.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

const auditBody = z.strictObject({
  taskId: text,
  commentsOnly: flag,
  newestFirst: flag,
  ...pageFields,
});

type TaskEvent = StoredTask['events'][number];

/** The TaskActionType that an event is the history of, without its prefix. */
const actionTypes: Readonly<Record<string, string>> = {
  approved: 'APPROVE',
  denied: 'DENY',
  skipped: 'SKIP_STEP',
  closed: 'CLOSE',
  deleted: 'DELETE',
  reassigned: 'REASSIGN',
  restarted: 'RESTART',
  reset: 'HARD_RESET',
  escalated: 'ESCALATE_TO_EMERGENCY_ACCESS',
  'process-now': 'PROCESS_NOW',
  retried: 'RETRY_PROVISIONING',
  'duration-changed': 'UPDATE_GRANT_DURATION',
  completed: 'UPDATE_REQUEST_DATA',
};

/**
 * What happened, under the key that deployments have for it: who did something and what they wrote
 * are two entries.
 */
function keyOf(task: StoredTask, { id, what, userId, at }: TaskEvent): object {
  const actionType = actionTypes[what];
  if (what === 'created') return { taskCreated: {} };
  if (actionType === undefined || userId === '') {
    return task.kind === 'grant'
      ? { grantOutcome: { outcome: `GRANT_OUTCOME_${what.toUpperCase()}` } }
      : { revokeOutcome: { outcome: `REVOKE_OUTCOME_${what.toUpperCase()}` } };
  }
  const ended = task.pastSteps.find(({ ending }) => ending?.at === at && ending.userId === userId);
  return {
    actionSubmitted: {
      action: {
        id,
        actionType: `TASK_ACTION_TYPE_${actionType}`,
        userId,
        policyStepId: ended?.id ?? '',
        createdAt: at,
        bulkActionId: '',
      },
    },
  };
}

/**
 * The entries of one event: the act, then the comment on it, which names the same person and
 * nothing of the act.
 */
function entriesOf(
  world: World,
  task: StoredTask,
  event: TaskEvent,
): { readonly id: string; readonly comment?: object }[] {
  const user = world.catalog.user(event.userId) ?? null;
  const envelope = {
    ticketId: task.id,
    userId: event.userId,
    created: event.at,
    eventType: 'TASK_AUDIT_EVENT_TYPE_NEUTRAL',
    source: 'SOURCE_C1',
    metadata: { user },
  };
  const isCommented = event.comment !== '' && event.what !== 'created';
  const comment = { comment: event.comment, updatedAt: event.at, updatedBy: event.userId };
  return [
    ...(event.what === 'comment' ? [] : [{ id: event.id, ...envelope, ...keyOf(task, event) }]),
    ...(isCommented ? [{ id: `${event.id}-comment`, ...envelope, comment }] : []),
  ];
}

function listTaskAudits(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { pageSize, pageToken, ...filter } = readBody(auditBody, call.body);
  const task = world.state.task(filter.taskId);
  if (task === undefined) throw notFound('task', filter.taskId);
  const entries = task.events
    .flatMap((event) => entriesOf(world, task, event))
    .filter((entry) => !filter.commentsOnly || entry.comment !== undefined);
  const ordered = filter.newestFirst ? entries.reverse() : entries;
  return pageOf(ordered, (entry) => entry.id, { pageSize, pageToken }, filter);
}

/**
 * Optional operation taskAudit: the comments and history of a task, in both dialects as deployments
 * publish it.
 */
export const taskAuditRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/task/audits', operation: 'taskAudit', handle: listTaskAudits },
];
