import { describe, expect, it } from 'vitest';
import type { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

const of = { appId: 'app-github', entitlementId: 'ent-write', identityUserId: 'user-ben' };
const since = new Date('2026-03-02T12:00:00Z');

async function ask<Answer>(
  operation: 'grantsFeed' | 'userGrants' | 'taskSearch',
  json: object,
  call: (governance: ReturnType<typeof createAccessGovernance>) => Promise<Answer>,
) {
  await using server = await startGovernanceServer(() => ({ json }));
  const answer = await call(server.port(operation));
  return { answer, asked: server.asked };
}

describe('the feed of grants', () => {
  const feed = {
    eventType: 'GRANT_EVENT_TYPE_REMOVED',
    date: '2026-03-02T13:00:00Z',
    ticketId: 'task-7',
    appId: 'app-github',
    appEntitlementId: 'ent-write',
    appUserId: 'account-ben',
  };
  const account = {
    '@type': 'type.googleapis.com/c1.api.app.v1.AppUser',
    id: 'account-ben',
    identityUserId: 'user-ben',
  };
  const events = async (change: object, expanded: readonly object[] = [account]) => {
    const item = { feed: { ...feed, ...change }, appUserPath: '$.expanded[0]' };
    const json = { list: [item], expanded, nextPageToken: '' };
    return (
      await ask('grantsFeed', json, (governance) => governance.accessEvents(since, ['app-github']))
    ).answer;
  };

  it('is asked once, for these apps and since then', async () => {
    const json = { list: null, expanded: null, nextPageToken: '' };
    const { answer, asked } = await ask('grantsFeed', json, (one) =>
      one.accessEvents(since, ['app-github', 'app-aws']),
    );
    expect(answer).toEqual([]);
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      {
        after: '2026-03-02T12:00:00.000Z',
        appRefs: [{ id: 'app-github' }, { id: 'app-aws' }],
        expandMask: { paths: ['*'] },
        pageSize: 25,
      },
    ]);
  });

  it('reports what was removed, when, and from which person', async () => {
    expect(await events({})).toEqual([
      {
        kind: 'removed',
        at: new Date('2026-03-02T13:00:00Z'),
        appId: 'app-github',
        entitlementId: 'ent-write',
        accountId: 'account-ben',
        identityUserId: 'user-ben',
        taskId: 'task-7',
      },
    ]);
    expect(await events({ eventType: 'GRANT_EVENT_TYPE_ADDED' })).toMatchObject([
      { kind: 'added' },
    ]);
    expect(await events({}, [{ appUser: account }])).toMatchObject([
      { identityUserId: 'user-ben' },
    ]);
  });

  it.each([
    ['no account', []],
    ['an account of nobody', [{ ...account, identityUserId: '' }]],
    ['another account than the event names', [{ ...account, id: 'account-cho' }]],
    ['something else', [{ displayName: 'Ben' }]],
  ])('does not name the person when the answer has %s', async (_what, expanded) => {
    expect(await events({}, expanded)).toMatchObject([
      { identityUserId: null, accountId: 'account-ben' },
    ]);
  });

  it.each([
    { eventType: 'GRANT_EVENT_TYPE_UNSPECIFIED' },
    { eventType: 'GRANT_EVENT_TYPE_MISLAID' },
    { eventType: null },
    { date: null },
    { date: '' },
    { date: 'yesterday' },
    { date: '0001-01-01T00:00:00Z' },
  ])('says nothing by an event with %j', async (change) => {
    expect(await events(change)).toEqual([]);
  });
});

describe('tasks that ended', () => {
  const task = (type: object) => ({ task: { id: 'task-7', userId: 'user-ben', type } });
  const access = {
    appId: 'app-github',
    appEntitlementId: 'ent-write',
    outcomeTime: '2026-03-02T13:00:00Z',
  };

  it('tell what was added and removed when there is no feed', async () => {
    const list = [
      task({ revoke: { ...access, outcome: 'REVOKE_OUTCOME_REVOKED' } }),
      task({ grant: { ...access, outcome: 'GRANT_OUTCOME_GRANTED', identityUserId: 'user-cho' } }),
      task({ revoke: { ...access, outcome: 'REVOKE_OUTCOME_DENIED' } }),
      task({ revoke: { ...access, outcome: 'REVOKE_OUTCOME_REVOKED', outcomeTime: null } }),
      task({ certify: access }),
    ];
    const json = { list, expanded: [], nextPageToken: '' };
    const { answer, asked } = await ask('taskSearch', json, (one) =>
      one.accessEvents(since, ['app-github']),
    );
    expect(answer.map(({ kind, identityUserId }) => [kind, identityUserId])).toEqual([
      ['removed', 'user-ben'],
      ['added', 'user-cho'],
    ]);
    expect(asked.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        outcomeAfter: '2026-03-02T12:00:00.000Z',
        applicationIds: ['app-github'],
        taskStates: ['TASK_STATE_CLOSED'],
      },
    ]);
  });
});

it('takes a revocation that the service made when the time was over for an expiry', async () => {
  const revoke = {
    appId: 'app-github',
    appEntitlementId: 'ent-write',
    outcomeTime: '2026-03-02T13:00:00Z',
    outcome: 'REVOKE_OUTCOME_REVOKED',
  };
  const task = (origin: string) => ({
    task: { id: 'task-7', userId: 'user-ben', origin, type: { revoke } },
  });
  const list = [task('TASK_ORIGIN_TIME_REVOKE'), task('TASK_ORIGIN_WEBAPP')];
  const json = { list, expanded: [], nextPageToken: '' };
  const { answer } = await ask('taskSearch', json, (one) =>
    one.accessEvents(since, ['app-github']),
  );
  expect(answer.map(({ isExpiry }) => isExpiry)).toEqual([true, false]);
});

it('tasks that ended are told whoever made them, because others may be followed, too', async () => {
  const task = (id: string, type: object) => ({ task: { id, type } });
  const list = [
    task('ours', { grant: { source: { requestId: 'request-1' } } }),
    task('of-others', { grant: { source: { requestId: '' } } }),
    task('revocation', { revoke: { outcome: 'REVOKE_OUTCOME_DENIED' } }),
  ];
  const json = { list, expanded: [], nextPageToken: '' };
  const followed = { by: 'id', ids: ['ours', 'of-others', 'revocation'] } as const;
  const { answer } = await ask('taskSearch', json, (one) => one.tasksEndedSince(since, followed));
  expect(answer).toEqual(['ours', 'of-others', 'revocation']);
});

it.each([
  [
    'a few tasks',
    { by: 'id', ids: ['task-1', 'task-2'] },
    { refs: [{ id: 'task-1' }, { id: 'task-2' }] },
  ],
  [
    'many tasks of a few people',
    { by: 'person', appIds: ['app-1', 'app-2'], identityUserIds: ['user-ben'] },
    {
      applicationIds: ['app-1', 'app-2'],
      subjectIds: ['user-ben'],
      taskTypes: [{ grant: {} }, { revoke: {} }],
    },
  ],
  [
    'many tasks of many people',
    { by: 'entitlement', appIds: ['app-1', 'app-2'], entitlementIds: ['ent-1', 'ent-2'] },
    {
      applicationIds: ['app-1', 'app-2'],
      appEntitlementIds: ['ent-1', 'ent-2'],
      taskTypes: [{ grant: {} }, { revoke: {} }],
    },
  ],
] as const)(
  'the ends of %s are looked for in one call, never among the whole tenant’s',
  async (_, followed, filter) => {
    const json = { list: [], expanded: [], nextPageToken: '' };
    const { asked } = await ask('taskSearch', json, (one) => one.tasksEndedSince(since, followed));
    const outcomeAfter = '2026-03-02T12:00:00.000Z';
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      { taskStates: ['TASK_STATE_CLOSED'], outcomeAfter, ...filter, pageSize: 25 },
    ]);
  },
);

describe('a person’s grants', () => {
  const held = {
    appId: 'app-github',
    appEntitlementId: 'ent-write',
    appUserId: 'a',
    createdAt: '2026-03-02T12:00:00Z',
  };
  const until = { ...held, deprovisionAt: '2026-03-02T16:00:00Z' };
  const unfilled = {
    appId: '',
    appEntitlementId: '',
    appUserId: 'b',
    createdAt: null,
    deprovisionAt: null,
  };

  it.each([
    ['held until a time', [until], true, '2026-03-02T16:00:00.000Z'],
    ['held, with no end that is told', [held], true, null],
    [
      'held by one account to a later time',
      [until, { ...until, deprovisionAt: '2026-03-02T18:00:00Z' }],
      true,
      '2026-03-02T18:00:00.000Z',
    ],
    ['held by one account without an end that is told', [until, held], true, null],
    ['not there in the account', [unfilled], false, null],
    ['deleted', [{ ...until, deletedAt: '2026-03-02T13:00:00Z' }], false, null],
    [
      'not told by grants of another entitlement',
      [{ ...until, appEntitlementId: 'ent-admin' }],
      null,
      null,
    ],
    ['not told by grants of another app', [{ ...until, appId: 'app-aws' }], null, null],
    [
      'held, beside a grant of another app',
      [{ ...until, appId: 'app-aws' }, until],
      true,
      '2026-03-02T16:00:00.000Z',
    ],
    ['nothing', [], false, null],
    ['an unset list', null, false, null],
    ['no list', undefined, null, null],
  ])('%s', async (_what, bindings, isHeld, endsAt) => {
    const { answer, asked } = await ask('userGrants', { bindings }, (governance) =>
      governance.holding(of),
    );
    expect(answer).toEqual({ isHeld, endsAt: endsAt === null ? null : new Date(endsAt) });
    expect(asked.map(({ target }) => target)).toEqual([
      '/api/v1/apps/app-github/entitlements/ent-write/users/user-ben/grants',
    ]);
  });

  it('has an unreadable end when the service sends an invalid time', async () => {
    const bindings = [{ ...held, deprovisionAt: 'next Friday' }];
    const { answer } = await ask('userGrants', { bindings }, (governance) =>
      governance.holding(of),
    );
    expect(answer).toEqual({ isHeld: true, endsAt: null, hasUnreadableEnd: true });
  });

  it('is of the account that was asked about, where it is told', async () => {
    const bindings = [{ ...held, appUserId: 'account-ben' }];
    const heldBy = async (accountId: string) =>
      (await ask('userGrants', { bindings }, (one) => one.holding({ ...of, accountId }))).answer;
    expect(await heldBy('account-ben')).toMatchObject({ isHeld: true });
    expect(await heldBy('account-admin')).toMatchObject({ isHeld: false });
  });
});
