import type { SlackActor } from '../domain/access-request.ts';
import type { ReviewVerb } from '../domain/review.ts';
import type { Place } from './chat-ports.ts';
import { syncCards } from './notices.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

export interface ReviewClick {
  readonly verb: ReviewVerb;
  readonly by: SlackActor;
  readonly reason: string;
  /** What the clicked button named: a card, and the step it showed. Nothing of it grants a right. */
  readonly cardId: string;
  readonly stepId: string;
  /** The message that was clicked; null where Slack does not tell. */
  readonly clicked: Place | null;
}

/**
 * Keeps a decision and the job that checks and carries it out, in one transaction. `unknown-card` where the card is not
 * ours; a repeated click of the same person on the same step changes nothing.
 */
export async function acceptReview(
  deps: { readonly store: Store; readonly world: World },
  click: ReviewClick,
): Promise<'kept' | 'repeated' | 'unknown-card'> {
  return deps.store.transaction(async (tx) => {
    const card = await tx.cards.lock(click.cardId);
    const request = card === null ? null : await tx.requests.find(card.requestId);
    if (card === null || request === null || request.taskId === null) return 'unknown-card';
    await retireOlderCopy();
    const id = deps.world.newId();
    const at = deps.world.now();
    const identity = await tx.identities.find(click.by.userId);
    const task = await tx.tasks.find(request.taskId);
    const likely = task?.snapshot.stepApprovers.some((person) => person.id === identity?.person.id) ?? false;
    const isNew = await tx.reviews.insertOnce({
      id,
      taskId: request.taskId,
      requestId: request.id,
      stepId: click.stepId,
      verb: click.verb,
      by: click.by,
      reason: click.reason,
      channel: click.clicked?.channel ?? card.postedChannel ?? card.channel,
      likely,
      at,
    });
    if (!isNew) return 'repeated';
    await tx.enqueue({ kind: 'carry-out-review', reviewId: id });
    // The next person to look sees that somebody is at it, before the service has answered.
    if (likely) await syncCards(tx, request.id);
    return 'kept';

    /** The click is on a copy that was posted when the outcome of the first post was unknown: honoured, and deleted. */
    async function retireOlderCopy() {
      if (card === null || click.clicked === null || click.clicked.ts === card.ts) return;
      // No post of ours has been noted yet: this copy is the card until another one is.
      if (card.ts === null) await tx.cards.markPosted(card.id, click.clicked, '');
      else await tx.enqueue({ kind: 'retire-copy', ...click.clicked });
    }
  });
}
