import type { SlackActor } from '../domain/access-request.ts';
import { type AccessSettings, taskLink } from '../domain/access-settings.ts';
import { type LinkReason, linkReason, needsStepUp } from '../domain/authorization.ts';
import type { ReviewVerb } from '../domain/review.ts';
import { isStepOf } from '../domain/task-snapshot.ts';
import { refuseReview } from './carry-out-review.ts';
import type { Place } from './chat-ports.ts';
import { syncCards, syncHomes } from './notices.ts';
import type { World } from './ports.ts';
import type { RiskNamesSource } from './service-facts.ts';
import type { CardRow, Store, StoreTransaction } from './store-ports.ts';

export interface ReviewClick {
  readonly verb: ReviewVerb;
  readonly by: SlackActor;
  readonly reason: string;
  /** To be set to this time before it is approved. */
  readonly durationSeconds?: number | null;
  /** What the clicked button named: a card, and the step it showed. Nothing of it grants a right. */
  readonly cardId: string;
  readonly stepId: string;
  /** The message that was clicked; null on Home. */
  readonly clicked: Place | null;
}

export interface AcceptReviewDeps {
  readonly store: Store;
  readonly world: World;
  readonly riskNames: RiskNamesSource;
  readonly settings: Pick<AccessSettings, 'review' | 'governance'>;
}

export type AcceptedReview =
  | 'kept'
  | 'repeated'
  | 'unknown-card'
  /** The decision is made in the console: the button is of a card from before that was so. */
  | { readonly why: LinkReason; readonly consoleUrl: string | null };

/**
 * Keeps a decision and the job that checks and carries it out, in one transaction. `unknown-card` where the card is not
 * ours; a repeated click of the same person on the same step changes nothing.
 */
export async function acceptReview(deps: AcceptReviewDeps, click: ReviewClick): Promise<AcceptedReview> {
  const { settings, riskNames } = deps;
  const { verb, by, reason, durationSeconds = null, stepId, clicked } = click;
  return deps.store.transaction(async (tx) => {
    const card = await tx.cards.lock(click.cardId);
    const request = card === null ? null : await tx.requests.find(card.requestId);
    if (card === null || request === null || request.taskId === null) return 'unknown-card';
    await retireOlderCopy(tx, card, clicked);
    const { id: requestId, taskId } = request;
    const at = deps.world.now();
    const task = (await tx.tasks.find(taskId))?.snapshot ?? null;
    // By what is known without asking anybody; the job asks again.
    const link = task === null ? null : linkReason(settings.review, task, request, riskNames.remembered());
    const why = link ?? (task !== null && verb === 'approve' && needsStepUp(task) ? 'step-up' : null);
    if (task !== null && why !== null) {
      await syncCards(tx, requestId);
      const detail = { verb, stepId, refusal: { kind: 'in-console', why } };
      await tx.audit.append({ kind: 'review.refused', at, requestId, taskId, actor: by.userId, detail });
      return { why, consoleUrl: taskLink(settings.governance, task) };
    }
    const identity = await tx.identities.find(by.userId);
    const likely = task?.stepApprovers.some((person) => person.id === identity?.person.id) ?? false;
    const isShown = task !== null && isStepOf({ stepId, occurrence: '' }, task);
    const id = deps.world.newId();
    const isNew = await tx.reviews.insertOnce({
      id,
      taskId,
      requestId,
      stepId,
      verb,
      by,
      reason,
      durationSeconds,
      // A click on Home is answered directly.
      channel: clicked?.channel ?? by.userId,
      likely,
      occurrence: isShown ? (task.stepOccurrence ?? '') : '',
      at,
    });
    if (!isNew) return 'repeated';
    await tx.enqueue({ kind: 'carry-out-review', reviewId: id });
    // The next person to look sees that somebody is at it, before the service has answered.
    if (likely) await syncCards(tx, requestId);
    if (clicked === null) await syncHomes(tx, [by.userId]);
    return 'kept';
  });
}

/** The click is on a copy that was posted when the outcome of the first post was unknown: honoured, and deleted. */
async function retireOlderCopy(tx: StoreTransaction, card: CardRow, clicked: Place | null): Promise<void> {
  if (clicked === null || clicked.ts === card.ts) return;
  // No post of ours has been noted yet: this copy is the card until another one is.
  if (card.ts === null) await tx.cards.markPosted(card.id, clicked, '');
  else await tx.enqueue({ kind: 'retire-copy', ...clicked });
}

/**
 * Takes a waiting decision back for whoever made it. `perhaps-sent`: its answer was lost, so it may have been carried out; it is not sent
 * again. `over` where it does not wait any more, or is somebody else's.
 */
export async function withdrawReview(
  deps: { readonly store: Store; readonly world: World },
  { reviewId, slackUserId }: { readonly reviewId: string; readonly slackUserId: string },
): Promise<'withdrawn' | 'perhaps-sent' | 'over'> {
  return deps.store.transaction(async (tx) => {
    const row = await tx.reviews.lock(reviewId);
    if (row === null || row.by.userId !== slackUserId) return 'over';
    if (row.state !== 'checking' && row.state !== 'acting') return 'over';
    await tx.reviews.save(row.id, { withdrawn: true });
    if (row.state === 'acting') return 'perhaps-sent';
    await refuseReview(tx, deps.world, row, { kind: 'withdrawn' });
    return 'withdrawn';
  });
}
