/** What is about the whole tenant, or a connected server. One table a resource: which fields are shown, in which order, under which label. */
import {
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  readFindingRoutingRule,
  readMcpServerCatalogEntry,
  searchCredentialInventoryPolicies,
} from '../governance/endpoints.ts';
import { type AdminCommand, appTitle, listCommand, recordCommand } from './command.ts';

const credentialPolicies = listCommand({
  name: 'credential-policies',
  about: 'which credentials people may enrol, and how strong; all of them, or those whose name matches',
  endpoints: [4],
  usage: '[query...]',
  from: searchCredentialInventoryPolicies,
  path: () => [],
  filter: (given) => ({ query: given.argument('query') }),
  title: (given) => `Credential policies ${given.argument('query')}`.trim(),
  fields: [
    ['deletedAt', 'Deleted'],
    ['enabledTypes', 'Allows'],
    ['priority', 'Priority'],
    ['isBuiltin', 'Built in'],
    ['totp', 'Authenticator app'],
    ['emailOtp', 'Email code'],
  ],
});

const recoveryPolicies = listCommand({
  name: 'recovery-policies',
  about: 'how somebody who lost a credential gets back in',
  endpoints: [11],
  usage: '',
  from: listRecoveryPolicies,
  title: () => 'Recovery policies',
  fields: [
    ['deletedAt', 'Deleted'],
    ['allowedRecoveryTypes', 'Recover with'],
    ['minRecoveryAuthLevel', 'At least signed in at'],
    ['revokeOnRecovery', 'Other credentials revoked'],
    ['isBuiltin', 'Built in'],
  ],
});

const mcpCatalog = recordCommand({
  name: 'mcp-catalog',
  about: 'one kind of MCP server that the governance service supports',
  endpoints: [7],
  usage: '<catalogId>',
  from: readMcpServerCatalogEntry,
  title: () => 'MCP catalog entry',
  names: ['displayName', 'serviceName'],
  fields: [
    ['baseUrl', 'Address'],
    ['defaultAuthMethod', 'Signs in with'],
    ['maturity', 'Maturity'],
    ['description', 'Description'],
    ['authModes', 'Ways to sign in'],
    ['configSchema.fields', 'Settings'],
  ],
});

const mcpServers = listCommand({
  name: 'mcp-servers',
  about: 'the MCP servers registered on an app, and which of their secrets are set',
  endpoints: [8],
  usage: '<appId>',
  from: listMcpServers,
  title: (given, context) => `MCP servers of ${appTitle(given.argument('appId'), context)}`,
  id: 'connectorId',
  fields: [
    ['endpointUrl', 'Address'],
    ['authMethod', 'Signs in with'],
    ['lastCalledAt', 'Last called'],
    ['dataSensitivity', 'Data sensitivity'],
    ['basicAuthPasswordConfigured', 'Password'],
    ['customHeaderValueConfigured', 'Header’s value'],
    ['oauth2CredentialsConfigured', 'OAuth 2.0 credentials'],
    ['oauth2JwtPrivateKeyConfigured', 'Private key'],
    ['configFieldValues', 'Settings'],
  ],
});

const routingRule = recordCommand({
  name: 'routing-rule',
  about: 'one rule for findings: what it catches, what it does, and who is told',
  endpoints: [9],
  usage: '<id>',
  from: readFindingRoutingRule,
  title: () => 'Finding routing rule',
  fields: [
    ['enabled', 'Enabled'],
    ['findingType', 'Catches'],
    ['action', 'Then'],
    ['condition', 'When'],
    ['dispatchers', 'Tells'],
  ],
});

const executions = listCommand({
  name: 'executions',
  about: 'the runs of automations',
  endpoints: [14],
  usage: '',
  from: listAutomationExecutions,
  title: () => 'Automation executions',
  names: [],
  fields: [
    ['deletedAt', 'Deleted'],
    ['state', 'State'],
    ['automationTemplateId', 'Automation'],
    ['createdAt', 'Started'],
    ['duration', 'Took'],
    ['completedAt', 'Ended'],
    ['context.context', 'Context'],
  ],
});

const roleSuggestions = listCommand({
  name: 'role-suggestions',
  about: 'roles that the service’s analysis suggests',
  endpoints: [15],
  usage: '',
  from: listRoleSuggestions,
  title: () => 'Role suggestions',
  names: ['suggestedName'],
  fields: [
    ['suggestionState', 'State'],
    ['confidence', 'Confidence'],
    ['avgCoverage', 'Coverage'],
    ['cohortSize', 'People'],
    ['cohortFilters', 'Who they are'],
    ['usersWithAll', 'Of whom hold all'],
  ],
});

const federationProviders = listCommand({
  name: 'federation-providers',
  about: 'who may vouch for workloads',
  endpoints: [16],
  usage: '',
  from: listWorkloadFederationProviders,
  title: () => 'Workload-federation providers',
  fields: [
    ['issuerUrl', 'Issuer'],
    ['wellKnownProvider', 'Well-known as'],
    ['disabled', 'Switched off'],
    ['oidc', 'OIDC'],
    ['spiffe.bundleEndpointUrl', 'SPIFFE bundle'],
  ],
});

export const tenantCommands: readonly AdminCommand[] = [
  credentialPolicies,
  recoveryPolicies,
  mcpCatalog,
  mcpServers,
  routingRule,
  executions,
  roleSuggestions,
  federationProviders,
];
