import { lastToEnd } from '../../domain/access/access.ts';
import type { GrantPeriod } from '../../domain/access/grant.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { endGrant } from './end-grants.ts';
import { sameAccess } from './whole-access.ts';

/**
 * Notes what was granted, once. The access that is there already goes on with it, up to the later of
 * both ends, and the row before it is closed. Access that is being taken away stays beside it.
 *
 * @param prolonged what it was asked for to prolong; null where that is nothing
 */
export async function beginAccess(
  tx: StoreTransaction,
  request: AccessRequest,
  granted: GrantPeriod,
  prolonged: AccessRequest | null,
): Promise<void> {
  await tx.grants.holdAccess(request);
  const there = (await sameAccess(tx, request)).filter(
    (one) => one.revocationPending === null && one.revokedAt === null,
  );
  const { endsAt } = lastToEnd([...there, granted]) ?? granted;
  if (!(await tx.grants.begin(request.id, { ...granted, endsAt }))) return;
  // A service may end all of it with the shorter one.
  if (granted.endsAt !== null && granted.endsAt !== endsAt)
    await tx.grants.follow(request.id, { checkAt: granted.endsAt, checks: 1 });
  const before = there.map((one) => one.request);
  for (const one of prolonged === null ? before : [...before, prolonged])
    if (one.id !== request.id) await endGrant(tx, one, { end: 'extended', at: tx.at });
}
