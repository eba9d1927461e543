/** What the core asks about requests for access profiles. */
import { holderOf, isHolder } from '../../domain/action/holder-action.ts';
import type { ProfileItem, ProfileProgress } from '../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { OfferedNames, RequestedProfiles } from '../../use-cases/ports/requested-profiles.ts';
import type { HolderRow } from '../../use-cases/ports/rows/subject-rows.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { profileRows } from './profile-tables.ts';
import { newItem, seenByOthers, withTask } from './rules/item-progress.ts';

/** Opening Home has what came of access profiles read again after this. */
const areFreshMs = 60_000;

export const requestedProfiles: RequestedProfiles = {
  async keep(tx, { requestId, profile: { id: catalogId, name, items }, offered }) {
    const named = profileItems(offered, items ?? []);
    await rowsOfExtra(tx, profileRows).keep({ requestId, catalogId, name, items: named });
  },
  async isKept(tx, requestId) {
    return (await rowsOfExtra(tx, profileRows).of([requestId])).length > 0;
  },
  progressOf,
  nameOfTask: (tx, taskId) => rowsOfExtra(tx, profileRows).nameOfTask(taskId),
  lookAtTask: (tx, taskId) => rowsOfExtra(tx, profileRows).wake(taskId, tx.at),
  lookAtOwn(tx, slackUserId) {
    const since = new Date(tx.at.getTime() - areFreshMs);
    return rowsOfExtra(tx, profileRows).wakeOf(slackUserId, tx.at, since);
  },
};

/** The items of an access profile, named where they are offered here. */
export function profileItems(
  offered: OfferedNames,
  keys: readonly EntitlementKey[],
): readonly ProfileItem[] {
  return keys.map((key) => {
    const app = offered.appById(key.appId);
    const one = offered.entitlement(key.appId, key.entitlementId);
    return newItem(key, app === null || one === null ? '' : `${app.name} · ${one.name}`);
  });
}

/** What came of the access profiles among what somebody has, by request. */
async function progressOf(
  tx: StoreTransaction,
  slackUserId: string,
  rows: readonly HolderRow[],
): Promise<ReadonlyMap<string, ProfileProgress>> {
  const active = new Map(
    rows.flatMap((row) => (row.standing === 'active' ? [[row.request.id, row.request]] : [])),
  );
  const profiles = await rowsOfExtra(tx, profileRows).of([...active.keys()]);
  if (profiles.length === 0) return new Map();
  // What a card shows of a task was perhaps read later.
  const ids = profiles.flatMap(({ items }) => items.flatMap(({ taskId }) => taskId ?? []));
  const tasks = await tx.tasks.snapshots(ids);
  return new Map(
    profiles.map(({ requestId, ...profile }) => {
      const request = active.get(requestId);
      const isTheirs =
        request !== undefined &&
        holderOf(request) === slackUserId &&
        isHolder(request, slackUserId);
      const now = profile.items.map((item) => {
        const task = item.taskId === null ? undefined : tasks.get(item.taskId);
        return task === undefined ? item : withTask(item, task);
      });
      return [requestId, { ...profile, items: isTheirs ? now : seenByOthers(now) }];
    }),
  );
}
