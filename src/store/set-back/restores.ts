import { sql, type Transaction } from 'kysely';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { Tables } from '../platform/tables.ts';

/** What a restore from a copy left for the next start. */
export function restoreRows(trx: Transaction<Tables>, areTasksRead: boolean) {
  return {
    async isUnsettled(): Promise<boolean> {
      return (
        (await trx.selectFrom('restores').select('at').where('settledAt', 'is', null).execute())
          .length > 0
      );
    },
    /** Whether the database was restored since then. */
    async isOlderThanAny(at: Date): Promise<boolean> {
      return (
        (await trx.selectFrom('restores').select('at').where('at', '>=', at).execute()).length > 0
      );
    },
    /** Open tasks that were not read since; none where tasks are not read. */
    async unreadIds(limit: number): Promise<readonly string[]> {
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
    /** A job for everything that is not done, by the rows alone. */
    async leftOpen(): Promise<readonly OutwardJob[]> {
      const { rows } = await sql<{ job: OutwardJob }>`
        select jsonb_build_object('kind', 'create-task', 'requestId', id) as job from requests where state = 'sending'
        union all select jsonb_build_object('kind', 'carry-out-action', 'actionId', id) from actions where state in ('accepted', 'sending')
        union all select jsonb_build_object('kind', 'give-back-held', 'returnId', id) from held_returns where state in ('accepted', 'sending')
        union all select jsonb_build_object('kind', 'show-draft', 'draftId', id) from agent_drafts where state = 'open'
        union all select jsonb_build_object('kind', 'send-notice', 'noticeId', id) from notices where sent_at is null
        union all select jsonb_build_object('kind', 'sync-card', 'cardId', id) from cards
          where ts is null and state = 'wanted' or request_id in (select request_id from tasks where is_open)
        union all select jsonb_build_object('kind', 'show-list', 'slackUserId', slack_user_id)
          from (select slack_user_id from lists union select slack_user_id from list_calls where told_at is null) as listed
        union all select distinct jsonb_build_object('kind', 'show-asking', 'askingId', coalesce(group_id, id)) from requests
          where state in ('sending', 'uncertain') or id in (select request_id from tasks where is_open)
            or id in (select request_id from grants where ended_at is null)
            or coalesce(group_id, id) in (select id from marks where kind = 'asking')`.execute(trx);
      // Jobs that were to look later are gone, too: these make them anew.
      await trx.deleteFrom('looks').execute();
      return rows.map(({ job }) => job);
    },
    async markSettled(at: Date): Promise<void> {
      await trx
        .updateTable('restores')
        .set({ settledAt: at })
        .where('settledAt', 'is', null)
        .execute();
    },
  };
}
