import { acceptReview, type ReviewClick } from '../../src/use-cases/action/accept-action.ts';
import { taskOfCard } from '../../src/use-cases/card/request-cards.ts';
import { requestFingerprint } from '../../src/use-cases/card/request-fingerprint.ts';
import type { StoreTransaction } from '../../src/use-cases/ports/store-ports.ts';
import { shownRequest } from './cards.ts';
import { actor, closedSnapshot } from './samples.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

/** What the buttons of a card carry that shows the last reading. */
export async function fingerprintOf(tx: StoreTransaction, cardId: string): Promise<string | null> {
  const kept = await taskOfCard(tx, cardId);
  const request = kept === null ? null : await tx.subjects.find(kept.requestId);
  if (kept === null || request === null) return null;
  return requestFingerprint(shownRequest(kept.snapshot, request));
}

/** Clicks on the card of the request in a use-case test, and their results. */
export function reviewing(desk: () => UseCaseDesk) {
  const onCard = { channel: 'C0REVIEWS', ts: '1772452800.000100' };
  /** What the card shows that was rendered from the last reading. */
  async function shownNow(cardId: string): Promise<string | null> {
    return desk().store.transaction((tx) => fingerprintOf(tx, cardId));
  }
  const click = async (userId: string, change: Partial<ReviewClick> = {}) =>
    acceptReview(desk().deps, {
      verb: 'approve',
      by: actor(userId),
      reason: '',
      cardId: 'card-1',
      stepId: 'step-1',
      shown: await shownNow(change.cardId ?? 'card-1'),
      clicked: onCard,
      ...change,
    });
  const carryOut = () => desk().runJobs('carry-out-action');
  async function clickedJob() {
    const [job] = (await desk().takeJobs()).filter((one) => one.kind === 'carry-out-action');
    if (job?.kind !== 'carry-out-action') throw new Error('the click made a job');
    return job;
  }
  const reviews = async () => {
    const rows = await desk()
      .kysely.selectFrom('actions')
      .select(['bySlackId', 'state', 'refusal'])
      .orderBy('id')
      .execute();
    return rows.map((row) => [row.bySlackId, row.state, row.refusal?.code ?? null]);
  };

  function closing(outcome = 'granted'): void {
    desk().governance.onReview = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome }));
  }

  /** The service's trail of the task tells the words with which the first decision was sent. */
  function wordsInTrail(): void {
    desk().governance.operations.add('taskAudit');
    desk().governance.comments = [desk().governance.reviewOrders[0]?.comment ?? ''];
  }
  return { click, carryOut, clickedJob, reviews, closing, wordsInTrail, shownNow };
}
