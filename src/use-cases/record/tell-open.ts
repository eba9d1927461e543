import type { Subject } from '../../domain/request/subject.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from './record.ts';

/**
 * Whether the requester hears of it now: `told` for the first time, `known` from a message before,
 * `not-yet` while a request of the group has neither a card nor a place in a queue.
 */
export type OpenNews = 'told' | 'known' | 'not-yet';

/**
 * Tells the requester once, and the person it is for, that their request is with its reviewers. Of
 * several requests submitted together it tells when the last one has its card, or will get none.
 * Takes the group's lock: two cards that are posted at once would each take the other for missing.
 *
 * @param isQueued cards wait long for their turn in Slack. Their requests are on the reviewers'
 *   Homes already, so the requester does not wait for the cards as well.
 */
export async function tellOpen(
  tx: StoreTransaction,
  request: Subject,
  { isQueued = false }: { readonly isQueued?: boolean } = {},
): Promise<OpenNews> {
  const { groupId } = request;
  if (groupId !== null) await tx.requests.lock(groupId);
  const open: Subject[] = [];
  for (const one of groupId === null ? [request] : await tx.requests.ofGroup(groupId)) {
    if (one.state === 'submitted' || one.state === 'sending') return 'not-yet';
    const view = await tx.views.of(one.id);
    if (view === null) continue;
    const { task, cards } = view;
    // There is nothing to decide on. What was granted at once waits for nobody, and may have no
    // card.
    if (task === null || !isOpen(task) || one.state === 'withdrawn') continue;
    // The requester was told where it is instead.
    if (cards.some((card) => card.state === 'unreachable')) continue;
    if (!cards.some((card) => isQueued || card.ts !== null)) return 'not-yet';
    open.push(one);
  }
  const [first] = open;
  if (first === undefined) return 'not-yet';
  const kind = groupId === null ? 'request.open' : 'group.open';
  const context = { asked: groupId ?? request.id };
  const isNew = await record(tx, { kind, requestId: first.id, context }, first);
  return isNew ? 'told' : 'known';
}
