import type { RequestableApp } from '../settings/access-settings.ts';

/**
 * Whether people have to say why. The tenant may want no justification for an entitlement. If
 * several are requested together, one that wants it is enough; an emergency always needs it.
 */
export function isReasonNeeded(
  app: Pick<RequestableApp, 'withoutReason'> | null,
  entitlementIds: readonly string[],
  isEmergency: boolean,
): boolean {
  const { withoutReason = [] } = app ?? {};
  const isWanted = entitlementIds.some((id) => !withoutReason.includes(id));
  return isEmergency || isWanted || entitlementIds.length === 0;
}
