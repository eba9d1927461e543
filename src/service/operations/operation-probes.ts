/**
 * The reads by which it is found out whether the tenant has an operation. They are all in this
 * file, each changes nothing, and `test/unit/client/operation-probes.test.ts` holds the list. What
 * gives power (`taskActions`, `taskRevoke`) has none.
 */
import { z } from 'zod';
import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import { listCatalogs } from '../client/catalog-operations.ts';
import * as optional from '../client/optional-operations.ts';
import {
  getPolicy,
  listConfigurationRules,
  readRequestDefaults,
  readRequestSettings,
} from '../client/request-settings-operations.ts';
import { type AnyEndpoint, type CallInput, endpoint } from '../client/wire/endpoint.ts';
import { pageSizeBounds } from '../client/wire/paging.ts';

export interface Probe {
  readonly one: AnyEndpoint;
  readonly input: CallInput<string>;
}

/** An id that does not exist, for what no list told an id of. */
export const nothing = 'access-request-bot-doctor';

/** What is asked about; `nothing` where no list told an id. */
export interface ProbeIds {
  readonly appId: string;
  /** The app whose rules and owners are read. */
  readonly ruledAppId: string;
  readonly entitlementId: string;
  readonly userId: string;
  readonly taskId: string;
  readonly schemaId: string;
  readonly policyId: string;
}

export const noIds: ProbeIds = {
  appId: nothing,
  ruledAppId: nothing,
  entitlementId: nothing,
  userId: nothing,
  taskId: nothing,
  schemaId: nothing,
  policyId: nothing,
};

type Probes = Readonly<Partial<Record<OptionalOperation, Probe>>>;

/** A read of each operation that can be tried without changing something. */
export function probesOf(ids: ProbeIds, now: Date): Probes {
  const { appId, ruledAppId, entitlementId, userId, taskId, schemaId, policyId } = ids;
  const app = { app_id: appId };
  const ruled = { app_id: ruledAppId };
  const holder = { ...app, app_entitlement_id: entitlementId, identity_user_id: userId };
  const all: readonly Probe[] = [
    { one: optional.getTask, input: { path: { task_id: taskId } } },
    { one: optional.searchTasks, input: { path: {}, body: { openerOrSubjectUserId: userId } } },
    { one: optional.listTaskAudits, input: { path: {}, body: { taskId } } },
    {
      one: optional.searchUsers,
      input: { path: {}, body: { email: `${nothing}@example.invalid` } },
    },
    { one: optional.readUser, input: { path: { id: userId } } },
    { one: optional.listApps, input: { path: {} } },
    { one: optional.searchAppEntitlements, input: { path: {}, body: { appIds: [appId] } } },
    { one: optional.introspect, input: { path: {} } },
    { one: optional.listRiskLevels, input: { path: {} } },
    {
      one: optional.readGrantsFeed,
      input: { path: {}, body: { after: now.toISOString(), appRefs: [{ id: appId }] } },
    },
    { one: optional.readUserGrants, input: { path: holder } },
    { one: optional.searchGrants, input: { path: {}, body: { userId, appIds: [appId] } } },
    { one: optional.listUserAccounts, input: { path: { ...app, user_id: userId } } },
    { one: listCatalogs, input: { path: {} } },
    { one: optional.readRequestSchema, input: { path: { request_schema_id: schemaId } } },
    { one: readRequestSettings, input: { path: {} } },
    { one: listConfigurationRules, input: { path: ruled } },
    { one: readRequestDefaults, input: { path: ruled } },
    { one: getPolicy, input: { path: { id: policyId } } },
    { one: optional.listEntitlementHolders, input: { path: holder } },
    {
      one: optional.readEntitlementOwnerIds,
      input: { path: { ...ruled, entitlement_id: entitlementId } },
    },
    { one: optional.readAppOwnerIds, input: { path: ruled } },
  ];
  return Object.fromEntries(all.map((probe) => [probe.one.operation, probe]));
}

/** Nobody serves it: how a tenant answers here is how it answers for an operation that it lacks. */
export const unserved = endpoint('GET', '/api/v1/access-request-bot-doctor', z.unknown());

/** Some rows of each list, for ids. */
const page = { pageSize: pageSizeBounds.least };
export const listsOfIds = {
  apps: { one: optional.listApps, input: { path: {}, query: page } },
  entitlements: { one: optional.searchAppEntitlements, input: { path: {}, body: page } },
  owner: { one: optional.introspect, input: { path: {} } },
  tasks: { one: optional.searchTasks, input: { path: {}, body: page } },
} as const;
