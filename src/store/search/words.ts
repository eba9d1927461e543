/** Without accents and case: "Über" is found by "uber". */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text as they are looked up: letters and digits, folded. */
export function wordsIn(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
