/** An entitlement that can be asked for, as the catalogue keeps it. Ids are unique only per `(appId, id)`. */
export interface CatalogueEntitlement {
  readonly appId: string;
  readonly id: string;
  /** Display name, else alias, else slug, else the id. Never empty. */
  readonly name: string;
  readonly alias: string;
  readonly description: string;
  readonly resourceTypeId: string;
  readonly resourceId: string;
  /** Display name of the resource, from `appResourcePath`; empty if unknown. */
  readonly resourceName: string;
  /** `riskLevelValueId`, empty if none is set. */
  readonly riskLevel: string;
  readonly emergencyGrantEnabled: boolean;
  /** `durationGrant` in seconds: the longest a grant may last; null if the service sets none. */
  readonly longestSeconds: number | null;
  /** `durationUnset` is present: a grant may last until revoked. */
  readonly mayBePermanent: boolean;
}

/** Every field, so that a new one is not forgotten. */
const fields: Readonly<Record<keyof CatalogueEntitlement, (one: CatalogueEntitlement) => unknown>> = {
  appId: (one) => one.appId,
  id: (one) => one.id,
  name: (one) => one.name,
  alias: (one) => one.alias,
  description: (one) => one.description,
  resourceTypeId: (one) => one.resourceTypeId,
  resourceId: (one) => one.resourceId,
  resourceName: (one) => one.resourceName,
  riskLevel: (one) => one.riskLevel,
  emergencyGrantEnabled: (one) => one.emergencyGrantEnabled,
  longestSeconds: (one) => one.longestSeconds,
  mayBePermanent: (one) => one.mayBePermanent,
};
const fieldValues = Object.values(fields);

/** The same entitlements in the same order, with the same in every field. */
export function sameEntitlements(
  some: readonly CatalogueEntitlement[],
  others: readonly CatalogueEntitlement[],
): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return other !== undefined && fieldValues.every((of) => of(one) === of(other));
    })
  );
}
