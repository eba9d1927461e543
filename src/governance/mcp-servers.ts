import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, freeObject, list, openEnum, text, texts } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** MCP server registered on an app. Secrets are never in it: `...Configured` tells whether one is set. */
const mcpServer = z.object({
  appId: text,
  connectorId: text,
  sourceAppId: text,
  mcpServerCatalogId: text,
  displayName: text,
  description: text,
  endpointUrl: text,
  credentialsSetupUrl: text,
  createdAt: dateTime,
  updatedAt: dateTime,
  lastCalledAt: dateTime,
  authMethod: openEnum(['MCP_SERVER_AUTH_METHOD_UNSPECIFIED']),
  dataSensitivity: openEnum(['MCP_SERVER_DATA_SENSITIVITY_UNSPECIFIED']),
  requireToolApproval: openEnum(['OPTIONAL_BOOL_UNSPECIFIED']),
  serverType: openEnum(['MCP_SERVER_TYPE_UNSPECIFIED']),
  tokenSharing: openEnum(['MCP_SERVER_TOKEN_SHARING_UNSPECIFIED']),
  transportType: openEnum(['MCP_SERVER_TRANSPORT_TYPE_UNSPECIFIED']),
  defaultToolPrefix: text,
  toolPrefix: text,
  configFieldValues: freeObject,
  bearerTokenConfigured: flag,
  basicAuthPasswordConfigured: flag,
  customHeaderValueConfigured: flag,
  cloudSecretAccessKeyConfigured: flag,
  cloudSessionTokenConfigured: flag,
  oauth2CredentialsConfigured: flag,
  oauth2JwtPrivateKeyConfigured: flag,
  basicAuthUsername: text,
  customHeaderName: text,
  cloudAccessKeyId: text,
  oauth2AuthorizeUrl: text,
  oauth2ClientId: text,
  oauth2ClientSecretExpiresAt: text,
  oauth2IssuerUrl: text,
  oauth2JwtAudience: text,
  oauth2JwtIssuer: text,
  oauth2JwtSubject: text,
  oauth2Pkce: text,
  oauth2TokenEndpointAuthMethod: text,
  oauth2TokenUrl: text,
  oauth2ClientIdMode: openEnum(['MCP_SERVER_AUTH_OAUTH2_CLIENT_ID_MODE_UNSPECIFIED']),
  oauth2Mode: openEnum(['MCP_SERVER_AUTH_OAUTH2_MODE_UNSPECIFIED']),
  oauth2CodeChallengeMethodsSupported: texts,
  oauth2Scopes: texts,
  oauth2ScopesSupported: texts,
  oauth2ExtraAuthorizeParams: freeObject,
  oauth2ExtraTokenParams: freeObject,
  oauth2ServiceAuthorized: flag,
  oauth2ServiceAuthorizedAsEmail: text,
  oauth2ServiceAuthorizedAsName: text,
  oauth2ServiceAuthorizedBy: text,
  oauth2ServiceAuthorizedAt: dateTime,
  tunneled: flag,
  tunnelApplianceId: text,
  tunnelBridgeId: text,
  tunnelServiceName: text,
});
export type McpServer = z.output<typeof mcpServer>;

const listMcpServersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps/{app_id}/mcp_servers',
  effect: 'read',
  answer: z.object({ list: list(mcpServer), nextPageToken: text }),
});

/** Endpoint 8: one page of the MCP servers of an app; at most 100. Refusals: `not-found`, `forbidden`. */
export function listMcpServers(
  client: GovernanceClient,
  appId: string,
  page: PageRequest = {},
): Promise<Result<Page<McpServer>, ServiceRefusal>> {
  return client.call(listMcpServersEndpoint, { path: { app_id: appId }, query: pageFields(page) });
}
