import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessGovernance } from '../../src/governance/access-governance.ts';
import { createGovernanceClient, type GovernanceClient } from '../../src/governance/client.ts';
import { performTaskAction, type TaskAction } from '../../src/governance/task-actions.ts';
import {
  type GovernanceService,
  type GovernanceServiceOptions,
  startGovernanceService,
} from '../../src/sandbox/governance/service.ts';
import type { AccessGovernance, GrantOrder, OptionalOperation } from '../../src/use-cases/ports.ts';

let service: GovernanceService;
let client: GovernanceClient;
let governance: AccessGovernance;
let clock: Date;

async function start(operations: readonly OptionalOperation[], options: GovernanceServiceOptions = {}): Promise<void> {
  clock = new Date('2026-03-01T08:00:00Z');
  const now = () => clock;
  service = await startGovernanceService({ now, grantLagMs: 0, ...options });
  client = createGovernanceClient({
    baseUrl: service.url,
    clientId: 'sandbox-bot',
    clientSecret: 'sandbox-secret',
    queryCase: options.queryCase ?? 'camel',
    now,
    timeouts: { headersMs: 500, bodyMs: 500 },
  });
  governance = createAccessGovernance(client, { operations: new Set(operations) });
}

afterEach(async () => {
  await Promise.all([client.close(), service.close()]);
});

const platform = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };

function order(changes: Partial<GrantOrder> = {}): GrantOrder {
  return {
    appId: 'app-github',
    entitlementId: 'ent-platform-admin',
    identityUserId: 'user-dara',
    justification: 'The lamp blinks <b>too</b> fast',
    durationSeconds: 3600,
    emergency: false,
    requestData: null,
    source: {
      conversationId: 'C0REVIEWS',
      externalUrl: 'https://acme.example/archives/C0REVIEWS',
      integrationId: 'T0ACME',
      requestId: 'request-1',
      isExtension: false,
    },
    ...changes,
  };
}

async function granted(changes: Partial<GrantOrder> = {}) {
  const made = await governance.requestGrant(order(changes));
  if (!made.ok) throw new Error(`refused: ${made.refusal.message}`);
  return made.value;
}

const documented: readonly [string, GovernanceServiceOptions][] = [
  ['with every optional operation', {}],
  ['with the documented endpoints only', { documentedOnly: true }],
  ['with snake_case query parameters', { queryCase: 'snake' }],
];

describe.each(documented)('a service %s', (_, options) => {
  beforeEach(() => start([], options));

  it('answers a grant with a task of which a card can be made', async () => {
    const task = await granted();
    expect(task).toMatchObject({
      state: 'open',
      outcome: 'none',
      appId: 'app-github',
      appName: 'GitHub',
      entitlements: [{ id: 'ent-platform-admin', name: 'Platform: admin' }],
      target: { id: 'user-dara', name: 'Dara Ó Briain-Walsh', email: 'dara@acme.example' },
      stepApprovers: [{ id: 'user-ben', name: 'Ben Okafor', email: 'ben@acme.example' }],
      justification: 'The lamp blinks <b>too</b> fast',
      grantDurationSeconds: 3600,
      emergency: false,
      origin: 'TASK_ORIGIN_CHATAPP',
      sourceRequestId: 'request-1',
    });
    expect(task.actions).toEqual(expect.arrayContaining(['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY']));
    expect(task.currentStepId).not.toBeNull();
    expect(task.numericId).toMatch(/^\d+$/);
    expect(service.tasks()).toHaveLength(1);
  });

  it('names the open task when the same is asked for again', async () => {
    const first = await granted();
    expect(await governance.requestGrant(order())).toMatchObject({
      ok: false,
      refusal: { kind: 'duplicate', existingTaskId: first.id },
    });
  });

  it.each([
    ['an unknown entitlement', { entitlementId: 'ent-nothing' }, 'not-found'],
    ['a duration longer than the entitlement’s', { durationSeconds: 10 * 86_400 }, 'invalid'],
  ])('refuses %s in its own words', async (_name, changes, kind) => {
    const made = await governance.requestGrant(order(changes));
    expect(made).toMatchObject({ ok: false, refusal: { kind } });
    expect(made.ok ? '' : made.refusal.message).not.toBe('');
  });

  it('lists the entitlements and owners of a resource', async () => {
    const entitlements = await governance.listEntitlements(platform);
    expect(entitlements.ok && entitlements.value.find((one) => one.id === 'ent-platform-admin')).toEqual({
      appId: 'app-github',
      id: 'ent-platform-admin',
      name: 'Platform: admin',
      alias: 'github-admin',
      description: expect.stringContaining('deleting repositories'),
      resourceTypeId: 'team',
      resourceId: 'platform',
      resourceName: 'Platform team',
      riskLevel: expect.stringContaining('high'),
      emergencyGrantEnabled: true,
      longestSeconds: 86_400,
      mayBePermanent: false,
    });
    expect(entitlements.ok && entitlements.value.find((one) => one.id === 'ent-platform-maintain')).toMatchObject({
      longestSeconds: null,
      mayBePermanent: true,
    });
    const owners = await governance.listResourceOwners(platform);
    expect(owners.ok && owners.value).toContainEqual({
      id: 'user-ana',
      name: 'Ana Lindqvist',
      email: 'ana@acme.example',
    });
    expect(service.requests().some((call) => call.query !== '')).toBe(true);
  });

  it('refuses a resource that it does not know', async () => {
    const unknown = { ...platform, resourceId: '../x?y#z' };
    expect(await governance.listEntitlements(unknown)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
    expect(await governance.listResourceOwners(unknown)).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
    const paths = service.requests().map((call) => call.path);
    expect(paths).toContain('/api/v1/apps/app-github/resource_types/team/resource/..%2Fx%3Fy%23z/owners');
  });

  it('is asked for a new token when the old one ends', async () => {
    await governance.listResourceOwners(platform);
    clock = new Date(clock.getTime() + 601_000);
    expect(await governance.listResourceOwners(platform)).toMatchObject({ ok: true });
    expect(service.requests().filter((call) => call.path === '/auth/v1/token')).toHaveLength(2);
  });
});

describe('a service that fails', () => {
  beforeEach(() => start([]));
  const where = { method: 'POST', path: '/api/v1/task/grant' };

  it.each([
    [
      'drops the connection before',
      { ...where, kind: 'drop-before' } as const,
      { kind: 'network', certainlyNotDone: false },
    ],
    [
      'drops the connection after',
      { ...where, kind: 'drop-after' } as const,
      { kind: 'network', certainlyNotDone: false },
    ],
    ['never answers', { ...where, kind: 'hang' } as const, { kind: 'timeout', certainlyNotDone: false }],
    ['is hidden by a proxy’s page', { ...where, kind: 'html' } as const, { kind: 'http', httpStatus: 502 }],
    ['is hidden by a proxy’s page that says 200', { ...where, kind: 'html', status: 200 } as const, { kind: 'decode' }],
    [
      'limits the rate',
      { ...where, kind: 'status', status: 429, retryAfter: 3 } as const,
      { kind: 'rate-limited', retryAfterMs: 3000 },
    ],
    ['is unavailable', { ...where, kind: 'status', status: 503 } as const, { kind: 'http', certainlyNotDone: false }],
  ])('and %s gets the grant once', async (_, fault, failure) => {
    service.fault(fault);
    await expect(governance.requestGrant(order())).rejects.toMatchObject({ name: 'OutwardFailure', ...failure });
    expect(service.requests().filter((call) => call.path === where.path)).toHaveLength(1);
  });

  it('and cuts its answer leaves the outcome open, while the task is there', async () => {
    service.fault({ ...where, kind: 'cut-json' });
    await expect(governance.requestGrant(order())).rejects.toMatchObject({ certainlyNotDone: false });
    expect(service.tasks()).toHaveLength(1);
  });

  it('and forgets a token gets the grant again with a new one', async () => {
    service.fault({ ...where, kind: 'status', status: 401 });
    expect((await governance.requestGrant(order())).ok).toBe(true);
    expect(service.tasks()).toHaveLength(1);
  });
});

describe('the optional operations', () => {
  beforeEach(() => start(['taskSearch', 'taskActions', 'userSearch']));

  it('find the task of a request after its answer was lost', async () => {
    service.fault({ method: 'POST', path: '/api/v1/task/grant', kind: 'drop-after' });
    await expect(governance.requestGrant(order())).rejects.toMatchObject({ certainlyNotDone: false });
    const found = await governance.findTaskOfRequest('request-1', 'user-dara');
    expect(found).toMatchObject({ appName: 'GitHub', stepApprovers: [{ name: 'Ben Okafor' }] });
    expect(await governance.findTaskOfRequest('request-2', 'user-dara')).toBeNull();
  });

  it('carry a task through both of its steps', async () => {
    const made = await granted();
    const approve = async (stepId: string) =>
      governance.review({ taskId: made.id, verb: 'approve', stepId, comment: 'Approved by Ben Okafor in Slack' });
    expect(await approve(made.currentStepId ?? '')).toMatchObject({ ok: true });
    const second = (await governance.readTasks([made.id])).get(made.id);
    expect(second?.currentStepId).not.toBe(made.currentStepId);
    expect(second?.stepApprovers.map((person) => person.id)).toEqual(['user-fatima', 'user-goran']);
    expect(await approve(made.currentStepId ?? '')).toMatchObject({ ok: false, refusal: { kind: 'step-moved-on' } });
    expect(await approve(second?.currentStepId ?? '')).toMatchObject({ ok: true });
    const closed = (await governance.readTasks([made.id])).get(made.id);
    expect(closed).toMatchObject({ state: 'closed', outcome: 'granted' });
    expect(await approve(second?.currentStepId ?? '')).toMatchObject({ ok: false, refusal: { kind: 'closed' } });
  });

  it('deny a task', async () => {
    const made = await granted();
    const denied = await governance.review({
      taskId: made.id,
      verb: 'deny',
      stepId: made.currentStepId ?? '',
      comment: 'Not today',
    });
    expect(denied).toEqual({ ok: true, value: undefined });
    expect((await governance.readTasks([made.id])).get(made.id)).toMatchObject({ state: 'closed', outcome: 'denied' });
  });

  it.each<TaskAction>([
    { verb: 'comment', comment: 'Looking at it' },
    { verb: 'restart', comment: 'Once more' },
    { verb: 'close', comment: 'Never mind' },
    { verb: 'reassign', newStepUserIds: ['user-ana'], comment: 'Over to Ana' },
  ])('carry out $verb', async (action) => {
    const made = await granted();
    const withStep = action.verb === 'reassign' ? { ...action, policyStepId: made.currentStepId ?? '' } : action;
    expect(await performTaskAction(client, made.id, withStep)).toMatchObject({ ok: true });
  });

  it('escalate a task to the emergency flow', async () => {
    const made = await granted();
    const action = { verb: 'escalate', policyStepId: made.currentStepId ?? '', comment: 'INC-42' } as const;
    expect(await performTaskAction(client, made.id, action)).toMatchObject({ ok: true });
    expect((await governance.readTasks([made.id])).get(made.id)?.emergency).toBe(true);
  });

  it('read many tasks at once and leave unknown ones out', async () => {
    const one = await granted();
    const other = await granted({ entitlementId: 'ent-platform-read' });
    const read = await governance.readTasks([one.id, 'task-nothing', other.id]);
    expect(new Set(read.keys())).toEqual(new Set([one.id, other.id]));
  });

  it('know people by their address', async () => {
    expect(await governance.findPersonByEmail('ANA@acme.example')).toEqual({
      id: 'user-ana',
      name: 'Ana Lindqvist',
      email: 'ana@acme.example',
    });
    expect(await governance.findPersonByEmail('nobody@acme.example')).toBeNull();
    expect(await governance.findPersonByEmail('ana')).toBeNull();
  });
});

describe('taskRead alone', () => {
  beforeEach(() => start(['taskRead', 'userSearch']));

  it('gives the same task, with names from userSearch where nothing is expanded', async () => {
    const made = await granted();
    const read = (await governance.readTasks([made.id, 'task-nothing'])).get(made.id);
    expect(read?.stepApprovers).toEqual(made.stepApprovers);
    expect(read).toMatchObject({ state: 'open', target: made.target });
  });
});
