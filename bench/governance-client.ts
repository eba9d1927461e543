/**
 * What the governance client costs on top of bare undici: calls per second and bytes allocated on
 * the same loopback server, the decoding of a page of 100 entitlements with `expanded`, and 100,000
 * entitlements paged. The server runs in a thread of its own, so that its work and its garbage are
 * not counted.
 *
 * "Bare undici" is a pool with the client's own settings, a bearer header and `JSON.parse`: no
 * token source, no timeouts of the whole, no decoding, no refusals.
 *
 * Long because it is run as one file: the same file is the server's thread, and half of it is what
 * the server answers.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { createAccessGovernance } from '../src/service/access-governance.ts';
import { TenantCapabilities } from '../src/service/capabilities.ts';
import { createGovernanceClient } from '../src/service/client/client.ts';
import { listCatalogueEntitlements } from '../src/service/client/endpoints.ts';
import { getTask } from '../src/service/client/optional-operations.ts';
import { decodeAnswer } from '../src/service/client/wire/endpoint.ts';
import { catalogueEntitlement } from '../src/service/read/catalogue/entitlements.ts';
import { type Measure, median, type Row } from './table.ts';

const pageSize = 100;
const pagesInAll = 1_000;
const atOnce = 32;
const sliceMs = 200;
const rounds = 5;
const resource = { appId: 'app-lighthouse', resourceTypeId: 'lamp', resourceId: 'north' };

function taskText(): string {
  const user = (id: string) => ({
    '@type': 'type.googleapis.com/c1.api.user.v1.User',
    id,
    displayName: `Name ${id}`,
    email: `${id}@acme.example`,
  });
  return JSON.stringify({
    taskView: {
      task: {
        id: 'task-1',
        numericId: '1042',
        state: 'TASK_STATE_OPEN',
        processing: 'TASK_PROCESSING_TYPE_WAITING',
        origin: 'TASK_ORIGIN_CHATAPP',
        actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_COMMENT'],
        stepApproverIds: ['liam', 'oskar'],
        description: 'Fog over the north rock',
        policy: { current: { id: 'step-1' } },
        type: {
          grant: { appId: 'app-lighthouse', appEntitlementId: 'keeper', grantDuration: '3600s' },
        },
        createdAt: '2026-03-01T08:00:00Z',
      },
      stepApproversPath: '$.expanded[0,1]',
    },
    expanded: [user('liam'), user('oskar')],
  });
}

function pageText(nextPageToken: string): string {
  const list = Array.from({ length: pageSize }, (_, index) => ({
    appEntitlement: {
      id: `entitlement-${index}`,
      appId: 'app-lighthouse',
      appResourceId: 'north',
      appResourceTypeId: 'lamp',
      displayName: `Keeper of lamp ${index}`,
      alias: `keeper-${index}`,
      description: 'Keeps the lamp burning, polishes the lens and writes the log.',
      slug: `keeper-${index}`,
      externalId: '',
      riskLevelValueId: 'risk-high',
      grantPolicyId: 'policy-1',
      complianceFrameworkValueIds: ['framework-1'],
      durationGrant: '604800s',
      emergencyGrantEnabled: index % 2 === 0,
      grantCount: '12',
      purpose: 'APP_ENTITLEMENT_PURPOSE_VALUE_ASSIGNMENT',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00Z',
      deletedAt: null,
      provisionerPolicy: { manual: { instructions: 'Hand over the key', userIds: ['oskar'] } },
    },
    appPath: '$.expanded[0]',
    appResourcePath: `$.expanded[${1 + (index % 10)}]`,
    appResourceTypePath: '$.expanded[11]',
    objectPermissions: { delete: false, edit: true, read: true, extra: {} },
  }));
  const resources = Array.from({ length: 10 }, (_, index) => ({
    '@type': 'type.googleapis.com/c1.api.app.v1.AppResource',
    id: `resource-${index}`,
    displayName: `Lamp ${index}`,
  }));
  const app = {
    '@type': 'type.googleapis.com/c1.api.app.v1.App',
    id: 'app-lighthouse',
    displayName: 'Lighthouse Control',
  };
  const type = {
    '@type': 'type.googleapis.com/c1.api.app.v1.AppResourceType',
    id: 'lamp',
    displayName: 'Lamp',
  };
  return JSON.stringify({ list, expanded: [app, ...resources, type], nextPageToken });
}

function serve(): void {
  const token = JSON.stringify({
    access_token: 'bench-token',
    token_type: 'Bearer',
    expires_in: 3600,
  });
  const task = taskText();
  const [before = '', after = ''] = pageText('@@').split('@@');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (url.pathname === '/auth/v1/token') response.end(token);
    else if (url.pathname.startsWith('/api/v1/tasks/')) response.end(task);
    else {
      const page = Number(url.searchParams.get('pageToken') ?? '0') + 1;
      response.end(before + (page < pagesInAll ? String(page) : '') + after);
    }
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage(server.address()));
}

interface Measured {
  readonly perSecond: number;
  readonly bytes: number;
}

/** Heap bytes allocated so far: what is in use plus what every collection has freed. */
function allocationMeter(): () => number {
  const profiler = new GCProfiler();
  const atStart = getHeapStatistics().used_heap_size;
  profiler.start();
  return () => {
    const inUse = getHeapStatistics().used_heap_size;
    const freed = profiler
      .stop()
      .statistics.map(
        ({ beforeGC, afterGC }) =>
          beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
      )
      .reduce((sum, one) => sum + one, 0);
    return inUse - atStart + freed;
  };
}

async function slice(work: () => unknown, lanes: number): Promise<Measured> {
  const allocated = allocationMeter();
  const startedAt = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - startedAt < sliceMs) {
      await work();
      done++;
      // Work that never waits would keep the pools from noticing that an idle connection was
      // closed.
      if (lanes === 1 && done % 50 === 0) await turn();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: done / seconds, bytes: allocated() / done };
}

/**
 * Runs the variants in turn, so that a noisy machine hits all of them; a row for each, against the
 * first.
 */
async function compare(
  title: string,
  unit: string,
  lanes: number,
  variants: Record<string, () => unknown>,
): Promise<readonly Row[]> {
  const measured = new Map<string, Measured[]>(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, work] of Object.entries(variants)) {
      const one = await slice(work, lanes);
      if (round > 0) measured.get(name)?.push(one); // the first round warms up
    }
  }
  const rows: Row[] = [];
  let baseline = Number.NaN;
  for (const [name, all] of measured) {
    const perSecond = median(all.map((one) => one.perSecond));
    if (rows.length === 0) baseline = perSecond;
    const bytes = Math.round(median(all.map((one) => one.bytes))).toLocaleString('en');
    rows.push({
      what: `${title}: ${name}`,
      measured: `${Math.round(perSecond).toLocaleString('en')} ${unit}/s, ${bytes} bytes each`,
      ratio: (perSecond / baseline).toFixed(2),
    });
  }
  return rows;
}

async function timed(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  const count = await work();
  if (count !== pageSize * pagesInAll) throw new Error(`paged ${count} entitlements`);
  return (performance.now() - startedAt) / 1000;
}

async function run(url: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const client = createGovernanceClient({
    baseUrl: url,
    clientId: 'bench',
    clientSecret: 'bench-secret',
    queryCase: 'camel',
    now: () => new Date(),
  });
  const governance = createAccessGovernance(client, { tenant: new TenantCapabilities(new Set()) });
  const pool = new Pool(url, { connections: atOnce, allowH2: false });
  const bare = async (path: string): Promise<unknown> => {
    const { body } = await pool.request({
      path,
      method: 'GET',
      headers: { authorization: 'Bearer bench-token', accept: 'application/json' },
    });
    return JSON.parse(await body.text());
  };

  const calls = {
    'bare undici': () => bare('/api/v1/tasks/task-1'),
    'governance client': () => client.call(getTask, { path: { task_id: 'task-1' } }),
  };
  rows.push(...(await compare('one task, one call after the other', 'calls', 1, calls)));
  rows.push(...(await compare(`one task, ${atOnce} calls at a time`, 'calls', atOnce, calls)));

  const text = pageText('next');
  const answer = { status: 200, headers: {}, text };
  const decode = () => decodeAnswer(listCatalogueEntitlements, answer);
  const decoding = await compare(
    `decoding a page of ${pageSize} entitlements with expanded`,
    'pages',
    1,
    {
      'JSON.parse': () => JSON.parse(text),
      decode: decode,
      'decode and locate names': () => {
        const page = decode();
        return page.list.map((view) => catalogueEntitlement(view, page.expanded, resource));
      },
    },
  );
  rows.push(...decoding);

  const pagedBare = async () => {
    let count = 0;
    for (let page = 0; page < pagesInAll; page++) {
      await bare(
        `/api/v1/apps/a/entitlements/resource_types/b/resources/c?pageSize=100&pageToken=${page}`,
      );
      count += pageSize;
    }
    return count;
  };
  const pagedByClient = async () => {
    const all = await governance.listEntitlements(resource);
    return all.ok ? all.value.length : 0;
  };
  const bareSeconds: number[] = [];
  const clientSeconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    bareSeconds.push(await timed(pagedBare));
    clientSeconds.push(await timed(pagedByClient));
  }
  const [bareMedian, clientMedian] = [median(bareSeconds), median(clientSeconds)];
  rows.push({
    what: `${(pageSize * pagesInAll).toLocaleString('en')} entitlements, paged`,
    measured: `${clientMedian.toFixed(2)} s; bare undici ${bareMedian.toFixed(2)} s`,
    ratio: (clientMedian / bareMedian).toFixed(2),
  });
  await Promise.all([client.close(), pool.close()]);
  return rows;
}

function isAddress(value: unknown): value is { port: number } {
  return (
    typeof value === 'object' && value !== null && 'port' in value && typeof value.port === 'number'
  );
}

export const governanceClient: Measure = {
  about: 'the client of the service against bare undici',
  seconds: 35,
  async run() {
    const server = new Worker(new URL(import.meta.url));
    const [address]: unknown[] = await once(server, 'message');
    if (!isAddress(address)) throw new Error('the server has no port');
    try {
      return { rows: await run(`http://127.0.0.1:${address.port}`) };
    } finally {
      await server.terminate();
    }
  },
};

if (!isMainThread) serve();
