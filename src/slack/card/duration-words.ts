import { addedTime } from '../../domain/access/grant.ts';
import { roughSeconds } from '../../domain/access/wanted-end.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { TaskPeriod } from '../../domain/request/task-period.ts';
import { askedEnd } from '../../domain/request/time-text.ts';
import { durationPhrase } from '../../domain/text/duration-phrase.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { moment } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** "4 hours"; null is "until revoked". */
export function durationWords({ times }: Pick<Texts, 'times'>, seconds: number | null): string {
  return seconds === null ? times.untilRevoked : durationPhrase(times.locale, seconds);
}

/** As an end of a sentence: "for 4 hours", "until revoked". */
function periodWords(texts: Pick<Texts, 'times'>, seconds: number | null): string {
  const duration = durationWords(texts, seconds);
  return seconds === null ? duration : texts.times.forSoLong({ duration });
}

/** The end of what was granted, as an end of a sentence: "until today, 18:41", "until revoked". */
export function endWords(texts: Texts, endsAt: Date | null): string {
  return endsAt === null ? texts.times.untilRevoked : texts.home.until({ when: moment(endsAt) });
}

type AskedTime = Pick<AccessRequest, 'timeText' | 'durationSeconds' | 'createdAt'>;

/**
 * The period of a task, in marked text: "for 4 hours", "until revoked"; if an end was typed, "until
 * Nov 27, 18:00".
 */
export function taskPeriodWords(texts: Texts, asked: AskedTime, period: TaskPeriod): string {
  const end = askedEnd(asked, period);
  return end === null ? plainPeriodWords(texts, asked, period) : endWords(texts, end);
}

/** The period of a task in plain text, which holds no date: "for 6 days". */
export function plainPeriodWords(texts: Texts, asked: AskedTime, period: TaskPeriod): string {
  const { times } = texts;
  if (period.kind === 'unreadable') return times.unreadable;
  if (period.kind === 'until-revoked') return times.untilRevoked;
  if (askedEnd(asked, period) === null) return periodWords(texts, period.seconds);
  return times.forSoLong({ duration: durationWords(texts, roughSeconds(period.seconds)) });
}

/**
 * The period as a card says it, in plain text: of a request for more time "for 4 hours more", which
 * is what was asked for; the whole time stands on the card, too.
 */
export function cardPeriodWords(texts: Texts, card: CardModel): string {
  const added = addedOnCard(card);
  return added === null
    ? plainPeriodWords(texts, card.request, card.period)
    : moreTimeWords(texts, added.seconds);
}

/** The period as a card says it, in marked text: a typed end as `taskPeriodWords` says it. */
export function reviewPeriodWords(texts: Texts, card: CardModel): string {
  return addedOnCard(card) === null
    ? taskPeriodWords(texts, card.request, card.period)
    : cardPeriodWords(texts, card);
}

/** "for 4 hours more". */
function moreTimeWords(texts: Texts, seconds: number): string {
  return texts.times.forSoMuchMore({ duration: durationWords(texts, seconds) });
}

/** What a request for more time adds, and until when; null of any other, and where it adds nothing. */
export function addedOnCard({
  heldUntil,
  request: { durationSeconds: askedSeconds },
  task,
  period,
}: CardModel): ReturnType<typeof addedTime> {
  if (heldUntil === null || askedSeconds === null || task.createdAt === undefined) return null;
  if (period.kind !== 'lasts') return null;
  return addedTime(heldUntil, {
    sentAt: new Date(task.createdAt),
    seconds: period.seconds,
    askedSeconds,
  });
}
