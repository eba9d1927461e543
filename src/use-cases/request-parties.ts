import type { AccessRequest, ActingPerson, IdentityRefusal, RequestParties } from '../domain/access-request.ts';
import { holderOf } from '../domain/holder-action.ts';
import { refuse } from '../domain/result.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { type IdentityDeps, type Resolved, resolveIdentity } from './resolve-identity.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Who asked and whom it is for, by every identity that they had when it was asked or have now. Throws as `resolveIdentity` does. */
export async function requestParties(
  deps: IdentityDeps,
  request: AccessRequest,
  task: Pick<TaskSnapshot, 'target'>,
): Promise<RequestParties> {
  const party = async (slackUserId: string, ...known: readonly (string | null | undefined)[]) => {
    const now = await resolveIdentity(deps, slackUserId);
    const ids = [...known, now.ok ? now.value.id : null];
    return { slackUserId, identityUserIds: ids.filter((id) => typeof id === 'string') };
  };
  return {
    requester: await party(request.requester.userId, request.requesterIdentityId),
    target: await party(holderOf(request), request.identityUserId, task.target?.id),
  };
}

/**
 * That a Slack account stands for another identity than when the request was made; null where it does not, or nobody knew it then.
 * `person` must have been resolved just now.
 */
export async function changedIdentity(
  tx: StoreTransaction,
  request: AccessRequest,
  person: ActingPerson,
): Promise<Extract<IdentityRefusal, { kind: 'changed' }> | null> {
  const { slackUserId, identityUserId } = person;
  const noted =
    (slackUserId === request.requester.userId ? request.requesterIdentityId : null) ??
    (slackUserId === holderOf(request) ? request.identityUserId : null);
  const was = noted ?? (await tx.identities.formerSince(slackUserId, request.createdAt));
  return was === null || was === identityUserId ? null : { kind: 'changed', was, is: identityUserId };
}

/** Whoever asked, refused where they stand for somebody else by now: requests can wait for a service that is down. */
export async function unchangedRequester(deps: IdentityDeps, request: AccessRequest): Promise<Resolved> {
  const requester = await resolveIdentity(deps, request.requester.userId);
  if (!requester.ok || requester.value.id === request.requesterIdentityId) return requester;
  const person = { slackUserId: request.requester.userId, identityUserId: requester.value.id };
  const changed = await deps.store.transaction((tx) => changedIdentity(tx, request, person));
  return changed === null ? requester : refuse(changed);
}
