import {
  boolean,
  dateTime,
  each,
  enumeration,
  listOf,
  message,
  object,
  of,
  type Resource,
  string,
  strings,
} from '../field.ts';

const authMethod = enumeration('McpServerAuthMethod', 'MCP_SERVER_AUTH_METHOD_UNSPECIFIED');
const oauth2Mode = enumeration(
  'McpServerAuthOauth2Mode',
  'MCP_SERVER_AUTH_OAUTH2_MODE_UNSPECIFIED',
);

export const authMode: Resource = {
  name: 'AuthMode',
  members: {
    authMethod,
    clientIdMode: enumeration(
      'AuthMode.clientIdMode',
      'MCP_SERVER_CATALOG_CLIENT_ID_MODE_UNSPECIFIED',
    ),
    ...each(
      'authStyle authorizeUrl credentialUrl description header issuerUrl jwtAudience oauth2Grant',
      string,
    ),
    ...each('pkce tokenUrl', string),
    ...each('optionalScopes scopes', strings),
    ...each('extraAuthorizeParams extraTokenParams', object),
    passthrough: boolean,
  },
};

export const mcpServerCatalogEntry: Resource = {
  name: 'McpServerCatalogEntry',
  members: {
    ...each(
      'id baseUrl defaultAuthorizeUrl defaultTokenUrl defaultToolPrefix description displayName',
      string,
    ),
    ...each('iconUrl serviceName', string),
    stable: boolean,
    defaultScopes: strings,
    channel: enumeration('catalog channel', 'MCP_SERVER_CATALOG_CHANNEL_UNSPECIFIED'),
    defaultAuthMethod: authMethod,
    maturity: enumeration('catalog maturity', 'MCP_SERVER_CATALOG_MATURITY_UNSPECIFIED'),
    scope: enumeration('catalog scope', 'MCP_SERVER_CATALOG_SCOPE_UNSPECIFIED'),
    supportedOauth2Modes: listOf(oauth2Mode),
    configSchema: message({
      fields: listOf(
        message({
          ...each('default description displayName name placeholder', string),
          ...each('required secret', boolean),
        }),
      ),
    }),
    authModes: listOf(of(authMode)),
  },
};

export const mcpServer: Resource = {
  name: 'McpServer',
  members: {
    ...each('appId connectorId sourceAppId mcpServerCatalogId displayName description', string),
    ...each('endpointUrl credentialsSetupUrl', string),
    ...each('createdAt updatedAt lastCalledAt', dateTime),
    authMethod,
    dataSensitivity: enumeration(
      'McpServer.dataSensitivity',
      'MCP_SERVER_DATA_SENSITIVITY_UNSPECIFIED',
    ),
    requireToolApproval: enumeration('McpServer.requireToolApproval', 'OPTIONAL_BOOL_UNSPECIFIED'),
    serverType: enumeration('McpServer.serverType', 'MCP_SERVER_TYPE_UNSPECIFIED'),
    tokenSharing: enumeration('McpServer.tokenSharing', 'MCP_SERVER_TOKEN_SHARING_UNSPECIFIED'),
    transportType: enumeration('McpServer.transportType', 'MCP_SERVER_TRANSPORT_TYPE_UNSPECIFIED'),
    ...each('defaultToolPrefix toolPrefix', string),
    configFieldValues: object,
    ...each(
      'bearerTokenConfigured basicAuthPasswordConfigured customHeaderValueConfigured',
      boolean,
    ),
    ...each('cloudSecretAccessKeyConfigured cloudSessionTokenConfigured', boolean),
    ...each('oauth2CredentialsConfigured oauth2JwtPrivateKeyConfigured', boolean),
    ...each('basicAuthUsername customHeaderName cloudAccessKeyId', string),
    ...each(
      'oauth2AuthorizeUrl oauth2ClientId oauth2ClientSecretExpiresAt oauth2IssuerUrl',
      string,
    ),
    ...each('oauth2JwtAudience oauth2JwtIssuer oauth2JwtSubject oauth2Pkce', string),
    ...each('oauth2TokenEndpointAuthMethod oauth2TokenUrl', string),
    oauth2ClientIdMode: enumeration(
      'McpServer.oauth2ClientIdMode',
      'MCP_SERVER_AUTH_OAUTH2_CLIENT_ID_MODE_UNSPECIFIED',
    ),
    oauth2Mode,
    ...each('oauth2CodeChallengeMethodsSupported oauth2Scopes oauth2ScopesSupported', strings),
    ...each('oauth2ExtraAuthorizeParams oauth2ExtraTokenParams', object),
    oauth2ServiceAuthorized: boolean,
    ...each(
      'oauth2ServiceAuthorizedAsEmail oauth2ServiceAuthorizedAsName oauth2ServiceAuthorizedBy',
      string,
    ),
    oauth2ServiceAuthorizedAt: dateTime,
    tunneled: boolean,
    ...each('tunnelApplianceId tunnelBridgeId tunnelServiceName', string),
  },
};
