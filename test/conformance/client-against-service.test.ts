/**
 * Long because it walks through every endpoint and every optional operation once, on one running
 * service.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GovernanceServiceOptions } from '../../sandbox/governance/service.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { granted, order, startTenant, type Tenant } from '../support/governance-tenant.ts';

let tenant: Tenant;

async function start(
  operations: readonly OptionalOperation[],
  options: GovernanceServiceOptions = {},
): Promise<void> {
  tenant = await startTenant(operations, options);
}

afterEach(() => tenant.close());

const ana = {
  id: 'user-ana',
  name: 'Ana Lindqvist',
  email: 'ana@acme.example',
  status: 'ENABLED',
};
const platform = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };

const documented: readonly [string, GovernanceServiceOptions][] = [
  ['with every optional operation', {}],
  ['with the documented endpoints only', { documentedOnly: true }],
  ['that spells as deployments do', { dialect: 'deployed' }],
];

describe.each(documented)('a service %s', (_, options) => {
  beforeEach(() => start([], options));

  it('answers a grant with a task that has everything for a card', async () => {
    const task = await granted(tenant);
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
    expect(task.actions).toEqual(
      expect.arrayContaining(['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY']),
    );
    expect(task.currentStepId).not.toBeNull();
    expect(task.numericId).toMatch(/^\d+$/);
    expect(tenant.service.tasks()).toHaveLength(1);
  });

  it('lists the entitlements and owners of a resource', async () => {
    const entitlements = await tenant.governance.listEntitlements(platform);
    expect(entitlements.find((one) => one.id === 'ent-platform-admin')).toEqual({
      appId: 'app-github',
      id: 'ent-platform-admin',
      isLocked: true,
      policyId: 'policy-manager-then-security',
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
      requestSchemaId: '',
    });
    expect(entitlements.find((one) => one.id === 'ent-platform-maintain')).toMatchObject({
      longestSeconds: null,
      mayBePermanent: true,
    });
    const owners = await tenant.governance.listResourceOwners(platform);
    expect(owners).toContainEqual(expect.objectContaining(ana));
    expect(tenant.service.requests().some((call) => call.query !== '')).toBe(true);
  });

  it('refuses a resource that it does not know', async () => {
    const unknown = { ...platform, resourceId: '../x?y#z' };
    const refused = { refusal: { kind: 'not-found' } };
    await expect(tenant.governance.listEntitlements(unknown)).rejects.toMatchObject(refused);
    await expect(tenant.governance.listResourceOwners(unknown)).rejects.toMatchObject(refused);
    const paths = tenant.service.requests().map((call) => call.path);
    expect(paths).toContain(
      '/api/v1/apps/app-github/resource_types/team/resource/..%2Fx%3Fy%23z/owners',
    );
  });
});

describe('the optional operations', () => {
  beforeEach(() => start(['taskSearch', 'taskActions', 'userSearch']));

  it('find the task of a request after its answer was lost', async () => {
    tenant.service.fault({ method: 'POST', path: '/api/v1/task/grant', kind: 'drop-after' });
    await expect(tenant.governance.requestGrant(order())).rejects.toMatchObject({
      certainlyNotDone: false,
    });
    const found = await tenant.governance.findTaskOfRequest('request-1', 'user-dara');
    expect(found).toMatchObject({ appName: 'GitHub', stepApprovers: [{ name: 'Ben Okafor' }] });
    expect(await tenant.governance.findTaskOfRequest('request-2', 'user-dara')).toBe('none');
  });
});

describe('taskRead alone', () => {
  beforeEach(() => start(['taskRead', 'userSearch']));

  it('gives the same task, with names from userSearch when nothing is expanded', async () => {
    const made = await granted(tenant);
    const read = (await tenant.governance.readTasks([made.id, 'task-nothing'])).get(made.id);
    expect(read?.stepApprovers).toEqual(made.stepApprovers);
    expect(read).toMatchObject({ state: 'open', target: made.target });
  });
});
