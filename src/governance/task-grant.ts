import type { Result } from '../domain/result.ts';
import { refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { type TaskAnswer, type TaskExpandMask, taskAnswer } from './task-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { unsendable } from './wire/unsendable.ts';

/** For whom: exactly one of the two, as the interface demands; both is a type error. */
type GrantTarget =
  | { readonly identityUserId: string; readonly appUserId?: never }
  | { readonly appUserId: string; readonly identityUserId?: never };

/** TaskGrantSource: where the request came from. */
export interface TaskGrantSource {
  readonly conversationId?: string;
  readonly externalUrl?: string;
  readonly integrationId?: string;
  readonly isExtension?: boolean;
  readonly requestId?: string;
}

export type CreateGrantTaskRequest = GrantTarget & {
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

export const createGrantTaskEndpoint = endpoint({
  name: 'createGrantTask',
  number: 1,
  operation: null,
  method: 'POST',
  path: '/api/v1/task/grant',
  effect: 'grant',
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
  const { identityUserId, appUserId } = request;
  if (isSet(identityUserId) && isSet(appUserId)) {
    return refuse(unsendable('A grant names an identity user or an app user, not both.'));
  }
  if (!isSet(identityUserId) && !isSet(appUserId)) {
    return refuse(unsendable('A grant names an identity user or an app user.'));
  }
  return client.call(createGrantTaskEndpoint, {
    path: {},
    body: {
      appId: request.appId,
      appEntitlementId: request.appEntitlementId,
      ...(isSet(identityUserId) ? { identityUserId } : { appUserId }),
      description: request.description,
      emergencyAccess: request.emergencyAccess,
      grantDuration: request.grantDuration ?? undefined,
      requestData: request.requestData ?? undefined,
      expandMask: request.expandMask ?? undefined,
      source: request.source ?? undefined,
    },
  });
}

function isSet(id: string | undefined): id is string {
  return id !== undefined && id !== '';
}
