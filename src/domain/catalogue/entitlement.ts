import type { ResourceSettings } from '../settings/access-settings.ts';

/**
 * An entitlement that can be asked for, as the catalogue keeps it. Ids are unique only per `(appId,
 * id)`.
 */
export interface CatalogueEntitlement extends ResourceSettings {
  readonly appId: string;
  readonly id: string;
  /** Display name, else alias, else slug, else the id. Never empty. */
  readonly name: string;
  readonly alias: string;
  readonly description: string;
  /** Display name of the resource, from `appResourcePath`; empty if unknown. */
  readonly resourceName: string;
  /** `riskLevelValueId`, empty if none is set. */
  readonly riskLevel: string;
  readonly emergencyGrantEnabled: boolean;
  /** `durationGrant` in seconds: the longest a grant may last; null if the service sets none. */
  readonly longestSeconds: number | null;
  /** The form that is filled in with a request; empty where there is none. */
  readonly requestSchemaId: string;
  /** `durationUnset` is present: a grant may last until revoked. */
  readonly mayBePermanent: boolean;
  /** Its own settings go before the rules of its app. */
  readonly isLocked?: boolean;
  /** The policy that decides; absent where none is told. */
  readonly policyId?: string;
  /** That of its app, for what has none of its own; absent where none is told. */
  readonly appPolicyId?: string;
  /** The policy that decides emergencies; absent where none is told. */
  readonly emergencyPolicyId?: string;
  /** Another policy may decide, by a rule that only the service can evaluate. */
  readonly isPolicyOpen?: boolean;
  /** Another longest may apply to a request, by a rule that only the service can evaluate. */
  readonly isLongestOpen?: boolean;
}

/**
 * Whether the id of its risk says that it is low, like `risk-low` or `LOW`. Where an id says
 * nothing, the risk may be any.
 */
export function isKnownAsLowRisk({ riskLevel }: Pick<CatalogueEntitlement, 'riskLevel'>): boolean {
  return /^(?:risk(?:[-_ ]?level)?[-_ ]+)?low$/i.test(riskLevel.trim());
}

/** Whether two lists hold the same entitlements in the same order, equal in every field. */
export function sameEntitlements(
  some: readonly CatalogueEntitlement[],
  others: readonly CatalogueEntitlement[],
): boolean {
  return some.length === others.length && some.every((one, at) => haveSameFields(one, others[at]));
}

/** A field that only one of them has differs, too. */
function haveSameFields(
  one: CatalogueEntitlement,
  other: CatalogueEntitlement | undefined,
): boolean {
  return other !== undefined && hasFieldsOf(one, other) && hasFieldsOf(other, one);
}

function hasFieldsOf<Value extends object>(one: Value, other: Value): boolean {
  for (const field in one) if (one[field] !== other[field]) return false;
  return true;
}

/** A resource of an app. */
export type ResourceKey = ResourceSettings & Pick<CatalogueEntitlement, 'appId'>;

/** An account that somebody has in an app. */
export interface AppAccount {
  readonly id: string;
  /** As the app names it; the id where it has no name. */
  readonly name: string;
}
