/**
 * The open tasks whose end the bot looks for, as searches name them: by their ids, or by the people
 * or entitlements that they are about. A search without them, or by apps alone, would read what
 * everybody else ends in the tenant.
 */
export type FollowedTasks =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  | {
      readonly by: 'person';
      readonly appIds: readonly string[];
      readonly identityUserIds: readonly string[];
    }
  | {
      readonly by: 'entitlement';
      readonly appIds: readonly string[];
      /** Unique within an app only. */
      readonly entitlementIds: readonly string[];
    };

/** One search names at most this many people or entitlements; services do not document a limit. */
export const namedInSearch = 100;
/** Two searches a round, so that those of a minute stay within the bot's budget of calls. */
const namedInRound = 2 * namedInSearch;
const roundMs = 15_000;

/**
 * The tasks that this round looks for. If there are very many, rounds take turns until all of them
 * had theirs.
 */
export function followedNow(followed: FollowedTasks, now: Date): FollowedTasks {
  const turn = Math.floor(now.getTime() / roundMs);
  const inTurn = (all: readonly string[]): readonly string[] => {
    const turns = Math.max(1, Math.ceil(all.length / namedInRound));
    const first = (turn % turns) * namedInRound;
    return all.slice(first, first + namedInRound);
  };
  switch (followed.by) {
    case 'id':
      return followed;
    case 'person':
      return { ...followed, identityUserIds: inTurn(followed.identityUserIds) };
    case 'entitlement':
      return { ...followed, entitlementIds: inTurn(followed.entitlementIds) };
  }
}

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
