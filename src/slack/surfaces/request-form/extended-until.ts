import { DateTime } from 'luxon';
import { commonBounds } from '../../../domain/access-request.ts';
import { extendedSeconds, secondsLeft } from '../../../domain/grant.ts';
import type { Texts } from '../../texts/texts.ts';
import type { RequestForm } from './request-form.ts';

/**
 * "1 hour (until about 15:41 if approved now)", on the clock of whoever fills in the form. The length alone where nothing is
 * prolonged or their zone is not known: an option holds plain text, which Slack does not put into each reader's zone.
 */
export function extendedWords(
  texts: Texts,
  { memory, picked, now }: RequestForm,
  seconds: number,
  duration: string,
): string {
  const { extends: extended, spoken } = memory;
  if (extended === null || extended.endsAt === null || spoken === null || spoken.timeZone === null) return duration;
  const { longestSeconds } = commonBounds(picked.map((one) => one.entitlement));
  const left = secondsLeft({ endsAt: new Date(extended.endsAt), endedAt: null }, now);
  const inZone = { zone: spoken.timeZone, locale: spoken.language };
  const today = DateTime.fromJSDate(now, inZone);
  const until = today.plus({ seconds: extendedSeconds(left, seconds, longestSeconds) });
  const when = until.toFormat(until.hasSame(today, 'day') ? 'HH:mm' : texts.requestForm.dayAndTime);
  return texts.requestForm.extendedUntil({ duration, when });
}
