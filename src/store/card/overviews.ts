import type { Transaction } from 'kysely';
import type { OverviewRows } from '../../use-cases/ports/store-ports.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import { counted, total } from '../task/tasks.ts';

export function overviewRows(trx: Transaction<Tables>): OverviewRows {
  return {
    begin: (channel) => insertOnce(trx.insertInto('overviews').values({ channel, place: null })),
    place: (id) =>
      first(
        trx.selectFrom('overviews').select('place').where('channel', '=', id),
        ({ place }) => place,
      ),
    async keep(channel, place) {
      await trx.updateTable('overviews').set({ place }).where('channel', '=', channel).execute();
    },
    async waiting(channel, limit) {
      const waiting = await trx
        .selectFrom('cards')
        .innerJoin('subjectFacts as subjects', 'subjects.id', 'cards.requestId')
        .innerJoin('tasks', 'tasks.id', 'subjects.taskId')
        .where('cards.channel', '=', channel)
        .where('cards.ts', 'is', null)
        .where('cards.state', '=', 'wanted')
        .where('tasks.isOpen', '=', true)
        .select(['tasks.requestId', 'tasks.snapshot', total])
        .orderBy('subjects.emergency', 'desc')
        .orderBy('subjects.createdAt')
        .orderBy('subjects.id')
        .limit(limit)
        .execute();
      return counted(waiting);
    },
    async end(channel) {
      await trx.deleteFrom('overviews').where('channel', '=', channel).execute();
    },
  };
}
