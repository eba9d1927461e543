import type { HolderActionRefusal } from '../domain/holder-action.ts';
import type { OutwardJob } from '../domain/job.ts';
import type { ReviewRefusal } from '../domain/review.ts';
import { notify, syncCards } from './notices.ts';
import { tellEndLeftTo } from './record-reading.ts';
import type { Store } from './store-ports.ts';
import type { World } from './world.ts';

/**
 * A job that failed for a reason of our own (a bug), again and again: nobody is left waiting without a word. The reference
 * leads the operator to the log line.
 */
export async function giveUp(
  deps: { readonly store: Store; readonly world: World },
  job: OutwardJob,
  reference: string,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const at = deps.world.now();
    if (job.kind === 'submit-request') {
      const request = await tx.requests.lock(job.requestId);
      if (request === null || (request.state !== 'submitted' && request.state !== 'sending')) return;
      await tx.requests.save(request.id, { state: 'uncertain', at });
      await notify(tx, deps.world, {
        key: `uncertain:${request.id}:${reference}`,
        requestId: request.id,
        target: { kind: 'direct', slackUserId: request.requester.userId },
        body: { kind: 'request-uncertain' },
      });
    }
    if (job.kind === 'sync-card') {
      const card = await tx.cards.find(job.cardId);
      const request = card === null || card.ts !== null ? null : await tx.requests.find(card.requestId);
      if (card === null || request === null) return;
      await tx.cards.markUnreachable(card.id);
      await notify(tx, deps.world, {
        key: `elsewhere:${card.id}`,
        requestId: request.id,
        target: { kind: 'direct', slackUserId: request.requester.userId },
        body: { kind: 'card-elsewhere', channel: card.channel, reviewers: 0 },
      });
    }
    if (job.kind === 'carry-out-review') {
      const row = await tx.reviews.find(job.reviewId);
      if (row === null || row.state === 'done' || row.state === 'refused') return;
      const refusal: ReviewRefusal = { kind: 'failed', reference };
      await tx.reviews.markRefused(row.id, refusal, at);
      await tellEndLeftTo(tx, deps.world, row);
      await syncCards(tx, row.requestId);
      await notify(tx, deps.world, {
        key: `review-refused:${row.id}`,
        requestId: row.requestId,
        target: { kind: 'ephemeral', channel: row.channel, slackUserId: row.by.userId },
        body: { kind: 'review-refused', verb: row.verb, refusal },
      });
    }
    if (job.kind === 'carry-out-holder-action') {
      const row = await tx.holderActions.find(job.holderActionId);
      if (row === null || row.state === 'done' || row.state === 'refused') return;
      const refusal: HolderActionRefusal = { kind: 'failed', reference };
      await tx.holderActions.markRefused(row.id, refusal, at);
      await notify(tx, deps.world, {
        key: `holder-action-refused:${row.id}`,
        requestId: row.requestId,
        target: { kind: 'ephemeral', channel: row.channel, slackUserId: row.by.userId },
        body: { kind: 'holder-action-refused', action: row.kind, refusal },
      });
    }
    await tx.audit.append({
      kind: 'job.failed',
      at,
      requestId: job.kind === 'submit-request' ? job.requestId : null,
      taskId: null,
      actor: null,
      detail: { job, reference },
    });
  });
}
