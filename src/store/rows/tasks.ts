import { sql, type Transaction } from 'kysely';
import { isOpen } from '../../domain/task-snapshot.ts';
import type { TaskRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function taskRows(trx: Transaction<Tables>): TaskRows {
  const byId = (taskId: string) => trx.selectFrom('tasks').select(['requestId', 'snapshot']).where('id', '=', taskId);
  return {
    async find(taskId) {
      const row = await byId(taskId).executeTakeFirst();
      return row === undefined ? null : { requestId: row.requestId, snapshot: row.snapshot };
    },
    async lock(taskId) {
      const row = await byId(taskId).forUpdate().executeTakeFirst();
      return row === undefined ? null : { requestId: row.requestId, snapshot: row.snapshot };
    },
    async save(requestId, snapshot, at) {
      // A task that has ended names no reviewers: the last ones that it had are kept.
      const asked = snapshot.stepApprovers.length === 0 ? {} : { asked: storableJson(snapshot.stepApprovers) };
      const reading = {
        isOpen: isOpen(snapshot),
        snapshot: storableJson(snapshot),
        readAt: at,
        missedTimes: 0,
        missedSince: null,
        ...asked,
      };
      await trx
        .insertInto('tasks')
        .values({ id: snapshot.id, requestId: requestId, asked: null, ...reading })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(reading))
        .execute();
    },
    async markMissed(taskId, at) {
      const row = await trx
        .updateTable('tasks')
        .set((eb) => ({
          readAt: at,
          missedTimes: eb('missedTimes', '+', 1),
          missedSince: eb.fn.coalesce('missedSince', eb.val(at)),
        }))
        .where('id', '=', taskId)
        .returning(['missedTimes', 'missedSince'])
        .executeTakeFirst();
      return row === undefined ? null : { times: row.missedTimes, since: row.missedSince ?? at };
    },
    async openIds(limit, dueAt) {
      const open = trx.selectFrom('tasks').select('id').where('isOpen', '=', true).orderBy('readAt').limit(limit);
      const rows = await (dueAt === undefined ? open : open.where(isDue(dueAt))).execute();
      return rows.map((row) => row.id);
    },
    async openAmong(taskIds) {
      if (taskIds.length === 0) return [];
      const open = trx.selectFrom('tasks').select('id').where('isOpen', '=', true).where('id', 'in', taskIds);
      return (await open.execute()).map((row) => row.id);
    },
    waitingFor: (person, limit) => waitingFor(trx, person, limit),
    longestOpen: (limit) => longestOpen(trx, limit),
    lastAsked: (entitlement) => lastAsked(trx, entitlement),
  };
}

/** Read again after a twentieth of the time since somebody asked or decided, ten minutes at most; at once while the service does not tell of it. */
function isDue(at: Date) {
  return sql<boolean>`(tasks.missed_times > 0 or tasks.read_at <= ${at}::timestamptz - least(interval '10 minutes', (${at}::timestamptz - greatest(
    (select created_at from requests where requests.id = tasks.request_id),
    (select max(reviews.at) from reviews where reviews.task_id = tasks.id))) / 20))`;
}

async function waitingFor(
  trx: Transaction<Tables>,
  { identityUserId, slackUserId }: Parameters<TaskRows['waitingFor']>[0],
  limit: number,
): ReturnType<TaskRows['waitingFor']> {
  const reviewed = JSON.stringify({ stepApprovers: [{ id: identityUserId }] });
  const waiting = trx
    .selectFrom('tasks')
    // Tasks that take access away are decided in the service.
    .innerJoin('requests', 'requests.id', 'tasks.requestId')
    .whereRef('requests.taskId', '=', 'tasks.id')
    .where('tasks.isOpen', '=', true)
    .where('requests.state', '<>', 'withdrawn')
    .where(sql<boolean>`tasks.snapshot @> ${reviewed}::jsonb`)
    .where((where) =>
      where.or([
        where.and([
          where('requests.requesterSlackId', '<>', slackUserId),
          where('requests.targetSlackId', 'is distinct from', slackUserId),
          where('requests.requesterIdentityId', 'is distinct from', identityUserId),
          where('requests.identityUserId', 'is distinct from', identityUserId),
        ]),
        // Where the step's policy lets them decide on their own.
        sql<boolean>`tasks.snapshot @> '{"stepPolicy": {"allowSelfApproval": true}}'::jsonb`,
        sql<boolean>`tasks.snapshot @> '{"stepPolicy": {"approver": "self"}}'::jsonb`,
      ]),
    );
  const rows = await waiting
    .select(['tasks.requestId', 'tasks.snapshot'])
    .orderBy(sql`coalesce((tasks.snapshot ->> 'emergency')::boolean, false) or requests.emergency`, 'desc')
    .orderBy('requests.createdAt')
    .limit(limit)
    .execute();
  const counted = await waiting.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ requestId: row.requestId, snapshot: row.snapshot })), total: counted.count };
}

async function longestOpen(trx: Transaction<Tables>, limit: number): ReturnType<TaskRows['longestOpen']> {
  const open = trx
    .selectFrom('tasks')
    .innerJoin('requests', 'requests.id', 'tasks.requestId')
    .whereRef('requests.taskId', '=', 'tasks.id')
    .where('tasks.isOpen', '=', true)
    .where('requests.state', '<>', 'withdrawn');
  const rows = await open
    .select(['tasks.requestId', 'tasks.snapshot'])
    .orderBy('requests.createdAt')
    .limit(limit)
    .execute();
  const { total } = await open.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

async function lastAsked(
  trx: Transaction<Tables>,
  { appId, entitlementId }: Parameters<TaskRows['lastAsked']>[0],
): ReturnType<TaskRows['lastAsked']> {
  const row = await trx
    .selectFrom('tasks')
    .innerJoin('requests', 'requests.id', 'tasks.requestId')
    .whereRef('requests.taskId', '=', 'tasks.id')
    .select('tasks.asked')
    .where('requests.appId', '=', appId)
    .where('requests.entitlementId', '=', entitlementId)
    .where('tasks.asked', 'is not', null)
    .orderBy('requests.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.asked ?? [];
}
