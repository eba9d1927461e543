import type { Transaction } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { CountedTasks } from '../../use-cases/ports/rows/task-rows.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import { counted, total } from '../task/tasks.ts';

/** Where channels have their overview of cards that are still to be posted. */
export function overviewRows(trx: Transaction<Tables>) {
  return {
    /** False where the channel has one already. */
    begin: (channel: string): Promise<boolean> =>
      insertOnce(trx.insertInto('overviews').values({ channel, place: null })),
    /** null until it is posted. */
    place: (id: string): Promise<Place | null> =>
      first(
        trx.selectFrom('overviews').select('place').where('channel', '=', id),
        ({ place }) => place,
      ),
    async keep(channel: string, place: Place): Promise<void> {
      await trx.updateTable('overviews').set({ place }).where('channel', '=', channel).execute();
    },
    /**
     * Open requests whose card is still to be posted in this channel, emergencies first, then the
     * oldest.
     */
    async waiting(channel: string, limit: number): Promise<CountedTasks> {
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
    async end(channel: string): Promise<void> {
      await trx.deleteFrom('overviews').where('channel', '=', channel).execute();
    },
  };
}
