import { readTimeText, type TimeTextRefusal } from '../../../domain/time-text.ts';
import { writtenEnd } from '../../../domain/written-end.ts';
import type { Reader } from '../../languages.ts';
import { cut, listed } from '../../surfaces/text.ts';

/** More are too many to choose from. */
const mostReadings = 4;

export type TypedTime =
  | { readonly kind: 'nothing' }
  /** null = until revoked. */
  | { readonly kind: 'seconds'; readonly seconds: number | null }
  | { readonly kind: 'mistake'; readonly words: string };

/** What somebody typed for how long, in their own time zone; a sentence where it cannot be taken. */
export function typedSeconds(text: string, reader: Reader, now: Date): TypedTime {
  if (text.trim() === '') return { kind: 'nothing' };
  const { texts, language, timeZone } = reader;
  // Without the zone only what does not depend on it can be understood.
  const read = readTimeText(text, { now, timeZone: timeZone ?? 'Etc/UTC', language });
  if (!read.ok) return { kind: 'mistake', words: timeWords(reader, read.refusal) };
  if (timeZone === null && read.value.until !== null) {
    return { kind: 'mistake', words: texts.requestForm.times.unknownZone };
  }
  return { kind: 'seconds', seconds: read.value.seconds };
}

/** A sentence for what was typed as a time and cannot be taken. */
export function timeWords({ texts, language, timeZone }: Reader, refusal: TimeTextRefusal): string {
  const words = texts.requestForm.times;
  switch (refusal.kind) {
    case 'not-understood':
      return words.notUnderstood({ words: cut(refusal.words, 80) });
    case 'ambiguous': {
      // Without the zone nobody knows what it can mean.
      if (timeZone === null) return words.unknownZone;
      const readings = refusal.readings.slice(0, mostReadings).map((one) => writtenEnd(one, { timeZone, language }));
      return words.ambiguous({ readings: listed(texts, readings, 'or') });
    }
    case 'in-the-past':
      return words.inThePast;
    case 'too-long':
      return words.tooLong;
    case 'unknown-zone':
      return words.unknownZone;
  }
}
