import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { syncCard } from '../../src/use-cases/card/sync-card.ts';
import type { CardRow } from '../../src/use-cases/ports/rows/card-rows.ts';
import { recordReading } from '../../src/use-cases/task/record-reading.ts';
import { snapshot } from './samples.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

interface SyncedCards {
  readonly sync: (cardId?: string) => ReturnType<typeof syncCard>;
  readonly card: (cardId?: string) => Promise<CardRow | null>;
  readonly wanted: (channel?: string, change?: Partial<TaskSnapshot>) => Promise<void>;
  readonly reread: (task: TaskSnapshot) => Promise<void>;
}

/** The card of a request in a use-case test. */
export function syncingCards(desk: () => UseCaseDesk): SyncedCards {
  /** Posts the card, or brings it up to date where it is posted. */
  async function sync(cardId = 'card-1'): ReturnType<typeof syncCard> {
    const outcome = await syncCard(desk().deps, cardId);
    await desk().runJobs('update-card');
    return outcome;
  }
  const card = (cardId = 'card-1'): Promise<CardRow | null> =>
    desk().store.transaction((tx) => tx.cards.find(cardId));

  /** A request with a task and a card that is wanted in a conversation, not posted. */
  async function wanted(channel = 'C0REVIEWS', change: Partial<TaskSnapshot> = {}): Promise<void> {
    const conversationId = 'C0GENERAL';
    await desk().wanted(snapshot(change), { cardId: 'card-1', channel, conversationId });
  }

  /** Another reading of the task. */
  async function reread(task: TaskSnapshot): Promise<void> {
    const request = await desk().request();
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) => recordReading(tx, desk().deps, request, task));
  }

  return { sync, card, wanted, reread };
}
