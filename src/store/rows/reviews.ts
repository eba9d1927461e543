import type { Selectable, Transaction } from 'kysely';
import type { ReviewRow, ReviewRows } from '../../use-cases/store-ports.ts';
import { storableJson, storableText } from '../storable.ts';
import type { ReviewsTable, Tables } from '../tables.ts';

export function reviewRows(trx: Transaction<Tables>): ReviewRows {
  return {
    async insertOnce(review) {
      const inserted = await trx
        .insertInto('reviews')
        .values({
          id: review.id,
          task_id: review.taskId,
          request_id: review.requestId,
          step_id: review.stepId,
          verb: review.verb,
          by_slack_id: review.by.userId,
          by_slack_name: storableText(review.by.userName),
          by_team_id: review.by.teamId,
          reason: storableText(review.reason),
          channel: review.channel,
          likely: review.likely,
          state: 'checking',
          refusal: null,
          at: review.at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    async find(id) {
      const row = await trx.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toReview(row);
    },
    async winner(taskId, stepId) {
      const row = await trx
        .selectFrom('reviews')
        .selectAll()
        .where('task_id', '=', taskId)
        .where('step_id', '=', stepId)
        .where('state', 'in', ['acting', 'done'])
        .executeTakeFirst();
      return row === undefined ? null : toReview(row);
    },
    async markActing(id) {
      await trx.updateTable('reviews').set({ state: 'acting' }).where('id', '=', id).execute();
    },
    async markChecking(id) {
      await trx.updateTable('reviews').set({ state: 'checking' }).where('id', '=', id).execute();
    },
    async markDone(id, at) {
      await trx.updateTable('reviews').set({ state: 'done', at }).where('id', '=', id).execute();
    },
    async markRefused(id, refusal, at) {
      await trx
        .updateTable('reviews')
        .set({ state: 'refused', refusal: storableJson(refusal), at })
        .where('id', '=', id)
        .execute();
    },
    async ofTask(taskId) {
      const rows = await trx
        .selectFrom('reviews')
        .selectAll()
        .where('task_id', '=', taskId)
        .where((where) =>
          where.or([
            where('state', 'in', ['acting', 'done']),
            where.and([where('state', '=', 'checking'), where('likely', '=', true)]),
          ]),
        )
        .orderBy('at')
        .execute();
      return rows.map(toReview);
    },
  };
}

function toReview(row: Selectable<ReviewsTable>): ReviewRow {
  return {
    id: row.id,
    taskId: row.task_id,
    requestId: row.request_id,
    stepId: row.step_id,
    verb: row.verb,
    by: { userId: row.by_slack_id, userName: row.by_slack_name, teamId: row.by_team_id },
    reason: row.reason,
    channel: row.channel,
    likely: row.likely,
    state: row.state,
    refusal: row.refusal,
    at: row.at,
  };
}
