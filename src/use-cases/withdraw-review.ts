import { refuseReview } from './carry-out-review.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

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
