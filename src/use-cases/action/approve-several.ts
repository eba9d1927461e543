import type { SlackActor } from '../../domain/request/access-request.ts';
import type { LocalDeps } from '../deps.ts';
import { type Accepted, keepReview, type ReviewClick } from './accept-action.ts';

/** A request that somebody picked, as it was shown. */
export type PickedRequest = Pick<ReviewClick, 'cardId' | 'stepId' | 'shown'>;

/**
 * Keeps an approval of each request, as if it had been clicked by itself on Home: each is checked,
 * carried out and recorded for itself. All are kept or none, so that who hears that nothing was
 * saved can believe it.
 *
 * @param key what is the same if Slack sends the same submission again
 * @returns what became of each, in their order
 */
export async function approveSeveral(
  deps: Pick<LocalDeps, 'store' | 'settings' | 'showUnlessOver'>,
  {
    by,
    key,
    picked,
  }: {
    readonly by: SlackActor;
    readonly key: string;
    readonly picked: readonly PickedRequest[];
  },
): Promise<readonly Accepted[]> {
  const own = { verb: 'approve', by, reason: '', clicked: null } as const;
  // In one order, so that two submissions do not wait for each other's cards.
  const inOrder = picked.toSorted((one, other) => (one.cardId < other.cardId ? -1 : 1));
  return deps.store.transaction(async (tx) => {
    const accepted = new Map<PickedRequest, Accepted>();
    for (const request of inOrder) {
      const once = `${key}:${request.cardId}`;
      accepted.set(request, await keepReview(tx, deps, { ...request, ...own, key: once }));
    }
    return picked.map((request) => accepted.get(request) ?? 'unknown');
  });
}
