/** How often in a row a task was not in the service's answers, and since when. */
export interface Missed {
  readonly times: number;
  readonly since: Date;
}

const missedTimes = 3;
const searchLagMs = 120_000;

/**
 * Whether a task that was missed is gone. Reading it by its id settles that soon; searches may lag
 * behind by a minute or two.
 */
export function isGone(
  { times, since }: Missed,
  now: Date,
  { isSearchedOnly }: { readonly isSearchedOnly: boolean },
): boolean {
  return (
    times >= missedTimes && (!isSearchedOnly || now.getTime() - since.getTime() >= searchLagMs)
  );
}
