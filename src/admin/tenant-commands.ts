import { ok } from '../domain/result.ts';
import {
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  readFindingRoutingRule,
  readMcpServerCatalogEntry,
  searchCredentialInventoryPolicies,
} from '../governance/tenant-records.ts';
import { appTitle, listCommand, recordCommand } from './read-only-command.ts';
import { valueWords } from './value-words.ts';

export const credentialPolicies = listCommand({
  name: 'credential-policies',
  about: 'which credentials people may enrol, and how strong; all of them, or those whose name matches',
  endpoints: [4],
  usage: '[query...]',
  title: (given) => {
    const query = given.argument('query');
    return query === '' ? 'Credential policies' : `Credential policies matching “${query}”`;
  },
  fields: [
    ['deletedAt', 'Deleted'],
    ['enabledTypes', 'Allows'],
    ['priority', 'Priority'],
    ['isBuiltin', 'Built in'],
    ['totp', 'Authenticator app'],
    ['emailOtp', 'Email code'],
  ],
  read: ({ client }, given, page) =>
    searchCredentialInventoryPolicies(client, { ...page, query: given.argument('query') }),
});

export const recoveryPolicies = listCommand({
  name: 'recovery-policies',
  about: 'how somebody who lost a credential gets back in',
  endpoints: [11],
  title: () => 'Recovery policies',
  fields: [
    ['deletedAt', 'Deleted'],
    ['allowedRecoveryTypes', 'Recover with'],
    ['minRecoveryAuthLevel', 'At least signed in at'],
    ['revokeOnRecovery', 'Other credentials revoked'],
    ['isBuiltin', 'Built in'],
  ],
  read: ({ client }, _given, page) => listRecoveryPolicies(client, page),
});

export const mcpCatalog = recordCommand({
  name: 'mcp-catalog',
  about: 'one kind of MCP server that the governance service supports',
  endpoints: [7],
  usage: '<catalogId>',
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
  read: ({ client }, given) => readMcpServerCatalogEntry(client, given.argument('catalogId')),
});

export const mcpServers = listCommand({
  name: 'mcp-servers',
  about: 'the MCP servers registered on an app, and which of their secrets are set',
  endpoints: [8],
  usage: '<appId>',
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
  read: ({ client }, given, page) => listMcpServers(client, given.argument('appId'), page),
});

export const routingRule = recordCommand({
  name: 'routing-rule',
  about: 'one rule for findings: what it catches, what it does, and who is told',
  endpoints: [9],
  usage: '<id>',
  title: () => 'Finding routing rule',
  fields: [
    ['enabled', 'Enabled'],
    ['findingType', 'Catches'],
    ['action', 'Then'],
    ['condition', 'When'],
    ['dispatchers', 'Tells'],
  ],
  read: ({ client }, given) => readFindingRoutingRule(client, given.argument('id')),
});

export const executions = listCommand({
  name: 'executions',
  about: 'the runs of automations',
  endpoints: [14],
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
  read: ({ client }, _given, page) => listAutomationExecutions(client, page),
});

export const roleSuggestions = listCommand({
  name: 'role-suggestions',
  about: 'roles that the service’s analysis suggests; --state: only those in this state, for example open',
  endpoints: [15],
  usage: '[--state <state>]',
  title: (given) => {
    const state = given.value('state');
    return state === null ? 'Role suggestions' : `Role suggestions in state ${state}`;
  },
  names: ['suggestedName'],
  fields: [
    ['suggestionState', 'State'],
    ['confidence', 'Confidence'],
    ['avgCoverage', 'Coverage'],
    ['cohortSize', 'People'],
    ['cohortFilters', 'Who they are'],
    ['usersWithAll', 'Of whom hold all'],
  ],
  async read({ client }, given, page) {
    const state = given.value('state');
    const answer = await listRoleSuggestions(client, page);
    if (!answer.ok || state === null) return answer;
    // The interface does not show how its own filter is called, so each page is filtered here.
    const list = answer.value.list.filter((one) => isState(one.suggestionState, state));
    const others = answer.value.list.length - list.length;
    const notes = others === 0 ? [] : [`${others} in other states on this page are left out.`];
    return ok({ ...answer.value, list, notes });
  },
});

/** `in-review`, `In review` and `SUGGESTION_STATE_IN_REVIEW` are the same. */
function isState(suggestionState: string, typed: string): boolean {
  const wanted = typed.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const names = [suggestionState, valueWords('suggestionState', suggestionState)];
  return names.some((name) => name.toLowerCase().replaceAll('_', ' ') === wanted);
}

export const federationProviders = listCommand({
  name: 'federation-providers',
  about: 'who may vouch for workloads',
  endpoints: [16],
  title: () => 'Workload-federation providers',
  fields: [
    ['issuerUrl', 'Issuer'],
    ['wellKnownProvider', 'Well-known as'],
    ['disabled', 'Switched off'],
    ['oidc', 'OIDC'],
    ['spiffe.bundleEndpointUrl', 'SPIFFE bundle'],
  ],
  read: ({ client }, _given, page) => listWorkloadFederationProviders(client, page),
});
