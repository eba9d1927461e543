import type { AccessRequest } from '../domain/access-request.ts';
import type { StoreTransaction } from './store-ports.ts';
import type { World } from './world.ts';

/**
 * A card of this request in this channel, and the job that posts it. The first card of a group starts the thread, the others reply to it;
 * the lock of the group's first request lets one at a time find out which is the first.
 */
export async function wantCard(
  tx: StoreTransaction,
  world: World,
  request: Pick<AccessRequest, 'id' | 'groupId'>,
  channel: string,
): Promise<void> {
  if (request.groupId !== null) await tx.requests.lock(request.groupId);
  const root = request.groupId === null ? null : await tx.cards.rootOfGroup(request.groupId, channel);
  const threadOf = root === null || root.requestId === request.id ? null : root.id;
  const card = await tx.cards.want(world.newId(), request.id, channel, threadOf);
  await tx.enqueue({ kind: 'sync-card', cardId: card.id });
}
