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
