import { holders } from '../../domain/action/holder-action.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

type Holders = Pick<Subject, 'id' | 'requester' | 'targetSlackId'>;

/** What a transaction has rendered again. */
interface Renderings {
  readonly slackUserIds: Set<string>;
  readonly identityUserIds: Set<string>;
  /** By the id of the request: whether its cards are, or its messages alone. */
  readonly requests: Map<string, 'cards' | 'messages'>;
}

const renderings = new WeakMap<StoreTransaction, Renderings>();

/**
 * What is to be rendered again is looked up once, at the end of the transaction: several facts about
 * one request need one statement. The jobs run when it has committed, whenever they were wanted.
 */
function renderingsOf(tx: StoreTransaction): Renderings {
  const earlier = renderings.get(tx);
  if (earlier !== undefined) return earlier;
  const none: Renderings = {
    slackUserIds: new Set(),
    identityUserIds: new Set(),
    requests: new Map(),
  };
  renderings.set(tx, none);
  tx.atEnd(() => renderAgain(tx, none));
  return none;
}

async function renderAgain(
  tx: StoreTransaction,
  { slackUserIds, identityUserIds, requests }: Renderings,
): Promise<void> {
  let people = { slackUserIds: [...slackUserIds], identityUserIds: [...identityUserIds] };
  const all = requests.size === 0 ? [[null, 'messages'] as const] : requests;
  for (const [requestId, what] of all) {
    const hasCards = what === 'cards';
    const views = await tx.refreshes.shownBy({ ...people, requestId, hasCards });
    people = { slackUserIds: [], identityUserIds: [] };
    for (const slackUserId of views.homes) await tx.enqueue({ kind: 'sync-home', slackUserId });
    for (const noticeId of views.messages) await tx.enqueue({ kind: 'send-notice', noticeId });
    for (const { id: cardId, isPosted, rootId } of views.cards) {
      // Posts wait for their turn in the channel; an update that shows a decision must not wait
      // behind them.
      await tx.enqueue({ kind: isPosted ? 'update-card' : 'sync-card', cardId });
      if (rootId !== null) await tx.enqueue({ kind: 'update-card', cardId: rootId });
    }
  }
}

/** Home of the requester, and of the person it is for. */
export function syncHolders(tx: StoreTransaction, request: Holders): void {
  syncHomes(tx, [...holders(request)]);
}

/** The Homes that these people may be looking at. */
export function syncHomes(tx: StoreTransaction, slackUserIds: readonly string[]): void {
  for (const slackUserId of slackUserIds) renderingsOf(tx).slackUserIds.add(slackUserId);
}

/** The Homes that people with these identities may be looking at. */
export function syncHomesOf(tx: StoreTransaction, identityUserIds: readonly string[]): void {
  const { identityUserIds: ids } = renderingsOf(tx);
  for (const id of identityUserIds) ids.add(id);
}

/** Messages lose buttons for what is over. */
export function syncOffers(tx: StoreTransaction, requestId: string): void {
  const { requests } = renderingsOf(tx);
  if (!requests.has(requestId)) requests.set(requestId, 'messages');
}

/** Every card of the request is rendered again, and messages lose buttons for what is over. */
export function syncCards(tx: StoreTransaction, requestId: string): void {
  renderingsOf(tx).requests.set(requestId, 'cards');
}

/** The card that starts the thread of several says what is so of all of them. */
export async function syncRoot(tx: StoreTransaction, threadOf: string | null): Promise<void> {
  if (threadOf === null) return;
  const root = await tx.cards.find(threadOf);
  // One that is still to be posted shows it then.
  if (root !== null && root.ts !== null) await tx.enqueue({ kind: 'update-card', cardId: root.id });
}
