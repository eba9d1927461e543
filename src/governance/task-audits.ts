import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, list, nested, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/**
 * One entry of a task's comments and history. Deployments name what happened by the one member that is set beside these, for example
 * `grantOutcome`: that name is `kind` (`comment` for a comment; empty where nothing tells).
 */
const taskAudit = z
  .looseObject({ id: text, userId: text, created: dateTime, comment: nested(z.object({ comment: text })) })
  .transform(({ id, userId, created, comment, ...rest }) => ({
    id,
    userId,
    createdAt: created,
    kind: comment === null ? (Object.keys(rest).find((name) => happened(name, rest[name])) ?? '') : 'comment',
    comment: comment?.comment ?? '',
  }));
export type TaskAudit = z.output<typeof taskAudit>;

function happened(name: string, member: unknown): boolean {
  return name !== 'metadata' && typeof member === 'object' && member !== null && !Array.isArray(member);
}

export const listTaskAuditsEndpoint = endpoint({
  name: 'listTaskAudits',
  number: null,
  operation: 'taskAudit',
  method: 'POST',
  path: '/api/v1/task/audits',
  effect: 'read',
  answer: z.object({ list: list(taskAudit), nextPageToken: text }),
});

/** taskAudit: one page of the comments and history of a task. Refusals: `not-found`, `forbidden`. */
export function listTaskAudits(
  client: GovernanceClient,
  request: PageRequest & {
    readonly taskId: string;
    readonly commentsOnly?: boolean;
    readonly newestFirst?: boolean;
  },
): Promise<Result<Page<TaskAudit>, ServiceRefusal>> {
  const { taskId, commentsOnly, newestFirst } = request;
  return client.call(listTaskAuditsEndpoint, {
    path: {},
    body: { taskId, commentsOnly, newestFirst, ...pageFields(request) },
  });
}
