import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GovernanceServiceOptions } from '../../sandbox/governance/service.ts';
import { ifRefused } from '../../src/domain/outward/outward-failure.ts';
import { mostReviewers } from '../../src/extras/webhooks/answerers/reviewer-choice.ts';
import {
  createReviewerLists,
  type ReviewerLists,
} from '../../src/extras/webhooks/answerers/reviewer-lists.ts';
import { onlyWith, TenantCapabilities } from '../../src/service/capabilities.ts';
import { startTenant, type Tenant } from '../support/governance-tenant.ts';

const platform = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
const operations = [
  'entitlementHolders',
  'entitlementOwnerIds',
  'appOwnerIds',
  'userRead',
] as const;
const dialects: readonly [string, GovernanceServiceOptions][] = [
  ['the interface', { dialect: 'interface' }],
  ['deployments', { dialect: 'deployed' }],
];

describe.each(dialects)('lists of reviewers at a service that spells as %s', (_, options) => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await startTenant(operations, options);
  });
  afterEach(() => tenant.close());

  const lists = () =>
    createReviewerLists(onlyWith(new TenantCapabilities(new Set(operations)), tenant.client));
  const owners = () => tenant.governance.listResourceOwners(platform, mostReviewers);
  async function idsOf(read: ReturnType<ReviewerLists['listHolders']>) {
    return read.then(
      (people) => people?.map(({ id }) => id) ?? null,
      ifRefused(({ refusal }) => refusal.kind),
    );
  }

  it('have the status of each owner, and no deleted ones', async () => {
    expect(await idsOf(owners())).toEqual(['user-ana', 'user-chen', 'user-fatima']);
    tenant.service.setIdentity('user-chen', { status: 'DISABLED' });
    tenant.service.setIdentity('user-ana', { status: 'DELETED' });
    expect(await owners()).toMatchObject([
      { id: 'user-chen', status: 'DISABLED' },
      { id: 'user-fatima', status: 'ENABLED' },
    ]);
  });

  it('have the owners in one role, also when the tenant ignores the filter', async () => {
    const inRole = (role: string) =>
      idsOf(lists().listResourceOwnersInRole(platform, role, mostReviewers));
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

  const admins = { appId: 'app-github', entitlementId: 'ent-platform-admin' };
  const ownersOfAdmins = (role?: string) =>
    idsOf(lists().listEntitlementOwners(admins, { role, most: mostReviewers }));

  it('have the owners of an entitlement, and those in one role', async () => {
    expect(await ownersOfAdmins()).toEqual(['user-ana', 'user-fatima']);
    expect(await ownersOfAdmins('owner')).toEqual(['user-ana']);
    expect(await ownersOfAdmins('steward')).toEqual([]);
    tenant.service.setIdentity('user-ana', { status: 'DELETED' });
    expect(await ownersOfAdmins()).toEqual(['user-fatima']);
  });

  it('have nobody in a role whom the tenant tells in another one, or for somebody else', async () => {
    const one = { method: 'GET', path: '*/owners/users/owner/user-ana', kind: 'patch' } as const;
    tenant.service.fault({ ...one, changes: [{ path: '**.roleSlug', value: 'approver' }] });
    expect(await ownersOfAdmins('owner')).toEqual([]);
    tenant.service.fault({
      ...one,
      changes: [{ path: 'appEntitlementOwnerUser.user.id', value: 'user-ben' }],
    });
    expect(await ownersOfAdmins('owner')).toEqual([]);
  });

  it('have the owners of an app, which hold an entitlement that owns it', async () => {
    const inApp = () => idsOf(lists().listAppOwners('app-github', mostReviewers));
    expect(await inApp()).toEqual([]);
    tenant.service.fault({
      method: 'GET',
      path: '*/ownerids',
      kind: 'answer',
      body: { userIds: ['user-ben', 'user-nobody', 'user-ben', ''] },
    });
    expect(await inApp()).toEqual(['user-ben']);
  });

  it('are too long where more people own something than may decide', async () => {
    const userIds = Array.from({ length: 129 }, (_, at) => `user-${at}`);
    tenant.service.fault({ method: 'GET', path: '*/ownerids', kind: 'answer', body: { userIds } });
    expect(await ownersOfAdmins('owner')).toHaveLength(129);
    const asked = tenant.service.requests().map(({ path }) => path);
    expect(asked.filter((path) => path.includes('/users/'))).toEqual([]);
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
    await expect(lists().listHolders(leads, mostReviewers)).rejects.toMatchObject({
      kind: 'decode',
    });
  });
});
