/** Who asked here for what was requested elsewhere hears of its end. */

import { sql, type Transaction } from 'kysely';
import { namesOf } from '../../domain/people/identity-person.ts';
import { isGone } from '../../domain/task/followed-tasks.ts';
import {
  botAccountsOf,
  decidingPeople,
  deletedTask,
  isFor,
  isOpen,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import type { FollowedElsewhere, Tables } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { FollowTask, UseCaseDeps } from '../../use-cases/deps.ts';
import { answerOrNull } from '../../use-cases/ports/remember-answers.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { tellEach } from '../../use-cases/record/record.ts';
import { isRequestOfBot, keepElsewhere } from '../../use-cases/task/keep-elsewhere.ts';

/** A task is read again after this time. */
const readEveryMs = 60_000;
/** One search tells this many. */
const tasksPerRound = 25;

/**
 * From now on the person hears of the end of this request, which was not made through the bot. False
 * where it is not theirs: they neither made it nor are they to have the access, by identity.
 */
export const followElsewhere: FollowTask = async ({ store }, { slackUserId, task }) => {
  if (!isOpen(task)) return false;
  return store.transaction(async (tx) => {
    if ((await partIn(tx, slackUserId, task)) === null || (await isRequestOfBot(tx, task)))
      return false;
    const followed = { taskId: task.id, slackUserId, snapshot: task, readAt: tx.at };
    await rowsOfExtra(tx, followRows).add(followed);
    return true;
  });
};

/** What the account has to do with it, by the identity behind it now; null where nothing. */
async function partIn(tx: StoreTransaction, slackUserId: string, task: TaskSnapshot) {
  const identityId = await tx.identities.resolvedAs(slackUserId);
  if (identityId === null) return null;
  const isCreator = task.createdBy?.id === identityId;
  const isTarget = isFor(task, identityId);
  return isCreator || isTarget ? { isCreator, isTarget } : null;
}

/** Reads the followed requests again, and tells the end of those that are over. */
export async function tellFollowers(deps: UseCaseDeps): Promise<void> {
  const { governance, store, world } = deps;
  const due = await store.transaction((tx) =>
    rowsOfExtra(tx, followRows).due(new Date(tx.at.getTime() - readEveryMs), tasksPerRound),
  );
  if (due.length === 0) return;
  const unread = new Set<string>();
  const notFound = new Set<string>();
  const ids = [...new Set(due.map(({ taskId }) => taskId))];
  const reading = governance.readTasks(ids, {
    onUnread: (id) => unread.add(id),
    onNotFound: (id) => notFound.add(id),
  });
  const tasks = await answerOrNull(world, reading, 'followed requests not read');
  if (tasks === null) return;
  for (const taskId of ids) {
    const followers = due.filter((one) => one.taskId === taskId);
    await store.transaction((tx) =>
      noteReading(tx, deps, followers, {
        task: tasks.get(taskId),
        isUnread: unread.has(taskId),
        isSearchedOnly: notFound.has(taskId),
      }),
    );
  }
}

interface Reading {
  /** Absent where the task was not in the answers. */
  readonly task: TaskSnapshot | undefined;
  /** It is there, and could not be read. */
  readonly isUnread: boolean;
  /** A search, which can lag, did not find it, and it cannot be read by itself. */
  readonly isSearchedOnly: boolean;
}

async function noteReading(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  followers: readonly FollowedElsewhere[],
  { task, isUnread, isSearchedOnly }: Reading,
): Promise<void> {
  const [first] = followers;
  if (first === undefined) return;
  const isMissed = task === undefined && !isUnread;
  const times = isMissed ? first.missedTimes + 1 : 0;
  const since = isMissed ? (first.missedSince ?? tx.at) : null;
  if (since !== null && isGone({ times, since }, tx.at, { isSearchedOnly }))
    return tellEnd(tx, deps, followers, deletedTask(first.snapshot));
  if (task !== undefined && !isOpen(task)) return tellEnd(tx, deps, followers, task);
  await rowsOfExtra(tx, followRows).markRead(first.taskId, {
    readAt: tx.at,
    missedTimes: times,
    missedSince: since,
  });
}

async function tellEnd(
  tx: StoreTransaction,
  { governance }: Pick<UseCaseDeps, 'governance'>,
  followers: readonly FollowedElsewhere[],
  task: TaskSnapshot,
): Promise<void> {
  const row = await tx.tasks.find(task.id);
  // The bot may have learned meanwhile that it is its own: its requester hears of it anyway.
  if (!(await isRequestOfBot(tx, task))) {
    const subject = (await tx.subjects.ofTask(task.id)) ?? (await keepElsewhere(tx, task, tx.at));
    if (row === null) await tx.tasks.save(subject.id, task, tx.at);
    const bots = botAccountsOf(task, subject.id, governance.knownOwnUserId());
    const byNames = namesOf(decidingPeople(task, bots));
    for (const { slackUserId, snapshot } of followers) {
      const follower = await partIn(tx, slackUserId, snapshot);
      // The account has passed to somebody else.
      if (follower === null) continue;
      await tellEach(tx, [slackUserId], {
        key: `ended:${subject.id}`,
        requestId: subject.id,
        body: { kind: 'ended', outcome: task.outcome, byNames, follower },
      });
    }
  }
  await rowsOfExtra(tx, followRows).remove(task.id);
}

export function followRows(trx: Transaction<Tables>) {
  return {
    /** Changes nothing where this person follows it already. */
    async add(followed: Omit<FollowedElsewhere, 'missedTimes' | 'missedSince'>): Promise<void> {
      await trx
        .insertInto('followedElsewhere')
        .values({ ...followed, missedTimes: 0, missedSince: null })
        .onConflict((conflict) => conflict.columns(['taskId', 'slackUserId']).doNothing())
        .execute();
    },
    /** Those of so many tasks that were read before then, the longest ago first. */
    due: (before: Date, tasks: number): Promise<readonly FollowedElsewhere[]> =>
      trx
        .selectFrom('followedElsewhere')
        .selectAll()
        .where('taskId', 'in', (due) =>
          due
            .selectFrom('followedElsewhere')
            .select('taskId')
            .where('readAt', '<=', before)
            .groupBy('taskId')
            .orderBy(sql`min(read_at)`)
            .limit(tasks),
        )
        .orderBy('readAt')
        .orderBy('slackUserId')
        .execute(),
    async markRead(
      taskId: string,
      reading: Pick<FollowedElsewhere, 'readAt' | 'missedTimes' | 'missedSince'>,
    ): Promise<void> {
      await trx
        .updateTable('followedElsewhere')
        .set(reading)
        .where('taskId', '=', taskId)
        .execute();
    },
    async remove(taskId: string): Promise<void> {
      await trx.deleteFrom('followedElsewhere').where('taskId', '=', taskId).execute();
    },
  };
}
