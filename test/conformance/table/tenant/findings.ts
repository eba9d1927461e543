import { isDeepStrictEqual } from 'node:util';
import { at, listAt } from '../../service-client.ts';
import { endpoints } from '../interface.ts';
import { type TenantAnswer, type TenantCalls, tenantCalls } from './tenant-calls.ts';
import type { TenantSettings } from './tenant-settings.ts';

/** What was found of a tenant beyond the sixteen endpoints. `ok` only where something was checked. */
export interface Finding {
  readonly what: string;
  readonly verdict: 'ok' | 'not there' | 'differs' | 'not seen';
  readonly found: string;
}

const text = (value: unknown, ...place: readonly (string | number)[]): string => {
  const found = at(value, ...place);
  return typeof found === 'string' ? found : '';
};
const items = (body: unknown): readonly unknown[] => (Array.isArray(at(body, 'list')) ? listAt(body, 'list') : []);
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** One call and what it means. 404 and 501 mean that the tenant does not have it; 403 that the credentials may not. */
function seen(what: string, { status, body }: TenantAnswer, found: string, isWorth: boolean): Finding {
  if (status === 404 || status === 501) return { what, verdict: 'not there', found: `it answered ${status}` };
  if (status === 403) return { what, verdict: 'not seen', found: 'the credentials may not (403)' };
  if (status !== 200)
    return { what, verdict: 'differs', found: `it answered ${status} ${text(body, 'message').slice(0, 100)}` };
  return isWorth ? { what, verdict: 'ok', found } : { what, verdict: 'not seen', found };
}

/** Reads what the interface does not show: optional operations, spelling, page sizes, expand masks, enumerations, rights. */
export async function findFacts(settings: TenantSettings): Promise<readonly Finding[]> {
  const calls = tenantCalls(settings);
  const bodies: unknown[] = [];
  const facts = [
    ...(await optionalOperations(calls, settings, bodies)),
    await rights(calls),
    ...(await paging(calls, settings)),
    await masks(calls),
  ];
  return [...facts, spelledNames(bodies), enumerations(bodies), writing];
}

/** What is not called without `--write`. */
export const writing: Finding = {
  what: 'taskActions, taskRevoke, endpoints 1 to 3 and 5',
  verdict: 'not seen',
  found: 'they change something: --write makes one request and carries it through to its end',
};

async function optionalOperations(calls: TenantCalls, { ids }: TenantSettings, bodies: unknown[]): Promise<Finding[]> {
  const keep = (answer: TenantAnswer) => {
    bodies.push(answer.body);
    return answer;
  };
  const list = async (name: string, call: Promise<TenantAnswer>) => {
    const answer = keep(await call);
    return {
      answer,
      fact: seen(name, answer, counted(items(answer.body).length, 'item'), items(answer.body).length > 0),
    };
  };
  const one = async (name: string, id: string, path: (id: string) => string, member: string): Promise<Finding> => {
    if (id === '') return { what: name, verdict: 'not seen', found: 'no id for it was found' };
    const answer = keep(await calls.get(path(encodeURIComponent(id))));
    return seen(name, answer, `read ${id}`, at(answer.body, member) !== undefined);
  };
  const tasks = await list('taskSearch', calls.search('/api/v1/search/tasks', { pageSize: 10 }));
  const users = await list('userSearch', calls.search('/api/v1/search/users', { pageSize: 10 }));
  const entitlements = await list('entitlementSearch', calls.search('/api/v1/search/entitlements', { pageSize: 100 }));
  const apps = await list('appList', calls.get('/api/v1/apps', { pageSize: '10' }));
  const risks = await list('riskLevels', calls.get('/api/v1/attributes/risk_levels'));
  const feed = await list('grantsFeed', calls.search('/api/v1/grants/feed', { pageSize: 10 }));
  const taskId = text(tasks.answer.body, 'list', 0, 'task', 'id');
  const audit =
    taskId === ''
      ? { fact: { what: 'taskAudit', verdict: 'not seen', found: 'no task was found' } as const }
      : await list('taskAudit', calls.search('/api/v1/task/audits', { taskId, pageSize: 10 }));
  const views = items(entitlements.answer.body);
  const schemaId = views.map((view) => text(view, 'appEntitlement', 'requestSchemaId')).find((id) => id !== '') ?? '';
  const appId = ids.appId ?? text(views[0], 'appEntitlement', 'appId');
  const entitlementId = ids.entitlementId ?? text(views[0], 'appEntitlement', 'id');
  const userId = ids.userId ?? text(users.answer.body, 'list', 0, 'user', 'id');
  const within = `/api/v1/apps/${encodeURIComponent(appId)}/entitlements/${encodeURIComponent(entitlementId)}`;
  return [
    tasks.fact,
    await one('taskRead', taskId, (id) => `/api/v1/tasks/${id}`, 'taskView'),
    audit.fact,
    users.fact,
    await one('userRead', userId, (id) => `/api/v1/users/${id}`, 'userView'),
    apps.fact,
    entitlements.fact,
    risks.fact,
    await one('requestSchemas', schemaId, (id) => `/api/v1/request_schemas/${id}`, 'requestSchema'),
    feed.fact,
    await one('userGrants', entitlementId === '' ? '' : userId, (id) => `${within}/users/${id}/grants`, 'bindings'),
    await one('entitlementHolders', entitlementId, () => `${within}/grants`, 'list'),
  ];
}

async function rights(calls: TenantCalls): Promise<Finding> {
  const answer = await calls.get('/api/v1/auth/introspect');
  const { body } = answer;
  const told = ['roles', 'permissions'].map((name) => {
    const all = at(body, name);
    return `${name} ${Array.isArray(all) && all.length > 0 ? all.map(String).join(', ') : 'none told'}`;
  });
  return seen('whoAmI', answer, `${text(body, 'userId')}: ${told.join('; ')}`, text(body, 'userId') !== '');
}

/** Each spelling alone, and page sizes that are too small, not given and too large, on the first list of more than ten. */
async function paging(calls: TenantCalls, { ids }: TenantSettings): Promise<Finding[]> {
  const ofApp = ids.appId === undefined ? [] : [`/api/v1/apps/${encodeURIComponent(ids.appId)}/mcp_servers`];
  const lists: { readonly path: string; readonly count: number }[] = [];
  for (const path of ['/api/v1/recovery-policies', '/api/v1/apps', ...ofApp]) {
    const { status, body } = await calls.get(path, { pageSize: '100' });
    lists.push({ path, count: status === 200 ? items(body).length : 0 });
  }
  const long = lists.find((one) => one.count > 10);
  if (long === undefined) {
    const found = `${lists.map(({ path, count }) => `${path}: ${counted(count, 'item')}`).join(', ')}; too few to tell`;
    return ['query spelling', 'page sizes', 'paging'].map((what) => ({ what, verdict: 'not seen', found }) as const);
  }
  const { path, count } = long;
  const takes = async (spelling: 'camel' | 'snake') => {
    const { status, body } = await calls.get(path, { pageSize: '10' }, spelling);
    return status === 200 ? (items(body).length <= 10 ? 'taken' : 'ignored') : `answered with ${status}`;
  };
  const sizes: string[] = [];
  for (const size of ['0', '5', '101']) {
    const { status, body } = await calls.get(path, { pageSize: size });
    sizes.push(`${size}: ${status === 200 ? counted(items(body).length, 'item') : status}`);
  }
  const first = await calls.get(path, { pageSize: '10' });
  const second = await calls.get(path, { pageSize: '10', pageToken: text(first.body, 'nextPageToken') });
  const isMoving = items(second.body).length > 0 && !isDeepStrictEqual(items(first.body), items(second.body));
  return [
    {
      what: 'query spelling',
      verdict: 'ok',
      found: `pageSize is ${await takes('camel')}, page_size is ${await takes('snake')}`,
    },
    { what: 'page sizes', verdict: 'ok', found: `of ${count} items, by page size: ${sizes.join(', ')}` },
    isMoving
      ? { what: 'paging', verdict: 'ok', found: 'the cursor moves on' }
      : { what: 'paging', verdict: 'differs', found: 'the cursor leads to the same page again' },
  ];
}

/** Whether a search expands what its mask names, and nothing else. */
async function masks(calls: TenantCalls): Promise<Finding> {
  const what = 'expand masks';
  const wanted = await calls.search('/api/v1/search/tasks', { pageSize: 10, expandMask: { paths: ['app_id'] } });
  const bare = await calls.search('/api/v1/search/tasks', { pageSize: 10 });
  const view = items(wanted.body)[0];
  if (view === undefined) return { what, verdict: 'not seen', found: 'no task was found to try one on' };
  const expands =
    text(view, 'appPath') !== '' && text(view, 'userPath') === '' && text(items(bare.body)[0], 'appPath') === '';
  const found = expands ? 'only what is asked for is expanded' : 'app_id alone does not expand the app alone';
  return { what, verdict: expands ? 'ok' : 'differs', found };
}

/** Names and values of deployments-details.md, 1.1, that answers held. */
const otherNames =
  /"(matchBatonId|google(?:Enabled|HostedDomains)|microsoft(?:Enabled|TenantIds)|aws(?:AccessKeyId|S\w+Configured)|slackChannel|TASK_ORIGIN_(?:SLACK|JIRA|COPILOT))"/g;
const ourNames = /"(matchSyncerId|TASK_ORIGIN_(?:CHATAPP|TICKETING|ASSISTANT))"/g;

function spelledNames(bodies: readonly unknown[]): Finding {
  const written = JSON.stringify(bodies);
  const found = (names: RegExp) => [...new Set([...written.matchAll(names)].map((match) => match[1] ?? ''))];
  const [ours, others] = [found(ourNames), found(otherNames)];
  const what = 'names and values';
  if (ours.length + others.length === 0) return { what, verdict: 'not seen', found: 'nothing with two spellings came' };
  const words = [
    ...(ours.length > 0 ? [`as the interface: ${ours.join(', ')}`] : []),
    ...(others.length > 0 ? [`as deployments: ${others.join(', ')}`] : []),
  ];
  return { what, verdict: 'ok', found: words.join('; ') };
}

/** Values that look like members of an enumeration of tasks and that the interface does not list. */
function enumerations(bodies: readonly unknown[]): Finding {
  const what = 'enumerations';
  const listed = JSON.stringify(endpoints);
  const values = new Set(
    [...JSON.stringify(bodies).matchAll(/"((?:TASK|INSIGHT_RECOMMENDATION)_[A-Z_]+)"/g)].map((match) => match[1] ?? ''),
  );
  if (values.size === 0) return { what, verdict: 'not seen', found: 'no task was found' };
  const beyond = [...values].filter(
    (value) =>
      !listed.includes(
        value.replace(/^TASK_ACTION_TYPE|^TASK_ORIGIN|^TASK_STATE|^TASK_PROCESSING_TYPE|^INSIGHT_RECOMMENDATION/, ''),
      ),
  );
  const found = beyond.length === 0 ? `${values.size} values, all listed` : `beyond the page: ${beyond.join(', ')}`;
  return { what, verdict: 'ok', found };
}

export function findingLines(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ verdict }) => verdict.length));
  return [
    'Beyond the sixteen endpoints',
    ...findings.map(({ what, verdict, found }) => `  ${verdict.padEnd(width)}  ${what}: ${found}`),
  ];
}
