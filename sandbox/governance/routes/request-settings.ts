/** What applies to requests of an app before they are made: for deployments that tell it. */
import type { CompanyRule } from '../../company-schema.ts';
import { durationOf } from '../durations.ts';
import { policyOf } from '../entities/policy-instance.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { seededAt } from '../seed.ts';
import type { World } from '../world.ts';

function configurationRule(appId: string, rule: CompanyRule): object {
  return {
    id: rule.id,
    appId,
    displayName: rule.name,
    enabled: rule.enabled,
    priority: rule.priority,
    condition: rule.condition,
    settings: {
      requestPolicyId: rule.policy ?? '',
      requestSchemaId: '',
      maxGrantDuration: rule.longest === undefined ? null : durationOf(rule.longest),
      emergencyGrantEnabled: rule.emergency !== undefined,
      emergencyGrantPolicyId: rule.emergency ?? '',
    },
    createdAt: seededAt,
    updatedAt: seededAt,
    deletedAt: null,
  };
}

function listRules(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const appId = call.path('app_id');
  const { rules } = world.catalog.requestSettings(appId);
  return { list: rules.length === 0 ? null : rules.map((rule) => configurationRule(appId, rule)) };
}

function readDefaults(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { id: appId, grantPolicyId } = world.catalog.requireApplication(call.path('app_id'));
  const { defaultLongest } = world.catalog.requestSettings(appId);
  return {
    appId,
    requestSchemaId: '',
    requestPolicyId: grantPolicyId,
    ...(defaultLongest === undefined
      ? { durationUnset: {} }
      : { durationGrant: durationOf(defaultLongest) }),
    emergencyGrantEnabled: false,
    catalogIds: null,
    resourceTypeIds: null,
    defaultsEnabled: defaultLongest !== undefined,
    state: 'APP_ACCESS_REQUEST_DEFAULTS_STATE_UNSPECIFIED',
  };
}

function readPolicy(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  return { policy: policyOf(world.catalog, world.catalog.requirePolicy(call.path('id'))) };
}

/** The tenant wants a justification where no form says otherwise. */
function readRequestSettings(_world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  return { requestSettings: { skipJustification: false } };
}

/** What applies to requests: rules, defaults, policies and settings of the tenant. */
export const requestSettingsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/entitlement_configuration_rules',
    operation: 'entitlementConfigurationRules',
    handle: listRules,
  },
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/access_request_defaults',
    operation: 'accessRequestDefaults',
    handle: readDefaults,
  },
  { method: 'GET', path: '/api/v1/policies/{id}', operation: 'policyRead', handle: readPolicy },
  {
    method: 'GET',
    path: '/api/v1/settings/request',
    operation: 'requestSettings',
    handle: readRequestSettings,
  },
];
