import { endsFirst, type LongerAccess, shorterAfter } from '../../domain/access/grant.ts';
import { type NoticeBody, traitsOf } from '../../domain/message/notice.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { NoticeContext } from '../ports/chat-ports.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { HolderRow, StoreTransaction } from '../ports/store-ports.ts';
import { sameAccess } from './end-grants.ts';

/**
 * What the same person has for longer by other requests. A service may end an earlier grant
 * together with a later one for a shorter time; a later and longer one is not in danger.
 */
export async function longerAccess(
  tx: StoreTransaction,
  request: AccessRequest,
  grant: Pick<FollowedGrant, 'startedAt' | 'endsAt'>,
): Promise<'granted-later' | LongerAccess | null> {
  return longerAmong(await otherGrants(tx, request), grant);
}

function longerAmong(
  others: readonly FollowedGrant[],
  grant: Pick<FollowedGrant, 'startedAt' | 'endsAt'>,
): 'granted-later' | LongerAccess | null {
  const longer = others.filter((one) => one.revocationPending === null && !endsFirst(one, grant));
  if (longer.some(({ startedAt }) => startedAt >= grant.startedAt)) return 'granted-later';
  const [longest = null] = longer.toSorted((one, other) => (endsFirst(one, other) ? 1 : -1));
  return longest === null ? null : { endsAt: longest.endsAt };
}

/** All other grants of the same access to the same person. */
async function otherGrants(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<readonly FollowedGrant[]> {
  const all = await sameAccess(tx, request);
  return all.filter(({ requestId }) => requestId !== request.id);
}

/** What a message says of the person's other grants of the same access. */
type OtherAccess = Pick<NoticeContext, 'endangered' | 'replacing'>;

export const noOtherAccess: OtherAccess = { endangered: null, replacing: null };

/** Nothing where the message tells of no access. */
export async function otherAccess(
  tx: StoreTransaction,
  { request, grant }: Pick<HolderRow, 'request' | 'grant'>,
  body: NoticeBody,
): Promise<OtherAccess> {
  if (grant === null || !tellsOfAccess(body)) return noOtherAccess;
  const others = await otherGrants(tx, request);
  const longer = longerAmong(others, grant);
  const lasting = others.filter(({ revocationPending }) => revocationPending === null);
  return {
    endangered: longer === 'granted-later' ? null : longer,
    replacing: grant.endedAt === null ? shorterAfter(grant, lasting) : null,
  };
}

/** Whether a message is about access that somebody has. */
function tellsOfAccess(body: NoticeBody): boolean {
  return traitsOf(body).changesWith.includes('access');
}
