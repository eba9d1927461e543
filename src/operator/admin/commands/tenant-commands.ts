/**
 * What is about the whole tenant, or a connected server. One table a resource: which fields are
 * shown, in which order, under which label.
 */
import {
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  readFindingRoutingRule,
  readMcpServerCatalogEntry,
  searchCredentialInventoryPolicies,
} from '../../../service/client/endpoints.ts';
import {
  searchAutomationExecutions,
  searchRoleSuggestions,
} from '../../../service/client/optional-operations.ts';
import { type AdminCommand, appTitle, listCommand, recordCommand } from '../admin-command.ts';

export const tenantCommands: readonly AdminCommand[] = [
  listCommand({
    name: 'credential-policies',
    about:
      'which credentials people may enrol, and how strong; all of them, those whose name matches, or those with an --id',
    usage: '[query...] [--id <policyId>]...',
    from: searchCredentialInventoryPolicies,
    filter: (input) => ({ query: input.argument('query') }),
    refs: (input) => input.values('id'),
    title: (input) => `Credential policies ${input.argument('query')}`.trim(),
    fields: [
      ['deletedAt', 'Deleted'],
      ['enabledTypes', 'Allows'],
      'priority',
      ['isBuiltin', 'Built in'],
    ],
  }),
  listCommand({
    name: 'recovery-policies',
    about: 'how somebody who lost a credential gets back in',
    usage: '',
    from: listRecoveryPolicies,
    title: () => 'Recovery policies',
    fields: [
      ['deletedAt', 'Deleted'],
      ['allowedRecoveryTypes', 'Recover with'],
      ['minRecoveryAuthLevel', 'At least signed in at'],
      ['revokeOnRecovery', 'Other credentials revoked'],
    ],
  }),
  recordCommand({
    name: 'mcp-catalog',
    about: 'one kind of MCP server that the governance service supports',
    usage: '<catalogId>',
    from: readMcpServerCatalogEntry,
    title: () => 'MCP catalog entry',
    names: ['displayName', 'serviceName'],
    fields: [
      ['baseUrl', 'Address'],
      ['defaultAuthMethod', 'Signs in with'],
      'maturity',
      ['configSchema.fields', 'Settings'],
    ],
  }),
  listCommand({
    name: 'mcp-servers',
    about: 'the MCP servers registered on an app, and which of their secrets are set',
    usage: '<appId>',
    from: listMcpServers,
    title: (input, context) => `MCP servers of ${appTitle(input.argument('appId'), context)}`,
    id: 'connectorId',
    fields: [
      ['endpointUrl', 'Address'],
      ['authMethod', 'Signs in with'],
      ['lastCalledAt', 'Last called'],
    ],
  }),
  recordCommand({
    name: 'routing-rule',
    about: 'one rule for findings: what it catches, what it does, and who is told',
    usage: '<id>',
    from: readFindingRoutingRule,
    title: () => 'Finding routing rule',
    fields: [
      'enabled',
      ['findingType', 'Catches'],
      ['action', 'Then'],
      ['condition', 'When'],
      ['dispatchers', 'Tells'],
    ],
  }),
  listCommand({
    name: 'executions',
    about: 'the runs of automations',
    usage: '',
    from: listAutomationExecutions,
    pagedSearch: searchAutomationExecutions,
    title: () => 'Automation executions',
    names: [],
    fields: [
      ['deletedAt', 'Deleted'],
      'state',
      ['automationTemplateId', 'Automation'],
      ['createdAt', 'Started'],
      'context.context',
    ],
  }),
  listCommand({
    name: 'role-suggestions',
    about: 'roles that the service’s analysis suggests',
    usage: '',
    from: listRoleSuggestions,
    pagedSearch: searchRoleSuggestions,
    title: () => 'Role suggestions',
    names: ['suggestedName'],
    fields: [['suggestionState', 'State'], 'confidence', ['avgCoverage', 'Coverage']],
  }),
  listCommand({
    name: 'federation-providers',
    about: 'who may vouch for workloads',
    usage: '',
    from: listWorkloadFederationProviders,
    title: () => 'Workload-federation providers',
    fields: [
      ['issuerUrl', 'Issuer'],
      ['wellKnownProvider', 'Well-known as'],
      ['disabled', 'Switched off'],
      ['spiffe.bundleEndpointUrl', 'SPIFFE bundle'],
    ],
  }),
];
