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

/** The end of what was granted, as an end of a sentence: "until today, 18:41", "until revoked". */
export function endWords(texts: Texts, endsAt: Date | null): string {
  return endsAt === null ? texts.times.untilRevoked : texts.home.until({ when: moment(endsAt) });
}

/** The period of a task, as an end of a sentence in plain text, which holds no date: "for 6 days". */
export function periodWords(
  texts: Texts,
  asked: Pick<AccessRequest, 'timeText' | 'durationSeconds' | 'createdAt'>,
  period: TaskPeriod,
): string {
  const { times } = texts;
  if (period.kind === 'unreadable') return times.unreadable;
  if (period.kind === 'until-revoked') return times.untilRevoked;
  const { seconds } = period;
  const isLength = askedEnd(asked, period) === null;
  const duration = durationWords(texts, isLength ? seconds : roughSeconds(seconds));
  return times.forSoLong({ duration });
}

/** As a card says it: of a request for more time "for 4 hours more", which is what was asked for. */
export function cardPeriodWords(texts: Texts, card: CardModel): string {
  const added = addedOnCard(card);
  if (added === null) return periodWords(texts, card.request, card.period);
  return texts.times.forSoMuchMore({ duration: durationWords(texts, added.seconds) });
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
  const sentAt = new Date(task.createdAt);
  return addedTime(heldUntil, { sentAt, seconds: period.seconds, askedSeconds });
}
