import { createHash } from 'node:crypto';
import { namedReviewers } from '../../domain/action/authorization.ts';
import { type Notice, traitsOf } from '../../domain/message/notice.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { reachOf } from '../card/card-model.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { Reach } from '../ports/card-contents.ts';
import type { NoticeSubject } from '../ports/chat-ports.ts';
import type { HolderRow, SubjectRow } from '../ports/rows/subject-rows.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import { readAgain } from '../task/refresh-tasks.ts';

export type NamedRow = Pick<SubjectRow, 'request' | 'task'>;

/** A message with the requests whose reviewers it may name. */
export interface NamingNotice extends NamedRow {
  readonly notice: Notice;
  /** All that were asked for in one go, where the message is about all of them. */
  readonly ownGroup: readonly HolderRow[];
  /** What the message lists. */
  readonly group: readonly (NamedRow & Omit<NoticeSubject, keyof NamedRow>)[];
}

/**
 * A message waits for a card, for Slack or for its turn: older readings may name former reviewers.
 */
const recentMs = 60_000;

/** Whether a message to a person says who decides. */
const isDirectNaming = ({ target, body }: Notice): boolean =>
  target.kind === 'direct' && traitsOf(body).reviewers !== 'left-out';

/** What was asked for together with its request, that itself included. */
export function namedRows({ ownGroup, request, task }: NamingNotice): readonly NamedRow[] {
  return ownGroup.length > 0 ? ownGroup : [{ request, task }];
}

/** The tasks that still wait for a decision. */
function tasksOf(message: NamingNotice): readonly TaskSnapshot[] {
  const standing = namedRows(message).filter(({ request }) => request.state !== 'withdrawn');
  return standing.flatMap(({ task }) => (task !== null && isOpen(task) ? [task] : []));
}

export interface ReviewersRead {
  /** Whether the service was asked: the store may have other readings now. */
  readonly isRead: boolean;
  /** Ids of the tasks whose present reviewers nobody knows: the message does not name them. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * Reads the tasks again whose reviewers a message is about to name, where the last reading is old.
 */
export async function readReviewers(
  deps: UseCaseDeps,
  message: NamingNotice & Pick<RequestView, 'readAt'>,
): Promise<ReviewersRead> {
  const ids = isDirectNaming(message.notice) ? tasksOf(message).map(({ id }) => id) : [];
  if (ids.length === 0) return { isRead: false, unknown: new Set() };
  const since = new Date(deps.world.now().getTime() - recentMs);
  const isOwnAlone = ids.length === 1 && ids[0] === message.task?.id;
  const { readAt } = message;
  if (isOwnAlone && readAt !== null && readAt >= since)
    return { isRead: false, unknown: new Set() };
  const old = await deps.store.transaction((tx) => tx.tasks.notReadSince(ids, since));
  if (old.length === 0) return { isRead: false, unknown: new Set() };
  const readings = await readAgain(deps, old);
  return { isRead: true, unknown: new Set(old.filter((id) => !readings.has(id))) };
}

/** The message without the reviewers of these tasks. */
export function withoutReviewers<Message extends NamingNotice>(
  message: Message,
  unknown: ReadonlySet<string>,
): Message {
  if (unknown.size === 0) return message;
  const hidden = <Row extends { readonly task: TaskSnapshot | null }>(row: Row): Row =>
    row.task !== null && unknown.has(row.task.id)
      ? { ...row, task: { ...row.task, stepApprovers: [] } }
      : row;
  return {
    ...hidden(message),
    ownGroup: message.ownGroup.map(hidden),
    group: message.group.map(hidden),
  };
}

/**
 * What a message says of each request that waits: who decides, or what it waits for. Where that
 * changes, the message is rendered again. A hash, because a step may have hundreds of reviewers.
 */
export function reviewersSaid(message: NamingNotice): readonly string[] {
  if (!isDirectNaming(message.notice)) return [];
  return namedRows(message).flatMap(({ request, task }) => {
    if (task === null || !isOpen(task) || request.state === 'withdrawn') return [];
    return [decidesSaid({ request, task })];
  });
}

/** Who decides on one request and until when, or what it waits for, as a message says it. */
export function decidesSaid({ request, task }: Pick<NoticeSubject, 'request' | 'task'>): string {
  const ids = task === null ? [] : namedReviewers(task, request).map(({ id }) => id);
  const deniedAt = task?.delivered?.deniedAt ?? null;
  const ends = deniedAt === null ? [] : [deniedAt];
  const text = JSON.stringify([ids, task?.otherStep ?? null, ...ends]);
  return `decides:${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}

/** Who is away, where the message says who decides. */
export async function reachOfReviewers(
  { directory }: UseCaseDeps,
  message: NamingNotice,
): Promise<Reach> {
  const isShown = isDirectNaming(message.notice);
  const people = isShown ? namedRows(message).flatMap(({ task }) => task?.stepApprovers ?? []) : [];
  const reach = await reachOf(directory, [...new Map(people.map((one) => [one.id, one])).values()]);
  return { ...reach, mentions: new Map<string, string>() };
}
