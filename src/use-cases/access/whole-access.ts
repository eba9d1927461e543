import {
  type Access,
  accessBy,
  type ExpectedEnd,
  expectedEnd,
  isSameAccess,
} from '../../domain/access/access.ts';
import type { OtherAccount } from '../../domain/access/grant.ts';
import { holderOf } from '../../domain/action/holder-action.ts';
import { type NoticeBody, traitsOf } from '../../domain/message/notice.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { HolderRow } from '../ports/rows/subject-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** The access that the person has by this request; null where they have none by it, or no more. */
export async function accessOf(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<Access<FollowedGrant> | null> {
  const running = await tx.grants.runningOf(request);
  const grant = running.find(({ requestId }) => requestId === request.id);
  return grant === undefined ? null : accessBy(grant, running);
}

/**
 * All by which the same person has the same access, this request included and whatever is being
 * taken away: in one order, so that no two wait for each other.
 */
export async function sameAccess(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<readonly FollowedGrant[]> {
  const running = await tx.grants.runningOf(request);
  return running.filter(({ request: one }) => one.id === request.id || isSameAccess(one, request));
}

/**
 * The picked accounts by which the person has, or had, the same by access of its own, as far as that
 * can be mistaken for access by an account that nobody picked.
 */
export async function otherAccounts(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<readonly OtherAccount[]> {
  if (request.account !== null || request.identityUserId === null) return [];
  const rows = await tx.requests.forEntitlement(holderOf(request), request, lookedAt);
  return rows.flatMap(({ request: { account, identityUserId }, grant }) =>
    account === null || grant === null || identityUserId !== request.identityUserId
      ? []
      : [{ accountId: account.id, endedAt: grant.endedAt }],
  );
}

/** As many of the newest requests of a person for one thing are looked at. */
const lookedAt = 10;

/** What a message says of the end beside its grant; null where it tells of no access. */
export async function expectedEndIn(
  tx: StoreTransaction,
  { request, grant }: Pick<HolderRow, 'request' | 'grant'>,
  body: NoticeBody,
): Promise<ExpectedEnd | null> {
  if (grant === null || !tellsOfAccess(body)) return null;
  const access = await accessOf(tx, request);
  if (access === null || grant.revocationPending !== null) return null;
  return expectedEnd(access, grant);
}

/** Whether a message is about access that somebody has. */
function tellsOfAccess(body: NoticeBody): boolean {
  return traitsOf(body).changesWith.includes('access');
}
