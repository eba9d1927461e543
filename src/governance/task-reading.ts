import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { type TaskAnswer, type TaskExpandMask, taskAnswer, taskView } from './task-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { list, text } from './wire/fields.ts';
import { type PageRequest, pageFields } from './wire/paging.ts';

const readTaskEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/tasks/{task_id}',
  effect: 'read',
  answer: taskAnswer,
});

/** taskRead: one task by its id or numeric id. Takes no expand mask, so what is expanded is the tenant's choice. Refusals: `not-found`. */
export function readTask(client: GovernanceClient, taskId: string): Promise<Result<TaskAnswer, ServiceRefusal>> {
  return client.call(readTaskEndpoint, { path: { task_id: taskId } });
}

const taskPage = z.object({ list: list(taskView), expanded: expandedField, nextPageToken: text });
export type TaskPage = z.output<typeof taskPage>;

export interface SearchTasksRequest extends PageRequest {
  readonly taskStates?: readonly ('TASK_STATE_OPEN' | 'TASK_STATE_CLOSED')[];
  /** Only these tasks, by their full ids. */
  readonly refs?: readonly { readonly id: string }[];
  readonly assigneesInIds?: readonly string[];
  readonly openerOrSubjectUserId?: string;
  readonly myWorkUserIds?: readonly string[];
  readonly query?: string;
  readonly expandMask?: TaskExpandMask;
}

export const searchTasksEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/search/tasks',
  effect: 'read',
  answer: taskPage,
});

/** taskSearch: one page of the tasks that match everything given. The views of a page share its `expanded`. */
export function searchTasks(
  client: GovernanceClient,
  request: SearchTasksRequest,
): Promise<Result<TaskPage, ServiceRefusal>> {
  const { taskStates, refs, assigneesInIds, openerOrSubjectUserId, myWorkUserIds, query, expandMask } = request;
  return client.call(searchTasksEndpoint, {
    path: {},
    body: {
      taskStates,
      refs,
      assigneesInIds,
      openerOrSubjectUserId,
      myWorkUserIds,
      query,
      expandMask,
      ...pageFields(request),
    },
  });
}
