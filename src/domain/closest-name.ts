/** The one of `names` that `written` was most likely meant to be, or null where none is near. */
export function closestName(written: string, names: readonly string[]): string | null {
  const allowed = Math.max(1, Math.floor(written.length / 3));
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance <= allowed && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** How many letters have to be added, dropped or changed to turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  const others = Array.from(to);
  let row = [0, ...others.map((_, column) => column + 1)];
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of others.entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const added = (next[column] ?? 0) + 1;
      const dropped = (row[column + 1] ?? 0) + 1;
      next.push(Math.min(changed, added, dropped));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
