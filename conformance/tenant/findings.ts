/** Long because it holds every question that a tenant is asked beside the table of endpoints. */

import { isDeepStrictEqual } from 'node:util';
import {
  listCatalogAudience,
  listCatalogs,
  readCatalog,
  readCatalogContent,
} from '../../src/service/client/catalog-operations.ts';
import { listMcpServers, listRecoveryPolicies } from '../../src/service/client/endpoints.ts';
import {
  getTask,
  introspect,
  listApps,
  listEntitlementHolders,
  listRiskLevels,
  listTaskAudits,
  listUserAccounts,
  readAppOwnerIds,
  readEntitlementOwnerIds,
  readGrantsFeed,
  readRequestSchema,
  readUser,
  readUserGrants,
  searchAppEntitlements,
  searchGrants,
  searchTasks,
  searchUsers,
} from '../../src/service/client/optional-operations.ts';
import {
  getPolicy,
  listConfigurationRules,
  readRequestDefaults,
  readRequestSettings,
} from '../../src/service/client/request-settings-operations.ts';
import type { AnyEndpoint, CallInput } from '../../src/service/client/wire/endpoint.ts';
import { endpoints } from '../interface.ts';
import { at } from '../json-places.ts';
import { asked, counted, type Finding, items, seen, text } from './finding.ts';
import { readByOperators } from './operator-findings.ts';
import { listenTo, type TenantListener } from './tenant-listener.ts';
import type { TenantSettings } from './tenant-settings.ts';

/**
 * Reads what the interface does not show: optional operations, spelling, page sizes, expand masks,
 * enumerations, rights.
 */
export async function findFacts(settings: TenantSettings): Promise<readonly Finding[]> {
  await using tenant = listenTo(settings);
  const bodies: unknown[] = [];
  const facts = [
    ...(await optionalOperations(tenant, settings, bodies)),
    await rights(tenant),
    ...(await paging(tenant, settings)),
    await masks(tenant),
    ...(await readByOperators(tenant, settings)),
  ];
  return [...facts, spelledNames(bodies), enumerations(bodies), writing];
}

/** What is not called without `--write`. */
export const writing: Finding = {
  what: 'taskActions, taskRevoke, endpoints 1 to 3 and 5',
  verdict: 'not seen',
  found: 'they change something: --write makes one request and carries it through to its end',
};

async function optionalOperations(
  tenant: TenantListener,
  { ids }: TenantSettings,
  bodies: unknown[],
): Promise<Finding[]> {
  const keep = async (one: AnyEndpoint, input: Partial<CallInput<string>>) => {
    const heard = await asked(tenant, one, input);
    bodies.push(heard.body);
    return heard;
  };
  const list = async (name: string, one: AnyEndpoint, input: Partial<CallInput<string>>) => {
    const answer = await keep(one, input);
    const count = items(answer.body).length;
    return { answer, fact: seen(name, answer, counted(count, 'item'), count > 0) };
  };
  const single = async (
    name: string,
    called: AnyEndpoint,
    id: string,
    path: Readonly<Record<string, string>>,
    member: string,
  ): Promise<Finding> => {
    if (id === '') return { what: name, verdict: 'not seen', found: 'no id for it was found' };
    const answer = await keep(called, { path });
    return seen(name, answer, `read ${id}`, at(answer.body, member) !== undefined);
  };
  const page = { body: { pageSize: 10 } };
  const tasks = await list('taskSearch', searchTasks, page);
  const users = await list('userSearch', searchUsers, page);
  const entitlements = await list('entitlementSearch', searchAppEntitlements, {
    body: { pageSize: 100 },
  });
  const apps = await list('appList', listApps, { query: { pageSize: 10 } });
  const risks = await list('riskLevels', listRiskLevels, {});
  const feed = await list('grantsFeed', readGrantsFeed, page);
  const catalogs = await list('catalogs', listCatalogs, { query: { pageSize: 10 } });
  const catalogIds = items(catalogs.answer.body).map((one) => text(one, 'requestCatalog', 'id'));
  const catalogId = catalogIds.find((id) => id !== '') ?? '';
  const inCatalog = { catalog_id: catalogId };
  const taskId = text(tasks.answer.body, 'list', 0, 'task', 'id');
  const audit =
    taskId === ''
      ? { fact: { what: 'taskAudit', verdict: 'not seen', found: 'no task was found' } as const }
      : await list('taskAudit', listTaskAudits, { body: { taskId, pageSize: 10 } });
  const views = items(entitlements.answer.body);
  const schemaId =
    views.map((view) => text(view, 'appEntitlement', 'requestSchemaId')).find((id) => id !== '') ??
    '';
  const policyIds = views.map((view) => text(view, 'appEntitlement', 'grantPolicyId'));
  const policyId = policyIds.find((id) => id !== '') ?? '';
  const appId = ids.appId ?? text(views[0], 'appEntitlement', 'appId');
  const entitlementId = ids.entitlementId ?? text(views[0], 'appEntitlement', 'id');
  const userId = ids.userId ?? text(users.answer.body, 'list', 0, 'user', 'id');
  const held = { app_id: appId, app_entitlement_id: entitlementId };
  const grants = { ...held, identity_user_id: userId };
  const schema = { request_schema_id: schemaId };
  const ofApp = { app_id: appId };
  const owned = { app_id: appId, entitlement_id: entitlementId };
  const accountOwner = appId === '' ? '' : userId;
  const accountsOf = { app_id: appId, user_id: userId };
  const seenGrants = async (): Promise<Finding> => {
    const search = { userId, appIds: [appId], pageSize: 10 };
    if (accountOwner === '')
      return { what: 'grantSearch', verdict: 'not seen', found: 'no id for it was found' };
    const { fact } = await list('grantSearch', searchGrants, { body: search });
    return fact;
  };
  const holdings = entitlementId === '' ? '' : userId;
  const told = await keep(readRequestSettings, {});
  const isTold = at(told.body, 'requestSettings') !== undefined;
  return [
    tasks.fact,
    await single('taskRead', getTask, taskId, { task_id: taskId }, 'taskView'),
    audit.fact,
    users.fact,
    await single('userRead', readUser, userId, { id: userId }, 'userView'),
    apps.fact,
    entitlements.fact,
    risks.fact,
    await single('requestSchemas', readRequestSchema, schemaId, schema, 'requestSchema'),
    catalogs.fact,
    await single('catalogs, one', readCatalog, catalogId, { id: catalogId }, 'requestCatalogView'),
    await single('catalogs, content', readCatalogContent, catalogId, inCatalog, 'refs'),
    await single('catalogs, audience', listCatalogAudience, catalogId, inCatalog, 'list'),
    seen('requestSettings', told, 'it tells whether requests need a justification', isTold),
    await single('entitlementConfigurationRules', listConfigurationRules, appId, ofApp, 'list'),
    await single('accessRequestDefaults', readRequestDefaults, appId, ofApp, 'appId'),
    await single('policyRead', getPolicy, policyId, { id: policyId }, 'policy'),
    feed.fact,
    await single('userGrants', readUserGrants, holdings, grants, 'bindings'),
    await seenGrants(),
    await single('userAccounts', listUserAccounts, accountOwner, accountsOf, 'list'),
    await single('entitlementHolders', listEntitlementHolders, entitlementId, held, 'list'),
    await single('entitlementOwnerIds', readEntitlementOwnerIds, entitlementId, owned, 'userIds'),
    await single('appOwnerIds', readAppOwnerIds, appId, ofApp, 'userIds'),
  ];
}

async function rights(tenant: TenantListener): Promise<Finding> {
  const answer = await asked(tenant, introspect, {});
  const { body } = answer;
  const told = ['roles', 'permissions'].map((name) => {
    const all = at(body, name);
    return `${name} ${Array.isArray(all) && all.length > 0 ? all.map(String).join(', ') : 'none told'}`;
  });
  return seen(
    'whoAmI',
    answer,
    `${text(body, 'userId')}: ${told.join('; ')}`,
    text(body, 'userId') !== '',
  );
}

/** A list that takes paging parameters. */
interface PagedList {
  readonly one: AnyEndpoint;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Each spelling alone, and page sizes that are too small, not given and too large, on the first
 * list of more than ten.
 */
async function paging(tenant: TenantListener, settings: TenantSettings): Promise<Finding[]> {
  const { appId } = settings.ids;
  const ofApp: readonly PagedList[] =
    appId === undefined ? [] : [{ one: listMcpServers, path: { app_id: appId } }];
  const lists: (PagedList & { readonly count: number })[] = [];
  for (const list of [
    { one: listRecoveryPolicies, path: {} },
    { one: listApps, path: {} },
    ...ofApp,
  ]) {
    const { status, body } = await asked(tenant, list.one, {
      path: list.path,
      query: { pageSize: 100 },
    });
    lists.push({ ...list, count: status === 200 ? items(body).length : 0 });
  }
  const long = lists.find((list) => list.count > 10);
  if (long === undefined) {
    const found = `${lists.map(({ one, count }) => `${one.path}: ${counted(count, 'item')}`).join(', ')}; too few to tell`;
    return ['query spelling', 'page sizes', 'paging'].map(
      (what) => ({ what, verdict: 'not seen', found }) as const,
    );
  }
  const { one, path, count } = long;
  const takes = async (spelling: 'camel' | 'snake') => {
    await using listener = listenTo({ ...settings, queryCase: spelling });
    const { status, body } = await asked(listener, one, { path, query: { pageSize: 10 } });
    return status === 200
      ? items(body).length <= 10
        ? 'taken'
        : 'ignored'
      : `answered with ${status}`;
  };
  const [camel, snake] = [await takes('camel'), await takes('snake')];
  // A name that the tenant ignores would hide that it refuses a size.
  const queryCase = camel === 'taken' ? 'camel' : 'snake';
  await using spelled = listenTo({ ...settings, queryCase });
  const sizes: string[] = [];
  for (const pageSize of [0, 5, 101]) {
    const { status, body } = await asked(spelled, one, { path, query: { pageSize } });
    sizes.push(`${pageSize}: ${status === 200 ? counted(items(body).length, 'item') : status}`);
  }
  const first = await asked(tenant, one, { path, query: { pageSize: 10 } });
  const pageToken = text(first.body, 'nextPageToken');
  const second = await asked(tenant, one, { path, query: { pageSize: 10, pageToken } });
  const isMoving =
    items(second.body).length > 0 && !isDeepStrictEqual(items(first.body), items(second.body));
  return [
    {
      what: 'query spelling',
      verdict: 'ok',
      found: `pageSize is ${camel}, page_size is ${snake}`,
    },
    {
      what: 'page sizes',
      verdict: 'ok',
      found: `of ${count} items, by page size: ${sizes.join(', ')}`,
    },
    isMoving
      ? { what: 'paging', verdict: 'ok', found: 'the cursor moves on' }
      : { what: 'paging', verdict: 'differs', found: 'the cursor leads to the same page again' },
  ];
}

/** Whether a search expands what its mask names, and nothing else. */
async function masks(tenant: TenantListener): Promise<Finding> {
  const what = 'expand masks';
  const masked = { pageSize: 10, expandMask: { paths: ['app_id'] } };
  const wanted = await asked(tenant, searchTasks, { body: masked });
  const bare = await asked(tenant, searchTasks, { body: { pageSize: 10 } });
  const view = items(wanted.body)[0];
  if (view === undefined)
    return { what, verdict: 'not seen', found: 'no task was found to try one on' };
  const expands =
    text(view, 'appPath') !== '' &&
    text(view, 'userPath') === '' &&
    text(items(bare.body)[0], 'appPath') === '';
  const found = expands
    ? 'only what is asked for is expanded'
    : 'app_id alone does not expand the app alone';
  return { what, verdict: expands ? 'ok' : 'differs', found };
}

/** Names and values of docs/spec/deployments.md#names-and-values, that answers held. */
const otherNames =
  /"(matchBatonId|google(?:Enabled|HostedDomains)|microsoft(?:Enabled|TenantIds)|aws(?:AccessKeyId|S\w+Configured)|slackChannel|TASK_ORIGIN_(?:SLACK|JIRA|COPILOT))"/g;
const ourNames = /"(matchSyncerId|TASK_ORIGIN_(?:CHATAPP|TICKETING|ASSISTANT))"/g;

function spelledNames(bodies: readonly unknown[]): Finding {
  const written = JSON.stringify(bodies);
  const found = (names: RegExp) => [
    ...new Set([...written.matchAll(names)].map((match) => match[1] ?? '')),
  ];
  const [ours, others] = [found(ourNames), found(otherNames)];
  const what = 'names and values';
  if (ours.length + others.length === 0)
    return { what, verdict: 'not seen', found: 'nothing with two spellings came' };
  const words = [
    ...(ours.length > 0 ? [`as the interface: ${ours.join(', ')}`] : []),
    ...(others.length > 0 ? [`as deployments: ${others.join(', ')}`] : []),
  ];
  return { what, verdict: 'ok', found: words.join('; ') };
}

/**
 * Values that look like members of an enumeration of tasks and that the interface does not list.
 */
function enumerations(bodies: readonly unknown[]): Finding {
  const what = 'enumerations';
  const listed = JSON.stringify(endpoints);
  const values = new Set(
    [
      ...JSON.stringify(bodies).matchAll(/"((?:TASK_(?!AUDIT_)|INSIGHT_RECOMMENDATION_)[A-Z_]+)"/g),
    ].map((match) => match[1] ?? ''),
  );
  if (values.size === 0) return { what, verdict: 'not seen', found: 'no task was found' };
  const beyond = [...values].filter(
    (value) =>
      !listed.includes(
        value.replace(
          /^TASK_ACTION_TYPE|^TASK_ORIGIN|^TASK_STATE|^TASK_PROCESSING_TYPE|^INSIGHT_RECOMMENDATION/,
          '',
        ),
      ),
  );
  const found =
    beyond.length === 0
      ? `${values.size} values, all listed`
      : `beyond the page: ${beyond.join(', ')}`;
  return { what, verdict: 'ok', found };
}

export function findingLines(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ verdict }) => verdict.length));
  return [
    'Beyond the sixteen endpoints',
    ...findings.map(({ what, verdict, found }) => `  ${verdict.padEnd(width)}  ${what}: ${found}`),
  ];
}
