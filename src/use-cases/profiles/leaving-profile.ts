import { type HeldAccess, isOnlyThrough, isSame } from '../../domain/access/held-access.ts';
import type { LeavingProfile } from '../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { LocalDeps } from '../deps.ts';

/**
 * What leaving an access profile does; null for access that is none.
 *
 * @param held what the person was seen to hold
 * @param isProfile whether it was one when it was asked for: it may be gone from the catalogs
 */
export function leavingProfile(
  { catalogue, visibility }: Pick<LocalDeps, 'catalogue' | 'visibility'>,
  { appId, entitlementId }: EntitlementKey,
  held: readonly HeldAccess[],
  isProfile = false,
): LeavingProfile | null {
  const enrolment = catalogue.entitlement(appId, entitlementId);
  const profile = enrolment === null ? null : visibility.profileOf(enrolment);
  if (profile === null) return isProfile ? { unenrolment: 'unknown', held: [] } : null;
  const ofIt = held.filter((one) => profile.items?.some((item) => isSame(item, one)));
  const names = new Set(ofIt.map((one) => one.entitlementName));
  // What somebody has by the profile alone cannot simply stay, whatever the profile says.
  const isOnlyByIt = ofIt.some((one) => isOnlyThrough(one, { appId, entitlementId }));
  const isDoubtful = profile.unenrolment === 'stays' && isOnlyByIt;
  return { unenrolment: isDoubtful ? 'unknown' : profile.unenrolment, held: [...names] };
}
