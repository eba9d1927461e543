/**
 * Long because it declares every field of the records of the interface that administration shows.
 */
import {
  each,
  type ShownMembers,
  shownAnything,
  shownFlag,
  shownFlags,
  shownInteger,
  shownList,
  shownMarker,
  shownMessage,
  shownNumber,
  shownObject,
  shownText,
  shownTexts,
  shownTyped,
} from './wire/shown-fields.ts';

const fallback: ShownMembers = { fallbackUserIds: shownTexts, allowReassignment: shownFlag };

/** Who provisions by hand. One member is set. */
const assignee = shownMessage({
  appOwners: shownMessage(fallback),
  entitlementOwners: shownMessage(fallback),
  expression: shownMessage({ expressions: shownTexts, ...fallback }),
  group: shownMessage({ ...each('appGroupId appId', shownText), ...fallback }),
  manager: shownMessage(fallback),
  users: shownMessage({ userIds: shownTexts, allowReassignment: shownFlag }),
});

const accountProvisioning = shownMessage({
  config: shownObject,
  connectorId: shownText,
  doNotSave: shownMarker,
  saveToVault: shownMessage({ vaultIds: shownTexts }),
  schemaId: shownText,
});

/** How access is put into effect. One member is set. */
const provisionPolicy = shownMessage({
  action: shownMessage(each('actionName appId connectorId displayName', shownText)),
  connector: shownMessage({
    account: accountProvisioning,
    ...each('defaultBehavior deleteAccount', shownMessage({ connectorId: shownText })),
  }),
  delegated: shownMessage({ ...each('appId entitlementId', shownText), implicit: shownFlag }),
  devicePlacement: shownMessage({ vaultBoundaryId: shownText }),
  externalTicket: shownMessage(
    each('appId connectorId externalTicketProvisionerConfigId instructions', shownText),
  ),
  manual: shownMessage({ assignee, instructions: shownText, userIds: shownTexts }),
  multiStep: shownMessage({ provisionSteps: shownList(shownAnything) }),
  unconfigured: shownMarker,
  webhook: shownMessage({ webhookId: shownText }),
});

/** AppEntitlement. */
export const entitlementMembers: ShownMembers = {
  ...each('alias description displayName externalId slug id', shownText),
  ...each('appId appResourceId appResourceTypeId', shownText),
  ...each('certifyPolicyId emergencyGrantPolicyId grantPolicyId revokePolicyId', shownText),
  ...each('requestSchemaId riskLevelValueId', shownText),
  complianceFrameworkValueIds: shownTexts,
  ...each('annotations sourceConnectorIds', shownObject),
  ...each('createdAt updatedAt deletedAt', shownText),
  ...each('defaultValuesApplied emergencyGrantEnabled isAutomationEnabled', shownFlag),
  ...each('isManuallyManaged overrideAccessRequestsDefaults systemBuiltin', shownFlag),
  ...each('durationGrant grantCount matchSyncerId purpose userEditedMask', shownText),
  durationUnset: shownMarker,
  ...each('provisionerPolicy deprovisionerPolicy', provisionPolicy),
};

/** What the caller may do with an object. */
export const objectPermissions = shownMessage({
  ...each('delete edit read', shownFlag),
  extra: shownFlags,
});

const attributeSource = shownMessage({
  ...each('appId appUserId appUserProfileAttributeKey userAttributeMappingId value', shownText),
  priority: shownInteger,
});

/** User. */
export const userMembers: ShownMembers = {
  ...each('id delegatedUserId department displayName email', shownText),
  ...each('employmentStatus employmentType jobTitle username', shownText),
  ...each('directoryIds emails employeeIds managerIds roleIds usernames', shownTexts),
  ...each('createdAt updatedAt deletedAt', shownText),
  ...each('directoryStatus status origin type', shownText),
  profile: shownObject,
  ...each('departmentSources directoryStatusSources emailSources', shownList(attributeSource)),
  ...each('employeeIdSources employmentStatusSources', shownList(attributeSource)),
  ...each('employmentTypeSources jobTitleSources', shownList(attributeSource)),
  ...each('managerSources usernameSources', shownList(attributeSource)),
};

/** The owner in an ownership record: a user, or an entitlement whose holders own. */
export const ownerUser = { user: shownMessage(userMembers) } satisfies ShownMembers;
export const ownerEntitlement = {
  appEntitlement: shownMessage(entitlementMembers),
} satisfies ShownMembers;

/** Credential inventory policy, without its id. */
export const credentialPolicyMembers: ShownMembers = {
  displayName: shownText,
  isBuiltin: shownFlag,
  priority: shownInteger,
  ...each('createdAt updatedAt deletedAt', shownText),
  enabledTypes: shownTexts,
  delegated: shownMessage({
    ...each('providerAEnabled providerBEnabled', shownFlag),
    ...each('providerAHostedDomains providerBTenantIds', shownTexts),
  }),
  emailOtp: shownMessage(each('codeLength maxAttempts ttlSeconds', shownInteger)),
  passkey: shownMessage({
    allowedAaguids: shownTexts,
    attestation: shownText,
    requireUserVerification: shownFlag,
  }),
  password: shownMessage({
    checkBreached: shownFlag,
    ...each('historyDepth minLength', shownInteger),
    ...each('requireMixedCase requireNumber requireSymbol', shownFlag),
  }),
  totp: shownMessage(each('codeLength periodSeconds skewTolerance', shownInteger)),
};

/** Recovery policy, without its id. */
export const recoveryPolicyMembers: ShownMembers = {
  displayName: shownText,
  allowedRecoveryTypes: shownTexts,
  minRecoveryAuthLevel: shownText,
  priority: shownInteger,
  ...each('isBuiltin revokeOnRecovery', shownFlag),
  ...each('createdAt updatedAt deletedAt', shownText),
};

/** Connector, without its id. */
export const connectorMembers: ShownMembers = {
  ...each('appId catalogId description displayName', shownText),
  ...each('syncDisabledCategory syncDisabledReason downloadUrl', shownText),
  ...each('canResumeSync disableCheckBadSync', shownFlag),
  ...each('parallelSyncWorkerCount connectorApiVersion', shownInteger),
  ...each('profileAllowList profileIgnoreList userIds', shownTexts),
  config: shownTyped,
  connectorSyncCronSchedule: shownMessage(each('cronSpec start timezone', shownText)),
  oauthAuthorizedAs: shownMessage(each('authEmail authorizedAt', shownText)),
  status: shownMessage(each('completedAt startedAt updatedAt lastError status', shownText)),
  syncConfig: shownMessage({ syncResourceTypeIds: shownTexts }),
  ...each('configUpdatedAt createdAt deletedAt syncDisabledAt updatedAt', shownText),
};

const authMode = shownMessage({
  ...each('authMethod clientIdMode authStyle authorizeUrl credentialUrl description', shownText),
  ...each('header issuerUrl jwtAudience oauth2Grant pkce tokenUrl', shownText),
  ...each('optionalScopes scopes', shownTexts),
  ...each('extraAuthorizeParams extraTokenParams', shownObject),
  passthrough: shownFlag,
});

const configField = shownMessage({
  ...each('default description displayName name placeholder', shownText),
  ...each('required secret', shownFlag),
});

/** MCP server catalog entry, without its id. */
export const catalogEntryMembers: ShownMembers = {
  ...each('baseUrl defaultAuthorizeUrl defaultTokenUrl defaultToolPrefix', shownText),
  ...each('description displayName iconUrl serviceName', shownText),
  stable: shownFlag,
  ...each('defaultScopes supportedOauth2Modes', shownTexts),
  ...each('channel defaultAuthMethod maturity scope', shownText),
  configSchema: shownMessage({ fields: shownList(configField) }),
  authModes: shownList(authMode),
};

/** MCP server, without the id of its connector. */
export const mcpServerMembers: ShownMembers = {
  ...each('appId sourceAppId mcpServerCatalogId displayName description', shownText),
  ...each('endpointUrl credentialsSetupUrl createdAt updatedAt lastCalledAt', shownText),
  ...each('authMethod dataSensitivity requireToolApproval serverType', shownText),
  ...each('tokenSharing transportType defaultToolPrefix toolPrefix', shownText),
  configFieldValues: shownObject,
  ...each('bearerTokenConfigured basicAuthPasswordConfigured', shownFlag),
  ...each('customHeaderValueConfigured cloudSecretAccessKeyConfigured', shownFlag),
  ...each('cloudSessionTokenConfigured oauth2CredentialsConfigured', shownFlag),
  ...each('oauth2JwtPrivateKeyConfigured oauth2ServiceAuthorized tunneled', shownFlag),
  ...each('basicAuthUsername customHeaderName cloudAccessKeyId', shownText),
  ...each('oauth2AuthorizeUrl oauth2ClientId oauth2ClientSecretExpiresAt', shownText),
  ...each('oauth2IssuerUrl oauth2JwtAudience oauth2JwtIssuer oauth2JwtSubject', shownText),
  ...each('oauth2Pkce oauth2TokenEndpointAuthMethod oauth2TokenUrl', shownText),
  ...each('oauth2ClientIdMode oauth2Mode', shownText),
  ...each('oauth2CodeChallengeMethodsSupported oauth2Scopes oauth2ScopesSupported', shownTexts),
  ...each('oauth2ExtraAuthorizeParams oauth2ExtraTokenParams', shownObject),
  ...each('oauth2ServiceAuthorizedAsEmail oauth2ServiceAuthorizedAsName', shownText),
  ...each('oauth2ServiceAuthorizedBy oauth2ServiceAuthorizedAt', shownText),
  ...each('tunnelApplianceId tunnelBridgeId tunnelServiceName', shownText),
};

const deferral = shownMessage(each('duration reason', shownText));

const dispatcher = shownMessage({
  ...each('displayName key tierOverride', shownText),
  enabled: shownFlag,
  invokeFunction: shownMessage({
    args: shownObject,
    ...each('functionCommitId functionId', shownText),
  }),
  notify: shownMessage({
    audience: shownMessage({ users: shownMessage({ userIds: shownTexts }) }),
    batchWindowSeconds: shownInteger,
    detailLevel: shownText,
    chatChannel: shownMessage(each('channelId channelName', shownText)),
  }),
  notifyOnOutcome: shownMessage({ ...each('onDone onError', shownFlag), recipients: shownTexts }),
  triggerAutomation: shownMessage({ automationId: shownText, inputMapping: shownObject }),
  webhook: shownMessage(each('payloadTemplate webhookId', shownText)),
});

/** Finding routing rule, without its id. */
export const routingRuleMembers: ShownMembers = {
  ...each('appId condition description displayName templateId findingType', shownText),
  enabled: shownFlag,
  priority: shownInteger,
  ...each('createdAt updatedAt', shownText),
  action: shownMessage({
    ...each('acceptRisk snooze', deferral),
    createTask: shownMessage({ policyId: shownText }),
    suppress: shownMessage({ reason: shownText }),
  }),
  dispatchers: shownList(dispatcher),
};

/** Automation execution, without its id. */
export const executionMembers: ShownMembers = {
  ...each('automationTemplateId duration state', shownText),
  context: shownMessage({ context: shownObject }),
  currentVersion: shownInteger,
  isDraft: shownFlag,
  ...each('createdAt updatedAt completedAt deletedAt', shownText),
};

const suggestedEntitlement = shownMessage({
  ...each('appDisplayName appId appResourceDisplayName appResourceTypeDisplayName', shownText),
  ...each('entitlementDisplayName entitlementId riskLevelValueId', shownText),
  ...each('coverage grantedCount', shownNumber),
});

/** Role suggestion, without its id. */
export const roleSuggestionMembers: ShownMembers = {
  ...each('runId createdCatalogId description suggestedName suggestionState', shownText),
  ...each('avgCoverage confidence', shownNumber),
  ...each('cohortSize dimensionCount usersWithAll', shownInteger),
  cohortFilters: shownList(shownMessage({ attribute: shownText, values: shownTexts })),
  insights: shownTexts,
  ...each('createdAt updatedAt lastGeneratedAt', shownText),
  entitlements: shownList(suggestedEntitlement),
  existingProfileMatches: shownList(
    shownMessage({
      ...each('catalogDisplayName catalogId matchType', shownText),
      missingEntitlements: shownList(suggestedEntitlement),
      overlapRatio: shownNumber,
    }),
  ),
};

/** Workload federation provider, without its id. */
export const federationProviderMembers: ShownMembers = {
  ...each('displayName description issuerUrl wellKnownProvider', shownText),
  disabled: shownFlag,
  oidc: shownMarker,
  spiffe: shownMessage({ bundleEndpointUrl: shownText }),
  ...each('createdAt updatedAt', shownText),
};
