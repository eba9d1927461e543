/** Whether one word is the other with one letter added, dropped or changed, or with two neighbours swapped; not the word itself. */
export function isOneTypoFrom(written: string, meant: string): boolean {
  if (Math.abs(written.length - meant.length) > 1 || written === meant) return false;
  const shorter = Math.min(written.length, meant.length);
  let before = 0;
  while (before < shorter && written[before] === meant[before]) before += 1;
  let after = 0;
  while (after < shorter - before && written.at(-1 - after) === meant.at(-1 - after)) after += 1;
  const wrong = written.slice(before, written.length - after);
  const right = meant.slice(before, meant.length - after);
  if (wrong.length < 2 && right.length < 2) return true;
  return wrong.length === 2 && right.length === 2 && wrong[0] === right[1] && wrong[1] === right[0];
}
