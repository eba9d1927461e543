import { filledPath } from '../../../conformance/interface.ts';
import { at, listAt, textAt } from '../../../conformance/json-places.ts';
import { type RunningService, runService } from '../service-client.ts';
import { laterTasks } from './later-tasks.ts';

/** What the service answered to one endpoint, as it came. */
export type AnswersByEndpoint = ReadonlyMap<number, readonly unknown[]>;

/** Where a resource is, as the entitlements tell. */
interface ResourcePlace {
  readonly app_id: string;
  readonly resource_type_id: string;
  readonly resource_id: string;
}

const catalogIds = ['mcp-tides', 'mcp-code-forge', 'mcp-warehouse', 'mcp-foghorn'];
const ruleIds = [
  'rule-unused-access',
  'rule-left-behind',
  'rule-old-printer',
  'rule-storm-season',
  'rule/ghost ferry #1',
];
const source = {
  conversationId: 'C0REVIEWS',
  externalUrl: 'https://acme.example/archives/C0REVIEWS/p1',
  integrationId: 'T0ACME',
  isExtension: false,
  requestId: 'request-1',
};

/**
 * Asks the service for everything that it is seeded with, through every endpoint, what was deleted
 * included, and makes a few tasks.
 */
export async function seededAnswers(): Promise<AnswersByEndpoint> {
  await using running = await runService();
  const answers = new Map<number, unknown[]>();
  const keep = (endpoint: number, body: unknown) => {
    answers.set(endpoint, [...(answers.get(endpoint) ?? []), body]);
  };
  const apps = (await allPages(running, '/api/v1/apps')).flatMap((page) => listAt(page, 'list'));
  const appIds = apps.map((app) => textAt(app, 'id'));
  const views = await everyEntitlement(running);
  const places = [...distinctPlaces(views), retiredPlace];

  for (const body of grantBodies)
    keep(1, await posted(running, '/api/v1/task/grant', { ...body, source }));
  const owners = 'owners/entitlements/owner/app-lantern/ent-group-security';
  for (const body of await laterTasks(running)) keep(1, body);
  keep(
    2,
    await posted(running, `/api/v2/apps/app-github/entitlements/ent-platform-admin/${owners}`, {}),
  );
  for (const appId of appIds) keep(3, await posted(running, `/api/v2/apps/${appId}/${owners}`, {}));
  keep(4, await posted(running, '/api/v1/search/credential-inventory-policies', { pageSize: 10 }));
  keep(4, await posted(running, '/api/v1/search/credential-inventory-policies', { pageSize: 100 }));
  const refs = [{ id: 'credential-policy-telegraph' }];
  keep(4, await posted(running, '/api/v1/search/credential-inventory-policies', { refs }));
  for (const appId of appIds) {
    const id = appId.replace('app-', 'conn-');
    const change = { connector: { id }, expandMask: { paths: ['*'] } };
    keep(5, await posted(running, `/api/v1/apps/${appId}/connectors/${id}/delegated`, change));
    for (const page of await allPages(running, `/api/v1/apps/${appId}/mcp_servers`)) keep(8, page);
  }
  keep(
    5,
    await posted(running, '/api/v1/apps/app-foghorn/connectors/conn-foghorn-steam/delegated', {}),
  );
  for (const place of places) {
    for (const [endpoint, path] of resourceLists) {
      for (const page of await allPages(running, filledPath(path, place))) keep(endpoint, page);
    }
  }
  for (const id of catalogIds) keep(7, await got(running, `/api/v1/mcp_server_catalog/${id}`));
  for (const id of ruleIds)
    keep(9, await got(running, `/api/v1/findings/routing-rules/${encodeURIComponent(id)}`));
  keep(
    13,
    await got(
      running,
      '/api/v2/apps/app-github/entitlements/ent-platform-admin/owners/users/owner/user-ana',
    ),
  );
  keep(
    13,
    await got(
      running,
      '/api/v2/apps/app-foghorn/entitlements/tune/owners/users/steward/user-oskar',
    ),
  );
  for (const [endpoint, path] of tenantLists)
    for (const page of await allPages(running, path)) keep(endpoint, page);
  return answers;
}

/** Deleted, so that no search tells of it. */
const retiredPlace = {
  app_id: 'app-foghorn',
  resource_type_id: 'station',
  resource_id: 'south-stack',
};

const everything = { paths: ['*'] };

/**
 * With every field; for an account that is a machine under review; with remarks of the service on a
 * request for somebody who is not permanent; for a role on a scope; for one that a ticket carries
 * out.
 */
const grantBodies = [
  {
    appId: 'app-github',
    appEntitlementId: 'ent-platform-admin',
    identityUserId: 'user-dara',
    description: 'The lamp blinks',
    grantDuration: '3600s',
    requestData: { caseNumber: 'PC-1' },
    expandMask: everything,
  },
  {
    appId: 'app-foghorn',
    appEntitlementId: 'blow',
    appUserId: 'appuser-foghorn-fog-sensor',
    expandMask: everything,
  },
  {
    appId: 'app-snowflake',
    appEntitlementId: 'pii-reader',
    identityUserId: 'user-mina',
    expandMask: everything,
  },
  {
    appId: 'app-github',
    appEntitlementId: 'ent-platform-read',
    identityUserId: 'user-ben',
    expandMask: everything,
  },
  {
    appId: 'app-github',
    appEntitlementId: 'ent-org-owner',
    identityUserId: 'user-dara',
    expandMask: everything,
  },
  {
    appId: 'app-aws',
    appEntitlementId: 'staging-admin',
    identityUserId: 'user-ben',
    expandMask: everything,
  },
  {
    appId: 'app-ledger',
    appEntitlementId: 'auditor',
    identityUserId: 'user-liam',
    expandMask: everything,
  },
] as const;

const resourceLists = [
  [
    6,
    '/api/v1/apps/{app_id}/entitlements/resource_types/{resource_type_id}/resources/{resource_id}',
  ],
  [
    10,
    '/api/v2/apps/{app_id}/resource_types/{resource_type_id}/resources/{resource_id}/owners/users',
  ],
  [12, '/api/v1/apps/{app_id}/resource_types/{resource_type_id}/resource/{resource_id}/owners'],
] as const;

const tenantLists = [
  [11, '/api/v1/recovery-policies'],
  [14, '/api/v1/automation_executions'],
  [15, '/api/v1/role-mining/suggestions'],
  [16, '/api/v1/workload_federation/providers'],
] as const;

async function everyEntitlement(running: RunningService): Promise<readonly unknown[]> {
  const views: unknown[] = [];
  let pageToken = '';
  do {
    const page = await posted(running, '/api/v1/search/entitlements', { pageSize: 100, pageToken });
    views.push(...listAt(page, 'list'));
    pageToken = textAt(page, 'nextPageToken');
  } while (pageToken !== '');
  return views;
}

function distinctPlaces(
  views: readonly unknown[],
): readonly (ResourcePlace & Record<string, string>)[] {
  const places = views.map((view) => ({
    app_id: textAt(view, 'appEntitlement', 'appId'),
    resource_type_id: textAt(view, 'appEntitlement', 'appResourceTypeId'),
    resource_id: textAt(view, 'appEntitlement', 'appResourceId'),
  }));
  return [...new Map(places.map((place) => [Object.values(place).join(' '), place])).values()];
}

async function allPages(running: RunningService, path: string): Promise<readonly unknown[]> {
  const pages: unknown[] = [];
  let token = '';
  do {
    const page = await got(
      running,
      `${path}?pageSize=10${token === '' ? '' : `&pageToken=${token}`}`,
    );
    pages.push(page);
    token = String(at(page, 'nextPageToken'));
  } while (token !== '');
  return pages;
}

async function got(running: RunningService, path: string): Promise<unknown> {
  const { status, body } = await running.client.get(path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function posted(running: RunningService, path: string, request: unknown): Promise<unknown> {
  const { status, body } = await running.client.post(path, request);
  if (status !== 200) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
