import { sql, type Transaction } from 'kysely';
import type { ProfileItem } from '../../domain/profiles/access-profile.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { first } from '../../store/platform/rows.ts';
import type { ProfileRequest, Tables } from '../../store/platform/tables.ts';
import { toRequest } from '../../store/request/request-tables.ts';

/** One that somebody has joined, and that is followed. */
export interface FollowedProfile extends ProfileRequest {
  readonly request: AccessRequest;
  /** When the person joined. */
  readonly startedAt: Date;
}

const columns = ['requestId', 'catalogId', 'name', 'items', 'readAt', 'endedAt'] as const;

export function profileRows(trx: Transaction<Tables>) {
  const profiles = trx.selectFrom('profileRequests').select(columns);
  return {
    ...taskRows(trx),
    /** Joined, not left since, not ended, and due to be looked at. */
    due: (now: Date, limit: number): Promise<readonly FollowedProfile[]> => due(trx, now, limit),
    /** Keeps that a request is for a profile. */
    async keep(
      profile: Pick<ProfileRequest, 'requestId' | 'catalogId' | 'name' | 'items'>,
    ): Promise<void> {
      const unread = { lookAt: null, readAt: null, endedAt: null };
      await trx
        .insertInto('profileRequests')
        .values({ ...profile, ...unread })
        .execute();
    },
    async of(requestIds: readonly string[]): Promise<readonly ProfileRequest[]> {
      if (requestIds.length === 0) return [];
      return profiles.where('requestId', 'in', requestIds).execute();
    },
    async save(
      requestId: string,
      change: {
        readonly items: readonly ProfileItem[];
        readonly lookAt: Date;
        readonly readAt?: Date;
        readonly endedAt: Date | null;
      },
    ): Promise<void> {
      await trx
        .updateTable('profileRequests')
        .set(change)
        .where('requestId', '=', requestId)
        .execute();
    },
  };
}

async function due(
  trx: Transaction<Tables>,
  now: Date,
  limit: number,
): Promise<readonly FollowedProfile[]> {
  const lookAt = sql<Date>`coalesce(profile_requests.look_at, '-infinity')`;
  const rows = await trx
    .selectFrom('profileRequests')
    .innerJoin('grants', 'grants.requestId', 'profileRequests.requestId')
    .innerJoin('requests', 'requests.id', 'profileRequests.requestId')
    .selectAll('requests')
    .select(columns.map((column) => `profileRequests.${column}` as const))
    .select('grants.startedAt')
    .where('profileRequests.endedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('grants.endedBy', 'is', null),
        eb('grants.endedBy', 'not in', ['given-back', 'taken-away']),
      ]),
    )
    .where(lookAt, '<=', now)
    .orderBy(lookAt)
    .limit(limit)
    .execute();
  return rows.map(({ requestId, catalogId, name, items, readAt, endedAt, ...row }) => ({
    requestId,
    catalogId,
    name,
    items,
    readAt,
    endedAt,
    startedAt: row.startedAt,
    request: toRequest(row),
  }));
}

function taskRows(trx: Transaction<Tables>) {
  return {
    /** Notes which tasks the service opened for it; those that were not known. */
    async link(requestId: string, taskIds: readonly string[]): Promise<readonly string[]> {
      if (taskIds.length === 0) return [];
      const linked = await trx
        .insertInto('profileTasks')
        .values(taskIds.map((taskId) => ({ taskId, requestId })))
        .onConflict((one) => one.doNothing())
        .returning('taskId')
        .execute();
      return linked.map(({ taskId }) => taskId);
    },
    /** The name of a profile for which the service opened this task; null where there is none. */
    nameOfTask: (taskId: string): Promise<string | null> =>
      first(
        trx
          .selectFrom('profileTasks')
          .innerJoin('profileRequests', 'profileRequests.requestId', 'profileTasks.requestId')
          .select('profileRequests.name')
          .where('profileTasks.taskId', '=', taskId)
          .orderBy('profileTasks.requestId')
          .limit(1),
        ({ name }) => name,
      ),
    /** Has what came of this person's profiles looked at now, where that was read before `since`. */
    async wakeOf(slackUserId: string, at: Date, since: Date): Promise<void> {
      await trx
        .updateTable('profileRequests')
        .set({ lookAt: at })
        .where('endedAt', 'is', null)
        .where('lookAt', '>', at)
        .where('readAt', '<', since)
        .where('requestId', 'in', (requests) =>
          requests
            .selectFrom('requests')
            .select('id')
            .where((or) =>
              or.or([
                or('requesterSlackId', '=', slackUserId),
                or('targetSlackId', '=', slackUserId),
              ]),
            ),
        )
        .execute();
    },
    /** Has the profiles of this task looked at now. */
    async wake(taskId: string, at: Date): Promise<void> {
      await trx
        .updateTable('profileRequests')
        .set({ lookAt: at })
        .where('endedAt', 'is', null)
        .where('lookAt', '>', at)
        .where('requestId', 'in', (tasks) =>
          tasks.selectFrom('profileTasks').select('requestId').where('taskId', '=', taskId),
        )
        .execute();
    },
  };
}
