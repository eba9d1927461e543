/** How a request stands, who was called and who is next, in the same words on cards, on Home, in lists and in answers. */

import { isRemovalMissed } from '../../domain/access/grant.ts';
import { namedReviewers } from '../../domain/action/authorization.ts';
import type { Called } from '../../domain/due/calls.ts';
import { isNobody } from '../../domain/message/kinds/undecided-messages.ts';
import { type ListedRequest, outcomeOfSubject } from '../../domain/message/message-context.ts';
import { isToCome, taskToCome } from '../../domain/request/subject.ts';
import { areReviewersUntold } from '../../domain/request/untold.ts';
import { isOpen, isStepOf } from '../../domain/task/task-snapshot.ts';
import {
  type CardModel,
  nobodyReached,
  type Reach,
  type ReviewRecord,
} from '../../use-cases/ports/card-contents.ts';
import type { NoticeContext } from '../../use-cases/ports/chat-ports.ts';
import { channelLink, listed, mention, moment, name, oneLine } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import {
  awayWords,
  cannotTellWords,
  confidentialSubject,
  consoleWords,
  known,
  listedAndMore,
  outcomeWords,
  peopleWords,
  stepWords,
  waitedFor,
} from './task-words.ts';

/** As far as it was read: people whom nobody looked up are named. */
interface Standing
  extends ListedRequest,
    Partial<Pick<CardModel, 'reviews' | 'waitCause' | keyof Reach>> {
  readonly consoleUrl: string | null;
}

/** Where a request stands of which no grant is known. */
export function standsWords(texts: Texts, one: Standing): string {
  const { request, consoleUrl } = one;
  const task = one.task ?? taskToCome(request);
  const outcome = outcomeOfSubject({ request, task });
  if (outcome === null) return openWords(texts, { ...one, task });
  const words = name(outcomeWords(texts, outcome, request));
  return outcome === 'left-open' ? `${words} · ${consoleWords(texts, consoleUrl)}` : words;
}

/** Who decides, or what else an open request waits for. */
function openWords(texts: Texts, one: Standing & Pick<CardModel, 'task'>): string {
  const { state } = texts.card;
  const { task, reviews = [], waitCause } = one;
  const reach = { ...nobodyReached, ...one };
  if (isToCome(task)) return known(state.unsent, waitCause ?? '') ?? state.unsent.other;
  const last = reviews.findLast((review) => review.state === 'done');
  const decision = decisionOfStep({ reviews, task });
  if (decision !== undefined) return decidedWords(texts, task, decision);
  if (task.outcome === 'error') return state.failing;
  const wasApproved = task.approvers.length > 0 || last?.verb === 'approve';
  const { otherStep } = task;
  if (otherStep !== undefined && !(otherStep.kind === 'set-up' && wasApproved))
    return stepWords(texts, otherStep, reach.mentions);
  if (namedReviewers(task, one.request).length > 0)
    return state.waitingFor({ people: decidersWords(texts, one, reach) });
  if (task.stepApprovers.length > 0) return state.nobody;
  if (last !== undefined) return decidedWords(texts, task, last);
  if (task.approvers.length > 0) return state.approved;
  return areReviewersUntold(task) ? cannotTellWords(texts, one.consoleUrl) : state.nobody;
}

/** "Ana or Cho. Passed on by Dee. Away: Cho"; empty where nobody decides. */
export function decidersWords(
  texts: Texts,
  { request, task }: ListedRequest,
  reach: Reach,
): string {
  if (task === null) return '';
  const people = namedReviewers(task, request);
  const { mentions } = reach;
  const waiters = peopleWords(texts, waitedFor(people, reach), mentions, 'or');
  const { handedOver, createdBy } = task;
  // What somebody passed on through the bot, the service calls the bot's doing.
  const isBots = handedOver?.from.id === createdBy?.id;
  const from = handedOver && !isBots ? peopleWords(texts, [handedOver.from], mentions, 'and') : '';
  const passedOn = from === '' ? '' : texts.steps.passedOn({ from });
  return [waiters, passedOn, awayWords(texts, people, reach)]
    .filter((one) => one !== '')
    .join('. ');
}

/** What somebody decided on the current step, or is deciding. */
function decidedWords(
  { card: { state }, steps }: Texts,
  { takesAway }: CardModel['task'],
  { verb, by, state: progress }: ReviewRecord,
): string {
  const who = { who: mention(by.userId) };
  const isDone = progress === 'done';
  if (verb === 'deny') return isDone ? state.deniedBy(who) : state.beingDeniedBy(who);
  if (!isDone) return state.beingApprovedBy(who);
  return takesAway ? state.approvedBy(who) : `${state.approvedBy(who)} ${steps['set-up']}`;
}

/**
 * The decision on the step that the card shows, made or being made: with one, another click could
 * only lose.
 */
export function decisionOfStep({
  reviews,
  task,
}: Pick<CardModel, 'reviews' | 'task'>): ReviewRecord | undefined {
  const own = reviews.filter((review) => isStepOf(review, task));
  return (
    own.find((review) => review.state === 'done') ??
    own.find((review) => review.state === 'sending') ??
    own[0]
  );
}

/** How access ended, or is ending, or that its time is over; null while it is simply there. */
export function overWords(
  texts: Texts,
  grant: NonNullable<CardModel['grant']>,
  at: Date,
): string | null {
  const { endsAt, endedAt, endedBy, revocationPending } = grant;
  const { ended, beingRemoved, notTakenAway } = texts.home;
  if (endedAt !== null) return endingWords(texts, endedBy, endedAt);
  if (revocationPending !== null)
    return isRemovalMissed(grant, at) ? notTakenAway : beingRemoved[revocationPending];
  return endsAt !== null && endsAt <= at ? ended.unconfirmed({ when: moment(endsAt) }) : null;
}

/** How and when access ended; null: a later request goes on with it. */
function endingWords(
  { home }: Texts,
  end: NonNullable<CardModel['grant']>['endedBy'],
  at: Date,
): string {
  return (end === null ? home.goesOnLater : home.ended[end])({ when: moment(at) });
}

export type IsConfidential = (appId: string) => boolean;

type Confidential = Pick<NoticeContext, 'request' | 'task'> & {
  readonly grant?: { readonly endedAt: Date | null } | null;
};

/**
 * All that a channel reads of a request for a confidential app: its number, its app, and its state.
 * In plain text.
 */
export function confidentialWords(texts: Texts, one: Confidential): string {
  const { request, task } = one;
  const isUrgent = task === null ? request.emergency : task.emergency;
  return `${isUrgent ? '🚨' : '🔒'} ${confidentialSubject(one)}: ${confidentialStanding(texts, one)}`;
}

function confidentialStanding(texts: Texts, { request, task, grant }: Confidential): string {
  const { card, home, steps } = texts;
  if (grant?.endedAt) return home.groups.ended;
  if (task === null || (isToCome(task) && isOpen(task))) return card.state.unsent.other;
  if (!isOpen(task)) return oneLine(outcomeWords(texts, task.outcome, request)).slice(0, 40);
  return task.stepApprovers.length > 0 ? card.confidential.waiting : steps['set-up'];
}

/**
 * "Reminded 6 times, last 04:31. Next: Goran, 05:00"; empty while nobody was called, and once
 * somebody has decided.
 */
export function callsWords(texts: Texts, card: CardModel): string {
  const { watch } = card;
  if (watch === null || decisionOfStep(card) !== undefined) return '';
  const { reminded, nextCall } = texts.card.calls;
  const last = watch.calls?.made.findLast((one) => one.kind === 'reminded');
  const next = watch.calls?.next ?? null;
  const parts = [
    last === undefined ? '' : reminded({ count: last.times, when: moment(new Date(last.atMs)) }),
    next === null || isNobody(next)
      ? ''
      : nextCall({ people: calledPeople(texts, next), when: moment(new Date(next.atMs)) }),
  ];
  return parts.filter((one) => one !== '').join(' ');
}

export function calledPeople(texts: Texts, { people, count, channels }: Called): string {
  const named = [...people.map(mention), ...channels.map((id) => channelLink(texts, id))];
  const isCut = count > people.length;
  if (!isCut) return named.length === 0 ? '' : listed(texts, named, 'and');
  return listedAndMore(texts, named, count + channels.length, 'and');
}

/**
 * When the service takes the step out of the reviewers' hands, and what follows; empty where no
 * such time is ahead, and once somebody has decided.
 */
export function deadlineWords(texts: Texts, card: CardModel): string {
  const { deadline, mentions } = card;
  if (deadline === null || decisionOfStep(card) !== undefined) return '';
  const { result } = deadline;
  const when = moment(new Date(deadline.at));
  const words = texts.steps.deadline;
  if (result.kind !== 'goes-to') return words[result.kind]({ when });
  const named = peopleWords(texts, result.people, mentions, 'or');
  const people = ['', texts.steps.somebody].includes(named) ? texts.card.somebodyElse : named;
  return words['goes-to']({ when, people });
}
