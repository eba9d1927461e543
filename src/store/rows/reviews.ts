import { sql, type Transaction, type Updateable } from 'kysely';
import { storableText } from '../../domain/storable-text.ts';
import type { ReviewRows } from '../../use-cases/store-ports.ts';
import { actorColumns, storableJson, withActor } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function reviewRows(trx: Transaction<Tables>): ReviewRows {
  const change = async (id: string, values: Updateable<Tables['reviews']>) => {
    await trx.updateTable('reviews').set(values).where('id', '=', id).execute();
  };
  return {
    insertOnce: (review) => insertOnce(trx, review),
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
    markChecking: (id) => change(id, { state: 'checking' }),
    markDone: (id, at) => change(id, { state: 'done', at }),
    markRefused: (id, refusal, at) => change(id, { state: 'refused', refusal: storableJson(refusal), at }),
    markWithdrawn: (id) => change(id, { withdrawn: true }),
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

async function insertOnce(trx: Transaction<Tables>, review: Parameters<ReviewRows['insertOnce']>[0]): Promise<boolean> {
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
      durationSeconds: review.durationSeconds,
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
}
