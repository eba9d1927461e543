import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GovernanceServiceOptions } from '../../sandbox/governance/service.ts';
import { mostReviewers } from '../../src/domain/reviewer-choice.ts';
import { startTenant, type Tenant } from '../support/governance-tenant.ts';

const platform = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
const dialects: readonly [string, GovernanceServiceOptions][] = [
  ['the interface', { dialect: 'interface' }],
  ['deployments', { dialect: 'deployed' }],
];

describe.each(dialects)('lists of reviewers at a service that spells as %s', (_, options) => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await startTenant(['entitlementHolders', 'userRead'], options);
  });
  afterEach(() => tenant.close());

  const owners = () => tenant.governance.listResourceOwners(platform, mostReviewers);
  async function idsOf(read: ReturnType<typeof owners>) {
    const answer = await read;
    return answer.ok ? answer.value.map(({ id }) => id) : answer.refusal.kind;
  }

  it('have the status of each owner, and no deleted ones', async () => {
    expect(await idsOf(owners())).toEqual(['user-ana', 'user-chen', 'user-fatima']);
    tenant.service.setIdentity('user-chen', { status: 'DISABLED' });
    tenant.service.setIdentity('user-ana', { status: 'DELETED' });
    expect(await owners()).toMatchObject({
      value: [
        { id: 'user-chen', status: 'DISABLED' },
        { id: 'user-fatima', status: 'ENABLED' },
      ],
    });
  });

  it('have the owners in one role, also when the tenant ignores the filter', async () => {
    const inRole = (role: string) =>
      idsOf(tenant.governance.listResourceOwnersInRole(platform, role, mostReviewers));
    expect(await inRole('approver')).toEqual(['user-fatima']);
    expect(await inRole('nothing')).toEqual([]);
    const record = (id: string, roleSlug: string) => ({ user: { id }, roleSlug });
    tenant.service.fault({
      method: 'GET',
      path: '*/owners/users',
      kind: 'answer',
      body: {
        list: [record('user-ana', 'owner'), record('user-fatima', 'approver')],
        nextPageToken: '',
      },
    });
    expect(await inRole('approver')).toEqual(['user-fatima']);
  });

  it('have a manager who is there', async () => {
    expect(await tenant.governance.managersOf('user-dara')).toMatchObject([{ id: 'user-ben' }]);
    tenant.service.setIdentity('user-ben', { status: 'DELETED' });
    expect(await tenant.governance.managersOf('user-dara')).toEqual([]);
  });

  it('are a failure or a refusal, never an empty list, when the service withholds them', async () => {
    const any = { method: 'GET', path: '*/owners' } as const;
    tenant.service.fault({ ...any, kind: 'status', status: 403, code: 7 });
    expect(await idsOf(owners())).toBe('forbidden');
    tenant.service.fault({ ...any, kind: 'cut-json', times: 'every' });
    await expect(owners()).rejects.toMatchObject({ name: 'OutwardFailure' });
  });

  it('are a failure when a page of them comes again and again', async () => {
    const user = { id: 'user-ana', status: 'ENABLED' };
    tenant.service.fault({
      method: 'GET',
      path: '*/grants',
      times: 'every',
      kind: 'answer',
      body: { list: [{ user, appUserId: 'account-1' }], nextPageToken: 'again' },
    });
    const leads = { appId: 'app-github', entitlementId: 'ent-platform-admin' };
    await expect(tenant.governance.listHolders(leads, mostReviewers)).rejects.toMatchObject({
      kind: 'decode',
    });
  });
});
