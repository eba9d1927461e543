import { hasSameHolder, holderOf } from '../../domain/action/holder-action.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { PersonRefusal, Refusal } from '../../domain/refusals/refusals.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { lastAskedFor } from '../access/holder-requests.ts';
import type { LocalDeps, UseCaseDeps } from '../deps.ts';
import {
  changedPerson,
  keptIdentity,
  priorityOf,
  type Resolved,
  resolveIdentity,
} from '../people/resolve-identity.ts';
import type { LookupPriority } from '../ports/chat-ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** The identity of the requester, and the person the access is for. */
export interface GrantPeople {
  readonly requesterIdentityId: string;
  readonly holder: IdentityPerson;
}

/** How long a lookup of a person counts before access is requested for them. */
export const confirmedMs = {
  firstSend: 60_000,
  /**
   * A send that failed is repeated for as long as the service is away. People who leave meanwhile
   * must not get access when it is back.
   */
  sendAfterFailure: 10_000,
} as const;

/**
 * The people of a request if all were confirmed within this time and are unchanged; null if
 * somebody has to be looked up.
 */
export async function confirmedPeople(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  request: AccessRequest,
  withinMs: number,
): Promise<GrantPeople | null> {
  const { requester, requesterIdentityId } = request;
  const [asker, holder] = [requester.userId, holderOf(request)];
  const person = await keptIdentity(tx, deps, asker, withinMs);
  if (requesterIdentityId === null || person?.id !== requesterIdentityId) return null;
  const target = holder === asker ? person : await keptIdentity(tx, deps, holder, withinMs);
  if (target === null) return null;
  if ((await changedPerson(tx, request, holder, target.id)) !== null) return null;
  return { requesterIdentityId, holder: target };
}

/**
 * Confirms the people of a request again before the grant is sent: nobody gets access who has left,
 * is disabled, is mapped to another identity by now or cannot be identified. Throws
 * `OutwardFailure` if they cannot be read.
 */
export async function lookAtPeople(
  deps: UseCaseDeps,
  request: AccessRequest,
  withinMs: number,
): Promise<Result<GrantPeople, PersonRefusal>> {
  const { requester } = request;
  const holderId = holderOf(request);
  const priority = requesterPriority(deps, request, withinMs);
  const asking = unchanged(deps, request, requester.userId, { withinMs, priority });
  // Both at the same time: in a flood each lookup waits for its turn, and one after the other the
  // first would be too old by the turn of the second, again and again.
  const [asker, target] = await Promise.all([
    asking,
    holderId === requester.userId
      ? asking
      : unchanged(deps, request, holderId, { withinMs, priority: priorityOf(request) }),
  ]);
  if (!asker.ok) return asker;
  if (!target.ok) return refuse({ ...target.refusal, slackUserId: holderId });
  return ok({ requesterIdentityId: asker.value.id, holder: target.value });
}

async function unchanged(
  deps: UseCaseDeps,
  request: AccessRequest,
  slackUserId: string,
  { withinMs, priority }: { readonly withinMs: number; readonly priority: LookupPriority },
): Promise<Resolved> {
  const confirmed = await resolveIdentity(deps, slackUserId, priority, withinMs);
  if (!confirmed.ok) return confirmed;
  const { id } = confirmed.value;
  const changed = await deps.store.transaction((tx) => changedPerson(tx, request, slackUserId, id));
  return changed === null ? confirmed : refuse(changed);
}

/**
 * Within this time after the submission an older lookup of the account will do: Slack signed the
 * submission, so the account is active. That says nothing about the identity behind it.
 */
function requesterPriority(
  { world }: UseCaseDeps,
  request: AccessRequest,
  withinMs: number,
): LookupPriority {
  const sinceMs = world.now().getTime() - request.createdAt.getTime();
  return !request.emergency && sinceMs < withinMs ? 'acted' : priorityOf(request);
}

/**
 * Whether the first request, which a correction replaces, lets the correction be sent. The service
 * takes no second request for the same access, so the first has to end before.
 * - `over`: nothing stands in the way
 * - `open`: the first is being withdrawn, or the service has not closed it yet
 * - a refusal: the first was granted before it could be withdrawn, or withdrawing it was refused
 */
type FirstRequest = 'over' | 'open' | Refusal;

export async function firstRequestOf(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<FirstRequest> {
  const { correctsRequestId } = request;
  if (correctsRequestId === null) return 'over';
  const row = await tx.requests.standing(correctsRequestId);
  if (row === null || row.task === null || !isSameAccess(row.request, request)) return 'over';
  const { numericId, outcome } = row.task;
  if (!isOpen(row.task)) {
    return outcome === 'granted' ? { code: 'first-granted', numericId } : 'over';
  }
  if (row.request.state === 'withdrawn') return 'open';
  const withdrawals = await tx.actions.withdrawals([row.request.id]);
  return withdrawals.length > 0 ? 'open' : { code: 'first-not-withdrawn', numericId };
}

/** A corrected request waits for the end of the first, which still stands. */
export function keepCorrectionWaiting(
  tx: StoreTransaction,
  { id, createdAt }: Pick<AccessRequest, 'id' | 'createdAt'>,
): Promise<void> {
  return tx.posts.keepWait(id, { cause: 'correction', since: createdAt });
}

/**
 * If the withdrawal of a request has to wait for the service, tells the requester that its
 * correction waits. Returns false, and tells nothing, if no correction waits for it.
 */
export async function tellOfCorrection(
  tx: StoreTransaction,
  first: AccessRequest,
): Promise<boolean> {
  const newest = await lastAskedFor(tx, first);
  const correction = newest?.request;
  if (correction?.correctsRequestId !== first.id || correction.state !== 'submitted') return false;
  await keepCorrectionWaiting(tx, correction);
  return true;
}

function isSameAccess(first: AccessRequest, second: AccessRequest): boolean {
  return (
    first.appId === second.appId &&
    first.entitlementId === second.entitlementId &&
    hasSameHolder(first, second)
  );
}

/** How long a service may refuse a grant as a duplicate after it closed the first task. */
const longestLagMs = 3_600_000;

/**
 * Whether the service may still accept this request, which it now calls a duplicate of the one it
 * corrects.
 */
export async function isFirstStillClosing(
  { store, world }: Pick<LocalDeps, 'store' | 'world'>,
  { correctsRequestId, createdAt }: AccessRequest,
  existingTaskId: string | null,
): Promise<boolean> {
  if (correctsRequestId === null || existingTaskId === null) return false;
  if (world.now().getTime() - createdAt.getTime() > longestLagMs) return false;
  const first = await store.transaction((tx) => tx.requests.find(correctsRequestId));
  return first?.taskId === existingTaskId;
}
