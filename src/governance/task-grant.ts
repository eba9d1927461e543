import type { Result } from '../domain/result.ts';
import { refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { type TaskAnswer, type TaskExpandMask, taskAnswer } from './task-fields.ts';
import { type TaskTarget, targetOf } from './task-target.ts';
import { endpoint } from './wire/endpoint.ts';
import { unsendable } from './wire/unsendable.ts';

/** TaskGrantSource: where the request came from. */
export interface TaskGrantSource {
  readonly conversationId?: string;
  readonly externalUrl?: string;
  readonly integrationId?: string;
  readonly isExtension?: boolean;
  readonly requestId?: string;
}

export type CreateGrantTaskRequest = TaskTarget & {
  readonly appId: string;
  readonly appEntitlementId: string;
  readonly description?: string;
  readonly emergencyAccess?: boolean;
  /** `"3600s"`; see `printDuration`. */
  readonly grantDuration?: string | null;
  readonly requestData?: Readonly<Record<string, unknown>> | null;
  readonly expandMask?: TaskExpandMask | null;
  readonly source?: TaskGrantSource | null;
};

const createGrantTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/task/grant',
  effect: 'creation',
  answer: taskAnswer,
});

/**
 * Endpoint 1: asks for an entitlement for a person. Answers the new task with what was expanded. Refusals: both or neither user id
 * (before anything is sent), `duplicate` with the open task's id, `forbidden`, `invalid`, `not-found`. Never sent twice, except
 * after a 401; after a failure that is not `certainlyNotDone` the task may exist.
 */
export async function createGrantTask(
  client: GovernanceClient,
  request: CreateGrantTaskRequest,
): Promise<Result<TaskAnswer, ServiceRefusal>> {
  const target = targetOf(request);
  if (!target.ok) return refuse(unsendable(target.refusal));
  return client.call(createGrantTaskEndpoint, {
    path: {},
    body: {
      appId: request.appId,
      appEntitlementId: request.appEntitlementId,
      ...target.value,
      description: request.description,
      emergencyAccess: request.emergencyAccess,
      grantDuration: request.grantDuration ?? undefined,
      requestData: request.requestData ?? undefined,
      expandMask: request.expandMask ?? undefined,
      source: request.source ?? undefined,
    },
  });
}
