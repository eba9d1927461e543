import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { taskView } from './task-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { nested, text } from './wire/fields.ts';

/** A verb with what its body takes (deployments.md, Action verbs). `policyStepId` is `task.policy.current.id`. */
export type TaskAction =
  | { readonly verb: 'approve' | 'skip-step'; readonly policyStepId: string; readonly comment?: string }
  | { readonly verb: 'approve-with-step-up'; readonly policyStepId: string; readonly comment?: string }
  | {
      readonly verb: 'deny' | 'escalate' | 'retry-provisioning';
      readonly policyStepId?: string;
      readonly comment?: string;
    }
  | { readonly verb: 'comment'; readonly comment: string }
  | {
      readonly verb: 'reassign';
      readonly newStepUserIds: readonly string[];
      readonly policyStepId?: string;
      readonly comment?: string;
    }
  | { readonly verb: 'restart' | 'close' | 'reset'; readonly comment?: string }
  | { readonly verb: 'process' }
  | { readonly verb: 'update-grant-duration'; readonly duration: string }
  | { readonly verb: 'update-request-data'; readonly data: Readonly<Record<string, unknown>> };

const actionAnswer = z.object({
  /** The task as it was **before** the action: read it again. */
  taskView: nested(taskView),
  ticketActionId: text,
  /** Only from `approve-with-step-up`: where the person has to finish. */
  redirectUrl: text,
});
export type TaskActionAnswer = z.output<typeof actionAnswer>;

const performTaskActionEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/tasks/{task_id}/action/{verb}',
  effect: 'write',
  answer: actionAnswer,
});

/**
 * taskActions: carries out one action with the bot's credentials. Refusals: `closed`, `step-moved-on` (somebody was faster),
 * `forbidden`, `invalid`, `not-found`, `conflict`.
 */
export function performTaskAction(
  client: GovernanceClient,
  taskId: string,
  action: TaskAction,
): Promise<Result<TaskActionAnswer, ServiceRefusal>> {
  const { verb, ...body } = action;
  return client.call(performTaskActionEndpoint, { path: { task_id: taskId, verb }, body });
}
