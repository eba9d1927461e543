import type { TaskElsewhere } from '../../domain/request/subject.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { isFor, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { rowsOfExtra } from '../../store/rows-of-extra.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import { openElsewhereOf } from './open-elsewhere.ts';

/** Open requests that were made elsewhere, by the person or for them. */
export interface HomeElsewhere {
  readonly shown: readonly RequestElsewhere[];
  /** How many there are beside those shown. */
  readonly left: number;
}

export interface RequestElsewhere {
  readonly subject: TaskElsewhere;
  readonly task: TaskSnapshot;
  /** Whether the reader made it. */
  readonly isOwn: boolean;
  /** Whether the reader is to have the access. */
  readonly isForReader: boolean;
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
}

/** More of them never fit on a Home. */
const mostShown = 5;

/**
 * Open requests for access that somebody made elsewhere, or that others made there for them, as far
 * as the bot knows of them.
 */
export async function askedElsewhere(deps: LocalDeps, slackUserId: string): Promise<HomeElsewhere> {
  const nothing: HomeElsewhere = { shown: [], left: 0 };
  return deps.store.transaction(async (tx) => {
    const readerId = (await tx.identities.find(slackUserId))?.person.id;
    if (readerId === undefined) return nothing;
    const { rows, total } = await rowsOfExtra(tx, (trx) =>
      openElsewhereOf(trx, readerId, mostShown),
    );
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
