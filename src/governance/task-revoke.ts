import type { Result } from '../domain/result.ts';
import { refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { type TaskAnswer, taskAnswer } from './task-fields.ts';
import { type TaskTarget, targetOf } from './task-target.ts';
import { endpoint } from './wire/endpoint.ts';
import { unsendable } from './wire/unsendable.ts';

export type CreateRevokeTaskRequest = TaskTarget & {
  readonly appId: string;
  readonly appEntitlementId: string;
  readonly description?: string;
};

const createRevokeTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/task/revoke',
  effect: 'creation',
  answer: taskAnswer,
});

/**
 * taskRevoke: asks for an entitlement to be taken back from a person. Answers the new task. Refusals and repetition as with
 * `createGrantTask`.
 */
export async function createRevokeTask(
  client: GovernanceClient,
  request: CreateRevokeTaskRequest,
): Promise<Result<TaskAnswer, ServiceRefusal>> {
  const target = targetOf(request);
  if (!target.ok) return refuse(unsendable(target.refusal));
  const { appId, appEntitlementId, description } = request;
  return client.call(createRevokeTaskEndpoint, {
    path: {},
    body: { appId, appEntitlementId, ...target.value, description },
  });
}
