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
  /** Display name of the resource, from `appResourcePath`; empty where unknown. */
  readonly resourceName: string;
  /** `riskLevelValueId`, empty where none is set. */
  readonly riskLevel: string;
  readonly emergencyGrantEnabled: boolean;
  /** `durationGrant` in seconds: the longest a grant may last; null where the service sets none. */
  readonly longestSeconds: number | null;
  /** `durationUnset` is present: a grant may last until revoked. */
  readonly mayBePermanent: boolean;
}
