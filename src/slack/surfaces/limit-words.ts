import { roundedWait } from '../../domain/person-limit.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords } from './duration-words.ts';

/** What whoever does something too often reads, without markup: it may stand beside a field. */
export function tooQuickWords(texts: Texts, isEmergency: boolean, waitSeconds: number): string {
  const words = texts.limits.tooQuick({ wait: durationWords(texts, roundedWait(waitSeconds)) });
  return isEmergency ? `${words} ${texts.limits.emergency}` : words;
}
