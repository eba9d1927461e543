import { sql, type Transaction } from 'kysely';
import type { DueTimeRows } from '../../use-cases/ports/rows/due-rows.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function dueTimeRows(trx: Transaction<Tables>): DueTimeRows {
  return {
    due: (now, limit) =>
      trx
        .selectFrom('dueTimes')
        .innerJoin('subjectFacts as subjects', 'subjects.id', 'dueTimes.requestId')
        .innerJoin('tasks', 'tasks.id', 'subjects.taskId')
        .leftJoin('taskReadings', 'taskReadings.taskId', 'tasks.id')
        .select([
          'dueTimes.requestId',
          'tasks.id as taskId',
          'taskReadings.readAt',
          'dueTimes.watch',
        ])
        .select((row) => row.ref('dueTimes.dueAt').$notNull().as('dueAt'))
        .where('dueTimes.dueAt', '<=', now)
        .orderBy('dueTimes.dueAt')
        .orderBy('dueTimes.requestId')
        .limit(limit)
        .execute(),
    lock(requestId) {
      const row = trx
        .selectFrom('dueTimes')
        .select(['dueAt', 'watch'])
        .where('requestId', '=', requestId);
      return first(row.forUpdate());
    },
    async set(requestId, dueAt, watch) {
      // Kysely leaves out what is undefined.
      const change = { dueAt, watch };
      await trx
        .insertInto('dueTimes')
        .values({ requestId, ...change })
        .onConflict((conflict) => conflict.column('requestId').doUpdateSet(change))
        .execute();
    },
    async next() {
      const answer = await sql<{ next: Date | null }>`
        select least(
          (select min(due_at) from due_times),
          (select min(coalesce(check_at, ends_at)) from grants where ended_at is null),
          (select min(coalesce(warn_at, started_at)) from grants
            where ends_at is not null and ended_at is null and revocation_pending is null and not is_warned)
        ) as next`.execute(trx);
      return answer.rows[0]?.next ?? null;
    },
    beginDigest: (day) => insertOnce(trx.insertInto('digests').values({ day })),
  };
}
