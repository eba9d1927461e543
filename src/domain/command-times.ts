import type { CommandWord } from './command-words.ts';
import { readDuration } from './duration-text.ts';
import { readTimeText } from './time-text.ts';

/** Finds the words of a command that say how long. Counts of words; 0 where none do. */
export interface TimeFinder {
  /** The most words from `at` on, before `end`, that say a time; `phrase` are the words that introduce it ("until"), if they count. */
  after(words: readonly CommandWord[], at: number, end: number, phrase: string): number;
  /** The most words right before `end`, from `start` on, that are a duration with a number in it ("4h", "half an hour"). */
  durationBefore(words: readonly CommandWord[], start: number, end: number): number;
}

/** As many words as the longest time anybody types. */
const longestWords = 8;
/** Readings of one command: far more than a person's takes, few enough that 10,000 times "for" take no time. */
const mostReadings = 120;
/** Words more often than days, after "for": "for so long". */
const shortWeekday = /^(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)\.?$/;
/** Whether words say a time does not hang on when and where they are said. */
const anywhere = { now: new Date(0), timeZone: 'UTC', language: 'en' } as const;

export function createTimeFinder(): TimeFinder {
  let readings = 0;
  return {
    after(words, at, end, phrase) {
      for (let to = Math.min(end, at + longestWords); to > at && readings < mostReadings; to -= 1) {
        const text = bareText(words, at, to);
        if (phrase === '' && shortWeekday.test(text.toLowerCase())) return 0;
        readings += 1;
        const reading = readTimeText(`${phrase} ${text}`, anywhere);
        // "for permanent staff" says whom it is for.
        if (phrase === '' && to < end && reading.ok && reading.value.seconds === null) continue;
        if (reading.ok || reading.refusal.kind !== 'not-understood') return to - at;
      }
      return 0;
    },
    durationBefore(words, start, end) {
      for (let from = Math.max(start, end - longestWords); from < end; from += 1) {
        const text = bareText(words, from, end);
        if (/\d|hal[bf]/i.test(text) && readDuration(text) !== null) return end - from;
      }
      return 0;
    },
  };
}

/** "90m", "4h", "1h30m": a duration whose units are one letter each, in one word, in lower case. */
export function isCompactDuration(word: string): boolean {
  return /^(?:\d{1,5}[mhdw]){1,4}$/.test(word) && (readDuration(word) ?? 0) > 0;
}

export function bareText(words: readonly CommandWord[], from: number, to: number): string {
  const bare = words.slice(from, to).map((one) => one.bare);
  return bare.filter((one) => one !== '').join(' ');
}
