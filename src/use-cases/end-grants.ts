import type { AccessRequest } from '../domain/access-request.ts';
import type { GrantEnd } from '../domain/grant.ts';
import { notify, notifyHolders, syncCards, syncHolders } from './notices.ts';
import type { World } from './ports.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

/** Grants ended in one round; the next round comes by itself. */
const grantsPerRound = 100;

/** What was granted for a time that is over by now: its holder is told, and an emergency gets its follow-up. */
export async function endGrants(deps: { readonly store: Store; readonly world: World }): Promise<void> {
  const due = await deps.store.transaction((tx) => tx.grants.dueIds(deps.world.now(), grantsPerRound));
  for (const requestId of due) {
    await deps.store.transaction(async (tx) => {
      const request = await tx.requests.find(requestId);
      if (request === null) return;
      // Whoever has it by another request too has lost nothing.
      const goesOn = (await tx.grants.alsoHeldBy(requestId, deps.world.now())).length > 0;
      await endGrant(tx, deps.world, request, goesOn ? 'extended' : 'expired');
    });
  }
}

/** Access that was given back is gone, by however many requests its holder had it; each person is told once. */
export async function giveBackGrants(tx: StoreTransaction, world: World, request: AccessRequest): Promise<void> {
  const others = await tx.grants.alsoHeldBy(request.id, world.now());
  // In one order, whichever was clicked: two at once could wait for each other.
  for (const requestId of [request.id, ...others].sort()) {
    const ended = await tx.requests.find(requestId);
    if (ended !== null) await endGrant(tx, world, ended, 'given-back', request.id);
  }
}

/**
 * Notes the end of a grant, once, and tells those who had it; an emergency's cards get a summary in their threads.
 *
 * @param occasion of grants that end on one occasion, each person is told once
 */
export async function endGrant(
  tx: StoreTransaction,
  world: World,
  request: AccessRequest,
  end: GrantEnd,
  occasion = request.id,
): Promise<void> {
  const at = world.now();
  if (!(await tx.grants.end(request.id, end, at))) return;
  const grant = await tx.grants.find(request.id);
  // Who was given more time has lost nothing.
  if (end !== 'extended') {
    await notifyHolders(tx, world, request, { key: `access-ended:${occasion}`, body: { kind: 'access-ended', end } });
  }
  await syncCards(tx, request.id);
  await syncHolders(tx, request);
  await tx.audit.append({
    kind: 'grant.ended',
    at,
    requestId: request.id,
    taskId: request.taskId,
    detail: { end, startedAt: grant?.startedAt.toISOString() ?? null, endsAt: grant?.endsAt?.toISOString() ?? null },
  });
  if (grant === null || !(await isEmergency(tx, request))) return;
  const endedAt = end === 'expired' ? (grant.endsAt ?? at) : at;
  for (const card of await tx.cards.ofRequest(request.id)) {
    if (card.state === 'unreachable') continue;
    await notify(tx, world, {
      key: `emergency-ended:${request.id}:${card.id}`,
      requestId: request.id,
      target: { kind: 'thread', cardId: card.id },
      body: {
        kind: 'emergency-ended',
        end,
        startedAt: grant.startedAt.toISOString(),
        endedAt: endedAt.toISOString(),
      },
    });
  }
}

async function isEmergency(tx: StoreTransaction, request: AccessRequest): Promise<boolean> {
  if (request.emergency || request.taskId === null) return request.emergency;
  return (await tx.tasks.find(request.taskId))?.snapshot.emergency ?? false;
}
