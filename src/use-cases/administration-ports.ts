/** What the operator's commands need of the governance service: endpoints 2 to 16 of interface.md. */
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type {
  CredentialPolicyRecord,
  EntitlementOwnerRecord,
  ExecutionRecord,
  FederationProviderRecord,
  ListedEntitlement,
  McpCatalogRecord,
  McpServerRecord,
  OwnerSourceRecord,
  RecoveryPolicyRecord,
  RoleSuggestionRecord,
  RoutingRuleRecord,
  UpdatedConnector,
  UserOwnerRecord,
  UserRecord,
} from './administration-records.ts';

/** Where an app resource is. */
export interface ResourceRef {
  readonly appId: string;
  readonly resourceTypeId: string;
  readonly resourceId: string;
}

/** An entitlement; its id is unique only within its app. */
export interface EntitlementRef {
  readonly appId: string;
  readonly id: string;
}

export interface PageWish {
  /** 10 to 100; what the service does with it is its own business. Absent: the service's default. */
  readonly pageSize?: number;
  /** `nextPageToken` of the page before; absent or empty for the first page. */
  readonly pageToken?: string;
}

export interface RecordPage<Item> {
  /** May be short, or empty, before the end. */
  readonly list: readonly Item[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/** Writable fields of a connector, by name, as they are to become: what is not here stays as it is. */
export interface ConnectorChange {
  readonly catalogId?: string;
  readonly description?: string;
  readonly displayName?: string;
  readonly syncDisabledCategory?: string;
  readonly syncDisabledReason?: string;
  readonly canResumeSync?: boolean;
  readonly disableCheckBadSync?: boolean;
  readonly parallelSyncWorkerCount?: number;
  readonly profileAllowList?: readonly string[];
  readonly profileIgnoreList?: readonly string[];
  readonly userIds?: readonly string[];
  readonly config?: { readonly '@type': string; readonly [field: string]: unknown };
  readonly connectorSyncCronSchedule?: {
    readonly cronSpec?: string;
    readonly start?: string;
    readonly timezone?: string;
  };
  readonly oauthAuthorizedAs?: Readonly<Record<string, never>>;
  readonly status?: {
    readonly completedAt?: string;
    readonly startedAt?: string;
    readonly updatedAt?: string;
    readonly lastError?: string;
  };
  readonly syncConfig?: { readonly syncResourceTypeIds?: readonly string[] };
}

type Asked<T> = Promise<Result<T, ServiceRefusal>>;

/**
 * Every method throws `OutwardFailure` when the call failed; refusals come back as values. A write is sent once and never
 * repeated: where its outcome is unknown, `certainlyNotDone` is false.
 */
export interface Administration {
  /** Endpoint 6. */
  listEntitlements(resource: ResourceRef, page: PageWish): Asked<RecordPage<ListedEntitlement>>;
  /** Endpoint 12; `immutableUserIds` are those of this page's answer that callers cannot remove. */
  listOwners(
    resource: ResourceRef,
    page: PageWish,
  ): Asked<RecordPage<UserRecord> & { readonly immutableUserIds: readonly string[] }>;
  /** Endpoint 10; every role where `roleSlug` is null. */
  listUserOwners(resource: ResourceRef, roleSlug: string | null, page: PageWish): Asked<RecordPage<UserOwnerRecord>>;
  /** Endpoint 13. */
  readEntitlementOwner(entitlement: EntitlementRef, roleSlug: string, userId: string): Asked<EntitlementOwnerRecord>;
  /** Endpoint 2. */
  addEntitlementOwnerSource(
    entitlement: EntitlementRef,
    roleSlug: string,
    source: EntitlementRef,
  ): Asked<OwnerSourceRecord>;
  /** Endpoint 3. */
  addAppOwnerSource(appId: string, roleSlug: string, source: EntitlementRef): Asked<OwnerSourceRecord>;
  /** Endpoint 4; an empty query matches all. */
  searchCredentialPolicies(query: string, page: PageWish): Asked<RecordPage<CredentialPolicyRecord>>;
  /** Endpoint 11. */
  listRecoveryPolicies(page: PageWish): Asked<RecordPage<RecoveryPolicyRecord>>;
  /** Endpoint 5; `updateMask` names exactly what the change gives, members of messages too. An empty change is refused as `invalid`. */
  updateConnector(appId: string, connectorId: string, change: ConnectorChange): Asked<UpdatedConnector>;
  /** Endpoint 7. */
  readMcpCatalogEntry(catalogId: string): Asked<McpCatalogRecord>;
  /** Endpoint 8. */
  listMcpServers(appId: string, page: PageWish): Asked<RecordPage<McpServerRecord>>;
  /** Endpoint 9. */
  readRoutingRule(id: string): Asked<RoutingRuleRecord>;
  /** Endpoint 14. */
  listExecutions(page: PageWish): Asked<RecordPage<ExecutionRecord>>;
  /** Endpoint 15, unfiltered: the interface does not show how its filter is called. */
  listRoleSuggestions(page: PageWish): Asked<RecordPage<RoleSuggestionRecord>>;
  /** Endpoint 16. */
  listFederationProviders(page: PageWish): Asked<RecordPage<FederationProviderRecord>>;
}
