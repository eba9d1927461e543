import type { HolderActionRefusal } from '../domain/holder-action.ts';
import type { OutwardJob } from '../domain/job.ts';
import type { ReviewRefusal } from '../domain/review.ts';
import { notify, syncCards } from './notices.ts';
import { tellEndLeftTo } from './record-reading.ts';
import type { Store, StoreTransaction } from './store-ports.ts';
import { tellGroupOpen } from './tell-group-open.ts';
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
    const given = await settle(tx, deps.world, job, reference);
    if (given === null) return;
    await tx.audit.append({
      kind: 'job.failed',
      at: deps.world.now(),
      requestId: given.requestId,
      taskId: null,
      actor: null,
      detail: { job, reference },
    });
  });
}

interface GivenUp {
  /** The request that the job was to send; null for any other job. */
  readonly requestId: string | null;
}

const other: GivenUp = { requestId: null };

/** Says so to whoever waits for the job; null where somebody else has done it meanwhile. */
async function settle(tx: StoreTransaction, world: World, job: OutwardJob, reference: string): Promise<GivenUp | null> {
  switch (job.kind) {
    case 'create-task':
      return giveUpRequest(tx, world, job.requestId, reference);
    case 'sync-card':
      return giveUpCard(tx, world, job.cardId);
    case 'carry-out-review':
      return giveUpReview(tx, world, job.reviewId, { kind: 'failed', reference });
    case 'carry-out-holder-action':
      return giveUpHolderAction(tx, world, job.holderActionId, { kind: 'failed', reference });
    // Nobody waits for these by name: what they would show or say comes with the next of their kind, or stays in the trail.
    case 'send-notice':
    case 'sync-home':
    case 'retire-copy':
    case 'refresh-tasks':
    case 'end-grants':
      return other;
  }
}

async function giveUpRequest(tx: StoreTransaction, world: World, requestId: string, reference: string) {
  const request = await tx.requests.lock(requestId);
  if (request === null || (request.state !== 'submitted' && request.state !== 'sending')) return null;
  await tx.requests.save(request.id, { state: 'uncertain', at: world.now() });
  await notify(tx, world, {
    key: `uncertain:${request.id}:${reference}`,
    requestId: request.id,
    target: { kind: 'direct', slackUserId: request.requester.userId },
    body: { kind: 'request-uncertain' },
  });
  if (request.groupId !== null) await tellGroupOpen(tx, world, request.groupId);
  return { requestId: request.id };
}

async function giveUpCard(tx: StoreTransaction, world: World, cardId: string) {
  const card = await tx.cards.find(cardId);
  const request = card === null || card.ts !== null ? null : await tx.requests.find(card.requestId);
  if (card === null || request === null) return null;
  await tx.cards.markUnreachable(card.id);
  await notify(tx, world, {
    key: `elsewhere:${card.id}`,
    requestId: request.id,
    target: { kind: 'direct', slackUserId: request.requester.userId },
    body: { kind: 'card-elsewhere', channel: card.channel, reviewers: 0 },
  });
  return other;
}

async function giveUpReview(tx: StoreTransaction, world: World, reviewId: string, refusal: ReviewRefusal) {
  const row = await tx.reviews.find(reviewId);
  if (row === null || row.state === 'done' || row.state === 'refused') return null;
  await tx.reviews.markRefused(row.id, refusal, world.now());
  await tellEndLeftTo(tx, world, row);
  await syncCards(tx, row.requestId);
  await notify(tx, world, {
    key: `review-refused:${row.id}`,
    requestId: row.requestId,
    target: { kind: 'ephemeral', channel: row.channel, slackUserId: row.by.userId },
    body: { kind: 'review-refused', verb: row.verb, refusal },
  });
  return other;
}

async function giveUpHolderAction(tx: StoreTransaction, world: World, id: string, refusal: HolderActionRefusal) {
  const row = await tx.holderActions.find(id);
  if (row === null || row.state === 'done' || row.state === 'refused') return null;
  await tx.holderActions.markRefused(row.id, refusal, world.now());
  await notify(tx, world, {
    key: `holder-action-refused:${row.id}`,
    requestId: row.requestId,
    target: { kind: 'ephemeral', channel: row.channel, slackUserId: row.by.userId },
    body: { kind: 'holder-action-refused', action: row.kind, refusal },
  });
  return other;
}
