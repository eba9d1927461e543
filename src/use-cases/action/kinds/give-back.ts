import type { Action } from '../../../domain/action/action.ts';
import { holderOf } from '../../../domain/action/holder-action.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import { ofService } from '../../../domain/refusals/refusals.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import { withRevocation } from '../../../domain/request/untold.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import { beginRevocation, lookWhetherGone } from '../../access/end-grants.ts';
import { openExtensions } from '../../access/holder-requests.ts';
import type { UseCaseDeps } from '../../deps.ts';
import type { StoreTransaction } from '../../ports/store-ports.ts';
import { readTask } from '../../task/refresh-tasks.ts';
import { keepAction } from '../accept-action.ts';
import { sending, trailComment } from '../settle-action.ts';
import { carriedOut, type Outcome, refused } from './outcome.ts';
import { checkOwn } from './own-right.ts';

/** Gives access back before its end. Twice takes away no more than once. */
export async function giveBack(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { store, governance } = deps;
  const { verdict, endsAt } = await checkOwn(deps, action, request, 'give-back');
  if (!verdict.ok) return refused(verdict.refusal);
  const { isFromBackup, grant } = await store.transaction(async (tx) => ({
    isFromBackup: await tx.restores.isOlderThanAny(action.at),
    grant: await tx.grants.find(request.id),
  }));
  if (isFromBackup) return refused({ code: 'restored' });
  const { appId, entitlementId, identityUserId, account } = request;
  // The order arrived, though its answer was lost: the service has shown meanwhile that it is gone.
  if (action.state === 'sending' && grant?.endedBy === 'given-back')
    return carriedOut(async () => undefined);
  if (grant === null || grant.endedAt !== null || identityUserId === null)
    return refused({ code: 'ended' });
  const order = {
    appId,
    entitlementId,
    identityUserId,
    accountId: account?.id,
    comment: trailComment(action, nameAndEmail(verdict.value)),
    sendBefore: endsAt,
  };
  const answer = await sending(deps, action, () => governance.revoke(order));
  if (answer === null) return refused({ code: 'not-offered' });
  const task = answer.ok
    ? withRevocation(answer.value, { ...request, identityUserId })
    : await readTask(deps, answer.refusal.existingTaskId);
  const isOther =
    !answer.ok && task !== null && (await store.transaction((tx) => isRequested(tx, task.id)));
  if (!answer.ok && (isOther || !isWhatWasWanted(action, answer.refusal))) {
    // Perhaps it is gone already.
    await store.transaction((tx) => tx.grants.follow(request.id, { checkAt: tx.at }));
    return refused(ofService(answer.refusal));
  }
  return carriedOut(async (tx) => {
    const revocationPending = action.by.userId === holderOf(request) ? 'given-back' : 'taken-away';
    await beginRevocation(tx, deps, request, revocationPending, task);
    if (revocationPending === 'given-back') await withdrawExtensions(tx, deps, action, request);
    // The service has nothing to take away any more.
    const isGone = task === null && !answer.ok && answer.refusal.kind !== 'duplicate';
    if (isGone) await lookWhetherGone(tx, request, { revokedAt: tx.at });
  });
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
