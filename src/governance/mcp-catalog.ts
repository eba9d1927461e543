import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { flag, freeObject, list, nested, openEnum, text, texts } from './wire/fields.ts';

const authMode = z.object({
  authMethod: openEnum(['MCP_SERVER_AUTH_METHOD_UNSPECIFIED']),
  clientIdMode: openEnum(['MCP_SERVER_CATALOG_CLIENT_ID_MODE_UNSPECIFIED']),
  authStyle: text,
  authorizeUrl: text,
  credentialUrl: text,
  description: text,
  header: text,
  issuerUrl: text,
  jwtAudience: text,
  oauth2Grant: text,
  pkce: text,
  tokenUrl: text,
  optionalScopes: texts,
  scopes: texts,
  extraAuthorizeParams: freeObject,
  extraTokenParams: freeObject,
  passthrough: flag,
});

const configField = z.object({
  default: text,
  description: text,
  displayName: text,
  name: text,
  placeholder: text,
  required: flag,
  secret: flag,
});

/** MCP server catalog entry: a kind of MCP server that the service supports. */
const mcpServerCatalogEntry = z.object({
  id: text,
  baseUrl: text,
  defaultAuthorizeUrl: text,
  defaultTokenUrl: text,
  defaultToolPrefix: text,
  description: text,
  displayName: text,
  iconUrl: text,
  serviceName: text,
  stable: flag,
  defaultScopes: texts,
  channel: openEnum(['MCP_SERVER_CATALOG_CHANNEL_UNSPECIFIED']),
  defaultAuthMethod: openEnum(['MCP_SERVER_AUTH_METHOD_UNSPECIFIED']),
  maturity: openEnum(['MCP_SERVER_CATALOG_MATURITY_UNSPECIFIED']),
  scope: openEnum(['MCP_SERVER_CATALOG_SCOPE_UNSPECIFIED']),
  supportedOauth2Modes: texts,
  configSchema: nested(z.object({ fields: list(configField) })),
  authModes: list(authMode),
});
export type McpServerCatalogEntry = z.output<typeof mcpServerCatalogEntry>;

const readMcpServerCatalogEntryEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/mcp_server_catalog/{catalog_id}',
  effect: 'read',
  answer: z.object({ catalogEntry: mcpServerCatalogEntry }).transform((answer) => answer.catalogEntry),
});

/** Endpoint 7: one entry of the MCP server catalog. Refusals: `not-found`, `forbidden`. */
export function readMcpServerCatalogEntry(
  client: GovernanceClient,
  catalogId: string,
): Promise<Result<McpServerCatalogEntry, ServiceRefusal>> {
  return client.call(readMcpServerCatalogEntryEndpoint, { path: { catalog_id: catalogId } });
}
