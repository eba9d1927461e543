/** The one rule for typos: commands, apps, settings and the list that people type in all keep to it. */

export interface TypoAllowance {
  /** Two neighbours swapped. */
  readonly swapped: boolean;
  /** A letter missing. */
  readonly missing: boolean;
  /** A letter added or changed. */
  readonly other: boolean;
}

/** What may be wrong in a word, once and never in its first letter: little in short words ("tess" is not "test"), nothing in numbers. */
export function typoAllowance(word: string): TypoAllowance {
  const letters = /\p{N}/u.test(word) ? 0 : word.length;
  return { swapped: letters > 2, missing: letters > 3, other: letters > 4 };
}

/** Whether one word is the other but for one such typo; not the word itself. */
export function isOneTypoFrom(written: string, meant: string): boolean {
  if (written === meant || written[0] !== meant[0] || Math.abs(written.length - meant.length) > 1) return false;
  const allowed = typoAllowance(written);
  const shorter = Math.min(written.length, meant.length);
  let before = 0;
  while (before < shorter && written[before] === meant[before]) before += 1;
  let after = 0;
  while (after < shorter - before && written.at(-1 - after) === meant.at(-1 - after)) after += 1;
  const wrong = written.slice(before, written.length - after);
  const right = meant.slice(before, meant.length - after);
  if (wrong.length === 2 && right.length === 2) {
    return allowed.swapped && wrong[0] === right[1] && wrong[1] === right[0];
  }
  if (wrong.length > 1 || right.length > 1) return false;
  return wrong === '' ? allowed.missing : allowed.other;
}

/** The one of `names` that `written` was most likely meant to be, whatever its case, or null where none is near. */
export function closestName(written: string, names: readonly string[]): string | null {
  const plain = written.toLowerCase();
  const isNear = (name: string) => name.toLowerCase() === plain || isOneTypoFrom(plain, name.toLowerCase());
  return names.find(isNear) ?? null;
}

/** How a typed word says another one, best first. */
export const wordMatches = ['exact', 'prefix', 'typo'] as const;
export type WordMatch = (typeof wordMatches)[number];

/** A shorter word says nothing by being the beginning of another. */
export const shortestPrefix = 3;

/** How the word says the best of these; null where it says none. Both are folded (`foldedWords`). */
export function wordMatch(word: string, among: readonly string[]): WordMatch | null {
  if (among.includes(word)) return 'exact';
  if (word.length >= shortestPrefix && among.some((one) => one.startsWith(word))) return 'prefix';
  return among.some((one) => isOneTypoFrom(word, one)) ? 'typo' : null;
}
