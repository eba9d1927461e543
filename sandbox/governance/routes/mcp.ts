import { notFound } from '../errors.ts';
import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

function getCatalogEntry(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const id = call.path('catalog_id');
  const catalogEntry = world.catalog.records.mcpCatalog.find((entry) => entry.id === id);
  if (catalogEntry === undefined) throw notFound('MCP server catalog entry', id);
  return { catalogEntry };
}

function listServers(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const appId = world.catalog.requireApplication(call.path('app_id')).id;
  const servers = world.catalog.records.mcpServers.filter((server) => server.appId === appId);
  return pageOf(servers, (server) => server.connectorId, pageRequestOf(call), [8, appId]);
}

/**
 * Endpoint 7: one entry of the MCP server catalog. Endpoint 8: the MCP servers registered on an
 * app.
 */
export const mcpRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/mcp_server_catalog/{catalog_id}',
    operation: 7,
    handle: getCatalogEntry,
  },
  { method: 'GET', path: '/api/v1/apps/{app_id}/mcp_servers', operation: 8, handle: listServers },
];
