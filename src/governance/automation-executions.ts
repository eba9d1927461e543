import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, freeObject, integer, list, nested, openEnum, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** Automation execution: one run of an automation. */
const automationExecution = z.object({
  id: text,
  automationTemplateId: text,
  context: nested(z.object({ context: freeObject })),
  currentVersion: integer,
  /** Protobuf seconds. */
  duration: text,
  isDraft: flag,
  state: openEnum(['AUTOMATION_EXECUTION_STATE_UNSPECIFIED']),
  createdAt: dateTime,
  updatedAt: dateTime,
  completedAt: dateTime,
  deletedAt: dateTime,
});
export type AutomationExecution = z.output<typeof automationExecution>;

const listAutomationExecutionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/automation_executions',
  effect: 'read',
  // The one list of the interface that is not called `list`.
  answer: z
    .object({ automationExecutions: list(automationExecution), nextPageToken: text })
    .transform((answer) => ({ list: answer.automationExecutions, nextPageToken: answer.nextPageToken })),
});

/** Endpoint 14: one page of the automation executions of the tenant. Refusals: `forbidden`. */
export function listAutomationExecutions(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<AutomationExecution>, ServiceRefusal>> {
  return client.call(listAutomationExecutionsEndpoint, { path: {}, query: pageFields(page) });
}
