import { describe, expect, it } from 'vitest';
import { startGovernanceServer } from '../../support/governance-server.ts';

const apps = { appIds: ['app-aws'] };
const account = { id: 'account-ben', username: 'ben', identityUserId: 'user-ben' };
const binding = {
  appId: 'app-aws',
  appEntitlementId: 'staging',
  appUserId: 'account-ben',
  appUser: { appUser: account },
  grantSources: [],
  originatingTicketId: '',
  appEntitlementUserBindingCreatedAt: '2026-01-01T00:00:00Z',
  appEntitlementUserBindingDeprovisionAt: null,
};
const entitlement = { appEntitlement: { id: 'staging', appId: 'app-aws', displayName: 'Staging' } };

async function held(change: object = {}, row: object = { entitlement }) {
  const list = [{ ...row, appEntitlementUserBinding: { ...binding, ...change } }];
  await using server = await startGovernanceServer(() => ({ json: { list, nextPageToken: '' } }));
  const operations = new Set(['grantSearch'] as const);
  const answer = await server.port(...operations).heldBy('user-ben', apps, 10);
  return { ...answer, asked: server.asked };
}

describe('the tasks behind what a person has', () => {
  async function tasksBehind(...changes: readonly object[]): Promise<readonly string[]> {
    const list = changes.map((change) => ({
      entitlement,
      appEntitlementUserBinding: { ...binding, ...change },
    }));
    await using server = await startGovernanceServer(() => ({ json: { list, nextPageToken: '' } }));
    const operations = new Set(['grantSearch'] as const);
    const of = { appId: 'app-aws', entitlementId: 'staging' };
    const governance = server.port(...operations);
    // Awaited here, before the server goes.
    return await governance.tasksBehindGrants('user-ben', of);
  }

  it('are told once each, without access that came otherwise', async () => {
    const one = { originatingTicketId: 'task-1' };
    expect(await tasksBehind({}, one, one)).toEqual(['task-1']);
  });

  it.each([
    ['another person', { appUser: { appUser: { ...account, identityUserId: 'user-eve' } } }],
    ['other access', { appEntitlementId: 'production' }],
  ])('are not told of %s', async (_what, change) => {
    await expect(tasksBehind(change)).rejects.toMatchObject({ kind: 'decode' });
  });
});

describe('what a person has', () => {
  it('is asked for by person and app, and read with its end and account', async () => {
    const { asked, ...answer } = await held({
      appEntitlementUserBindingDeprovisionAt: '2026-07-01T10:00:00Z',
    });
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ userId: 'user-ben', ...apps });
    expect(answer).toEqual({
      isCut: false,
      held: [
        {
          appId: 'app-aws',
          entitlementId: 'staging',
          entitlementName: 'Staging',
          account: { id: 'account-ben', name: 'ben' },
          endsAt: '2026-07-01T10:00:00.000Z',
          isEndUnreadable: false,
          sources: [],
        },
      ],
    });
  });

  it('is asked for some entitlements at once', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { list: [], nextPageToken: '' },
    }));
    const operations = new Set(['grantSearch'] as const);
    const entitlements = ['staging', 'vpn'].map((entitlementId) => ({
      appId: 'app-aws',
      entitlementId,
    }));
    const client = server.port(...operations);
    expect(await client.heldBy('user-ben', { entitlements }, 10)).toMatchObject({ held: [] });
    expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({
      userId: 'user-ben',
      entitlementRefs: [
        { appId: 'app-aws', id: 'staging' },
        { appId: 'app-aws', id: 'vpn' },
      ],
    });
  });

  it.each([
    ['of another app', { appId: 'app-github' }],
    ['of another person', { appUser: { appUser: { ...account, identityUserId: 'user-goran' } } }],
    ['of another account than it names', { appUser: { appUser: { ...account, id: 'other' } } }],
    ['of nothing', { appEntitlementId: '' }],
  ])('is a failure where the answer is %s', async (_what, change) => {
    await expect(held(change)).rejects.toMatchObject({ system: 'governance', kind: 'decode' });
  });

  it.each([
    ['not told', undefined, null],
    ['odd', 'group', null],
    ['null', null, []],
    ['one', [{ appId: 'app-aws', id: 'group' }], [{ appId: 'app-aws', entitlementId: 'group' }]],
  ])('has sources that are %s', async (_what, grantSources, sources) => {
    expect((await held({ grantSources })).held[0]?.sources).toEqual(sources);
  });

  it('says that an end cannot be read, and knows the time that means none', async () => {
    const end = 'appEntitlementUserBindingDeprovisionAt';
    expect((await held({ [end]: 'soon' })).held[0]).toMatchObject({ isEndUnreadable: true });
    expect((await held({ [end]: '0001-01-01T00:00:00Z' })).held[0]).toMatchObject({
      endsAt: null,
      isEndUnreadable: false,
    });
  });

  it('is named by its id where the name is of something else', async () => {
    const other = { appEntitlement: { ...entitlement.appEntitlement, id: 'other' } };
    expect((await held({}, { entitlement: other })).held[0]?.entitlementName).toBe('staging');
  });

  it('is read up to a bound', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => ({
      appEntitlementUserBinding: { ...binding, appEntitlementId: `ent-${at}` },
    }));
    let page = 0;
    await using server = await startGovernanceServer(() => {
      page += 1;
      const list = rows.map(({ appEntitlementUserBinding: one }) => ({
        appEntitlementUserBinding: { ...one, appEntitlementId: `${one.appEntitlementId}-${page}` },
      }));
      return { json: { list, nextPageToken: `page-${page}` } };
    });
    const governance = server.port('grantSearch');
    const answer = await governance.heldBy('user-ben', apps, 60);
    expect([answer.held.length, answer.isCut, server.asked.length]).toEqual([60, true, 3]);
  });
});

describe('the accounts of a person in an app', () => {
  const accounts = async (list: readonly object[]) => {
    await using server = await startGovernanceServer(() => ({ json: { list, nextPageToken: '' } }));
    const operations = new Set(['userAccounts'] as const);
    return await server.port(...operations).accountsOf('user-ben', 'app-aws');
  };

  it('are those that something can be granted to', async () => {
    const gone = { ...account, id: 'b', deletedAt: '2026-01-01T00:00:00Z' };
    const disabled = { ...account, id: 'c', status: { status: 'STATUS_DISABLED' } };
    const bare = { id: 'd' };
    const views = [account, gone, disabled, bare].map((appUser) => ({ appUser }));
    expect(await accounts(views)).toEqual([
      { id: 'account-ben', name: 'ben' },
      { id: 'd', name: 'd' },
    ]);
  });

  it.each([{ identityUserId: 'user-goran' }, { appId: 'app-github' }])(
    'are a failure where one has %j',
    async (change) => {
      const listed = accounts([{ appUser: { ...account, ...change } }]);
      await expect(listed).rejects.toMatchObject({ kind: 'decode' });
    },
  );
});

describe('a revocation', () => {
  it.each([
    [undefined, { identityUserId: 'user-ben' }],
    ['account-admin', { appUserId: 'account-admin' }],
  ])('of account %s names %j, and nobody else', async (accountId, holder) => {
    await using server = await startGovernanceServer(() => ({ json: {} }));
    const governance = server.port('taskRevoke');
    const of = { appId: 'app-aws', entitlementId: 'staging', identityUserId: 'user-ben' };
    await governance.revoke({ ...of, accountId, comment: 'Given back' }).catch(() => undefined);
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      appId: 'app-aws',
      appEntitlementId: 'staging',
      description: 'Given back',
      ...holder,
    });
  });
});
