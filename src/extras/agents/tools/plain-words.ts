import { DateTime } from 'luxon';
import type { Reader } from '../../../slack/people/languages.ts';

const references = /<([^<>|]*)(?:\|([^<>]*))?>/g;
const dated = /^!date\^(\d+)\^/;

/**
 * Our own words for Slack as plain text: an agent shows them somewhere else. Times are those of the
 * person's clock.
 */
export function plainWords(marked: string, reader: Pick<Reader, 'texts' | 'timeZone'>): string {
  return marked
    .replaceAll(/(?<![\p{L}\p{N}])\*([^*\n]+)\*(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(references, (_, target: string, label: string | undefined) =>
      referenceWords(target, label ?? '', reader),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function referenceWords(
  target: string,
  label: string,
  reader: Pick<Reader, 'texts' | 'timeZone'>,
): string {
  const seconds = dated.exec(target)?.[1];
  if (seconds !== undefined) return clockWords(new Date(Number(seconds) * 1_000), reader);
  if (/^[@#!]/.test(target)) return label || target;
  return label === '' ? target : `${label} (${target})`;
}

/** "26 Nov 2026, 18:41 CET". */
export function clockWords(
  at: Date,
  { texts, timeZone }: Pick<Reader, 'texts' | 'timeZone'>,
): string {
  return DateTime.fromJSDate(at, { zone: timeZone ?? 'utc' })
    .setLocale(texts.times.locale)
    .toLocaleString({ ...DateTime.DATETIME_MED, timeZoneName: 'short', hourCycle: 'h23' });
}
