/**
 * How a grant is carried out (docs/spec/interface.md#provisionpolicy). Exactly one member is
 * present.
 */
export type ProvisionPolicy = Readonly<
  Partial<
    Record<
      | 'action'
      | 'connector'
      | 'delegated'
      | 'devicePlacement'
      | 'externalTicket'
      | 'manual'
      | 'multiStep'
      | 'unconfigured'
      | 'webhook',
      object
    >
  >
>;

/** An entitlement as the interface returns it (docs/spec/interface.md#appentitlement). */
export interface AppEntitlement {
  readonly id: string;
  readonly appId: string;
  readonly appResourceId: string;
  readonly appResourceTypeId: string;
  readonly alias: string;
  readonly description: string;
  readonly displayName: string;
  readonly externalId: string;
  readonly slug: string;
  readonly certifyPolicyId: string;
  readonly emergencyGrantPolicyId: string;
  readonly grantPolicyId: string;
  readonly revokePolicyId: string;
  readonly requestSchemaId: string;
  readonly riskLevelValueId: string;
  readonly complianceFrameworkValueIds: readonly string[];
  readonly annotations: Readonly<Record<string, unknown>> | null;
  readonly sourceConnectorIds: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly defaultValuesApplied: boolean;
  readonly emergencyGrantEnabled: boolean;
  readonly isAutomationEnabled: boolean;
  readonly isManuallyManaged: boolean;
  readonly overrideAccessRequestsDefaults: boolean;
  readonly systemBuiltin: boolean;
  /** The longest grant; absent where `durationUnset` is present. */
  readonly durationGrant?: string;
  /** Present where a grant may last until it is revoked. */
  readonly durationUnset?: Readonly<Record<string, never>>;
  /** int64 as text. */
  readonly grantCount: string;
  readonly matchSyncerId: string;
  readonly purpose: string;
  readonly userEditedMask: string;
  readonly provisionerPolicy: ProvisionPolicy;
  readonly deprovisionerPolicy: ProvisionPolicy;
}

/** A resource of the same app, by type and id. */
export interface ResourceRef {
  readonly typeId: string;
  readonly id: string;
}

/** An entitlement that is a role on a scope: both are resources. */
export interface ScopeRole {
  readonly role: ResourceRef;
  readonly scope: ResourceRef;
}

/** An entitlement with what only the sandbox knows about it. */
export interface CatalogEntitlement {
  readonly entitlement: AppEntitlement;
  /** Departments whose people may ask for it; null for everybody. */
  readonly departments: readonly string[] | null;
  /** `fails-once`: giving it and taking it back work the second time. */
  readonly provisioning: 'works' | 'fails-once';
  /** More actions offered on its tasks, for values that no published list has yet. */
  readonly extraActions: readonly string[];
  /** null for an entitlement that is no role on a scope. */
  readonly scopeRole: ScopeRole | null;
  /** Ids of entitlements of the same app that include this one. */
  readonly inheritedFrom: readonly string[];
  /** Owners by role, beside the owners of its resource. */
  readonly owners: readonly {
    readonly userId: string;
    readonly roleSlug: string;
    readonly createdAt: string;
  }[];
}
