/** Policies, connectors, rules, runs and suggestions with every field of interface.md filled in; see governance-records.ts. */

const monday = '2026-02-02T08:00:00Z';
const tuesday = '2026-02-03T08:00:00.123456Z';

export const credentialPolicy = {
  id: 'credential-1',
  displayName: 'Deck crew',
  isBuiltin: true,
  priority: 3,
  createdAt: monday,
  updatedAt: tuesday,
  deletedAt: null,
  enabledTypes: ['CREDENTIAL_TYPE_PASSKEY', 'CREDENTIAL_TYPE_SEMAPHORE'],
  delegated: {
    providerAEnabled: true,
    providerAHostedDomains: ['acme.example'],
    providerBEnabled: true,
    providerBTenantIds: ['tenant-1'],
  },
  emailOtp: { codeLength: 6, maxAttempts: 3, ttlSeconds: 300 },
  passkey: {
    allowedAaguids: ['AAAAAAAAAAAAAAAAAAAAAA=='],
    attestation: 'ATTESTATION_REQUIREMENT_DIRECT',
    requireUserVerification: true,
  },
  password: {
    checkBreached: true,
    historyDepth: 5,
    minLength: 14,
    requireMixedCase: true,
    requireNumber: true,
    requireSymbol: true,
  },
  totp: { codeLength: 6, periodSeconds: 30, skewTolerance: 1 },
};

export const recoveryPolicy = {
  id: 'recovery-1',
  displayName: 'Man overboard',
  allowedRecoveryTypes: ['CREDENTIAL_TYPE_EMAIL_OTP'],
  minRecoveryAuthLevel: 'AUTH_LEVEL_2',
  priority: 1,
  isBuiltin: true,
  revokeOnRecovery: true,
  createdAt: monday,
  updatedAt: tuesday,
  deletedAt: null,
};

export const connector = {
  appId: 'app-crew',
  catalogId: 'catalog-1',
  description: 'Reads the crew list',
  displayName: 'Crew list',
  id: 'connector-1',
  syncDisabledCategory: 'weather',
  syncDisabledReason: 'storm',
  canResumeSync: true,
  disableCheckBadSync: true,
  parallelSyncWorkerCount: 4,
  profileAllowList: ['name'],
  profileIgnoreList: ['salary'],
  userIds: ['user-ana'],
  config: { '@type': 'type.googleapis.com/acme.CrewConfig', region: 'north' },
  connectorSyncCronSchedule: { cronSpec: '0 4 * * *', start: monday, timezone: 'Europe/Lisbon' },
  oauthAuthorizedAs: { authEmail: 'ana@acme.example', authorizedAt: monday },
  status: {
    completedAt: tuesday,
    startedAt: monday,
    updatedAt: tuesday,
    lastError: 'fog',
    status: 'SYNC_STATUS_ERROR',
  },
  syncConfig: { syncResourceTypeIds: ['team'] },
  configUpdatedAt: monday,
  createdAt: monday,
  deletedAt: null,
  syncDisabledAt: tuesday,
  updatedAt: tuesday,
  connectorApiVersion: 2,
  downloadUrl: 'https://acme.example/connector',
};

export const routingRule = {
  id: 'rule-1',
  appId: 'app-lighthouse',
  condition: 'finding.severity == "high"',
  description: 'Loud findings',
  displayName: 'Loud',
  templateId: 'template-1',
  enabled: true,
  priority: 10,
  findingType: 'FINDING_TYPE_ORPHAN',
  createdAt: monday,
  updatedAt: tuesday,
  action: {
    acceptRisk: { duration: '86400s', reason: 'calm sea' },
    createTask: { policyId: 'policy-1' },
    snooze: { duration: '3600s', reason: 'fog' },
    suppress: { reason: 'known' },
  },
  dispatchers: [
    {
      displayName: 'Tell everybody',
      key: 'tell',
      enabled: true,
      tierOverride: 'FINDING_DISPATCH_TIER_URGENT',
      invokeFunction: { args: { a: 1 }, functionCommitId: 'commit-1', functionId: 'function-1' },
      notify: {
        audience: { users: { userIds: ['user-ana'] } },
        batchWindowSeconds: 60,
        detailLevel: 'FINDING_NOTIFY_DETAIL_LEVEL_FULL',
        chatChannel: { channelId: 'C0SECURITY', channelName: 'security' },
      },
      notifyOnOutcome: { onDone: true, onError: true, recipients: ['user-ana'] },
      triggerAutomation: { automationId: 'automation-1', inputMapping: { finding: '$' } },
      webhook: { payloadTemplate: '{}', webhookId: 'webhook-1' },
    },
  ],
};

export const automationExecution = {
  id: '17',
  automationTemplateId: 'template-1',
  context: { context: { reason: 'storm' } },
  currentVersion: 3,
  duration: '12.5s',
  isDraft: true,
  state: 'AUTOMATION_EXECUTION_STATE_DONE',
  createdAt: monday,
  updatedAt: tuesday,
  completedAt: tuesday,
  deletedAt: null,
};

const suggested = {
  appDisplayName: 'Lighthouse Control',
  appId: 'app-lighthouse',
  appResourceDisplayName: 'North Rock lamp',
  appResourceTypeDisplayName: 'Lamp',
  entitlementDisplayName: 'Keeper',
  entitlementId: 'entitlement-1',
  riskLevelValueId: 'risk-high',
  coverage: 0.75,
  grantedCount: 12,
};

export const roleSuggestion = {
  id: 'suggestion-1',
  runId: 'run-1',
  createdCatalogId: 'catalog-1',
  description: 'Everybody on the rock has these',
  suggestedName: 'Lighthouse keeper',
  avgCoverage: 0.8,
  confidence: 0.9,
  cohortSize: 5,
  dimensionCount: 2,
  usersWithAll: 3,
  cohortFilters: [{ attribute: 'department', values: ['Harbour Ops'] }],
  insights: ['Three of five have all'],
  suggestionState: 'SUGGESTION_STATE_OPEN',
  createdAt: monday,
  updatedAt: tuesday,
  lastGeneratedAt: tuesday,
  entitlements: [suggested],
  existingProfileMatches: [
    {
      catalogDisplayName: 'Keepers',
      catalogId: 'catalog-2',
      matchType: 'ACCESS_PROFILE_MATCH_TYPE_PARTIAL',
      missingEntitlements: [suggested],
      overlapRatio: 0.5,
    },
  ],
};

/** As it is sent. */
export const federationProvider = {
  id: 'provider-1',
  displayName: 'Build pipeline',
  description: 'Vouches for builds',
  issuerUrl: 'https://builds.acme.example',
  disabled: true,
  oidc: {},
  spiffe: { bundleEndpointUrl: 'https://builds.acme.example/bundle' },
  wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_PIPELINE',
  createdAt: monday,
  updatedAt: tuesday,
};
