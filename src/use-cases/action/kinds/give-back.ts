import type { Action } from '../../../domain/action/action.ts';
import { holderOf } from '../../../domain/action/holder-action.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import { ofService, type Refusal } from '../../../domain/refusals/refusals.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import { withRevocation } from '../../../domain/request/untold.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import { sameAccess } from '../../access/begin-access.ts';
import { beginRevocation, lookWhetherGone } from '../../access/end-grants.ts';
import { openExtensions } from '../../access/holder-requests.ts';
import type { UseCaseDeps } from '../../deps.ts';
import type { StoreTransaction } from '../../ports/store-ports.ts';
import { readTask } from '../../task/watch-task.ts';
import { keepAction } from '../accept-action.ts';
import { givenUp, sending, trailComment } from '../settle-action.ts';
import { checkOwn } from './act-on-own.ts';
import { carriedOut, type Outcome, refused } from './outcome.ts';

/** Gives access back before its end. Twice takes away no more than once. */
export async function giveBack(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { store, governance } = deps;
  const { verdict, endsAt } = await checkOwn(deps, action, request, 'give-back');
  const stopped = (refusal: Refusal) => refused(givenUp(action, refusal));
  if (!verdict.ok) return stopped(verdict.refusal);
  const { isFromBackup, grant, there } = await store.transaction(async (tx) => ({
    isFromBackup: await tx.restores.isOlderThanAny(action.at),
    grant: await tx.grants.find(request.id),
    there: await accessThere(tx, request),
  }));
  if (isFromBackup) return stopped({ code: 'restored' });
  const { appId, entitlementId, identityUserId, account } = request;
  // The order arrived, though its answer was lost: the service has shown meanwhile that it is gone.
  const isGivenBack = grant !== null && (grant.endedBy ?? 'given-back') === 'given-back';
  if (action.state === 'sending' && there === null && isGivenBack)
    return carriedOut(async () => undefined);
  if (there === null || identityUserId === null) return refused({ code: 'ended' });
  const order = {
    appId,
    entitlementId,
    identityUserId,
    accountId: account?.id,
    comment: trailComment(action, nameAndEmail(verdict.value)),
    sendBefore: endsAt,
  };
  const answer = await sending(deps, action, () => governance.revoke(order));
  if (answer === null) return stopped({ code: 'not-offered' });
  const task = answer.ok
    ? withRevocation(answer.value, { ...request, identityUserId })
    : await readTask(deps, answer.refusal.existingTaskId);
  const isOther =
    !answer.ok && task !== null && (await store.transaction((tx) => isRequested(tx, task.id)));
  if (!answer.ok && (isOther || !isWhatWasWanted(action, answer.refusal))) {
    // Perhaps it is gone already.
    await store.transaction((tx) => tx.grants.follow(there.id, { checkAt: tx.at }));
    return stopped(ofService(answer.refusal));
  }
  return carriedOut(async (tx) => {
    // Meanwhile a request for more time may have been granted.
    const ordered = (await accessThere(tx, request)) ?? there;
    const revocationPending = action.by.userId === holderOf(request) ? 'given-back' : 'taken-away';
    await beginRevocation(tx, deps, ordered, revocationPending, task);
    if (revocationPending === 'given-back') await withdrawExtensions(tx, deps, action, request);
    // The service has nothing to take away any more.
    const isGone = task === null && !answer.ok && answer.refusal.kind !== 'duplicate';
    if (isGone) await lookWhetherGone(tx, ordered, { revokedAt: tx.at });
  });
}

/**
 * The request by which the access of this one is there: itself, or a later one that goes on with it;
 * null where it has ended.
 */
async function accessThere(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<AccessRequest | null> {
  const grant = await tx.grants.find(request.id);
  if (grant === null) return null;
  if (grant.endedAt === null) return request;
  if (grant.endedBy !== null) return null;
  const later = await sameAccess(tx, request);
  return later.findLast(({ revokedAt }) => revokedAt === null)?.request ?? null;
}

/** Nobody is to get access again that they gave back, because a request for more time was open. */
async function withdrawExtensions(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  { by, channel }: Action,
  request: AccessRequest,
): Promise<void> {
  for (const { id } of await openExtensions(tx, deps, by.userId, request)) {
    await keepAction(tx, deps, { verb: 'withdraw', requestId: id, by, reason: '', channel });
  }
}

/**
 * Whether the task is that of a request, so that it takes nothing away: services name any open task
 * about the same access.
 */
export async function isRequested(tx: StoreTransaction, taskId: string): Promise<boolean> {
  const row = await tx.tasks.find(taskId);
  return row !== null && (await tx.requests.find(row.requestId))?.taskId === taskId;
}

/**
 * An order to take it back that is open already. After a POST without an answer also that there is
 * nothing to take back any more: the service says so as a 400, a 404 or another 409.
 */
function isWhatWasWanted({ state }: Action, { kind }: ServiceRefusal): boolean {
  if (kind === 'duplicate') return true;
  return state === 'sending' && ['invalid', 'not-found', 'closed', 'conflict'].includes(kind);
}
