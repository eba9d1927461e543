/** Long because everything that names an access in a command is tried here. */
import { describe, expect, it } from 'vitest';
import type { AdminCaller } from '../../../src/domain/admin/admin-answer.ts';
import { ok } from '../../../src/domain/result.ts';
import { withAccess } from '../../../src/operator/admin/access-of-command.ts';
import type { AdminContext } from '../../../src/operator/admin/admin-command.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import {
  createGovernanceClient,
  type GovernanceClient,
} from '../../../src/service/client/client.ts';
import { testDesk } from '../../support/admin-answers.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

const chat = (slackUserId: string): AdminCaller => ({ via: 'chat', slackUserId });
const take = 'take-away GitHub "Platform: admin" user-ben --reason "left the team"';
const task = { id: 'task-7', numericId: '1042', state: 'TASK_STATE_OPEN' };

const bindings = [
  { appId: 'app-github', appEntitlementId: 'ent-1', appUserId: 'account-old', deprovisionAt: null },
  {
    appId: 'app-github',
    appEntitlementId: 'ent-1',
    appUserId: 'account-ben',
    createdAt: '2026-03-02T12:00:00Z',
    deprovisionAt: '2026-03-06T17:00:00Z',
    deletedAt: null,
  },
];

async function ask(
  typed: string,
  by = 'U0HANA',
  operations?: Parameters<typeof testDesk>[1],
  grants: object = { json: { bindings } },
) {
  await using server = await startGovernanceServer(({ method, target }) => {
    if (target.includes('/users/user-ben/grants')) return grants;
    return method === 'POST'
      ? { json: { taskView: { task }, expanded: [] } }
      : {
          json: {
            list: [
              {
                appUserId: 'account-ben',
                user: { id: 'user-ben', displayName: 'Ben Okafor', email: 'ben@acme.example' },
              },
            ],
            nextPageToken: '',
          },
        };
  });
  const client = createGovernanceClient({
    baseUrl: server.url,
    clientId: 'bot',
    clientSecret: 'secret',
    queryCase: 'camel',
    now: () => new Date(),
  });
  const desk = testDesk(client, operations);
  const answer = await desk.administer(chat(by), typed, 'confirmed');
  await client.close();
  return { answer, desk, asked: server.asked };
}

describe('the holders of an entitlement', () => {
  it.each(['who-has app-github ent-1', 'who-has github "Platform: admin"'])(
    'is listed by ids and by names: %s',
    async (typed) => {
      const { answer, asked } = await ask(typed);
      expect(answer).toMatchObject({
        page: {
          title: 'Who has Platform: admin (ent-1) of GitHub (app-github)',
          records: [{ title: expect.stringContaining('Ben Okafor') }],
        },
      });
      expect(asked[0]?.target).toContain('/api/v1/apps/app-github/entitlements/ent-1/grants');
    },
  );

  describe('and until when', () => {
    const withEnds = new Set(['entitlementHolders', 'userGrants'] as const);
    const untilOf = async (grants?: object, operations?: Parameters<typeof testDesk>[1]) => {
      const { answer } = await ask(
        'who-has app-github ent-1',
        'U0HANA',
        operations ?? withEnds,
        grants,
      );
      if (answer.kind !== 'page') throw new Error('a page was expected');
      const { records, notes } = answer.page;
      return [records[0]?.fields.find(({ label }) => label === 'Until')?.text, notes];
    };

    it('is said of the account that has it', async () => {
      expect(await untilOf()).toEqual(['2026-03-06 17:00 UTC', []]);
      const forGood = bindings.map((one) => ({ ...one, deprovisionAt: null }));
      expect(await untilOf({ json: { bindings: forGood } })).toEqual(['until revoked', []]);
    });

    it.each([
      ['cannot be read', { status: 503, json: {} }],
      ['is not there', { json: { bindings: [] } }],
      [
        'is about another entitlement',
        { json: { bindings: bindings.map((one) => ({ ...one, appEntitlementId: 'ent-2' })) } },
      ],
    ])('is left out where the grant %s', async (_why, grants) => {
      expect(await untilOf(grants)).toEqual([undefined, ['Of some the end could not be read.']]);
    });

    it('is left out, with a word, where the tenant does not tell', async () => {
      expect(await untilOf(undefined, new Set(['entitlementHolders']))).toEqual([
        undefined,
        ['Until when is not said: this needs the optional operation userGrants.'],
      ]);
    });
  });

  it('is asked about for 20 of a page at the most, and the page says so', async () => {
    const names = Array.from({ length: 23 }, (_, at) => `user-${at}`);
    await using server = await startGovernanceServer(({ target }) => ({
      json: target.includes('/users/')
        ? { bindings }
        : {
            list: names.map((id) => ({ appUserId: 'account-ben', user: { id, displayName: id } })),
            nextPageToken: '',
          },
    }));
    const client = createGovernanceClient({
      baseUrl: server.url,
      clientId: 'bot',
      clientSecret: 'secret',
      queryCase: 'camel',
      now: () => new Date(),
    });
    const desk = testDesk(client, new Set(['entitlementHolders', 'userGrants']));
    const typed = 'who-has app-github ent-1';
    const answer = await desk.administer({ via: 'command line', name: 'hana' }, typed, 'confirmed');
    await client.close();
    const asked = server.asked.map(({ target }) => target);
    expect(asked.filter((target) => target.includes('/users/'))).toHaveLength(20);
    expect(asked[0]).toMatch(/pageSize=20\b/);
    if (answer.kind !== 'page') throw new Error('a page was expected');
    const hasEnd = answer.page.records.map(({ fields }) =>
      fields.some(({ label }) => label === 'Until'),
    );
    expect(hasEnd.filter(Boolean)).toHaveLength(20);
    expect(answer.page.notes).toEqual([
      'Until when was looked up for the first 20 alone, not for the other 3: pages of 20 (--page-size 20) have it for all, if the service keeps to that size.',
    ]);
  });

  it('is not asked for when the tenant does not list it', async () => {
    const { answer, asked } = await ask('who-has app-github ent-1', 'U0HANA', new Set());
    expect(answer).toMatchObject({
      kind: 'refused',
      words: expect.stringMatching(
        /^This bot is not set up for that.* command operations says what is known of entitlementHolders/,
      ),
    });
    expect(asked).toEqual([]);
  });
});

describe('taking access away', () => {
  it('needs a reason', async () => {
    const { answer } = await ask('take-away app-github ent-1 user-ben');
    expect(answer).toEqual({ kind: 'mistake', words: 'Say why: --reason "..."' });
    const shown = await ask('take-away app-github ent-1');
    expect(shown.answer).toEqual({
      kind: 'mistake',
      words: expect.stringContaining('take-away <app> <entitlement> <person> --reason <text>.'),
    });
  });

  it('asks first, is sent with who and why, and is followed', async () => {
    const { answer, desk, asked } = await ask(take);
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      {
        appId: 'app-github',
        appEntitlementId: 'ent-1',
        identityUserId: 'user-ben',
        description: 'Taken away by Slack user U0HANA. left the team',
      },
    ]);
    expect(answer).toMatchObject({
      page: { notes: ['It is there until the service says that it is gone.'] },
    });
    expect(desk.takenAway).toMatchObject([
      { taskId: 'task-7', by: 'U0HANA', reason: 'left the team' },
    ]);
    expect(await desk.administer(chat('U0HANA'), take)).toMatchObject({
      kind: 'question',
      verb: 'Take away',
    });
  });
});

describe('owners', () => {
  it.each([take, 'who-has github ent-1'])('may use it for what is theirs: %s', async (typed) => {
    expect((await ask(typed, 'U0FATIMA')).answer).toMatchObject({ kind: 'page' });
  });

  it.each([
    ['what is not theirs', 'who-has app-beacon ent-1', 'U0FATIMA'],
    ['other commands', 'apps', 'U0FATIMA'],
    ['what others own', take, 'U0BEN'],
  ])('may not use it for %s', async (_what, typed, by) => {
    const { answer, asked } = await ask(typed, by);
    expect([answer.kind, asked]).toEqual(['not-admin', []]);
  });
});

const entitlement = (id: string, displayName: string, change: object = {}) => ({
  appEntitlement: { id, displayName, ...change },
});

/** What the service lists, by a part of the path. */
const lists: Readonly<Record<string, readonly object[]>> = {
  '/api/v1/apps': [
    { id: 'app-github', displayName: 'GitHub' },
    { id: 'app-mail', displayName: 'Mail' },
    { id: 'app-mail-old', displayName: 'Mail' },
  ],
  'resources/{app_resource_id}': [
    entitlement('ent-write', 'Platform: write', { alias: 'platform-write' }),
    entitlement('ent-read', 'Platform: read'),
    entitlement('ent-twice', 'Release'),
    entitlement('ent-twice-2', 'Release'),
    entitlement('ent-gone', 'Gone', { deletedAt: '2026-01-01T00:00:00Z' }),
  ],
  '/api/v1/search/entitlements': [entitlement('ent-lamp', 'Lamp')],
};

function asking(change: Partial<AdminContext> = {}) {
  const asked: string[] = [];
  const call: GovernanceClient['call'] = async (one) => {
    asked.push(one.path);
    const [, list = []] = Object.entries(lists).find(([part]) => one.path.endsWith(part)) ?? [];
    return ok(one.answer.parse({ list, nextPageToken: '' }));
  };
  const resources = [{ resourceTypeId: 'team', resourceId: 'platform' }];
  const context = {
    client: { call, close: async () => undefined },
    capabilities: new TenantCapabilities(new Set(['appList', 'entitlementSearch'] as const)),
    apps: [{ id: 'app-github', name: 'GitHub', resources }],
    entitlements: () => [],
    ...change,
  };
  const of = async (app: string, what: string) => {
    const typed: Readonly<Record<string, string>> = { app, entitlement: what };
    const none = { value: () => null, values: () => [], has: () => false };
    const input = { argument: (name: string) => typed[name] ?? '', ...none };
    const answer = await withAccess(input, context);
    if (!answer.ok) return answer.refusal;
    return [answer.value.argument('app'), answer.value.argument('entitlement')].join(' ');
  };
  return { of, asked };
}

it.each([
  ['github', 'platform: WRITE', 'app-github ent-write'],
  ['GitHub', 'platform-write', 'app-github ent-write'],
  ['app-github', 'ent-read', 'app-github ent-read'],
  // Nothing is called so: it may be an id of something that is not listed.
  ['app-github', 'ent-elsewhere', 'app-github ent-elsewhere'],
  ['app-github', 'Gone', 'app-github Gone'],
])('access is found by names, as people type them, and by ids: %s, %s', async (app, what, ids) => {
  expect(await asking().of(app, what)).toBe(ids);
});

it.each([
  [
    'GitHub',
    'Release',
    '2 entitlements are called "Release": "Release" (ent-twice); "Release" (ent-twice-2). Type the id of the one you mean.',
  ],
  [
    'GitHub',
    'platform',
    'No entitlement is called "platform". Close: "Platform: write" (ent-write); "Platform: read" (ent-read). Type the whole name or the id.',
  ],
  [
    'mail',
    'any',
    '2 apps are called "mail": "Mail" (app-mail); "Mail" (app-mail-old). Type the id of the one you mean.',
  ],
])(
  'nothing is guessed, and those that may be meant are listed: %s, %s',
  async (app, what, words) => {
    expect(await asking().of(app, what)).toBe(words);
  },
);

it('the catalogue is asked before the service, where there is one', async () => {
  const catalogue = [
    { id: 'ent-1', name: 'Admin', alias: '' },
    { id: 'ent-2', name: 'Admin', alias: '' },
    { id: 'ent-3', name: 'Reader', alias: '' },
  ];
  const { of, asked } = asking({ entitlements: () => catalogue });
  expect(await of('GitHub', 'reader')).toBe('app-github ent-3');
  expect(await of('GitHub', 'Admin')).toContain('2 entitlements are called "Admin"');
  expect(await of('GitHub', 'ent-elsewhere')).toBe('app-github ent-elsewhere');
  expect(asked).toEqual([]);
});

it('an app without resources in access.yaml is searched, where the tenant can', async () => {
  const apps = [{ id: 'app-beacon', name: 'Beacon', resources: [] }];
  expect(await asking({ apps }).of('beacon', 'lamp')).toBe('app-beacon ent-lamp');
  const capabilities = new TenantCapabilities(new Set());
  expect(await asking({ apps, capabilities }).of('beacon', 'lamp')).toBe('app-beacon lamp');
});
