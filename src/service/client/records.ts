/**
 * The members of the interface's records that administration shows, whatever is in them. A member
 * that the interface does not declare is not shown.
 */
import {
  members,
  type ShownMembers,
  shownMessage,
  shownUnderOurNames,
} from './wire/shown-fields.ts';

/** AppEntitlement. */
export const entitlementMembers: ShownMembers = members(`
  id alias description displayName externalId slug appId appResourceId appResourceTypeId
  certifyPolicyId emergencyGrantPolicyId grantPolicyId revokePolicyId requestSchemaId riskLevelValueId
  complianceFrameworkValueIds annotations sourceConnectorIds createdAt updatedAt deletedAt
  defaultValuesApplied emergencyGrantEnabled isAutomationEnabled isManuallyManaged
  overrideAccessRequestsDefaults systemBuiltin durationGrant durationUnset grantCount matchSyncerId
  purpose userEditedMask provisionerPolicy deprovisionerPolicy
`);

/** User. */
export const userMembers: ShownMembers = members(`
  id delegatedUserId department displayName email employmentStatus employmentType jobTitle username
  directoryIds emails employeeIds managerIds roleIds usernames createdAt updatedAt deletedAt
  directoryStatus status origin type profile departmentSources directoryStatusSources emailSources
  employeeIdSources employmentStatusSources employmentTypeSources jobTitleSources managerSources
  usernameSources
`);

/** The owner in an ownership record: a user, or an entitlement whose holders own. */
export const ownerUser = { user: shownMessage(userMembers) } satisfies ShownMembers;
export const ownerEntitlement = {
  appEntitlement: shownMessage(entitlementMembers),
} satisfies ShownMembers;

/** Credential inventory policy, without its id. */
export const credentialPolicyMembers: ShownMembers = {
  ...members(`
    displayName isBuiltin priority createdAt updatedAt deletedAt enabledTypes emailOtp passkey password
    totp
  `),
  delegated: shownUnderOurNames,
};

/** Recovery policy, without its id. */
export const recoveryPolicyMembers: ShownMembers = members(`
  displayName allowedRecoveryTypes minRecoveryAuthLevel priority isBuiltin revokeOnRecovery createdAt
  updatedAt deletedAt
`);

/** Connector, without its id. */
export const connectorMembers: ShownMembers = members(`
  appId catalogId description displayName syncDisabledCategory syncDisabledReason downloadUrl
  canResumeSync disableCheckBadSync parallelSyncWorkerCount connectorApiVersion profileAllowList
  profileIgnoreList userIds config connectorSyncCronSchedule oauthAuthorizedAs status syncConfig
  configUpdatedAt createdAt deletedAt syncDisabledAt updatedAt
`);

/** MCP server catalog entry, without its id. */
export const catalogEntryMembers: ShownMembers = members(`
  baseUrl defaultAuthorizeUrl defaultTokenUrl defaultToolPrefix description displayName iconUrl
  serviceName stable defaultScopes supportedOauth2Modes channel defaultAuthMethod maturity scope
  configSchema authModes
`);

/** MCP server, without the id of its connector. */
export const mcpServerMembers: ShownMembers = members(`
  appId sourceAppId mcpServerCatalogId displayName description endpointUrl credentialsSetupUrl
  createdAt updatedAt lastCalledAt authMethod dataSensitivity requireToolApproval serverType
  tokenSharing transportType defaultToolPrefix toolPrefix configFieldValues bearerTokenConfigured
  basicAuthPasswordConfigured customHeaderValueConfigured cloudSecretAccessKeyConfigured
  cloudSessionTokenConfigured oauth2CredentialsConfigured oauth2JwtPrivateKeyConfigured
  oauth2ServiceAuthorized tunneled basicAuthUsername customHeaderName cloudAccessKeyId
  oauth2AuthorizeUrl oauth2ClientId oauth2ClientSecretExpiresAt oauth2IssuerUrl oauth2JwtAudience
  oauth2JwtIssuer oauth2JwtSubject oauth2Pkce oauth2TokenEndpointAuthMethod oauth2TokenUrl
  oauth2ClientIdMode oauth2Mode oauth2CodeChallengeMethodsSupported oauth2Scopes
  oauth2ScopesSupported oauth2ExtraAuthorizeParams oauth2ExtraTokenParams
  oauth2ServiceAuthorizedAsEmail oauth2ServiceAuthorizedAsName oauth2ServiceAuthorizedBy
  oauth2ServiceAuthorizedAt tunnelApplianceId tunnelBridgeId tunnelServiceName
`);

/** Finding routing rule, without its id. */
export const routingRuleMembers: ShownMembers = {
  ...members(`
    appId condition description displayName templateId findingType enabled priority createdAt updatedAt
    action
  `),
  dispatchers: shownUnderOurNames,
};

/** Automation execution, without its id. */
export const executionMembers: ShownMembers = members(`
  automationTemplateId duration state context currentVersion isDraft createdAt updatedAt completedAt
  deletedAt
`);

/** Role suggestion, without its id. */
export const roleSuggestionMembers: ShownMembers = members(`
  runId createdCatalogId description suggestedName suggestionState avgCoverage confidence cohortSize
  dimensionCount usersWithAll cohortFilters insights createdAt updatedAt lastGeneratedAt entitlements
  existingProfileMatches
`);

/** Workload federation provider, without its id. */
export const federationProviderMembers: ShownMembers = members(`
  displayName description issuerUrl wellKnownProvider disabled oidc spiffe createdAt updatedAt
`);
