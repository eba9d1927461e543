/** One record of every resource with every field of interface.md filled in, written by hand in the order of that document. */
import type { IdentityUser } from '../../src/governance/users.ts';

const monday = '2026-02-02T08:00:00Z';
const tuesday = '2026-02-03T08:00:00.123456Z';

const source = {
  appId: 'app-crew',
  appUserId: 'appuser-ana',
  appUserProfileAttributeKey: 'department',
  userAttributeMappingId: 'mapping-1',
  value: 'Engineering',
  priority: 2,
};

export const anaUser: IdentityUser = {
  id: 'user-ana',
  delegatedUserId: 'user-ben',
  department: 'Engineering',
  displayName: 'Ana Lindqvist',
  email: 'ana@acme.example',
  employmentStatus: 'active',
  employmentType: 'permanent',
  jobTitle: 'Head of Platform',
  username: 'ana',
  directoryIds: ['directory-1'],
  emails: ['ana@acme.example'],
  employeeIds: ['0042'],
  managerIds: ['user-marisol'],
  roleIds: ['role-1'],
  usernames: ['ana', 'alindqvist'],
  createdAt: monday,
  updatedAt: tuesday,
  deletedAt: null,
  directoryStatus: 'ENABLED',
  status: 'ENABLED',
  origin: 'USER_ORIGIN_DIRECTORY',
  type: 'USER_TYPE_HUMAN',
  profile: { harbour: 'north' },
  departmentSources: [source],
  directoryStatusSources: [source],
  emailSources: [source],
  employeeIdSources: [source],
  employmentStatusSources: [source],
  employmentTypeSources: [source],
  jobTitleSources: [source],
  managerSources: [source],
  usernameSources: [source],
};

const fallback = { fallbackUserIds: ['user-ana'], allowReassignment: true };

/** Every member of a ProvisionPolicy that is not an empty message; a real one has only one. */
const provisionPolicy = {
  action: { actionName: 'light', appId: 'app-1', connectorId: 'connector-1', displayName: 'Light the lamp' },
  connector: {
    account: {
      config: { a: 1 },
      connectorId: 'connector-1',
      saveToVault: { vaultIds: ['vault-1'] },
      schemaId: 'schema-1',
    },
    defaultBehavior: { connectorId: 'connector-1' },
    deleteAccount: { connectorId: 'connector-1' },
  },
  delegated: { appId: 'app-2', entitlementId: 'entitlement-2', implicit: true },
  devicePlacement: { vaultBoundaryId: 'boundary-1' },
  externalTicket: {
    appId: 'app-1',
    connectorId: 'connector-1',
    externalTicketProvisionerConfigId: 'config-1',
    instructions: 'By hand',
  },
  manual: {
    assignee: {
      appOwners: fallback,
      entitlementOwners: fallback,
      expression: { ...fallback, expressions: ['user.manager'] },
      group: { ...fallback, appGroupId: 'group-1', appId: 'app-1' },
      manager: fallback,
      users: { userIds: ['user-ben'], allowReassignment: false },
    },
    instructions: 'Hand over the key',
    userIds: ['user-ben'],
  },
  multiStep: { provisionSteps: [{ anything: true }] },
  webhook: { webhookId: 'webhook-1' },
};

/** As it is sent. */
export const entitlementOnTheWire = {
  alias: 'keeper',
  description: 'Keeps the lamp',
  displayName: 'Keeper',
  externalId: 'ext-1',
  slug: 'keeper',
  id: 'entitlement-1',
  appId: 'app-lighthouse',
  appResourceId: 'resource-north',
  appResourceTypeId: 'lamp',
  certifyPolicyId: 'policy-1',
  emergencyGrantPolicyId: 'policy-2',
  grantPolicyId: 'policy-3',
  revokePolicyId: 'policy-4',
  requestSchemaId: 'schema-1',
  riskLevelValueId: 'risk-high',
  complianceFrameworkValueIds: ['framework-1'],
  annotations: { a: 'b' },
  sourceConnectorIds: { 'connector-1': 'ext-1' },
  createdAt: monday,
  updatedAt: tuesday,
  deletedAt: null,
  defaultValuesApplied: true,
  emergencyGrantEnabled: true,
  isAutomationEnabled: true,
  isManuallyManaged: true,
  overrideAccessRequestsDefaults: true,
  systemBuiltin: true,
  durationGrant: '3600s',
  durationUnset: {},
  grantCount: '9007199254740993',
  matchSyncerId: 'syncer-1',
  purpose: 'APP_ENTITLEMENT_PURPOSE_VALUE_ASSIGNMENT',
  userEditedMask: 'displayName',
  provisionerPolicy: {
    ...provisionPolicy,
    connector: { ...provisionPolicy.connector, account: { ...provisionPolicy.connector.account, doNotSave: {} } },
    unconfigured: {},
  },
  deprovisionerPolicy: null,
};

/** As the client gives it: what the catalogue reads of an empty message is that it is there. */
export const entitlement = { ...entitlementOnTheWire, durationUnset: true };
