import {
  endsFirst,
  type LongerAccess,
  type ShorterAccess,
  shorterAfter,
} from '../../domain/access/grant.ts';
import type { NoticeBody } from '../../domain/message/notice.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
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
  const others = await otherGrants(tx, request);
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

/**
 * The later, shorter access with which the access that a message tells of may end; null where there
 * is none.
 */
export async function replacingAccess(
  tx: StoreTransaction,
  { request, grant }: Pick<HolderRow, 'request' | 'grant'>,
  body: NoticeBody,
): Promise<ShorterAccess | null> {
  if (grant === null || grant.endedAt !== null || !tellsOfAccess(body)) return null;
  const others = await otherGrants(tx, request);
  return shorterAfter(
    grant,
    others.filter(({ revocationPending }) => revocationPending === null),
  );
}

/**
 * The earlier access that a message about a shorter grant has to mention; null where there is none.
 */
export async function endangeredAccess(
  tx: StoreTransaction,
  { request, grant }: Pick<HolderRow, 'request' | 'grant'>,
  body: NoticeBody,
): Promise<LongerAccess | null> {
  if (grant === null || !tellsOfAccess(body)) return null;
  const longer = await longerAccess(tx, request, grant);
  return longer === 'granted-later' ? null : longer;
}

/** Whether a message is about access that somebody has. */
export function tellsOfAccess(body: NoticeBody): boolean {
  const outcome = body.kind === 'decided' ? body.next : body;
  const isGranted = outcome.kind === 'ended' && outcome.outcome === 'granted';
  return isGranted || body.kind === 'ending-soon';
}
