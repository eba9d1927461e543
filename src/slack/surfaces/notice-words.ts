/**
 * Long because all sentences of messages that need more than their parts filled in stand here, with
 * the lists.
 */
import { namedReviewers } from '../../domain/authorization.ts';
import type { GrantEnd } from '../../domain/grant.ts';
import { holderOf, requesterName } from '../../domain/holder-action.ts';
import { namesOf } from '../../domain/identity-person.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import { type GrantOutcome, isOpen } from '../../domain/task-snapshot.ts';
import { nobodyReached, type Reach } from '../../use-cases/card-contents.ts';
import type { NoticeContext, NoticeSubject, OverviewModel } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import {
  askedPeriodWords,
  durationWords,
  endangeredWords,
  endWords,
  periodWords,
} from './duration-words.ts';
import { remindedWords } from './reminded-words.ts';
import {
  accessName,
  awayWords,
  confidentialWords,
  countedNames,
  known,
  numbered,
  outcomeWords,
  peopleWords,
  riskWords,
  stepWords,
  verdictWords,
} from './task-words.ts';
import {
  channelLink,
  groupMention,
  link,
  listed,
  mention,
  moment,
  name,
  timeOfDay,
} from './text.ts';

/**
 * Whether it is read by who asked, by the person it is for, or by anybody. The first two are spoken
 * to.
 */
export type NoticeReader = 'requester' | 'target' | 'anybody';

export function noticeReader(request: NoticeContext['request'], slackUserId: string): NoticeReader {
  if (slackUserId === request.requester.userId) return 'requester';
  return slackUserId === request.targetSlackId ? 'target' : 'anybody';
}

/** Whether the reader is the one who has, or had, the access. */
function hasIt({ request }: NoticeContext, reader: NoticeReader): boolean {
  return (
    reader === 'target' ||
    (reader === 'requester' && holderOf(request) === request.requester.userId)
  );
}

type Body<Kind extends NoticeBody['kind']> = Extract<NoticeBody, { kind: Kind }>;

/** What the sentences of one message are made of. */
export type Speech = ReturnType<typeof speechOf>;

export function speechOf(texts: Texts, context: NoticeContext, reader: NoticeReader) {
  const { notices } = texts;
  const what = whatWords(context);
  const holder = mention(holderOf(context.request));
  const whom = forWhom(context, reader);
  const request = requestFor(texts, context, reader, requestWords(texts, context, reader));
  const { forSomebody } = texts.card.header;
  const access = hasIt(context, reader)
    ? notices.yourAccess({ what })
    : notices.theirAccess({ who: holder, what });
  const parts = {
    what,
    /**
     * "*GitHub · write* (for @cho)" if it is for somebody who is neither the requester nor the
     * reader.
     */
    whatForWhom: whom === 'other' ? forSomebody({ what, target: holder }) : what,
    /** Who has, or would have, the access. */
    holder,
    /** "your request for *GitHub · write*", "the request by @ben for *GitHub · write*". */
    request,
    /** The same as the beginning of a sentence. */
    opening: capitalised(request),
    /** "Your access to *GitHub · write*", as the beginning of a sentence. */
    access: capitalised(access),
  };
  return { texts, context, reader, parts };
}

/** "your request for *GitHub · write*", with other words for "your request". */
function requestFor(
  texts: Texts,
  context: NoticeContext,
  reader: NoticeReader,
  request: string,
): string {
  const sentences = context.request.extendsRequestId === null ? newAccess : moreTime;
  const holder = mention(holderOf(context.request));
  return texts.notices[sentences[forWhom(context, reader)]]({
    request,
    what: whatWords(context),
    holder,
  });
}

/** How a message refers to a request, depending on whom it is for. */
const newAccess = { requester: 'forWhat', reader: 'forYou', other: 'forOther' } as const;
const moreTime = {
  requester: 'forMoreTime',
  reader: 'forMoreTimeYou',
  other: 'forMoreTimeOther',
} as const;

/** Whom the access is for: the requester, the reader, or somebody else, whom the message names. */
function forWhom({ request }: NoticeContext, reader: NoticeReader): keyof typeof newAccess {
  if (reader === 'target') return 'reader';
  return holderOf(request) === request.requester.userId ? 'requester' : 'other';
}

/**
 * What a message is about, in bold; where one message is for several asked for in one go, all of
 * them.
 */
function whatWords({ request, task, group }: NoticeContext): string {
  const names =
    group.length > 1 ? group.map((one) => one.request.entitlementName) : [request.entitlementName];
  const asked = `${request.appName} · ${names.join(', ')}`;
  const shown = task === null || group.length > 1 ? asked : accessName(task) || asked;
  return `*${name(shown, 200)}*`;
}

/** "your request", "the request by @ben". */
function requestWords(
  { notices }: Texts,
  { request }: NoticeContext,
  reader: NoticeReader,
): string {
  return reader === 'requester'
    ? notices.yourRequest
    : notices.theirRequest({ who: mention(request.requester.userId) });
}

/** As the beginning of a sentence. */
export function capitalised(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * Whom or what a request waits for, and `unfollowed`; of one that is over, how it ended: then the
 * message is made anew.
 */
export function openWords(speech: Speech, unfollowed: string): readonly string[] {
  const { texts, context, parts } = speech;
  const outcome = endOf(context, context.isFollowed);
  if (outcome !== null) return [closedWords(speech, outcome)];
  const step = context.task?.otherStep;
  if (step === undefined) return [texts.notices.open(parts), reviewersWords(speech), unfollowed];
  return [texts.notices.sent(parts), stepWords(texts, step, context.mentions), unfollowed];
}

/** How a request ended; null while it is under way. */
export function endOf({ task, request }: NoticeSubject, isFollowed: boolean): GrantOutcome | null {
  if (task !== null && !isOpen(task)) return task.outcome;
  if (request.state !== 'withdrawn') return null;
  // If tasks are not read again, nobody knows whether it is still open.
  return task === null || !isFollowed ? 'cancelled' : 'left-open';
}

export function decidedWords(
  speech: Speech,
  { verb, by, next, durationSeconds }: Body<'decided'>,
): readonly string[] {
  const { texts, context, reader, parts } = speech;
  const { notices } = texts;
  const who = mention(by.userId);
  if (verb === 'deny') return [notices.denied({ ...parts, who })];
  const time = shortenedWords(texts, durationSeconds);
  const approved = [notices.approved({ ...parts, who }), ...time];
  if (next.kind === 'step') return [...approved, ...nextStepWords(speech)];
  if (next.kind === 'other-step')
    return [...approved, stepWords(texts, next.step, context.mentions)];
  if (next.kind !== 'ended') return [...approved, texts.steps['set-up']];
  // The other sentence names what was requested, and mostly who asked.
  const isNamed =
    reader === 'anybody' && forWhom(context, reader) === 'requester' && next.outcome === 'granted';
  const request = isNamed ? notices.theRequest : requestWords(texts, context, reader);
  const decision = notices.approved({ request, who });
  const ended = endedWords(speech, next.outcome, []);
  const verdict = verdictWords(texts, context.task);
  // The access comes first, which people look for; an end that is not what was decided comes last.
  return next.outcome === 'granted' ? [ended, decision, verdict] : [decision, ended, verdict];
}

/**
 * What comes after a decided step. Nothing of a request that is over: another message tells how it
 * ended.
 */
function nextStepWords(speech: Speech): readonly string[] {
  const { texts, context } = speech;
  if (endOf(context, context.isFollowed) !== null) return [];
  const step = context.task?.otherStep;
  if (step !== undefined) return [stepWords(texts, step, context.mentions)];
  return [texts.notices.oneMoreStep, reviewersWords(speech)];
}

function shortenedWords(texts: Texts, seconds: number | null = null): readonly string[] {
  return seconds === null
    ? []
    : [texts.notices.shortenedTo({ duration: durationWords(texts, seconds) })];
}

/** How a request ended. `byNames`: who denied it, where that is known. */
export function endedWords(
  speech: Speech,
  outcome: GrantOutcome,
  byNames: readonly string[],
): string {
  const { texts, context, reader, parts } = speech;
  const { notices } = texts;
  if (outcome === 'granted') {
    const { grant, task, request } = context;
    const end = grant?.endedBy ?? null;
    if (end !== null) return accessEndWords(speech, end);
    const seconds = task?.grantDurationSeconds ?? request.durationSeconds;
    const told = grant === null ? periodWords(texts, seconds) : endWords(texts, grant.endsAt);
    const period = task?.hasUnreadableDuration === true ? texts.times.unreadable : told;
    const have = hasIt(context, reader) ? notices.youHave : notices.theyHave;
    const endangered = reader === 'anybody' ? '' : endangeredWords(texts, context.endangered);
    return `${have({ ...parts, period })} ${endangered}`.trimEnd();
  }
  const people = outcome === 'denied' ? byNames.slice(0, 3).map((one) => name(one, 80)) : [];
  if (people.length > 0)
    return notices.deniedBy({ ...parts, people: listed(texts, people, 'and') });
  return closedWords(speech, outcome);
}

/** How access ended, and when. */
export function accessEndWords(
  { texts, context: { grant }, parts }: Speech,
  end: GrantEnd,
): string {
  const endedAt = grant?.endedAt ?? grant?.endsAt ?? null;
  return texts.notices.ended[end]({ ...parts, time: endedAt === null ? '' : timeOfDay(endedAt) });
}

export function closedWords({ texts, context, parts }: Speech, outcome: GrantOutcome): string {
  const { otherwise, ...closed } = texts.notices.closed;
  const over = { ...parts, outcome: name(outcomeWords(texts, outcome, context.request)) };
  return (known(closed, outcome) ?? otherwise)(over);
}

export function actedWords(speech: Speech, body: Body<'acted'>): readonly string[] {
  const { texts, context, reader, parts } = speech;
  const { notices } = texts;
  const { act, by, durationSeconds, isHandedOn = act === 'escalate' } = body;
  const actor = by === null ? 'anybody' : noticeReader(context.request, by.userId);
  const who = by === null ? notices.anAdministrator : mention(by.userId);
  const others = context.mentions.size > 0 || isHandedOn ? reviewersWords(speech) : '';
  const { isCorrected } = context;
  const youDid = isCorrected ? notices.youCorrected : known(notices.youActed, act);
  const left = act === 'withdraw' && context.task !== null && isOpen(context.task);
  const told = left ? leftOpenWords(speech) : others;
  if (actor === reader && actor !== 'anybody' && youDid !== undefined) return [youDid(parts), told];
  // The message of the question itself, so that the answer needs none of its own.
  const { answeredBy } = context;
  const isAnswer =
    act === 'ask' && answeredBy !== null && noticeReader(context.request, answeredBy) === reader;
  if (isAnswer && reader !== 'anybody') return [notices.youAnswered({ ...parts, who })];
  const didSo = isCorrected ? notices.corrected : notices.acted[act];
  // "@ben withdrew the request by @ben" would name them twice.
  const own =
    actor === 'requester'
      ? { request: requestFor(texts, context, reader, notices.ownRequest) }
      : {};
  return [didSo({ ...parts, ...own, who }), ...shortenedWords(texts, durationSeconds), told];
}

/** What to do about a withdrawn request that the service could not close. */
function leftOpenWords({ texts, context, reader }: Speech): string {
  const { notices } = texts;
  if (reader !== 'anybody') return notices.leftOpen;
  const people = peopleWords(texts, reviewersOf(context), context.mentions, 'and');
  return people === '' ? notices.closeIt : notices.closeItPeople({ people });
}

/** The follow-up of an emergency: who had what, since when, how long, and how it ended. */
export function emergencyEndedWords(
  { texts, parts }: Speech,
  body: Body<'emergency-ended'>,
): string {
  const [from, to] = [new Date(body.startedAt), new Date(body.endedAt)];
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));
  return texts.notices.emergencyEnded({
    ...parts,
    from: moment(from),
    duration: durationWords(texts, seconds),
    ending: texts.home.ended[body.end]({ when: moment(to) }),
  });
}

/** Who decides next; empty where nobody is known. */
export function reviewersWords({ texts, context }: Speech): string {
  const people = reviewersOf(context);
  if (people.length === 0) return '';
  const decided = texts.notices.decidedBy({
    people: peopleWords(texts, people, context.mentions, 'or'),
  });
  return `${decided} ${absentWords(texts, context, context)}`.trimEnd();
}

/** Who of those who decide is away; empty where all are there. */
export function absentWords(texts: Texts, subject: NoticeSubject, reach: Reach): string {
  const absent = awayWords(texts, reviewersOf(subject), reach);
  return absent === '' ? '' : `${absent}.`;
}

const reviewersOf = ({ task, request }: NoticeSubject) =>
  task === null ? [] : namedReviewers(task, request);

/** Nobody who needs access in an emergency is left to believe that somebody is on it. */
export function calledWords({ texts, context: { request, emergency } }: Speech): string {
  if (!request.emergency || emergency.channel === null) return '';
  return texts.notices.emergencyTold({ channel: channelLink(texts, emergency.channel) });
}

/** Nobody waits for more time without a word. */
export function moreTimeWords({ texts, context: { moreTime } }: Speech): string {
  return moreTime === null ? '' : texts.notices.moreTime({ number: numbered(moreTime) });
}

/** As on the card that comes when the service is back. */
export function emergencyWaitingWords({ texts, context, parts }: Speech): string {
  const { card } = texts;
  const { onCall } = context.emergency;
  const needs = {
    who: parts.holder,
    what: parts.what,
    period: askedPeriodWords(texts, context.request),
  };
  return onCall === null
    ? `${card.header.needs(needs)}.`
    : card.onCall({ group: groupMention(onCall), ...needs });
}

/** Says only that an emergency waits: not what it is for, for whom or why. */
export function emergencyElsewhereWords({ texts, context }: Speech): string {
  const { onCall } = context.emergency;
  const called = onCall === null ? '' : `${groupMention(onCall)}: `;
  return `${called}${texts.notices.emergencyElsewhere}`;
}

/**
 * That several asked for in one go are with their reviewers: one line for each, and who decides.
 */
export function groupOpenWords({ texts, context, reader, parts }: Speech): string {
  const { group, cardUrl: url, isFollowed, request } = context;
  const { notices } = texts;
  const open = group.filter((one) => one.task !== null && endOf(one, isFollowed) === null);
  const isOver = open.length === 0;
  const whom = forWhom(context, reader);
  const count = open.length;
  const openings = {
    requester: notices.groupOpen({ count }),
    reader: notices.groupOpenForYou({ who: mention(request.requester.userId) }),
    other: notices.groupOpenForOther({ count, holder: parts.holder }),
  };
  const over = whom === 'other' ? notices.groupOverForOther(parts) : notices.groupOver;
  return [
    isOver ? over : openings[whom],
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
  const shown = `*${name(what, 150)}*${task === null ? '' : numbered(task)}`;
  const outcome = endOf(subject, isFollowed);
  if (outcome !== null) return `${shown}: ${name(outcomeWords(texts, outcome, request))}`;
  if (task?.otherStep !== undefined) return `${shown}: ${stepWords(texts, task.otherStep)}`;
  const people = namesOf(reviewersOf(subject));
  const absent = absentWords(texts, subject, reach);
  const decide = `${countedNames(texts, people, 'or')}${absent === '' ? '' : `. ${absent}`}`;
  return people.length === 0 ? shown : `${shown}: ${decide}`;
}

/** A list has so many lines before the rest is counted. */
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

/** Requests that nobody decides: to a reviewer, or to whom a tier of the escalation names. */
export function waitingWords(
  { texts, context }: Speech,
  { kind, group }: Body<'reminder' | 'overdue'>,
): string {
  if (context.group.length === 0) return texts.notices.waiting.nothingWaits;
  const [first, ...others] = context.group;
  // Of one request its words come first, so that no two reminders begin alike.
  const reminded = others.length > 0 ? '' : remindedWords(texts, first?.reminded);
  const head = [reminded, texts.notices.waiting[kind]].filter((words) => words !== '').join(' ');
  const called = group === null ? head : `${groupMention(group)}: ${head}`;
  const line = (one: NoticeSubject): string => {
    const again = others.length > 0 ? remindedWords(texts, one.reminded) : '';
    return [waitingLine(texts, one), again].filter((words) => words !== '').join(' · ');
  };
  return listOf(texts, called, context.group, line);
}

/**
 * What is asked for, by whom and since when, and who decides; the risk where the message tells it.
 */
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
  const isForOther = holderOf(request) !== request.requester.userId;
  const target = name(task?.target?.name ?? texts.card.somebodyElse, 80);
  const asked = isForOther
    ? texts.card.askedForAt({ who, target, when })
    : texts.card.askedAt({ who, when });
  const emergency = task?.emergency === true || request.emergency ? [texts.card.emergency] : [];
  const risk = riskNames === null ? '' : riskLine(texts, subject, riskNames);
  const parts = [`• ${lineOf(texts, subject)}`, ...emergency, risk, asked, ...see];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The tenant's words for risks, by id. */
type RiskWords = OverviewModel['riskNames'];

/** The risk as on its card; empty where nothing is known that people can read. */
function riskLine(texts: Texts, { task }: NoticeSubject, riskNames: RiskWords): string {
  const risk = task?.entitlements[0]?.riskLevel ?? '';
  return riskWords(texts, risk, known(riskNames, risk) ?? null);
}
