import type { ResourceSettings } from './access-settings.ts';

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
}

/** Whether two lists hold the same entitlements in the same order, equal in every field. */
export function sameEntitlements(
  some: readonly CatalogueEntitlement[],
  others: readonly CatalogueEntitlement[],
): boolean {
  return some.length === others.length && some.every((one, at) => hasFieldsOf(one, others[at]));
}

function hasFieldsOf<Value extends object>(one: Value, other: Value | undefined): boolean {
  if (other === undefined) return false;
  for (const field in one) if (one[field] !== other[field]) return false;
  return true;
}

/** A resource of an app. */
export type ResourceKey = ResourceSettings & Pick<CatalogueEntitlement, 'appId'>;
