import {
  boolean,
  dateTime,
  each,
  enumeration,
  integer,
  listOf,
  marker,
  message,
  number,
  object,
  of,
  optional,
  type Resource,
  string,
  strings,
} from '../field.ts';

export const automationExecution: Resource = {
  name: 'AutomationExecution',
  members: {
    ...each('id automationTemplateId', string),
    context: message({ context: object }),
    currentVersion: integer,
    duration: string,
    isDraft: boolean,
    state: enumeration('AutomationExecution.state', 'AUTOMATION_EXECUTION_STATE_UNSPECIFIED'),
    ...each('createdAt updatedAt completedAt deletedAt', dateTime),
  },
};

export const suggestedEntitlement: Resource = {
  name: 'SuggestedEntitlement',
  members: {
    ...each('appDisplayName appId appResourceDisplayName appResourceTypeDisplayName', string),
    ...each('entitlementDisplayName entitlementId riskLevelValueId', string),
    ...each('coverage grantedCount', number),
  },
};

export const roleSuggestion: Resource = {
  name: 'RoleSuggestion',
  members: {
    ...each('id runId createdCatalogId description suggestedName', string),
    ...each('avgCoverage confidence', number),
    ...each('cohortSize dimensionCount usersWithAll', integer),
    cohortFilters: listOf(message({ attribute: string, values: strings })),
    insights: strings,
    suggestionState: enumeration('RoleSuggestion.suggestionState', 'SUGGESTION_STATE_UNSPECIFIED'),
    ...each('createdAt updatedAt lastGeneratedAt', dateTime),
    entitlements: listOf(of(suggestedEntitlement)),
    existingProfileMatches: listOf(
      message({
        ...each('catalogDisplayName catalogId', string),
        matchType: enumeration(
          'existingProfileMatches.matchType',
          'ACCESS_PROFILE_MATCH_TYPE_UNSPECIFIED',
        ),
        missingEntitlements: listOf(of(suggestedEntitlement)),
        overlapRatio: number,
      }),
    ),
  },
};

export const workloadFederationProvider: Resource = {
  name: 'WorkloadFederationProvider',
  members: {
    ...each('id displayName description issuerUrl', string),
    disabled: boolean,
    oidc: optional(marker),
    spiffe: optional(message({ bundleEndpointUrl: string })),
    wellKnownProvider: enumeration(
      'WorkloadFederationProvider.wellKnownProvider',
      'WELL_KNOWN_WORKLOAD_PROVIDER_UNSPECIFIED',
    ),
    ...each('createdAt updatedAt', dateTime),
  },
};
