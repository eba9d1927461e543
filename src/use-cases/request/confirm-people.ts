import { holderOf } from '../../domain/action/holder-action.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { PersonRefusal } from '../../domain/refusals/refusals.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { UseCaseDeps } from '../deps.ts';
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
