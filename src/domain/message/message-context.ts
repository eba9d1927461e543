/** What a message is about: as it is when it is sent, and as its reader sees it. */

import type { GrantEnd } from '../access/grant.ts';
import { namedReviewers } from '../action/authorization.ts';
import { holderOf } from '../action/holder-action.ts';
import type { IdentityPerson } from '../people/identity-person.ts';
import type { ShownTask, TaskPeriod } from '../request/granted-by-task.ts';
import type { Subject } from '../request/subject.ts';
import { type GrantOutcome, isOpen, isUnread } from '../task/task-snapshot.ts';

/**
 * Who reads a message: the requester, the person that the access is for, or anybody. The first two
 * are addressed as "you".
 */
export type MessageReader = 'requester' | 'target' | 'anybody';

/** One of the requests that a message is about. */
export interface ListedRequest {
  readonly request: Subject;
  readonly task: ShownTask | null;
}

/** What the sentences about a request depend on. */
export interface MessageContext extends ListedRequest {
  readonly reader: MessageReader;
  /** For how long the task grants. */
  readonly period: TaskPeriod;
  /** What was granted; null where nothing was. */
  readonly grant: {
    readonly endsAt: Date | null;
    readonly endedAt: Date | null;
    readonly endedBy: GrantEnd | null;
  } | null;
}

export function messageReader(
  request: Pick<Subject, 'requester' | 'targetSlackId'>,
  slackUserId: string,
): MessageReader {
  if (slackUserId === request.requester?.userId) return 'requester';
  return slackUserId === request.targetSlackId ? 'target' : 'anybody';
}

/**
 * Whether the access is for the person who asked for it: by their Slack accounts, or where they
 * asked elsewhere by their identities.
 */
export function isForThemselves(subject: Subject): boolean {
  const { requester, requesterIdentityId, identityUserId } = subject;
  if (requester !== null) return holderOf(subject) === requester.userId;
  return requesterIdentityId !== null && requesterIdentityId === identityUserId;
}

type Seen = Pick<MessageContext, 'request' | 'reader'>;

/** Whether the reader has, or had, the access. */
export function hasIt({ request, reader }: Seen): boolean {
  return reader === 'target' || (reader === 'requester' && isForThemselves(request));
}

/** Who gets the access: the requester, the reader, or another person, who is named. */
export function recipientOf({ request, reader }: Seen): 'requester' | 'reader' | 'other' {
  if (reader === 'target') return 'reader';
  return isForThemselves(request) ? 'requester' : 'other';
}

/** How a request ended; null while it is under way. */
export function outcomeOfSubject({
  task,
  request,
}: Pick<ListedRequest, 'task' | 'request'>): GrantOutcome | null {
  if (task !== null && !isOpen(task)) return task.outcome;
  if (request.state !== 'withdrawn') return null;
  // If tasks are not read again, nobody knows whether it is still open.
  return task === null || isUnread(task) ? 'cancelled' : 'left-open';
}

/** The people who decide on a request now. */
export function reviewersOf({
  task,
  request,
}: Pick<ListedRequest, 'task' | 'request'>): readonly IdentityPerson[] {
  return task === null ? [] : namedReviewers(task, request);
}

/** Whether the request still has to be sent to the service. */
export function isUnsent({ state }: Pick<Subject, 'state'>): boolean {
  return state === 'submitted' || state === 'sending';
}
