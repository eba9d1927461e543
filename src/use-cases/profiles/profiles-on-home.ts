import { holderOf } from '../../domain/action/holder-action.ts';
import {
  type ProfileProgress,
  seenByOthers,
  withTask,
} from '../../domain/profiles/profile-progress.ts';
import type { HolderRow, StoreTransaction } from '../ports/store-ports.ts';

/** What came of the access profiles among what somebody has, by request. */
export async function profilesOf(
  tx: StoreTransaction,
  slackUserId: string,
  rows: readonly HolderRow[],
): Promise<ReadonlyMap<string, ProfileProgress>> {
  const active = new Map(
    rows.flatMap((row) => (row.standing === 'active' ? [[row.request.id, row.request]] : [])),
  );
  const profiles = await tx.profiles.of([...active.keys()]);
  if (profiles.length === 0) return new Map();
  // What a card shows of a task was perhaps read later.
  const ids = profiles.flatMap(({ items }) => items.flatMap(({ taskId }) => taskId ?? []));
  const tasks = await tx.tasks.snapshots(ids);
  return new Map(
    profiles.map(({ requestId, ...profile }) => {
      const request = active.get(requestId);
      const isTheirs = request !== undefined && holderOf(request) === slackUserId;
      const now = profile.items.map((item) => {
        const task = item.taskId === null ? undefined : tasks.get(item.taskId);
        return task === undefined ? item : withTask(item, task);
      });
      return [requestId, { ...profile, items: isTheirs ? now : seenByOthers(now) }];
    }),
  );
}
