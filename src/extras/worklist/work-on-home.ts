import { taskLink } from '../../domain/settings/access-settings.ts';
import { rowsOfExtra } from '../../store/rows-of-extra.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import type { WorkLine } from './rules/reviewer-work.ts';
import { workRows } from './work-tables.ts';

/** What waits for somebody in the service and is not decided here. */
export interface HomeWork {
  readonly shown: readonly (WorkLine & {
    /** In the service's console; null where no link is configured. */
    readonly url: string | null;
  })[];
  /** How many there are beside those shown. */
  readonly left: number;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

/** More of them never fit on a Home. */
const mostShown = 8;
/** A Home that is published again reads anew after this. */
const readEveryMs = 5 * 60_000;

/** What waits for somebody in the service, by the last reading; null where nothing was read. */
export async function workOnHome(deps: LocalDeps, slackUserId: string): Promise<HomeWork | null> {
  const { reading, identity } = await deps.store.transaction(async (tx) => {
    const last = await rowsOfExtra(tx, workRows).reading(slackUserId);
    const isDue = last !== null && tx.at.getTime() - last.readAt.getTime() > readEveryMs;
    if (isDue) await tx.enqueue({ kind: 'read-work', slackUserId });
    return { reading: last, identity: await tx.identities.find(slackUserId) };
  });
  if (reading === null || reading.lines.length === 0) return null;
  // What waits for another identity is nobody's business.
  if (identity !== null && identity.person.id !== reading.identityUserId) return null;
  const { lines, isCut } = reading;
  return {
    shown: lines
      .slice(0, mostShown)
      .map((line) => ({ ...line, url: taskLink(deps.settings.governance, line) })),
    left: Math.max(0, lines.length - mostShown),
    isCut,
  };
}
