/** Letters with a stroke or joined, which Unicode does not take apart as it does letters with accents. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/** As texts are compared where accents and case do not count: "Über", "uber" and "UBER" are one. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħŧı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The words of a text: letters and digits, folded. */
export function foldedWords(text: string): string[] {
  return foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const fillers =
  'a an the of in on at to for from with by as my me i please need want access ein eine einen einer der die das dem den des im am auf zu zum zur von vom mit für bei ich mir bitte brauche zugriff zugang';

/** Words that everything has: they find nothing by themselves, and nobody has to account for them. */
export const littleWords: ReadonlySet<string> = new Set(foldedWords(fillers));

/** Words between several things. */
export const joiningWords: ReadonlySet<string> = new Set(['and', 'or', 'und', 'oder']);
