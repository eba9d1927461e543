import { expect, test } from 'vitest';
import { type RegisteredRoute, routes } from '../../sandbox/governance/service.ts';

/** The table of interface.md, "Endpoints". */
const documented = [
  [1, 'POST', '/api/v1/task/grant'],
  [
    2,
    'POST',
    '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
  ],
  [
    3,
    'POST',
    '/api/v2/apps/{app_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
  ],
  [4, 'POST', '/api/v1/search/credential-inventory-policies'],
  [5, 'POST', '/api/v1/apps/{connector_app_id}/connectors/{connector_id}/delegated'],
  [6, 'GET', '/api/v1/apps/{app_id}/entitlements/resource_types/{app_resource_type_id}/resources/{app_resource_id}'],
  [7, 'GET', '/api/v1/mcp_server_catalog/{catalog_id}'],
  [8, 'GET', '/api/v1/apps/{app_id}/mcp_servers'],
  [9, 'GET', '/api/v1/findings/routing-rules/{id}'],
  [10, 'GET', '/api/v2/apps/{app_id}/resource_types/{resource_type_id}/resources/{resource_id}/owners/users'],
  [11, 'GET', '/api/v1/recovery-policies'],
  [12, 'GET', '/api/v1/apps/{app_id}/resource_types/{resource_type_id}/resource/{resource_id}/owners'],
  [13, 'GET', '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/users/{role_slug}/{user_ref_id}'],
  [14, 'GET', '/api/v1/automation_executions'],
  [15, 'GET', '/api/v1/role-mining/suggestions'],
  [16, 'GET', '/api/v1/workload_federation/providers'],
];

const verbs = [
  'approve approve-with-step-up close comment deny escalate process reassign reset restart retry-provisioning skip-step',
  'update-grant-duration update-request-data',
]
  .join(' ')
  .split(' ');

/** The table of deployments.md, "Optional operations". */
const optional = [
  ['taskRead', 'GET', '/api/v1/tasks/{task_id}'],
  ['taskSearch', 'POST', '/api/v1/search/tasks'],
  ...verbs.map((verb) => ['taskActions', 'POST', `/api/v1/tasks/{task_id}/action/${verb}`]),
  ['taskAudit', 'POST', '/api/v1/task/audits'],
  ['taskRevoke', 'POST', '/api/v1/task/revoke'],
  ['userSearch', 'POST', '/api/v1/search/users'],
  ['userRead', 'GET', '/api/v1/users/{id}'],
  ['appList', 'GET', '/api/v1/apps'],
  ['entitlementSearch', 'POST', '/api/v1/search/entitlements'],
  ['whoAmI', 'GET', '/api/v1/auth/introspect'],
];

test('the registered routes are the sixteen endpoints and the optional operations, no more and no fewer', () => {
  const rowOf = (route: RegisteredRoute) => [route.endpoint ?? route.optional, route.method, route.path];
  const registered = routes().map(rowOf);
  const text = (rows: readonly (readonly (string | number | null)[])[]) => rows.map((row) => row.join(' ')).sort();
  expect(text(registered)).toEqual(text([...documented, ...optional]));
});
