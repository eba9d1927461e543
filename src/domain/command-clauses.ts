import { bareText, type TimeFinder } from './command-times.ts';
import type { CommandWord } from './command-words.ts';

/** A run of words, from `at` on, that are a clause of their own. */
export type CommandClause = { readonly length: number } & (
  | { readonly kind: 'time'; readonly time: string }
  /** Null: a person that Slack did not make a mention of. */
  | { readonly kind: 'person'; readonly target: string | null }
  | { readonly kind: 'oneself' }
  /** "until further notice", "on behalf of the team", a mention that nothing introduces. */
  | { readonly kind: 'unclear' }
);

const forWords: readonly string[] = ['for', 'für'];
const untilWords: readonly string[] = ['until', 'till', 'til', 'bis'];
const personPhrases: readonly string[] = ['on behalf of', 'im namen von', 'im auftrag von'];
const oneself: readonly string[] = ['me', 'myself', 'mich'];
const joining: readonly string[] = ['and', 'und', '&', '+'];

/** The clause that begins at a word; null where the word is one of what is wanted. */
export function clauseAt(words: readonly CommandWord[], at: number, times: TimeFinder): CommandClause | null {
  const first = words[at];
  if (first === undefined) return null;
  if (first.mentions !== null) return { kind: 'unclear', length: 1 };
  if (joining.includes(first.plain) && isMention(words[at + 1])) return { kind: 'unclear', length: 2 };
  const isFor = forWords.includes(first.plain);
  const isUntil = untilWords.includes(first.plain);
  const introduced = isFor ? 1 : phraseLength(words, at);
  if (introduced > 0) {
    const person = words[at + introduced];
    if (person !== undefined && oneself.includes(person.plain)) return { kind: 'oneself', length: introduced + 1 };
    if (person !== undefined && (person.mentions !== null || person.plain.startsWith('@'))) {
      return { kind: 'person', target: person.mentions, length: introduced + 1 };
    }
  }
  if (isFor || isUntil) {
    const length = times.after(words, at + 1, nextClause(words, at + 1), isUntil ? first.plain : '');
    const from = isUntil ? at : at + 1;
    if (length > 0) return { kind: 'time', time: bareText(words, from, at + 1 + length), length: length + 1 };
  }
  if (!isUntil && (isFor || introduced === 0)) return null;
  const start = at + Math.max(introduced, 1);
  return { kind: 'unclear', length: nextClause(words, start) - at };
}

/** Where the words from here on end: at the next word that introduces a clause, or at the end. */
function nextClause(words: readonly CommandWord[], from: number): number {
  const introducing = [...forWords, ...untilWords];
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (word.mentions !== null || introducing.includes(word.plain) || phraseLength(words, at) > 0) break;
    at += 1;
  }
  return at;
}

function phraseLength(words: readonly CommandWord[], at: number): number {
  const three = words.slice(at, at + 3).map((one) => one.plain);
  return personPhrases.includes(three.join(' ')) ? 3 : 0;
}

function isMention(word: CommandWord | undefined): boolean {
  return word !== undefined && word.mentions !== null;
}
