import type { AccessRequest } from '../domain/access-request.ts';
import type { GrantEnd } from '../domain/grant.ts';
import { holders, notifyHolders, notifyPeople, notifyThreads, syncCards, syncHolders } from './notices.ts';
import type { World } from './ports.ts';
import type { StoreTransaction } from './store-ports.ts';

interface Ending {
  readonly end: GrantEnd;
  readonly at: Date;
  /** Of grants that end on one occasion, each person is told once. */
  readonly occasion?: string;
}

/** Notes the end of a grant, once, and tells those who had it and the threads of its cards; of an emergency, with a summary there. */
export async function endGrant(
  tx: StoreTransaction,
  world: World,
  request: AccessRequest,
  { end, at, occasion = request.id }: Ending,
): Promise<void> {
  if (!(await tx.grants.end(request.id, end, at))) return;
  const grant = await tx.grants.find(request.id);
  if (grant === null) return;
  const body = { kind: 'access-ended', end } as const;
  // Who was given more time has lost nothing.
  if (end !== 'extended') await notifyHolders(tx, world, request, { key: `access-ended:${occasion}`, body });
  const startedAt = grant.startedAt.toISOString();
  await notifyThreads(tx, world, request, {
    key: `access-ended:${request.id}`,
    body: (await isEmergency(tx, request))
      ? { kind: 'emergency-ended', end, startedAt, endedAt: at.toISOString() }
      : body,
  });
  await syncCards(tx, request.id);
  await syncHolders(tx, request);
  await tx.audit.append({
    kind: 'grant.ended',
    at: world.now(),
    requestId: request.id,
    taskId: request.taskId,
    detail: { end, startedAt, endsAt: grant.endsAt?.toISOString() ?? null, endedAt: at.toISOString() },
  });
}

/** All by which the same person has the same access, this request included: in one order, so that no two wait for each other. */
async function sameAccess(tx: StoreTransaction, request: AccessRequest) {
  const running = await tx.grants.runningOf(request);
  return request.identityUserId === null ? running.filter(({ requestId }) => requestId === request.id) : running;
}

/** Whether whoever has this access has it by another request after this time, too: they lose nothing. */
export async function isHeldAfter(tx: StoreTransaction, request: AccessRequest, at: Date): Promise<boolean> {
  const all = await sameAccess(tx, request);
  return all.some(({ requestId, endsAt }) => requestId !== request.id && (endsAt === null || endsAt > at));
}

/** The service was asked to take the access away. It is there until the service says that it is gone. */
export async function leaveGrants(
  tx: StoreTransaction,
  request: AccessRequest,
  leaving: 'given-back' | 'taken-away',
  checkAt: Date | null,
): Promise<void> {
  for (const one of await sameAccess(tx, request)) {
    await tx.grants.follow(one.requestId, { leaving, checkAt, checks: 0 });
    await syncCards(tx, one.requestId);
    await syncHolders(tx, one.request);
  }
}

/** The service took the access away, by however many requests its holder had it; each person is told once. */
export async function endLeaving(tx: StoreTransaction, world: World, request: AccessRequest, at: Date): Promise<void> {
  for (const { leaving: end, request: one } of await sameAccess(tx, request)) {
    if (end !== null) await endGrant(tx, world, one, { end, at, occasion: request.id });
  }
}

/** The access was not taken away, or not yet: its holder and the administrators are told, once for each `occasion`. */
export async function tellNotGone(
  tx: StoreTransaction,
  world: World,
  request: AccessRequest,
  {
    occasion,
    outcome,
    admins,
  }: { readonly occasion: string; readonly outcome: string; readonly admins: readonly string[] },
): Promise<void> {
  const people = new Set([...holders(request), ...admins]);
  const body = { kind: 'not-gone', outcome } as const;
  const key = `not-gone:${request.id}:${occasion}:${outcome}`;
  if (!(await notifyPeople(tx, world, request.id, [...people], { key, body }))) return;
  await tx.audit.append({
    kind: 'grant.not-ended',
    at: world.now(),
    requestId: request.id,
    taskId: request.taskId,
    detail: { occasion, outcome },
  });
}

/** The access stays, and its holder may give it back again. */
export async function keepGrants(tx: StoreTransaction, request: AccessRequest): Promise<void> {
  for (const { requestId, request: one } of await sameAccess(tx, request)) {
    await tx.grants.follow(requestId, { leaving: null, revokedAt: null, checkAt: null, checks: 0 });
    await tx.holderActions.reopen(requestId, 'give-back');
    await syncCards(tx, requestId);
    await syncHolders(tx, one);
  }
}

async function isEmergency(tx: StoreTransaction, request: AccessRequest): Promise<boolean> {
  if (request.emergency || request.taskId === null) return request.emergency;
  return (await tx.tasks.find(request.taskId))?.snapshot.emergency ?? false;
}
