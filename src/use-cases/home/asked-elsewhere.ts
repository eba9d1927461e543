import { taskLink, tasksAreRead } from '../../domain/settings/access-settings.ts';
import { isFor } from '../../domain/task/task-snapshot.ts';
import type { LocalDeps } from '../deps.ts';
import type { HomeElsewhere } from '../ports/home-contents.ts';

/** More of them never fit on a Home. */
const mostShown = 5;

/**
 * Open requests for access that somebody made elsewhere, or that others made there for them, as far
 * as the bot knows of them. None where tasks are not read again: nobody would hear of their end.
 */
export async function askedElsewhere(deps: LocalDeps, slackUserId: string): Promise<HomeElsewhere> {
  const nothing: HomeElsewhere = { shown: [], left: 0 };
  if (!tasksAreRead(deps.governance.operations)) return nothing;
  return deps.store.transaction(async (tx) => {
    const readerId = (await tx.identities.find(slackUserId))?.person.id;
    if (readerId === undefined) return nothing;
    const { rows, total } = await tx.subjects.openElsewhereOf(readerId, mostShown);
    const all = rows.map(({ subject, task }) => ({
      subject,
      task,
      isOwn: subject.requesterIdentityId === readerId,
      isForReader: isFor(task, readerId),
      consoleUrl: taskLink(deps.settings.governance, task),
    }));
    // An answer that names several people may be about somebody else.
    const ownRequests = all.filter(({ isOwn, isForReader }) => isOwn || isForReader);
    return { shown: ownRequests, left: total - all.length };
  });
}
