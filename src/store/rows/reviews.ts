import { sql, type Transaction } from 'kysely';
import { storableText } from '../../domain/storable-text.ts';
import type { ReviewRows } from '../../use-cases/store-ports.ts';
import { actorColumns, storableJson, withActor } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function reviewRows(trx: Transaction<Tables>): ReviewRows {
  return {
    async insertOnce(review) {
      const inserted = await trx
        .insertInto('reviews')
        .values({
          id: review.id,
          taskId: review.taskId,
          requestId: review.requestId,
          stepId: review.stepId,
          verb: review.verb,
          ...actorColumns(review.by),
          reason: storableText(review.reason),
          channel: review.channel,
          likely: review.likely,
          occurrence: review.occurrence,
          identityUserId: null,
          withdrawn: false,
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
      return row === undefined ? null : withActor(row);
    },
    async lock(id) {
      const row = await trx.selectFrom('reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      return row === undefined ? null : withActor(row);
    },
    async winner({ taskId, stepId, occurrence }) {
      const row = await trx
        .selectFrom('reviews')
        .selectAll()
        .where('taskId', '=', taskId)
        .where('stepId', '=', stepId)
        // As `isSameStep`: a row may have been kept before the service told all of it.
        .where(sql<boolean>`starts_with(${occurrence}, occurrence)`)
        .where('state', 'in', ['acting', 'done'])
        .executeTakeFirst();
      return row === undefined ? null : withActor(row);
    },
    async markActing(id, { identityUserId, occurrence }) {
      const marked = await trx
        .updateTable('reviews')
        .set({ state: 'acting', identityUserId, occurrence })
        .where('id', '=', id)
        .where('state', 'in', ['checking', 'acting'])
        .where('withdrawn', '=', false)
        .returning('id')
        .executeTakeFirst();
      return marked !== undefined;
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
    async markWithdrawn(id) {
      await trx.updateTable('reviews').set({ withdrawn: true }).where('id', '=', id).execute();
    },
    async ofTask(taskId) {
      const rows = await trx
        .selectFrom('reviews')
        .selectAll()
        .where('taskId', '=', taskId)
        .where((where) =>
          where.or([
            where('state', 'in', ['acting', 'done']),
            where.and([where('state', '=', 'checking'), where('likely', '=', true)]),
          ]),
        )
        .orderBy('at')
        .execute();
      return rows.map(withActor);
    },
  };
}
