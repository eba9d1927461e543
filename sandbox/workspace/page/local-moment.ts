/** A date and time as a browser's input has it (`2026-11-21T14:30`, without a zone), and Unix seconds. */

/** @param unix seconds */
export function localMoment(unix: number, timeZone: string): string {
  const at = new Date(unix * 1000);
  // The Swedish format is ISO 8601 with a space.
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
  return text.replace(' ', 'T');
}

/** Unix seconds of a local date and time; null when it is none. Where a clock change makes it ambiguous, one of the two. */
export function unixOf(local: string, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}:00Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(asUtc)) return null;
  let guess = asUtc / 1000;
  // Twice, because the first correction may cross a clock change.
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${localMoment(guess, timeZone)}:00Z`);
    guess += (asUtc - shown) / 1000;
  }
  return guess;
}
