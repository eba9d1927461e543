import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { type TaskAnswer, taskAnswer, taskView } from './task-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { list, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** The person or account that a task is for: interface.md demands exactly one of the two. */
type TaskTarget =
  | { readonly identityUserId: string; readonly appUserId?: never }
  | { readonly appUserId: string; readonly identityUserId?: never };

export type CreateRevokeTaskRequest = TaskTarget & {
  readonly appId: string;
  readonly appEntitlementId: string;
  readonly description?: string;
};

export type CreateGrantTaskRequest = CreateRevokeTaskRequest & {
  readonly emergencyAccess?: boolean;
  /** `"3600s"`; see `printDuration`. Absent = the service decides. */
  readonly grantDuration?: string | undefined;
  readonly requestData?: Readonly<Record<string, unknown>> | undefined;
  readonly expandMask?: TaskExpandMask;
  /** TaskGrantSource: where the request came from. */
  readonly source?: {
    readonly conversationId?: string;
    readonly externalUrl?: string;
    readonly integrationId?: string;
    readonly isExtension?: boolean;
    readonly requestId?: string;
  };
};

/** TaskExpandMask: which objects the answer holds in `expanded`; `*` is all of them. */
interface TaskExpandMask {
  readonly paths: readonly string[];
}

const createGrantTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/task/grant',
  effect: 'creation',
  answer: taskAnswer,
});

/**
 * Endpoint 1: requests an entitlement for a person. Returns the new task with what was expanded. Refusals: `duplicate` with the
 * open task's id, `forbidden`, `invalid`, `not-found`. Never sent twice, except after a 401; after a failure that is not
 * `certainlyNotDone` the task may exist.
 */
export function createGrantTask(
  client: GovernanceClient,
  request: CreateGrantTaskRequest,
): Promise<Result<TaskAnswer, ServiceRefusal>> {
  return client.call(createGrantTaskEndpoint, { path: {}, body: { ...request } });
}

const createRevokeTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/task/revoke',
  effect: 'creation',
  answer: taskAnswer,
});

/** taskRevoke: requests that an entitlement be revoked. Returns the new task. Refusals and repetition as `createGrantTask`. */
export function createRevokeTask(
  client: GovernanceClient,
  request: CreateRevokeTaskRequest,
): Promise<Result<TaskAnswer, ServiceRefusal>> {
  return client.call(createRevokeTaskEndpoint, { path: {}, body: { ...request } });
}

const readTaskEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/tasks/{task_id}',
  effect: 'read',
  answer: taskAnswer,
});

/** taskRead: one task by its id or numeric id. It takes no expand mask: the tenant decides what is expanded. Refusals: `not-found`. */
export function readTask(client: GovernanceClient, taskId: string): Promise<Result<TaskAnswer, ServiceRefusal>> {
  return client.call(readTaskEndpoint, { path: { task_id: taskId } });
}

const taskPage = z.object({ list: list(taskView), expanded: expandedField, nextPageToken: text });

export interface SearchTasksRequest extends PageRequest {
  readonly taskStates?: readonly ('TASK_STATE_OPEN' | 'TASK_STATE_CLOSED')[];
  /** Only these tasks, by their full ids. */
  readonly refs?: readonly { readonly id: string }[];
  readonly openerOrSubjectUserId?: string;
  readonly taskTypes?: readonly ({ readonly grant: object } | { readonly revoke: object })[];
  readonly applicationIds?: readonly string[];
  /** ISO 8601: those that ended since then. */
  readonly outcomeAfter?: string;
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
): Promise<Result<z.output<typeof taskPage>, ServiceRefusal>> {
  return client.call(searchTasksEndpoint, { path: {}, body: { ...request, ...pageFields(request) } });
}

/** A verb with the members of its body (deployments.md, Action verbs). */
export interface TaskAction {
  readonly verb:
    | 'approve'
    | 'deny'
    | 'escalate'
    | 'comment'
    | 'close'
    | 'reassign'
    | 'restart'
    | 'skip-step'
    | 'retry-provisioning'
    | 'update-grant-duration'
    | 'update-request-data';
  /** `task.policy.current.id`; `approve` needs it. */
  readonly policyStepId?: string;
  readonly comment?: string;
  /** Of `update-grant-duration`: `"3600s"`. */
  readonly duration?: string;
  readonly newStepUserIds?: readonly string[];
  /** Of `update-request-data`: the answers by the names of the form's fields. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const performTaskActionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/tasks/{task_id}/action/{verb}',
  effect: 'write',
  /** It tells the task as it was **before** the action, so nothing of it is read: the task is read again. */
  answer: z.looseObject({}),
});

/**
 * taskActions: carries out one action with the bot's credentials. Refusals: `closed`, `step-moved-on` (somebody was faster),
 * `forbidden`, `invalid`, `not-found`, `conflict`.
 */
export function performTaskAction(client: GovernanceClient, taskId: string, action: TaskAction) {
  const { verb, ...body } = action;
  return client.call(performTaskActionEndpoint, { path: { task_id: taskId, verb }, body });
}

const word = z.string().catch('');
const commentText = z.union([z.string(), z.object({ comment: z.string() }).transform((one) => one.comment)]).catch('');

/**
 * One entry of a task's comments and history. Its shape is not published, so the forms that deployments use are read leniently: who
 * is `userId` or `actorUserId`, when is `created` or `createdAt`, a comment is a string or an object. `kind` is the event's name, or
 * the one message that is set beside these, for example `grantOutcome`; empty if neither is there.
 */
const taskAudit = z
  .looseObject({
    id: word,
    userId: word,
    actorUserId: word,
    created: word,
    createdAt: word,
    event: word,
    comment: commentText,
  })
  .transform(({ id, userId, actorUserId, created, createdAt, event, comment, ...rest }) => ({
    id,
    userId: userId || actorUserId,
    /** ISO 8601; null if absent. */
    at: created || createdAt || null,
    kind: event || (comment === '' ? (Object.keys(rest).find((name) => isEvent(name, rest[name])) ?? '') : 'comment'),
    comment,
  }));
export type TaskAudit = z.output<typeof taskAudit>;

function isEvent(name: string, member: unknown): boolean {
  return name !== 'metadata' && typeof member === 'object' && member !== null && !Array.isArray(member);
}

export const listTaskAuditsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/task/audits',
  effect: 'read',
  answer: z.object({ list: list(taskAudit), nextPageToken: text }),
});

/** taskAudit: one page of the comments and history of a task. Refusals: `not-found`, `forbidden`. */
export function listTaskAudits(
  client: GovernanceClient,
  request: PageRequest & { readonly taskId: string; readonly commentsOnly?: boolean; readonly newestFirst?: boolean },
): Promise<Result<Page<TaskAudit>, ServiceRefusal>> {
  return client.call(listTaskAuditsEndpoint, { path: {}, body: { ...request, ...pageFields(request) } });
}
