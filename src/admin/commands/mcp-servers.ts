import { ok } from '../../domain/result.ts';
import type { AdminField, AdminRow } from '../../use-cases/admin-desk.ts';
import type { McpServerRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { choice, fieldsOf, freeObject, moment, secret, text, texts } from '../fields.ts';
import { listPage, marksOf, titleOf } from '../pages.ts';

export const mcpServers: AdminCommand = {
  name: 'mcp-servers',
  endpoints: [8],
  about: 'the MCP servers registered on an app, and which of their secrets are set',
  args: [{ name: 'appId', about: 'the app' }],
  flags: [],
  effect: 'read',
  isList: true,
  async run(given, administration, page) {
    const appId = given.argument('appId');
    const answer = await administration.listMcpServers(appId, page);
    if (!answer.ok) return answer;
    const about = { title: `MCP servers of ${appId}`, empty: 'No MCP server is registered on this app.' };
    return ok(listPage(about, answer.value, rowOf));
  },
};

function rowOf(server: McpServerRecord): AdminRow {
  return {
    title: titleOf(server.displayName, server.connectorId),
    marks: marksOf([
      [server.tunneled, 'through a tunnel'],
      [server.requireToolApproval === 'OPTIONAL_BOOL_TRUE', 'tools need approval'],
    ]),
    fields: fieldsOf([
      text('Connector', server.connectorId),
      text('Description', server.description),
      text('Address', server.endpointUrl),
      choice('Signs in with', 'MCP_SERVER_AUTH_METHOD', server.authMethod),
      ...secretFields(server),
      ...oauthFields(server),
      text('User name', server.basicAuthUsername),
      text('Header', server.customHeaderName),
      text('Access key id', server.cloudAccessKeyId),
      text('Where to set credentials up', server.credentialsSetupUrl),
      choice('Data', 'MCP_SERVER_DATA_SENSITIVITY', server.dataSensitivity),
      choice('Token', 'MCP_SERVER_TOKEN_SHARING', server.tokenSharing),
      choice('Type', 'MCP_SERVER_TYPE', server.serverType),
      choice('Transport', 'MCP_SERVER_TRANSPORT_TYPE', server.transportType),
      text('Tool prefix', server.toolPrefix),
      freeObject('Settings', server.configFieldValues),
      text('Catalog entry', server.mcpServerCatalogId),
      text('From app', server.sourceAppId),
      text('Tunnel', [server.tunnelApplianceId, server.tunnelServiceName].filter((part) => part !== '').join(' / ')),
      moment('Last called', server.lastCalledAt),
    ]),
  };
}

/** By the way of signing in, the secrets that belong to it; others only where they are set all the same. */
function secretFields(server: McpServerRecord): readonly (AdminField | null)[] {
  const ways = `${server.authMethod} ${server.oauth2Mode}`;
  const all: readonly (readonly [string, boolean, RegExp])[] = [
    ['Bearer token', server.bearerTokenConfigured, /METHOD_BEARER/],
    ['Password', server.basicAuthPasswordConfigured, /BASIC/],
    ['Header’s value', server.customHeaderValueConfigured, /HEADER/],
    ['Secret access key', server.cloudSecretAccessKeyConfigured, /CLOUD/],
    ['Session token', server.cloudSessionTokenConfigured, /CLOUD/],
    ['OAuth 2.0 credentials', server.oauth2CredentialsConfigured, /OAUTH2/],
    ['Private key', server.oauth2JwtPrivateKeyConfigured, /JWT/],
  ];
  return all.map(([label, isSet, belongsTo]) => (isSet || belongsTo.test(ways) ? secret(label, isSet) : null));
}

function oauthFields(server: McpServerRecord): readonly (AdminField | null)[] {
  const authorizedAs = [server.oauth2ServiceAuthorizedAsName, server.oauth2ServiceAuthorizedAsEmail]
    .filter((part) => part !== '')
    .join(', ');
  return [
    choice('OAuth 2.0 mode', 'MCP_SERVER_AUTH_OAUTH2_MODE', server.oauth2Mode),
    text('Issuer', server.oauth2IssuerUrl),
    text('Client id', server.oauth2ClientId),
    moment('Client secret ends', server.oauth2ClientSecretExpiresAt),
    texts('Scopes', server.oauth2Scopes),
    text('Authorised', server.oauth2ServiceAuthorized ? `as ${authorizedAs || 'somebody'}` : ''),
    moment('Authorised at', server.oauth2ServiceAuthorizedAt),
  ];
}
