import { readTimeText, type TimeTextRefusal } from '../../../domain/time-text.ts';
import type { Reader } from '../../languages.ts';
import { cut } from '../../surfaces/text.ts';

export type TypedTime =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'seconds'; readonly seconds: number }
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

function timeWords({ texts }: Reader, refusal: TimeTextRefusal): string {
  const words = texts.requestForm.times;
  switch (refusal.kind) {
    case 'not-understood':
      return words.notUnderstood({ words: cut(refusal.words, 80) });
    case 'ambiguous':
      return words.ambiguous;
    case 'in-the-past':
      return words.inThePast;
    case 'too-long':
      return words.tooLong;
    case 'unknown-zone':
      return words.unknownZone;
  }
}
