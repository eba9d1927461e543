import type { AccessRequest } from './access-request.ts';
import { readTimeText } from './time-text.ts';

/** The end that somebody typed ("until Friday 18:00"); null where a length was typed or picked, and for access without an end. */
export function askedEnd({
  timeText,
  durationSeconds,
  createdAt,
}: Pick<AccessRequest, 'timeText' | 'durationSeconds' | 'createdAt'>): Date | null {
  if (timeText.trim() === '' || durationSeconds === null) return null;
  const read = readTimeText(timeText, { now: createdAt, timeZone: 'Etc/UTC', language: 'en' });
  // It was understood in the language and zone of whoever typed it: what is no length is an end, whatever it says here.
  const isLength = read.ok && read.value.until === null;
  return isLength ? null : new Date(createdAt.getTime() + durationSeconds * 1_000);
}
