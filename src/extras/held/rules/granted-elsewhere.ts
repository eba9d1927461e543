import { eventLagMs } from '../../../domain/access/grant.ts';
import { type HeldAccess, isOnlyThrough, isSame } from '../../../domain/access/held-access.ts';
import type { EntitlementKey } from '../../../domain/request/access-request.ts';

/** Access that somebody got by a request of the bot. */
export interface GrantedHere extends EntitlementKey {
  /** Where one was picked. */
  readonly accountId: string | null;
  /** When the service took it away; null while it is there. */
  readonly endedAt: Date | null;
}

/**
 * A reading may still show what ended after this: services show it late, and date it by their own
 * clock.
 */
export function endsInDoubtFrom(readAt: Date): Date {
  return new Date(readAt.getTime() - eventLagMs);
}

/**
 * What was not granted through the bot. A reading that is older than the end of a grant of the bot
 * still shows what that gave, and what came with it: nothing is said of these until a later reading
 * shows them.
 *
 * @param here what has not ended, and what has ended so late that the reading may still show it
 */
export function grantedElsewhere(
  held: readonly HeldAccess[],
  here: readonly GrantedHere[],
): readonly HeldAccess[] {
  const running = here.filter(({ endedAt }) => endedAt === null);
  const ended = here.filter(
    ({ endedAt, ...one }) =>
      endedAt !== null &&
      // A longer grant may have taken its place.
      !running.some((other) => isSame(other, one) && other.accountId === one.accountId),
  );
  const others = withoutEach(held, [...running, ...ended]);
  return others.filter(
    (one) =>
      !ended.some((gone) => isOnlyThrough(one, gone) && !isThere([...running, ...others], gone)),
  );
}

/** A grant of the bot stands for one account's: which one is known only where it was picked. */
function withoutEach(
  held: readonly HeldAccess[],
  here: readonly GrantedHere[],
): readonly HeldAccess[] {
  const others = [...held];
  for (const one of here) {
    const at = others.findIndex(
      (other) => isSame(other, one) && [null, other.account.id].includes(one.accountId),
    );
    if (at !== -1) others.splice(at, 1);
  }
  return others;
}

function isThere(all: readonly EntitlementKey[], key: EntitlementKey): boolean {
  return all.some((one) => isSame(one, key));
}
