import { taskLink } from '../../domain/settings/access-settings.ts';
import type { LocalDeps } from '../deps.ts';
import type { HomeWork } from '../ports/home-contents.ts';

/** More of them never fit on a Home. */
const mostShown = 8;
/** A Home that is published again reads anew after this. */
const readEveryMs = 5 * 60_000;

/** What waits for somebody in the service, by the last reading; null where nothing was read. */
export async function workOnHome(deps: LocalDeps, slackUserId: string): Promise<HomeWork | null> {
  if (!deps.governance.operations.has('taskSearch')) return null;
  const { reading, identity } = await deps.store.transaction(async (tx) => {
    const last = await tx.work.reading(slackUserId);
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
