import { type TimeTextRefusal, writtenEnd } from '../../../domain/time-text.ts';
import type { Reader } from '../../languages.ts';
import { cut, listed, sound } from '../../surfaces/text.ts';

/** More are too many to choose from. */
const mostReadings = 4;

/** A sentence for what was typed as a time and cannot be taken. */
export function timeWords({ texts, language, timeZone }: Reader, refusal: TimeTextRefusal): string {
  const words = texts.requestForm.times;
  switch (refusal.kind) {
    case 'not-understood':
      return words.notUnderstood({ words: cut(sound(refusal.words), 80) });
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
