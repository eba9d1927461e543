import { sql, type Transaction } from 'kysely';
import { isOpen } from '../../domain/task-snapshot.ts';
import type { TaskRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function taskRows(trx: Transaction<Tables>): TaskRows {
  const byId = (taskId: string) => trx.selectFrom('tasks').select(['request_id', 'snapshot']).where('id', '=', taskId);
  return {
    async find(taskId) {
      const row = await byId(taskId).executeTakeFirst();
      return row === undefined ? null : { requestId: row.request_id, snapshot: row.snapshot };
    },
    async lock(taskId) {
      const row = await byId(taskId).forUpdate().executeTakeFirst();
      return row === undefined ? null : { requestId: row.request_id, snapshot: row.snapshot };
    },
    async save(requestId, snapshot, at) {
      // A task that has ended names no reviewers: the last ones that it had are kept.
      const asked = snapshot.stepApprovers.length === 0 ? {} : { asked: storableJson(snapshot.stepApprovers) };
      const reading = { is_open: isOpen(snapshot), snapshot: storableJson(snapshot), read_at: at, ...asked };
      await trx
        .insertInto('tasks')
        .values({ id: snapshot.id, request_id: requestId, asked: null, ...reading })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(reading))
        .execute();
    },
    async markMissed(taskId, at) {
      await trx.updateTable('tasks').set({ read_at: at }).where('id', '=', taskId).execute();
    },
    async openIds(limit) {
      const rows = await trx
        .selectFrom('tasks')
        .select('id')
        .where('is_open', '=', true)
        .orderBy('read_at')
        .limit(limit)
        .execute();
      return rows.map((row) => row.id);
    },
    async waitingFor({ identityUserId, withoutOwnOf }, limit) {
      const reviewed = JSON.stringify({ stepApprovers: [{ id: identityUserId }] });
      const waiting = trx
        .selectFrom('tasks')
        .innerJoin('requests', 'requests.id', 'tasks.request_id')
        .where('tasks.is_open', '=', true)
        .where(sql<boolean>`tasks.snapshot @> ${reviewed}::jsonb`)
        .$if(withoutOwnOf !== null, (query) =>
          query
            .where('requests.requester_slack_id', '<>', withoutOwnOf ?? '')
            .where('requests.target_slack_id', 'is distinct from', withoutOwnOf)
            .where('requests.identity_user_id', 'is distinct from', identityUserId),
        );
      const rows = await waiting
        .select(['tasks.request_id', 'tasks.snapshot'])
        .orderBy('requests.created_at')
        .limit(limit)
        .execute();
      const counted = await waiting.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { rows: rows.map((row) => ({ requestId: row.request_id, snapshot: row.snapshot })), total: counted.count };
    },
    async lastAsked({ appId, entitlementId }) {
      const row = await trx
        .selectFrom('tasks')
        .innerJoin('requests', 'requests.id', 'tasks.request_id')
        .select('tasks.asked')
        .where('requests.app_id', '=', appId)
        .where('requests.entitlement_id', '=', entitlementId)
        .where('tasks.asked', 'is not', null)
        .orderBy('requests.created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.asked ?? [];
    },
  };
}
