/**
 * Letters with a stroke or joined, which Unicode does not take apart as it does letters with
 * accents.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** As texts are compared where accents and case do not count: "Über", "uber" and "UBER" are one. */
export function foldedText(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The words of a text: letters and digits, folded. */
export function foldedWords(text: string): string[] {
  return foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** More than a name has; the rest of a pasted text does not count. */
const mostTyped = { characters: 1_000, words: 12 };

/** The words that somebody typed to find a name. A text of any length costs as much as a long name. */
export function typedWords(text: string): readonly string[] {
  return foldedWords(text.slice(0, mostTyped.characters)).slice(0, mostTyped.words);
}

const wordsByNamed = new WeakMap<{ readonly name: string }, readonly string[]>();

/** The words of something's name, folded once. */
export function wordsOfName(named: { readonly name: string }): readonly string[] {
  const words = wordsByNamed.get(named) ?? foldedWords(named.name);
  wordsByNamed.set(named, words);
  return words;
}

const fillers =
  'a an the of in on at to for from with by as my me i please need want give can access ein eine einen einer der die das dem den des im am auf zu zum zur von vom mit für bei ich mir bitte brauche zugriff zugang möchte haben gib kann';

/**
 * Words that everything has: they find nothing by themselves, and nobody has to account for them.
 */
export const littleWords: ReadonlySet<string> = new Set(foldedWords(fillers));

/** Words between several things. */
export const joiningWords: ReadonlySet<string> = new Set(['and', 'or', 'und', 'oder']);

/**
 * What German verbs mean in catalogues that are written in English, which most are: people type
 * “platform schreiben”.
 */
const meantInEnglish: ReadonlyMap<string, string> = new Map([
  ['lesen', 'read'],
  ['ansehen', 'read'],
  ['schreiben', 'write'],
  ['bearbeiten', 'edit'],
  ['verwalten', 'admin'],
  ['administrieren', 'admin'],
  ['loschen', 'delete'],
  ['loeschen', 'delete'],
  ['bereitstellen', 'deploy'],
]);

/** A folded word as it was typed; then, if it is such a verb, what it means in English. */
export function meaningsOf(word: string): readonly string[] {
  const english = meantInEnglish.get(word);
  return english === undefined ? [word] : [word, english];
}

/** Which typos are taken for a word. */
interface TypoAllowance {
  readonly swapped: boolean;
  readonly missing: boolean;
  readonly other: boolean;
}

/**
 * What may be wrong in a word, once and never in its first letter: two neighbours swapped, a letter
 * missing, or (`other`) one added or changed. Little in short words ("tess" is not "test"), nothing
 * in numbers. The one rule for typos: commands, apps, settings and lists keep to it.
 */
export function typoAllowance(word: string): TypoAllowance {
  const letters = /\p{N}/u.test(word) ? 0 : word.length;
  return { swapped: letters > 2, missing: letters > 3, other: letters > 4 };
}

/** Whether one word is the other but for one such typo; not the word itself. */
export function isOneTypoFrom(
  written: string,
  meant: string,
  allowed: TypoAllowance = typoAllowance(written),
): boolean {
  if (written === meant || written[0] !== meant[0] || Math.abs(written.length - meant.length) > 1)
    return false;
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

/**
 * The one of `names` that `written` was most likely meant to be, whatever its case, or null where
 * none is near.
 */
export function closestName(written: string, names: readonly string[]): string | null {
  const plain = written.toLowerCase();
  // Names of a closed list are only suggested, so "aps" may be "apps".
  const usual = typoAllowance(plain);
  const allowed = { ...usual, missing: usual.missing || usual.swapped };
  const isNear = (name: string) =>
    name.toLowerCase() === plain || isOneTypoFrom(plain, name.toLowerCase(), allowed);
  return names.find(isNear) ?? null;
}

/** How well a typed word says another one. */
export type WordMatch = 'exact' | 'prefix' | 'typo';

/** A shorter word says nothing by being the beginning of another. */
const shortestPrefix = 3;

/**
 * How the word says the best of these; null where it says none. Both are folded (`foldedWords`).
 */
export function wordMatch(word: string, among: readonly string[]): WordMatch | null {
  if (among.includes(word)) return 'exact';
  if (word.length >= shortestPrefix && among.some((one) => one.startsWith(word))) return 'prefix';
  return correctionOf(word, among) === null ? null : 'typo';
}

/** The first of these that the word is one typo away from; null where there is none. */
export function correctionOf(word: string, among: readonly string[]): string | null {
  const allowed = typoAllowance(word);
  return among.find((one) => isOneTypoFrom(word, one, allowed)) ?? null;
}

const powerWords = {
  reading: 'read reader readonly view viewer see list lesen ansehen sehen leser',
  writing: 'write writer edit editor contribute contributor schreiben bearbeiten',
  ruling: 'admin administrator administration owner root sudo superuser verwalten inhaber',
} as const;

/**
 * How much access a name suggests, the least first. A name that says nothing of it comes before
 * administration.
 */
const powers = ['reading', 'writing', 'untold', 'ruling'] as const;
const ruling: ReadonlySet<string> = new Set(powerWords.ruling.split(' '));
const writing: ReadonlySet<string> = new Set(powerWords.writing.split(' '));
const reading: ReadonlySet<string> = new Set(powerWords.reading.split(' '));

/** How much access the words of a name suggest, as a number to sort by: reading is the least. */
export function powerOf(words: readonly string[]): number {
  return powers.indexOf(powerNamed(words));
}

function powerNamed(words: readonly string[]): (typeof powers)[number] {
  if (words.some((word) => ruling.has(word))) return 'ruling';
  if (words.some((word) => writing.has(word))) return 'writing';
  return words.some((word) => reading.has(word)) ? 'reading' : 'untold';
}
