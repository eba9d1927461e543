import { sql, type Transaction } from 'kysely';
import type { ReviewRows } from '../../use-cases/store-ports.ts';
import { actorColumns, withActor } from '../actor-columns.ts';
import { first, insertOnce } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function reviewRows(trx: Transaction<Tables>): ReviewRows {
  const reviews = trx.selectFrom('reviews').selectAll();
  return {
    insertOnce({ by, ...review }) {
      const unchecked = {
        identityUserId: null,
        withdrawn: false,
        state: 'checking',
        refusal: null,
      } as const;
      return insertOnce(
        trx.insertInto('reviews').values({ ...review, ...actorColumns(by), ...unchecked }),
      );
    },
    async replaceWaiting(bySlackId, { shown, keptSince }, { taskId, stepId, occurrence }) {
      // One statement, because a job may set it to `acting` at the same time: then it no longer
      // waits.
      const replaced = await trx
        .updateTable('reviews')
        .set({ state: 'refused', refusal: { kind: 'replaced' } })
        .where('taskId', '=', taskId)
        .where('stepId', '=', stepId)
        .where('occurrence', '=', occurrence)
        .where('bySlackId', '=', bySlackId)
        .where('state', '=', 'checking')
        .where((where) =>
          where.or([where('shown', 'is distinct from', shown), where('at', '<', keptSince)]),
        )
        .returning('id')
        .executeTakeFirst();
      return replaced?.id ?? null;
    },
    find: (id) => first(reviews.where('id', '=', id), withActor),
    lock: (id) => first(reviews.where('id', '=', id).forUpdate(), withActor),
    winner({ taskId, stepId, occurrence }) {
      const ofStep = reviews.where('taskId', '=', taskId).where('stepId', '=', stepId);
      // As `isSameStep`: a row may have been kept before the service told all of it.
      const sameStep = ofStep.where(sql<boolean>`starts_with(${occurrence}, occurrence)`);
      return first(sameStep.where('state', 'in', ['acting', 'done']), withActor);
    },
    async markActing(id, as) {
      const marked = await trx
        .updateTable('reviews')
        .set({ state: 'acting', identityUserId: as.identityUserId, occurrence: as.occurrence })
        .where('id', '=', id)
        .where('state', 'in', ['checking', 'acting'])
        .where('withdrawn', '=', false)
        .returning('id')
        .executeTakeFirst();
      return marked !== undefined;
    },
    async save(id, change) {
      await trx.updateTable('reviews').set(change).where('id', '=', id).execute();
    },
    async perhapsSent({ taskId, stepId, occurrence }) {
      const ofStep = reviews.where('taskId', '=', taskId).where('stepId', '=', stepId);
      const sameStep = ofStep.where(sql<boolean>`starts_with(${occurrence}, occurrence)`);
      const rows = await sameStep
        .where('state', '=', 'refused')
        .where('identityUserId', 'is not', null)
        .execute();
      return rows.map(withActor);
    },
    async allowedOn(taskId) {
      const wasAllowed = sql<boolean>`(state in ('acting', 'done') or identity_user_id is not null)`;
      const rows = await reviews
        .where('taskId', '=', taskId)
        .where(wasAllowed)
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(withActor);
    },
    async ofTask(taskId) {
      const isShown = sql<boolean>`(state in ('acting', 'done') or state = 'checking' and likely)`;
      const rows = await reviews
        .where('taskId', '=', taskId)
        .where(isShown)
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(withActor);
    },
  };
}
