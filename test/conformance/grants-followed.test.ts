import { afterEach, describe, expect, it } from 'vitest';
import { granted, startTenant, type Tenant } from '../support/governance-tenant.ts';

const start = Date.parse('2026-03-01T08:00:00Z');
const hours = (count: number) => new Date(start + count * 3_600_000);
let nowMs = start;
let tenant: Tenant;
afterEach(() => tenant.close());

const read = {
  appId: 'app-github',
  entitlementId: 'ent-platform-admin',
  identityUserId: 'user-dara',
};

/** Dara has GitHub administration for an hour, by two approvals. */
async function given(): Promise<string> {
  nowMs = start;
  const operations = [
    'taskSearch',
    'taskActions',
    'taskRevoke',
    'grantsFeed',
    'userGrants',
  ] as const;
  tenant = await startTenant(operations, {
    now: () => new Date(nowMs),
    tokenLifetimeSeconds: 1e9,
  });
  const { id } = await granted(tenant);
  for (let step = 0; step < 2; step += 1) {
    const stepId = (await tenant.governance.readTasks([id])).get(id)?.currentStepId ?? '';
    await tenant.governance.act({
      taskId: id,
      act: 'approve',
      stepId,
      comment: 'Approved in Slack',
    });
  }
  return id;
}
const events = async () =>
  (await tenant.governance.accessEvents(hours(-1), ['app-github'])).filter(
    (one) => one.identityUserId === 'user-dara',
  );

describe('access that was given for an hour', () => {
  it('is in the feed and among the person’s grants, until it is over', async () => {
    const taskId = await given();
    expect(await events()).toMatchObject([
      { kind: 'added', taskId, entitlementId: 'ent-platform-admin' },
    ]);
    expect(await tenant.governance.holding(read)).toEqual({ isHeld: true, endsAt: hours(1) });
    nowMs = hours(2).getTime();
    expect((await events()).map(({ kind, at }) => [kind, at])).toEqual([
      ['added', hours(0)],
      ['removed', hours(1)],
    ]);
    expect(await tenant.governance.holding(read)).toEqual({ isHeld: false, endsAt: null });
  });

  it('is taken away by a task that says so when it is done', async () => {
    await given();
    nowMs = hours(0.5).getTime();
    const revoked = await tenant.governance.revoke({ ...read, comment: 'Given back in Slack' });
    expect(revoked).toMatchObject({
      ok: true,
      value: { state: 'closed', outcome: 'revoked', target: { id: 'user-dara' } },
    });
    expect((await events()).at(-1)).toMatchObject({ kind: 'removed', at: hours(0.5) });
    expect(await tenant.governance.holding(read)).toEqual({ isHeld: false, endsAt: null });
  });
});

it('access whose return has to be decided stays when that is denied', async () => {
  await given();
  const { governance } = tenant;
  const oncall = {
    appId: 'app-bellbuoy',
    entitlementId: 'ent-oncall-secondary',
    identityUserId: 'user-dara',
  };
  const decide = async (act: 'approve' | 'deny', taskId: string, stepId: string | null) =>
    governance.act({ taskId, act, stepId: stepId ?? '', comment: '' });
  const { id, currentStepId } = await granted(tenant, oncall);
  await decide('approve', id, currentStepId);
  const revoked = await governance.revoke({ ...oncall, comment: '' });
  if (!revoked.ok) throw new Error(revoked.refusal.message);
  expect(revoked.value).toMatchObject({ state: 'open', outcome: 'none' });
  await decide('deny', revoked.value.id, revoked.value.currentStepId);
  const after = (await governance.readTasks([revoked.value.id])).get(revoked.value.id);
  expect(after).toMatchObject({ state: 'closed', outcome: 'denied' });
  expect(await governance.holding(oncall)).toMatchObject({ isHeld: true });
});

describe('the search for tasks that were ended by others', () => {
  /** More than one page of a search. */
  const foreign = 40;
  const people = ['ben', 'chen', 'emil', 'umar', 'goran', 'hana', 'liam', 'rosa'];

  it.each([
    [
      'people',
      { by: 'person', appIds: ['app-github'], identityUserIds: ['user-dara', 'user-ines'] },
    ],
    [
      'entitlements',
      { by: 'entitlement', appIds: ['app-github'], entitlementIds: ['ent-platform-admin'] },
    ],
  ] as const)('reads no page of foreign ones where %s are followed', async (_, followed) => {
    nowMs = start;
    tenant = await startTenant(['taskSearch', 'taskActions'], {
      now: () => new Date(nowMs),
      tokenLifetimeSeconds: 1e9,
    });
    const end = async (of: Parameters<typeof granted>[1]): Promise<string> => {
      const { id } = await granted(tenant, of);
      await tenant.governance.act({ taskId: id, act: 'close', stepId: '', comment: 'Elsewhere' });
      return id;
    };
    for (let made = 0; made < foreign; made += 1)
      await end({
        entitlementId: 'ent-platform-read',
        identityUserId: `user-${people[made % people.length]}`,
      });
    const ours = await end({ identityUserId: 'user-dara', entitlementId: 'ent-platform-admin' });
    const searches = () =>
      tenant.service.requests().filter(({ path }) => path === '/api/v1/search/tasks').length;
    const before = searches();
    expect(await tenant.governance.tasksEndedSince(hours(-1), followed)).toEqual([ours]);
    expect(searches() - before).toBe(1);
  });
});
