import type { AccessRequest } from '../domain/access-request.ts';
import { endsFirst, type LongerAccess } from '../domain/grant.ts';
import type { NoticeBody } from '../domain/notice.ts';
import type { FollowedGrant } from './due-rows.ts';
import { sameAccess } from './end-grants.ts';
import type { HolderRow, StoreTransaction } from './store-ports.ts';

/**
 * What the same person has for longer by other requests. A service may end an earlier grant
 * together with a later one for a shorter time; a later and longer one is not in danger.
 */
export async function longerAccess(
  tx: StoreTransaction,
  request: AccessRequest,
  grant: Pick<FollowedGrant, 'startedAt' | 'endsAt'>,
): Promise<'granted-later' | LongerAccess | null> {
  const others = (await sameAccess(tx, request)).filter(
    ({ requestId }) => requestId !== request.id,
  );
  const longer = others.filter((one) => one.revocationPending === null && !endsFirst(one, grant));
  if (longer.some(({ startedAt }) => startedAt >= grant.startedAt)) return 'granted-later';
  const [longest = null] = longer.toSorted((one, other) => (endsFirst(one, other) ? 1 : -1));
  return longest === null ? null : { endsAt: longest.endsAt };
}

/**
 * The earlier access that a message about a shorter grant has to mention; null where there is none.
 */
export async function endangeredAccess(
  tx: StoreTransaction,
  { request, grant }: Pick<HolderRow, 'request' | 'grant'>,
  body: NoticeBody,
): Promise<LongerAccess | null> {
  if (grant === null || !(isGranted(body) || body.kind === 'ending-soon')) return null;
  const longer = await longerAccess(tx, request, grant);
  return longer === 'granted-later' ? null : longer;
}

function isGranted(body: NoticeBody): boolean {
  const ended = body.kind === 'decided' ? body.next : body;
  return ended.kind === 'ended' && ended.outcome === 'granted';
}
