/**
 * Long because it is the shape of fourteen resources, and nothing else.
 *
 * What the administration port gives, in the service’s field names (interface.md, Resources). A text is empty where the service
 * set nothing, a moment (ISO 8601) and a group of fields null, an enumeration its full name or one nobody knows yet. Only what
 * is shown is named here; whatever else the service documents of a record is carried along for machines to read.
 */
interface FreeObject {
  readonly [name: string]: unknown;
}

export interface EntitlementRecord {
  readonly deletedAt: string | null;
  readonly id: string;
  readonly appId: string;
  readonly displayName: string;
  readonly alias: string;
  readonly slug: string;
  readonly description: string;
  readonly purpose: string;
  readonly riskLevelValueId: string;
  readonly grantCount: string;
  /** Protobuf seconds, `"3600s"`. */
  readonly durationGrant: string;
  readonly durationUnset: boolean;
  readonly emergencyGrantEnabled: boolean;
  readonly isManuallyManaged: boolean;
  readonly systemBuiltin: boolean;
  readonly grantPolicyId: string;
}

/** Endpoint 6, one list item, its paths followed. */
export interface ListedEntitlement {
  readonly entitlement: EntitlementRecord | null;
  /** What the bot's credentials may do with it; null where not told. */
  readonly objectPermissions: { readonly read: boolean; readonly edit: boolean; readonly delete: boolean } | null;
  /** Names behind the view's paths; `''` where a path leads nowhere. */
  readonly appName: string;
  readonly resourceName: string;
  readonly resourceTypeName: string;
}

export interface UserRecord {
  readonly deletedAt: string | null;
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly jobTitle: string;
  readonly department: string;
  readonly status: string;
}

/** Endpoint 10, one list item. */
export interface UserOwnerRecord {
  readonly roleSlug: string;
  readonly createdAt: string | null;
  readonly user: UserRecord | null;
}

/** Endpoint 13. */
export interface EntitlementOwnerRecord extends UserOwnerRecord {
  readonly appId: string;
  readonly entitlementId: string;
}

/** Endpoints 2 and 3; `entitlementId` only for the former. */
export interface OwnerSourceRecord {
  readonly appId: string;
  readonly entitlementId?: string;
  readonly roleSlug: string;
  readonly createdAt: string | null;
  readonly appEntitlement: EntitlementRecord | null;
}

export interface CredentialPolicyRecord {
  readonly deletedAt: string | null;
  readonly id: string;
  readonly displayName: string;
  readonly isBuiltin: boolean;
  readonly priority: number;
  readonly updatedAt: string | null;
  readonly enabledTypes: readonly string[];
  readonly delegated: {
    readonly providerAEnabled: boolean;
    readonly providerAHostedDomains: readonly string[];
    readonly providerBEnabled: boolean;
    readonly providerBTenantIds: readonly string[];
  } | null;
  readonly emailOtp: { readonly codeLength: number; readonly maxAttempts: number; readonly ttlSeconds: number } | null;
  readonly passkey: {
    readonly allowedAaguids: readonly string[];
    readonly attestation: string;
    readonly requireUserVerification: boolean;
  } | null;
  readonly password: {
    readonly checkBreached: boolean;
    readonly historyDepth: number;
    readonly minLength: number;
    readonly requireMixedCase: boolean;
    readonly requireNumber: boolean;
    readonly requireSymbol: boolean;
  } | null;
  readonly totp: {
    readonly codeLength: number;
    readonly periodSeconds: number;
    readonly skewTolerance: number;
  } | null;
}

export interface RecoveryPolicyRecord {
  readonly deletedAt: string | null;
  readonly id: string;
  readonly displayName: string;
  readonly allowedRecoveryTypes: readonly string[];
  readonly minRecoveryAuthLevel: string;
  readonly priority: number;
  readonly isBuiltin: boolean;
  readonly revokeOnRecovery: boolean;
  readonly updatedAt: string | null;
}

/** Endpoint 5: the connector as it became. */
export interface ConnectorRecord {
  readonly deletedAt: string | null;
  readonly id: string;
  readonly appId: string;
  readonly catalogId: string;
  readonly displayName: string;
  readonly description: string;
  readonly syncDisabledCategory: string;
  readonly syncDisabledReason: string;
  readonly syncDisabledAt: string | null;
  readonly canResumeSync: boolean;
  readonly disableCheckBadSync: boolean;
  readonly parallelSyncWorkerCount: number;
  readonly profileAllowList: readonly string[];
  readonly profileIgnoreList: readonly string[];
  readonly userIds: readonly string[];
  /** `@type` and fields that may be secret. */
  readonly config: FreeObject | null;
  readonly connectorSyncCronSchedule: {
    readonly cronSpec: string;
    readonly start: string | null;
    readonly timezone: string;
  } | null;
  readonly oauthAuthorizedAs: { readonly authEmail: string; readonly authorizedAt: string | null } | null;
  readonly status: {
    readonly status: string;
    readonly startedAt: string | null;
    readonly completedAt: string | null;
    readonly lastError: string;
  } | null;
  readonly syncConfig: { readonly syncResourceTypeIds: readonly string[] } | null;
  readonly updatedAt: string | null;
}

export interface UpdatedConnector {
  readonly connector: ConnectorRecord;
  /** Names behind the view's paths. */
  readonly appName: string;
  readonly userNames: readonly string[];
}

export interface McpCatalogRecord {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly serviceName: string;
  readonly baseUrl: string;
  readonly iconUrl: string;
  readonly defaultToolPrefix: string;
  readonly defaultAuthorizeUrl: string;
  readonly defaultTokenUrl: string;
  readonly defaultScopes: readonly string[];
  readonly stable: boolean;
  readonly channel: string;
  readonly maturity: string;
  readonly scope: string;
  readonly defaultAuthMethod: string;
  readonly supportedOauth2Modes: readonly string[];
  readonly configSchema: {
    readonly fields: readonly {
      readonly name: string;
      readonly displayName: string;
      readonly description: string;
      readonly required: boolean;
      readonly secret: boolean;
    }[];
  } | null;
  readonly authModes: readonly {
    readonly authMethod: string;
    readonly description: string;
    readonly scopes: readonly string[];
    readonly optionalScopes: readonly string[];
    readonly authorizeUrl: string;
    readonly tokenUrl: string;
    readonly header: string;
  }[];
}

export interface McpServerRecord {
  readonly appId: string;
  readonly connectorId: string;
  readonly sourceAppId: string;
  readonly mcpServerCatalogId: string;
  readonly displayName: string;
  readonly description: string;
  readonly endpointUrl: string;
  readonly credentialsSetupUrl: string;
  readonly lastCalledAt: string | null;
  readonly authMethod: string;
  readonly dataSensitivity: string;
  readonly requireToolApproval: string;
  readonly serverType: string;
  readonly tokenSharing: string;
  readonly transportType: string;
  readonly toolPrefix: string;
  /** May hold secrets. */
  readonly configFieldValues: FreeObject | null;
  readonly bearerTokenConfigured: boolean;
  readonly basicAuthPasswordConfigured: boolean;
  readonly customHeaderValueConfigured: boolean;
  readonly cloudSecretAccessKeyConfigured: boolean;
  readonly cloudSessionTokenConfigured: boolean;
  readonly oauth2CredentialsConfigured: boolean;
  readonly oauth2JwtPrivateKeyConfigured: boolean;
  readonly basicAuthUsername: string;
  readonly customHeaderName: string;
  readonly cloudAccessKeyId: string;
  readonly oauth2Mode: string;
  readonly oauth2ClientId: string;
  readonly oauth2IssuerUrl: string;
  readonly oauth2ClientSecretExpiresAt: string;
  readonly oauth2Scopes: readonly string[];
  readonly oauth2ServiceAuthorized: boolean;
  readonly oauth2ServiceAuthorizedAsName: string;
  readonly oauth2ServiceAuthorizedAsEmail: string;
  readonly oauth2ServiceAuthorizedAt: string | null;
  readonly tunneled: boolean;
  readonly tunnelApplianceId: string;
  readonly tunnelServiceName: string;
}

export interface RoutingDispatcher {
  readonly displayName: string;
  readonly key: string;
  readonly enabled: boolean;
  readonly tierOverride: string;
  readonly invokeFunction: { readonly functionId: string } | null;
  readonly notify: {
    readonly audience: { readonly users: { readonly userIds: readonly string[] } | null } | null;
    readonly batchWindowSeconds: number;
    readonly detailLevel: string;
    readonly chatChannel: { readonly channelId: string; readonly channelName: string } | null;
  } | null;
  readonly notifyOnOutcome: {
    readonly onDone: boolean;
    readonly onError: boolean;
    readonly recipients: readonly string[];
  } | null;
  readonly triggerAutomation: { readonly automationId: string } | null;
  readonly webhook: { readonly webhookId: string } | null;
}

export interface RoutingRuleRecord {
  readonly id: string;
  readonly appId: string;
  readonly condition: string;
  readonly description: string;
  readonly displayName: string;
  readonly templateId: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly findingType: string;
  readonly updatedAt: string | null;
  readonly action: {
    readonly acceptRisk: { readonly duration: string; readonly reason: string } | null;
    readonly createTask: { readonly policyId: string } | null;
    readonly snooze: { readonly duration: string; readonly reason: string } | null;
    readonly suppress: { readonly reason: string } | null;
  } | null;
  readonly dispatchers: readonly RoutingDispatcher[];
}

export interface ExecutionRecord {
  readonly deletedAt: string | null;
  readonly id: string;
  readonly automationTemplateId: string;
  readonly context: { readonly context: FreeObject | null } | null;
  readonly currentVersion: number;
  /** Protobuf seconds. */
  readonly duration: string;
  readonly isDraft: boolean;
  readonly state: string;
  readonly createdAt: string | null;
  readonly completedAt: string | null;
}

interface SuggestedEntitlement {
  readonly appDisplayName: string;
  readonly entitlementDisplayName: string;
  readonly entitlementId: string;
  readonly coverage: number;
}

export interface RoleSuggestionRecord {
  readonly id: string;
  readonly suggestedName: string;
  readonly description: string;
  readonly suggestionState: string;
  readonly avgCoverage: number;
  readonly confidence: number;
  readonly cohortSize: number;
  readonly usersWithAll: number;
  readonly cohortFilters: readonly { readonly attribute: string; readonly values: readonly string[] }[];
  readonly insights: readonly string[];
  readonly lastGeneratedAt: string | null;
  readonly entitlements: readonly SuggestedEntitlement[];
  readonly existingProfileMatches: readonly {
    readonly catalogDisplayName: string;
    readonly catalogId: string;
    readonly matchType: string;
    readonly overlapRatio: number;
    readonly missingEntitlements: readonly SuggestedEntitlement[];
  }[];
}

export interface FederationProviderRecord {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly issuerUrl: string;
  readonly disabled: boolean;
  readonly oidc: boolean;
  readonly spiffe: { readonly bundleEndpointUrl: string } | null;
  readonly wellKnownProvider: string;
  readonly updatedAt: string | null;
}
