/** An entitlement within a suggested role (interface.md, SuggestedEntitlement). */
export interface SuggestedEntitlement {
  readonly appDisplayName: string;
  readonly appId: string;
  readonly appResourceDisplayName: string;
  readonly appResourceTypeDisplayName: string;
  readonly entitlementDisplayName: string;
  readonly entitlementId: string;
  readonly riskLevelValueId: string;
  /** Part of the cohort that holds it, 0 to 1. */
  readonly coverage: number;
  readonly grantedCount: number;
}

/** A role that an analysis run proposes (interface.md, Role suggestion). */
export interface RoleSuggestion {
  readonly id: string;
  readonly runId: string;
  readonly createdCatalogId: string;
  readonly description: string;
  readonly suggestedName: string;
  readonly avgCoverage: number;
  readonly confidence: number;
  readonly cohortSize: number;
  readonly dimensionCount: number;
  readonly usersWithAll: number;
  readonly cohortFilters: readonly { readonly attribute: string; readonly values: readonly string[] }[];
  readonly insights: readonly string[];
  readonly suggestionState: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastGeneratedAt: string;
  readonly entitlements: readonly SuggestedEntitlement[];
  readonly existingProfileMatches: readonly {
    readonly catalogDisplayName: string;
    readonly catalogId: string;
    readonly matchType: string;
    readonly missingEntitlements: readonly SuggestedEntitlement[];
    readonly overlapRatio: number;
  }[];
}
