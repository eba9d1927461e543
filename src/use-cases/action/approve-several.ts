import type { SlackActor } from '../../domain/request/access-request.ts';
import type { LocalDeps } from '../deps.ts';
import { type Accepted, acceptReview, type ReviewClick } from './accept-action.ts';

/** A request that somebody picked, as it was shown. */
export type PickedRequest = Pick<ReviewClick, 'cardId' | 'stepId' | 'shown'>;

/**
 * Keeps an approval of each request, as if it had been clicked by itself on Home: each is checked,
 * carried out and recorded for itself.
 *
 * @param key what is the same if Slack sends the same submission again
 * @returns what became of each, in their order
 */
export async function approveSeveral(
  deps: Pick<LocalDeps, 'store' | 'settings'>,
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
  const all: Accepted[] = [];
  for (const request of picked) {
    const own = { verb: 'approve', by, reason: '', clicked: null } as const;
    const once = `${key}:${request.cardId}`;
    all.push(await acceptReview(deps, { ...request, ...own, key: once }));
  }
  return all;
}
