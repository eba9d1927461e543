/** Lists of several requests, one line each. */

import { isForRequester, requesterName } from '../../domain/action/holder-action.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { isDecisionUntold } from '../../domain/request/awaited-decision.ts';
import { areReviewersUntold, isEmergency } from '../../domain/request/untold.ts';
import { nobodyReached, type Reach } from '../../use-cases/ports/card-contents.ts';
import type {
  NoticeSubject,
  OverviewModel,
  SettledSubject,
} from '../../use-cases/ports/chat-ports.ts';
import { refusedClickWords } from '../action/refusal-words.ts';
import { isForThemselves, requesterWords } from '../card/people-asking.ts';
import {
  accessName,
  confidentialWords,
  countedNames,
  known,
  numbered,
  outcomeWords,
  riskWords,
  stepWords,
  waitedFor,
} from '../card/task-words.ts';
import { groupMention, link, moment, name } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { type Body, recipientOf, type Speech } from './speech.ts';
import { absentWords, outcomeOfSubject, reviewersOf } from './words/outcome-words.ts';
import { remindedWords } from './words/reminded-words.ts';
import { settledLine } from './words/settled-words.ts';

/** Requests that were made together: one line each, with its reviewers. */
export function groupOpenWords({ texts, context, reader, parts }: Speech): string {
  const { group, cardUrl: url, isFollowed, request } = context;
  const { notices } = texts;
  const open = group.filter(
    (one) => one.task !== null && outcomeOfSubject(one, isFollowed) === null,
  );
  const isOver = open.length === 0;
  const recipient = recipientOf(context, reader);
  const count = open.length;
  const { holder } = parts;
  const who = requesterWords(texts, request);
  const isUntold = open.some(({ task }) => task !== null && isDecisionUntold(task));
  const openings = isUntold
    ? {
        requester: notices.groupSent({ count }),
        reader: notices.groupSentForYou({ who }),
        other: notices.groupSentForOther({ count, holder }),
      }
    : {
        requester: notices.groupOpen({ count }),
        reader: notices.groupOpenForYou({ who }),
        other: notices.groupOpenForOther({ count, holder }),
      };
  const over = recipient === 'other' ? notices.groupOverForOther(parts) : notices.groupOver;
  return [
    isOver ? over : openings[recipient],
    ...(isOver ? group : open).map((one) => `• ${lineOf(texts, one, context, isFollowed)}`),
    ...(isFollowed ? [] : [notices.notFollowed]),
    ...(url === null ? [] : [link(url, notices.seeRequest)]),
  ].join('\n');
}

function lineOf(
  texts: Texts,
  subject: NoticeSubject,
  reach: Reach = nobodyReached,
  isFollowed = true,
): string {
  const { request, task } = subject;
  const what =
    (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  const title = `*${name(what, 150)}*${task === null ? '' : numbered(task)}`;
  const outcome = outcomeOfSubject(subject, isFollowed);
  if (outcome !== null) return `${title}: ${name(outcomeWords(texts, outcome, request))}`;
  if (task?.otherStep !== undefined) return `${title}: ${stepWords(texts, task.otherStep)}`;
  const people = namesOf(waitedFor(reviewersOf(subject), reach));
  const absent = absentWords(texts, subject, reach);
  const decide = `${countedNames(texts, people, 'or')}${absent === '' ? '' : `. ${absent}`}`;
  if (people.length > 0) return `${title}: ${decide}`;
  const isUntold = task !== null && areReviewersUntold(task);
  return isUntold ? `${title}: ${texts.notices.deciderUntold}` : title;
}

/** The most lines of a list; the rest is only counted. */
export const listedLines = 10;

export function listOf<Item>(
  { lists }: Texts,
  head: string,
  items: readonly Item[],
  line: (item: Item) => string,
): string {
  const count = items.length - listedLines;
  const more = count > 0 ? [lists.moreLeftOut({ count })] : [];
  return [head, ...items.slice(0, listedLines).map(line), ...more].join('\n');
}

/** Undecided requests, for a reviewer or for the people of an escalation tier. */
export function waitingWords(
  { texts, context }: Speech,
  { kind, group }: Body<'reminder' | 'overdue'>,
): string {
  const settled = context.settled.flatMap((one) => settledLines(texts, one));
  if (context.group.length === 0) return settled.join('\n');
  const [first, ...others] = context.group;
  // With one request this comes first: then no two reminders begin alike.
  const reminded = others.length > 0 ? '' : remindedWords(texts, first?.reminded);
  const head = [reminded, waitingHead(texts, kind, context.group)]
    .filter((words) => words !== '')
    .join(' ');
  const called = group === null ? head : `${groupMention(group)}: ${head}`;
  const line = (one: NoticeSubject): string => {
    const again = others.length > 0 ? remindedWords(texts, one.reminded) : '';
    const words = [waitingLine(texts, one), again].filter((words) => words !== '').join(' · ');
    return [...refusalLines(texts, one, true), words].join('\n');
  };
  return [listOf(texts, called, context.group, line), ...settled].join('\n');
}

/**
 * Why the reader's last click on the request was not carried out; none if it was.
 *
 * @param isWaiting whether the request still waits for the reader
 */
export function refusalLines(
  texts: Texts,
  { refused }: NoticeSubject,
  isWaiting: boolean,
): readonly string[] {
  return refused === undefined ? [] : [refusedClickWords(texts, refused, isWaiting)];
}

/** What became of the request, and of the reader's click on it. */
export function settledLines(texts: Texts, subject: SettledSubject): readonly string[] {
  return [settledLine(texts, subject), ...refusalLines(texts, subject, false)];
}

/** What the listed requests wait for. */
export function waitingHead(
  { notices: { waiting } }: Texts,
  kind: 'reminder' | 'overdue',
  group: readonly NoticeSubject[],
): string {
  const areSetUps = group.every(({ task }) => task?.delivered?.kind === 'provision');
  if (areSetUps) return waiting.setUp[kind];
  const isUntold = group.some(({ task }) => task !== null && isDecisionUntold(task));
  return isUntold ? waiting.untold[kind] : waiting[kind];
}

/** One request: access, requester, time and reviewers; its risk if `riskNames` are given. */
export function waitingLine(
  texts: Texts,
  subject: NoticeSubject,
  riskNames: RiskWords | null = null,
): string {
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
  const risk = riskNames === null ? '' : riskLine(texts, subject, riskNames);
  const parts = [`• ${lineOf(texts, subject)}`, ...emergency, risk, requesterPart, ...see];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The tenant's words for risks, by id. */
type RiskWords = OverviewModel['riskNames'];

/** The risk as its card shows it; empty if no readable name is known. */
function riskLine(texts: Texts, { task }: NoticeSubject, riskNames: RiskWords): string {
  const risk = task?.entitlements[0]?.riskLevel ?? '';
  return riskWords(texts, risk, known(riskNames, risk) ?? null);
}
