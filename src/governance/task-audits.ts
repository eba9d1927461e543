import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

const word = z.string().catch('');
const words = z.union([z.string(), z.object({ comment: z.string() }).transform((one) => one.comment)]).catch('');

/**
 * One entry of a task's comments and history. Its shape is not published, so the forms that deployments use are read softly: who is
 * `userId` or `actorUserId`, when is `created` or `createdAt`, a comment is a string or an object. `kind` is the event's name, or
 * the one message that is set beside these, for example `grantOutcome`; empty where nothing tells.
 */
const taskAudit = z
  .looseObject({
    id: word,
    userId: word,
    actorUserId: word,
    created: word,
    createdAt: word,
    event: word,
    comment: words,
  })
  .transform(({ id, userId, actorUserId, created, createdAt, event, comment, ...rest }) => ({
    id,
    userId: userId || actorUserId,
    /** ISO 8601; null where not told. */
    at: created || createdAt || null,
    kind: event || (comment === '' ? (Object.keys(rest).find((name) => happened(name, rest[name])) ?? '') : 'comment'),
    comment,
  }));
export type TaskAudit = z.output<typeof taskAudit>;

function happened(name: string, member: unknown): boolean {
  return name !== 'metadata' && typeof member === 'object' && member !== null && !Array.isArray(member);
}

const listTaskAuditsEndpoint = endpoint({
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
