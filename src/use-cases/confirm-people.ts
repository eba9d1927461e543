import type { AccessRequest, RequestRefusal } from '../domain/access-request.ts';
import { holderOf } from '../domain/holder-action.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { notifyPeople } from './notices.ts';
import type { UseCaseDeps } from './ports.ts';
import { changedIdentity, confirmedIdentity, confirmIdentity, hasteOf, type Resolved } from './resolve-identity.ts';
import { stopRequest } from './stop-request.ts';
import type { StoreTransaction } from './store-ports.ts';

/** As whom a request is asked for, and for whom. */
export interface GrantPeople {
  readonly requesterIdentityId: string;
  readonly identityUserId: string;
}

type PersonRefusal = Extract<RequestRefusal, { kind: 'identity' }>;

/** The people of a request that were all looked at within the last minute, and are who they were; null where somebody has to be asked. */
export async function confirmedPeople(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  request: AccessRequest,
): Promise<GrantPeople | null> {
  const { requester, requesterIdentityId, targetSlackId } = request;
  if (requesterIdentityId === null) return null;
  const person = await confirmedIdentity(tx, deps, requester.userId);
  if (person?.id !== requesterIdentityId) return null;
  const target = targetSlackId === null ? person : await confirmedIdentity(tx, deps, targetSlackId);
  if (target === null) return null;
  const holder = { slackUserId: holderOf(request), identityUserId: target.id };
  if ((await changedIdentity(tx, request, holder)) !== null) return null;
  return { requesterIdentityId, identityUserId: target.id };
}

/**
 * Looks at the people of a request again before access is asked for: who has left, is disabled, stands for somebody else by now or cannot
 * be told who they are gets none. Throws `OutwardFailure` where that cannot be read.
 */
export async function lookAtPeople(
  deps: UseCaseDeps,
  request: AccessRequest,
): Promise<Result<GrantPeople, PersonRefusal>> {
  const { requester, targetSlackId } = request;
  const asker = await unchanged(deps, request, requester.userId, hasteOfRequester(deps, request));
  if (!asker.ok) return refuse({ kind: 'identity', refusal: asker.refusal });
  const isForSelf = targetSlackId === null || targetSlackId === requester.userId;
  if (isForSelf) return ok({ requesterIdentityId: asker.value.id, identityUserId: asker.value.id });
  const target = await unchanged(deps, request, targetSlackId, hasteOf(request));
  if (!target.ok) return refuse({ kind: 'identity', refusal: target.refusal, slackUserId: targetSlackId });
  return ok({ requesterIdentityId: asker.value.id, identityUserId: target.value.id });
}

async function unchanged(
  deps: UseCaseDeps,
  request: AccessRequest,
  slackUserId: string,
  haste: Parameters<typeof confirmIdentity>[2],
): Promise<Resolved> {
  const found = await confirmIdentity(deps, slackUserId, haste);
  if (!found.ok) return found;
  const person = { slackUserId, identityUserId: found.value.id };
  const changed = await deps.store.transaction((tx) => changedIdentity(tx, request, person));
  return changed === null ? found : refuse(changed);
}

/** A submission that Slack signed a moment ago shows that the account is there. It shows nothing of the identity behind it. */
const submittedJustNowMs = 60_000;

function hasteOfRequester({ world }: UseCaseDeps, request: AccessRequest): Parameters<typeof confirmIdentity>[2] {
  const sinceMs = world.now().getTime() - request.createdAt.getTime();
  return !request.emergency && sinceMs < submittedJustNowMs ? 'acted' : hasteOf(request);
}

/** Stops a request for somebody who may not have access now. The administrators hear of those who left or changed since it was made. */
export async function stopForPerson(deps: UseCaseDeps, request: AccessRequest, refusal: PersonRefusal): Promise<void> {
  await deps.store.transaction(async (tx) => {
    // Another run may have found its task meanwhile, or refused it.
    const current = await tx.requests.lock(request.id);
    if (current?.state !== 'submitted' && current?.state !== 'sending') return;
    await stopRequest(tx, request, { state: 'refused', refusal });
    if (!isNews(request, refusal)) return;
    const admins = deps.settings.admins.filter((userId) => userId !== request.requester.userId);
    const body = { kind: 'grant-stopped', refusal } as const;
    await notifyPeople(tx, request.id, admins, { key: `grant-stopped:${request.id}`, body });
  });
}

const leavings: ReadonlySet<string> = new Set(['deactivated', 'inactive', 'changed', 'unconfirmed-email']);

/** Somebody who was known when they asked and is not any more; not a guest whom somebody picked by mistake. */
function isNews(request: AccessRequest, { refusal, slackUserId }: PersonRefusal): boolean {
  return leavings.has(refusal.kind) || (slackUserId === undefined && request.requesterIdentityId !== null);
}
