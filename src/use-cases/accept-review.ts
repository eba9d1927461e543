import type { AccessRequest, SlackActor } from '../domain/access-request.ts';
import { type AccessSettings, taskLink } from '../domain/access-settings.ts';
import { type LinkReason, linkReason, needsStepUp } from '../domain/authorization.ts';
import type { ReviewVerb } from '../domain/review.ts';
import { isStepOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { refuseReview } from './carry-out-review.ts';
import type { Place } from './chat-ports.ts';
import { syncCards } from './notices.ts';
import type { World } from './ports.ts';
import type { RiskNamesSource } from './risk-names.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

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
  return deps.store.transaction(async (tx) => {
    const card = await tx.cards.lock(click.cardId);
    const request = card === null ? null : await tx.requests.find(card.requestId);
    if (card === null || request === null || request.taskId === null) return 'unknown-card';
    await retireOlderCopy();
    const id = deps.world.newId();
    const at = deps.world.now();
    const identity = await tx.identities.find(click.by.userId);
    const task = (await tx.tasks.find(request.taskId))?.snapshot ?? null;
    const why = task === null ? null : linkOf(deps, click.verb, task, request);
    if (task !== null && why !== null) {
      await refuseOldButton(tx, request, why, at);
      return { why, consoleUrl: taskLink(deps.settings.governance, task) };
    }
    const likely = task?.stepApprovers.some((person) => person.id === identity?.person.id) ?? false;
    const isShown = task !== null && isStepOf({ stepId: click.stepId, occurrence: '' }, task);
    const isNew = await tx.reviews.insertOnce({
      id,
      taskId: request.taskId,
      requestId: request.id,
      stepId: click.stepId,
      verb: click.verb,
      by: click.by,
      reason: click.reason,
      durationSeconds: click.durationSeconds ?? null,
      // A click on Home is answered directly.
      channel: click.clicked?.channel ?? click.by.userId,
      likely,
      occurrence: isShown ? (task.stepOccurrence ?? '') : '',
      at,
    });
    if (!isNew) return 'repeated';
    await tx.enqueue({ kind: 'carry-out-review', reviewId: id });
    // The next person to look sees that somebody is at it, before the service has answered.
    if (likely) await syncCards(tx, request.id);
    if (click.clicked === null) await tx.enqueue({ kind: 'sync-home', slackUserId: click.by.userId });
    return 'kept';

    async function refuseOldButton(
      trx: StoreTransaction,
      { id: requestId, taskId }: AccessRequest,
      why: LinkReason,
      when: Date,
    ) {
      await syncCards(trx, requestId);
      await trx.audit.append({
        kind: 'review.refused',
        at: when,
        requestId,
        taskId,
        actor: click.by.userId,
        detail: { verb: click.verb, stepId: click.stepId, refusal: { kind: 'in-console', why } },
      });
    }

    /** The click is on a copy that was posted when the outcome of the first post was unknown: honoured, and deleted. */
    async function retireOlderCopy() {
      if (card === null || click.clicked === null || click.clicked.ts === card.ts) return;
      // No post of ours has been noted yet: this copy is the card until another one is.
      if (card.ts === null) await tx.cards.markPosted(card.id, click.clicked, '');
      else await tx.enqueue({ kind: 'retire-copy', ...click.clicked });
    }
  });
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
    await tx.reviews.markWithdrawn(row.id);
    if (row.state === 'acting') return 'perhaps-sent';
    await refuseReview(tx, deps.world, row, { kind: 'withdrawn' });
    return 'withdrawn';
  });
}

/** By what is known without asking anybody; the job asks again. */
function linkOf(
  { settings, riskNames }: AcceptReviewDeps,
  verb: ReviewVerb,
  task: TaskSnapshot,
  request: AccessRequest,
): LinkReason | null {
  const names = riskNames.remembered();
  const review =
    names === null ? { ...settings.review, linkWhen: { ...settings.review.linkWhen, risk: [] } } : settings.review;
  const link = linkReason(review, task, request, names ?? new Map());
  return link ?? (verb === 'approve' && needsStepUp(task) ? 'step-up' : null);
}
