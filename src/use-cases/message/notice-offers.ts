/** What a message offers and shows that can change, by which it is rendered again. */

import { createHash } from 'node:crypto';
import { namedReviewers } from '../../domain/action/authorization.ts';
import type { MessageButton, MessageChange } from '../../domain/message/message-object.ts';
import { type NoticeBody, offersOf, traitsOf } from '../../domain/message/notice.ts';
import { waitingCause } from '../../domain/message/waiting-cause.ts';
import { shownRequest } from '../../domain/request/task-period.ts';
import { isOpen, isUnread } from '../../domain/task/task-snapshot.ts';
import { requestFingerprint } from '../card/request-fingerprint.ts';
import type { NoticeContext, NoticeSubject } from '../ports/chat-ports.ts';
import type { CurrentMessage } from './current-message.ts';

/** What a message shows that can be over or change. */
export function watchedOf(
  message: CurrentMessage,
  offered: NoticeContext['offered'],
): readonly string[] {
  const lapse = message.lapse === null ? [] : [`lapse:${message.lapse}`];
  return [
    ...offered.filter((offer) => !lasting.has(offer)),
    ...lapse,
    ...leftOpen(message),
    ...shownBy(message),
  ];
}

/** Withdrawn here and still open in the service, which may close it later. */
function leftOpen({ request, task }: CurrentMessage): readonly string[] {
  const isOpenThere = task !== null && isOpen(task) && !isUnread(task);
  return request.state === 'withdrawn' && isOpenThere ? ['left-open'] : [];
}

/**
 * What a message offers now. `decide` comes once for each request of a list that still waits, so
 * that the list is rendered again when somebody decides on one of them.
 */
export function offeredBy(message: CurrentMessage): readonly MessageButton[] {
  const offers = offersOf(message.notice.body);
  if (offers.includes('decide')) {
    const decisions = message.group.map((one) => (isBeingDecided(one) ? 'deciding' : 'decide'));
    if (decisions.length === 0) return [];
    return offers.flatMap((offer) => (offer === 'decide' ? decisions : [offer]));
  }
  const isWaiting = message.actState === 'open' && message.notice.target.kind === 'direct';
  return offers.filter((offer) => lasting.has(offer) || (offer === 'take-back' && isWaiting));
}

/**
 * What the buttons of a reminder are bound to, or who decides: where that changes, the message is
 * rendered again.
 */
function shownBy(message: CurrentMessage): readonly string[] {
  const { changesWith } = traitsOf(message.notice.body);
  return changesWith.flatMap((change) => comparedBy[change](message));
}

/** How each change shows in what is compared. */
const comparedBy: Readonly<Record<MessageChange, (message: CurrentMessage) => readonly string[]>> =
  {
    action: actSaid,
    requests: ({ group }) => group.flatMap(askedSaid),
    settled: settledSaid,
    'under-way': underWay,
  };

/**
 * Who decides on one request and until when, or what it waits for, as a message says it. A hash,
 * because a step may have hundreds of reviewers.
 */
function decidesSaid({ request, task }: Pick<NoticeSubject, 'request' | 'task'>): string {
  const ids = task === null ? [] : namedReviewers(task, request).map(({ id }) => id);
  const deniedAt = task?.delivered?.deniedAt ?? null;
  const ends = deniedAt === null ? [] : [deniedAt];
  const text = JSON.stringify([ids, task?.otherStep ?? null, ...ends]);
  return `decides:${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}

function askedSaid({ task, request }: Pick<CurrentMessage, 'request' | 'task'>): readonly string[] {
  if (task === null) return [];
  return [requestFingerprint(shownRequest(task, request)), decidesSaid({ task, request })];
}

/** An act whose outcome is not known may turn out to be done, so its message is not final. */
function actSaid(message: CurrentMessage): readonly string[] {
  const { actState } = message;
  switch (actState) {
    case 'uncertain':
    case 'perhaps-sent':
      return [`act:${actState}`];
    // It says how the request stands, too.
    case 'overtaken':
    case 'overtaken-unsent':
    case 'overtaken-unknown':
      return [`act:${actState}:${stateOf(message)}`];
    case 'open':
      return waitsBecause(message.notice.body);
    case 'done':
    case 'refused':
    case 'taken-back':
      return [];
  }
}

/** For what it waits may change, and the message says it. */
function waitsBecause(body: NoticeBody): readonly string[] {
  return body.kind === 'action-waiting' ? [`waits:${waitingCause(body)}`] : [];
}

/** For each request that no longer waits, what the message says in its place. */
function settledSaid({ settled, group }: CurrentMessage): readonly string[] {
  return [
    ...group.map((one) => `${isBeingDecided(one) ? 'deciding' : 'waits'}:${one.request.id}`),
    ...settled.map((one) => {
      const next = one.isHandedOn === true ? decidesSaid(one) : (one.decision?.verb ?? '');
      return `${one.request.id}:${next}:${stateOf(one)}`;
    }),
  ];
}

function stateOf({ request, task }: Pick<NoticeSubject, 'request' | 'task'>): string {
  if (task !== null && !isOpen(task)) return task.outcome;
  return request.state === 'withdrawn' ? 'withdrawn' : 'open';
}

/** Whether a request is under way: the message then says what it waits for. */
function underWay(message: CurrentMessage): readonly string[] {
  return stateOf(message) === 'open' ? ['under-way'] : [];
}

function isBeingDecided(one: NoticeSubject): boolean {
  return one.isBeingDecided === true;
}

/** Offers that stay for as long as the message does. */
const lasting: ReadonlySet<MessageButton> = new Set(['fill-in', 'snooze']);
