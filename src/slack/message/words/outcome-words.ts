/** Sentences about who decides a request, what was decided and how it ended. */

import type { GrantEnd } from '../../../domain/access/grant.ts';
import { namedReviewers } from '../../../domain/action/authorization.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import { isDecisionUntold } from '../../../domain/request/awaited-decision.ts';
import { askedEnd } from '../../../domain/request/time-text.ts';
import { areReviewersUntold } from '../../../domain/request/untold.ts';
import { type GrantOutcome, isOpen } from '../../../domain/task/task-snapshot.ts';
import type { Reach } from '../../../use-cases/ports/card-contents.ts';
import type { NoticeSubject } from '../../../use-cases/ports/chat-ports.ts';
import {
  durationWords,
  endWords,
  expectedEndWords,
  plainPeriodWords,
} from '../../card/duration-words.ts';
import {
  awayWords,
  known,
  numbered,
  outcomeWords,
  peopleWords,
  stepWords,
  verdictWords,
  waitedFor,
} from '../../card/task-words.ts';
import { listed, mention, moment, name } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { type Body, hasIt, recipientOf, requestWords, type Speech } from '../speech.ts';

/**
 * Says who or what a request waits for, then `unfollowed`. The message is rendered again when the
 * request is over, and then says how it ended.
 */
export function openRequestWords(speech: Speech, unfollowed: string): readonly string[] {
  const { texts, context, parts } = speech;
  const outcome = outcomeOfSubject(context, context.isFollowed);
  if (outcome !== null) return [closedWords(speech, outcome)];
  const { task } = context;
  const step = task?.otherStep;
  if (step === undefined) {
    const isUntold = task !== null && isDecisionUntold(task);
    const opening = isUntold ? texts.notices.sent(parts) : texts.notices.open(parts);
    return [opening, reviewersWords(speech), denialAheadWords(speech), unfollowed];
  }
  return [texts.notices.sent(parts), stepWords(texts, step, context.mentions), unfollowed];
}

/** How a request ended; null while it is under way. */
export function outcomeOfSubject(
  { task, request }: NoticeSubject,
  isFollowed: boolean,
): GrantOutcome | null {
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
  // Another message says how it ended.
  if (next.kind !== 'ended' && outcomeOfSubject(context, context.isFollowed) !== null)
    return approved;
  if (next.kind === 'other-step')
    return [...approved, stepWords(texts, next.step, context.mentions)];
  if (next.kind !== 'ended') return [...approved, texts.steps['set-up']];
  // The sentence about the access names it, and usually the requester.
  const isNamed =
    reader === 'anybody' &&
    recipientOf(context, reader) === 'requester' &&
    next.outcome === 'granted';
  const request = isNamed ? notices.theRequest : requestWords(texts, context, reader);
  const decision = notices.approved({ request, who });
  const ended = endedWords(speech, next.outcome, []);
  const verdict = verdictWords(texts, context.task);
  // The card above names the access.
  if (context.isUnderCard === true && next.outcome === 'granted') return [decision];
  // People look for the access first. An outcome other than the decision comes last.
  return next.outcome === 'granted' ? [ended, decision, verdict] : [decision, ended, verdict];
}

/**
 * The next step; nothing after the end of the request, because another message says how it ended.
 */
function nextStepWords(speech: Speech): readonly string[] {
  const { texts, context } = speech;
  if (outcomeOfSubject(context, context.isFollowed) !== null) return [];
  const step = context.task?.otherStep;
  if (step !== undefined) return [stepWords(texts, step, context.mentions)];
  return [texts.notices.oneMoreStep, reviewersWords(speech), denialAheadWords(speech)];
}

/** When a delivered step is denied because nobody decided; empty if it is not. */
function denialAheadWords({ texts, context: { task } }: Speech): string {
  const { kind, deniedAt = null } = task?.delivered ?? {};
  if (kind !== 'approval' || deniedAt === null) return '';
  return texts.notices.deniedUnlessDecided({ when: moment(new Date(deniedAt)) });
}

export function shortenedWords(texts: Texts, seconds: number | null = null): readonly string[] {
  return seconds === null
    ? []
    : [texts.notices.shortenedTo({ duration: durationWords(texts, seconds) })];
}

/** How a request ended. `byNames`: the people who denied it, if known. */
export function endedWords(
  speech: Speech,
  outcome: GrantOutcome,
  byNames: readonly string[],
): string {
  const { texts, context, reader, parts } = speech;
  const { notices } = texts;
  if (outcome === 'granted') {
    const { grant } = context;
    const end = grant?.endedBy ?? null;
    if (end !== null) return accessEndWords(speech, end);
    const have = hasIt(context, reader) ? notices.youHave : notices.theyHave;
    // What another grant may do to this one is advice for the holder; and a thread is not rendered
    // again.
    if (reader === 'anybody') return have({ ...parts, period: grantedWords(texts, context) });
    const { expectedEnd: expected } = context;
    const isSooner = expected?.isEarlier === true;
    const period = isSooner ? endWords(texts, expected.endsAt) : grantedWords(texts, context);
    return `${have({ ...parts, period })} ${expectedEndWords(texts, expected)}`.trimEnd();
  }
  const people = outcome === 'denied' ? byNames.slice(0, 3).map((one) => name(one, 80)) : [];
  if (people.length > 0)
    return notices.deniedBy({ ...parts, people: listed(texts, people, 'and') });
  return closedWords(speech, outcome);
}

/** Until when, as far as that can be told: "until today, 18:41", "for 4 hours", "until revoked". */
function grantedWords(texts: Texts, { grant, period, request }: Speech['context']): string {
  if (period.kind === 'unreadable' || grant === null)
    return plainPeriodWords(texts, request, period);
  return endWords(texts, grant.endsAt);
}

/** The period that was granted, which stays true; the end if the person had typed an end. */
function closedPeriodWords(texts: Texts, context: Speech['context']): string {
  const { request, period } = context;
  const isEnd = askedEnd(request, period) !== null;
  return isEnd ? grantedWords(texts, context) : plainPeriodWords(texts, request, period);
}

/** How access ended, and when. */
export function accessEndWords(
  { texts, context: { grant }, parts }: Speech,
  end: GrantEnd,
): string {
  const endedAt = grant?.endedAt ?? grant?.endsAt ?? null;
  return texts.notices.ended[end]({ ...parts, when: endedAt === null ? '' : moment(endedAt) });
}

export function closedWords({ texts, context, parts }: Speech, outcome: GrantOutcome): string {
  const { otherwise, ...closed } = texts.notices.closed;
  const { task, request } = context;
  const over = {
    ...parts,
    number: task === null ? '' : numbered(task),
    period: closedPeriodWords(texts, context),
    outcome: name(outcomeWords(texts, outcome, request)),
  };
  return (known(closed, outcome) ?? otherwise)(over);
}

/** Who decides next; empty if the service names nobody. */
export function reviewersWords({ texts, context }: Speech): string {
  const people = reviewersOf(context);
  if (people.length === 0) {
    const isUntold = context.task !== null && areReviewersUntold(context.task);
    return isUntold ? texts.notices.deciderUntold : '';
  }
  const decided = texts.notices.decidedBy({
    people: peopleWords(texts, waitedFor(people, context), context.mentions, 'or'),
  });
  return `${decided} ${absentWords(texts, context, context)}`.trimEnd();
}

/** Which of the reviewers are away; empty if none are. */
export function absentWords(texts: Texts, subject: NoticeSubject, reach: Reach): string {
  const absent = awayWords(texts, reviewersOf(subject), reach);
  return absent === '' ? '' : `${absent}.`;
}

export function reviewersOf({ task, request }: NoticeSubject): readonly IdentityPerson[] {
  return task === null ? [] : namedReviewers(task, request);
}

/** Says that more time, or after the end the access, was requested and is not decided yet. */
export function moreTimeWords({ texts, context: { moreTime, grant } }: Speech): string {
  if (moreTime === null) return '';
  // It is withdrawn as well, and that has a message of its own.
  if (grant?.endedBy === 'given-back') return '';
  // Nothing is left that could be prolonged.
  const isOver = grant !== null && grant.endedAt !== null && grant.endedBy !== 'extended';
  const words = isOver ? texts.notices.accessAgain : texts.notices.moreTime;
  return words({ number: numbered(moreTime) });
}
