import { sql, type Transaction } from 'kysely';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { RestoreRows } from '../../use-cases/ports/store-ports.ts';
import type { Tables } from './tables.ts';

export function restoreRows(trx: Transaction<Tables>, areTasksRead: boolean): RestoreRows {
  return {
    async isUnsettled() {
      return (
        (await trx.selectFrom('restores').select('at').where('settledAt', 'is', null).execute())
          .length > 0
      );
    },
    async isOlderThanAny(at) {
      return (
        (await trx.selectFrom('restores').select('at').where('at', '>=', at).execute()).length > 0
      );
    },
    async unreadIds(limit) {
      if (!areTasksRead) return [];
      const open = trx
        .selectFrom('tasks')
        .leftJoin('taskReadings', 'taskReadings.taskId', 'tasks.id');
      const unread = open
        .select('id')
        .where('isOpen', '=', true)
        .where('taskReadings.taskId', 'is', null)
        .limit(limit);
      return (await unread.execute()).map(({ id }) => id);
    },
    async leftOpen() {
      const { rows } = await sql<{ job: OutwardJob }>`
        select jsonb_build_object('kind', 'create-task', 'requestId', id) as job from requests where state = 'sending'
        union all select jsonb_build_object('kind', 'carry-out-action', 'actionId', id) from actions where state in ('accepted', 'sending')
        union all select jsonb_build_object('kind', 'give-back-held', 'returnId', id) from held_returns where state in ('accepted', 'sending')
        union all select jsonb_build_object('kind', 'send-notice', 'noticeId', id) from notices where sent_at is null
        union all select jsonb_build_object('kind', 'sync-overview', 'channel', channel) from overviews
        union all select jsonb_build_object('kind', 'sync-card', 'cardId', id) from cards
          where ts is null and state = 'wanted' or request_id in (select request_id from tasks where is_open)`.execute(
        trx,
      );
      return rows.map(({ job }) => job);
    },
    async markSettled(at) {
      await trx
        .updateTable('restores')
        .set({ settledAt: at })
        .where('settledAt', 'is', null)
        .execute();
    },
  };
}
