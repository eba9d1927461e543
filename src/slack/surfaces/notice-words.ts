import { namedReviewers } from '../../domain/authorization.ts';
import type { GrantEnd } from '../../domain/grant.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import { type GrantOutcome, isNamed, isOpen } from '../../domain/task-snapshot.ts';
import type { NoticeContext, NoticeSubject } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import { askedPeriodWords, durationWords, endWords, periodWords } from './duration-words.ts';
import { helpers } from './refusal-words.ts';
import { stepWords } from './step-words.ts';
import { accessName, awayWords, countedNames, numbered, peopleWords } from './task-words.ts';
import { channelLink, groupMention, link, listed, mention, moment, name, timeOfDay } from './text.ts';

/** Whether it is read by who asked, by the person it is for, or by anybody. The first two are spoken to. */
export type NoticeReader = 'requester' | 'target' | 'anybody';

export function noticeReader(request: NoticeContext['request'], slackUserId: string): NoticeReader {
  if (slackUserId === request.requester.userId) return 'requester';
  return slackUserId === request.targetSlackId ? 'target' : 'anybody';
}

/** Whether the reader is the one who has, or had, the access. */
export function hasIt({ request }: NoticeContext, reader: NoticeReader): boolean {
  const { targetSlackId } = request;
  const isForSelf = targetSlackId === null || targetSlackId === request.requester.userId;
  return reader === 'target' || (reader === 'requester' && isForSelf);
}

/** Who has, or had, the access. */
function holderMention({ request }: NoticeContext): string {
  return mention(request.targetSlackId ?? request.requester.userId);
}

/** What a message is about, in bold; where one message is for several asked for in one go, all of them. */
export function whatWords({ request, task, group }: NoticeContext): string {
  const names = group.length > 1 ? group.map((one) => one.request.entitlementName) : [request.entitlementName];
  const asked = `${request.appName} · ${names.join(', ')}`;
  const shown = task === null || group.length > 1 ? asked : accessName(task) || asked;
  return `*${name(shown, 200)}*`;
}

/** "your request", "the request by @ben". */
export function requestWords({ notices }: Texts, { request }: NoticeContext, reader: NoticeReader): string {
  if (reader === 'requester') return notices.yourRequest;
  return notices.theirRequest({ who: mention(request.requester.userId) });
}

/** "your request for *GitHub · write*". */
export function requestForWords(texts: Texts, context: NoticeContext, reader: NoticeReader): string {
  return texts.notices.forWhat({ request: requestWords(texts, context, reader), what: whatWords(context) });
}

/** As the beginning of a sentence. */
export function capitalised(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** "Your access to *GitHub · write*". */
export function accessWords({ notices }: Texts, context: NoticeContext, reader: NoticeReader): string {
  const what = whatWords(context);
  const who = holderMention(context);
  return capitalised(hasIt(context, reader) ? notices.yourAccess({ what }) : notices.theirAccess({ who, what }));
}

/** That the access is over, as far as the service says so. */
export function accessEndedWords(texts: Texts, end: GrantEnd, context: NoticeContext, reader: NoticeReader): string {
  const endedAt = context.grant?.endedAt ?? context.grant?.endsAt ?? null;
  const access = accessWords(texts, context, reader);
  return texts.notices.ended[end]({ access, time: endedAt === null ? '' : timeOfDay(endedAt) });
}

/** That somebody takes it away. */
export function takingAwayWords(texts: Texts, by: string | null, context: NoticeContext, reader: NoticeReader): string {
  const access = accessWords(texts, context, reader);
  return texts.notices.takingAway({ access, who: by === null ? texts.notices.anAdministrator : mention(by) });
}

/** That it is still there, although it was to be taken away. */
export function notGoneWords(texts: Texts, outcome: string, context: NoticeContext, reader: NoticeReader): string {
  const { notGone } = texts.notices;
  const parts = { access: accessWords(texts, context, reader), helpers: helpers(texts, context.admins) };
  if (outcome === 'still-held') return notGone.stillHeld(parts);
  return outcome === 'denied' ? notGone.denied(parts) : notGone.failed(parts);
}

/** The follow-up of an emergency: who had what, from when to when, and how it ended. */
export function emergencyEndedWords(
  texts: Texts,
  body: Extract<NoticeBody, { kind: 'emergency-ended' }>,
  context: NoticeContext,
): string {
  const { emergencyEnded, emergencyEndings } = texts.notices;
  const startedAt = new Date(body.startedAt);
  const endedAt = new Date(body.endedAt);
  const seconds = Math.max(0, Math.round((endedAt.getTime() - startedAt.getTime()) / 1_000));
  return emergencyEnded({
    who: holderMention(context),
    what: whatWords(context),
    from: moment(texts, startedAt),
    to: moment(texts, endedAt),
    duration: durationWords(texts, seconds),
    ending: emergencyEndings[body.end],
  });
}

/** How a request ended. `byNames`: who denied it, where that is known. */
export function endedWords(
  texts: Texts,
  outcome: GrantOutcome,
  context: NoticeContext,
  reader: NoticeReader,
  byNames: readonly string[],
): string {
  const { notices } = texts;
  const { grant } = context;
  const what = whatWords(context);
  const named = requestForWords(texts, context, reader);
  const request = capitalised(named);
  switch (outcome) {
    case 'granted': {
      const seconds = context.task?.grantDurationSeconds ?? context.request.durationSeconds;
      const period = grant === null ? periodWords(texts, seconds) : endWords(texts, grant.endsAt);
      return hasIt(context, reader)
        ? notices.youHave({ what, period })
        : notices.theyHave({ who: holderMention(context), what, period });
    }
    case 'denied': {
      const shown = byNames.slice(0, 3).map((one) => name(one, 80));
      if (shown.length === 0) return notices.wasDenied({ request });
      return notices.deniedBy({ request, people: listed(texts, shown, 'and') });
    }
    case 'error':
      return notices.failed({ request, helpers: helpers(texts, context.admins) });
    case 'cancelled':
      return notices.cancelled({ request });
    case 'wait-timed-out':
      return notices.ranOut({ request: named });
    case 'deleted':
      return notices.deleted({ request });
    case 'revoked':
    case 'none':
    default:
      return notices.closed({ request });
  }
}

/** Who decides next; empty where nobody is known. */
export function reviewersWords(texts: Texts, { task, request, mentions, away }: NoticeContext): string {
  const people = task === null ? [] : namedReviewers(task, request);
  if (people.length === 0) return '';
  const decided = texts.notices.decidedBy({ people: peopleWords(texts, people, mentions, 'or') });
  const absent = awayWords(texts, people, { mentions, away });
  return absent === '' ? decided : `${decided} ${absent}.`;
}

/** Nobody who needs access in an emergency is left to believe that somebody is on it. */
export function calledWords(texts: Texts, { request, emergency }: NoticeContext): string {
  if (!request.emergency || emergency.channel === null) return '';
  return texts.notices.emergencyTold({ channel: channelLink(texts, emergency.channel) });
}

/** Whoever waits for a word of the end would wait for ever. */
export function unfollowedWords({ notices }: Texts, { isFollowed }: NoticeContext): string {
  return isFollowed ? '' : notices.notFollowed;
}

/** That several asked for in one go are with their reviewers: one line for each, and who decides. */
export function groupOpenWords(texts: Texts, { group, card, isFollowed }: NoticeContext): string {
  const { notices } = texts;
  const open = group.filter(({ task }) => task !== null && isOpen(task));
  const lines = open.map((one) => `• ${lineOf(texts, one)}`);
  const url = card?.permalink ?? null;
  return [
    notices.groupOpen({ count: open.length }),
    ...lines,
    ...(isFollowed ? [] : [notices.notFollowed]),
    ...(url === null ? [] : [link(url, notices.seeRequest)]),
  ].join('\n');
}

export function lineOf(texts: Texts, { request, task }: NoticeSubject): string {
  const what = (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  const shown = `*${name(what, 150)}*${task === null ? '' : numbered(task)}`;
  if (task?.otherStep !== undefined) return `${shown}: ${stepWords(texts, task.otherStep)}`;
  const people = (task === null ? [] : namedReviewers(task, request)).filter(isNamed).map((person) => person.name);
  if (people.length === 0) return shown;
  return `${shown}: ${countedNames(texts, people, 'or')}`;
}

/** As on the card that comes when the service is back. */
export function emergencyWaitingWords(texts: Texts, context: NoticeContext): string {
  const { card, notices } = texts;
  const { onCall } = context.emergency;
  const period = askedPeriodWords(texts, context.request);
  const parts = { who: holderMention(context), what: whatWords(context), period };
  const needs =
    onCall === null ? `${card.header.needs(parts)}.` : card.onCall({ group: groupMention(onCall), ...parts });
  return `${needs} ${notices.emergencyWaiting}`;
}
