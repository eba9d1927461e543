/** Lists of several requests, one line each. */

import { isForRequester, requesterName } from '../../domain/action/holder-action.ts';
import {
  isForThemselves,
  type ListedRequest,
  outcomeOfSubject,
  reviewersOf,
} from '../../domain/message/message-context.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { areReviewersUntold, isEmergency } from '../../domain/request/untold.ts';
import { nobodyReached, type Reach } from '../../use-cases/ports/card-contents.ts';
import type { NoticeSubject } from '../../use-cases/ports/chat-ports.ts';
import {
  accessName,
  awayWords,
  confidentialWords,
  countedNames,
  numbered,
  outcomeWords,
  stepWords,
  waitedFor,
} from '../card/task-words.ts';
import { link, moment, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import type { Speech } from './speech.ts';

/** Requests that were made together: one line each, with its reviewers. */
export function groupLines({ texts, context }: Speech, requests: readonly ListedRequest[]): string {
  return requests.map((one) => `• ${lineOf(texts, one, context)}`).join('\n');
}

function lineOf(texts: Texts, subject: ListedRequest, reach: Reach = nobodyReached): string {
  const { request, task } = subject;
  const title = titleOf(subject);
  const outcome = outcomeOfSubject(subject);
  if (outcome !== null) return `${title}: ${name(outcomeWords(texts, outcome, request))}`;
  if (task?.otherStep !== undefined) return `${title}: ${stepWords(texts, task.otherStep)}`;
  const reviewers = reviewersOf(subject);
  const people = namesOf(waitedFor(reviewers, reach));
  const absent = awayWords(texts, reviewers, reach);
  const decide = `${countedNames(texts, people, 'or')}${absent === '' ? '' : `. ${absent}.`}`;
  if (people.length > 0) return `${title}: ${decide}`;
  const isUntold = task !== null && areReviewersUntold(task);
  return isUntold ? `${title}: ${texts.notices.deciderUntold}` : title;
}

/** "*GitHub · write* (#1042)". */
function titleOf({ request, task }: ListedRequest): string {
  const what =
    (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  return `*${name(what, 150)}*${task === null ? '' : numbered(task)}`;
}

/** The most lines of a list; the rest is only counted. */
const listedLines = 10;

function listLines<Item>(
  { lists }: Texts,
  items: readonly Item[],
  line: (item: Item) => string,
): readonly string[] {
  const count = items.length - listedLines;
  const more = count > 0 ? [lists.moreLeftOut({ count })] : [];
  return [...items.slice(0, listedLines).map(line), ...more];
}

/** A line for each request that waits. */
export function waitingLines({ texts, context }: Speech): string {
  return listLines(texts, context.group, (one) => waitingLine(texts, one)).join('\n');
}

/** One request: access, requester, time and reviewers. */
export function waitingLine(texts: Texts, subject: NoticeSubject): string {
  const { request, task, url = null } = subject;
  const see = url === null ? [] : [link(url, texts.notices.seeRequest)];
  if (subject.isHidden === true)
    return [`• ${name(confidentialWords(texts, subject))}`, ...see].join(' · ');
  // By name: a list in a channel calls nobody.
  const who = name(requesterName(request, task), 80);
  const when = moment(request.createdAt);
  const isForOther = task === null ? !isForThemselves(request) : !isForRequester(request, task);
  const target = name(task?.target?.name ?? texts.card.somebodyElse, 80);
  const requesterPart = isForOther
    ? texts.card.askedForAt({ who, target, when })
    : texts.card.askedAt({ who, when });
  const isUrgent = task === null ? request.emergency : isEmergency(task, request);
  const emergency = isUrgent ? [texts.card.emergency] : [];
  const parts = [`• ${lineOf(texts, subject)}`, ...emergency, requesterPart, ...see];
  return parts.join(' · ');
}
