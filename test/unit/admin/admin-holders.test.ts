/** Long because everything that names an access in a command is tried here. */
import { describe, expect, it } from 'vitest';
import type { AdminCaller } from '../../../src/domain/admin/admin-answer.ts';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import { withAccess } from '../../../src/operator/admin/access-of-command.ts';
import { type AdminContext, accessIds } from '../../../src/operator/admin/admin-command.ts';
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
      expect(asked.at(-1)?.target).toContain('/api/v1/apps/app-github/entitlements/ent-1/grants');
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
    const sent = asked.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
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
    // The service is gone: by ids nobody has to be asked for names.
    const byIds = 'take-away app-github ent-1 user-ben --reason "left the team"';
    expect(await desk.administer(chat('U0HANA'), byIds)).toMatchObject({
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

type Lists = Readonly<Record<string, readonly object[]>>;

function asking(change: Partial<AdminContext> = {}, theirs: Lists = lists) {
  const asked: string[] = [];
  const call: GovernanceClient['call'] = async (one) => {
    asked.push(one.path);
    const [, list = []] = Object.entries(theirs).find(([part]) => one.path.endsWith(part)) ?? [];
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
    return Object.values(accessIds(answer.value)).join(' ');
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

const catalogue = [
  { id: 'ent-1', name: 'Admin', alias: '' },
  { id: 'ent-2', name: 'Admin', alias: '' },
  { id: 'ent-3', name: 'Reader', alias: '' },
  { id: 'ent-4', name: 'Lamp', alias: '' },
];

it('ids that the bot knows cost no call, names do: others may have the same', async () => {
  const { of, asked } = asking({ entitlements: () => catalogue });
  expect(await of('app-github', 'ent-3')).toBe('app-github ent-3');
  expect(asked).toEqual([]);
  expect(await of('app-github', 'reader')).toBe('app-github ent-3');
  expect(await of('app-github', 'Admin')).toContain('2 entitlements are called "Admin"');
  expect(await of('app-github', 'ent-elsewhere')).toBe('app-github ent-elsewhere');
  expect(asked).toContain('/api/v1/search/entitlements');
  asked.length = 0;
  // No id has spaces.
  expect(await of('app-github', 'Platform: read')).toBe('app-github ent-read');
  expect(asked).not.toContain('/api/v1/search/entitlements');
});

it.each([
  // Somebody called theirs as the id of another one is.
  ['GitHub', 'ent-read', [{ id: 'ent-theirs', name: 'ent-read', alias: '' }], 'ent-theirs'],
  ['GitHub', 'ent-lamp', [{ id: 'ent-theirs', name: 'x', alias: 'ent-lamp' }], 'ent-theirs'],
])('an id is never taken for the name of another one: %s, %s', async (app, what, theirs, id) => {
  const words = await asking({ entitlements: () => theirs }).of(app, what);
  expect(words).toContain(`2 entitlements are called so or have the id "${what}": `);
  expect(words).toContain(`(${id})`);
  expect(words).toContain(`(${what})`);
  expect(words).toContain(`For the one with this id, type id:${what}.`);
  const marked = await asking({ entitlements: () => theirs }).of(app, `id:${what}`);
  expect(marked).toBe(`app-github ${what}`);
});

it('the id of an app is never taken for the name of a configured one', async () => {
  const apps = [{ id: 'app-1', name: 'app-mail', resources: [] }];
  expect(await asking({ apps }).of('app-mail', 'Lamp')).toBe(
    '2 apps are called so or have the id "app-mail": "app-mail" (app-1); "Mail" (app-mail). Type the id of the one you mean. For the one with this id, type id:app-mail.',
  );
});

it('a name is not guessed because one of those that have it is known to the bot', async () => {
  const apps = [{ id: 'app-mail', name: 'Mail', resources: [] }];
  expect(await asking({ apps }).of('Mail', 'Lamp')).toContain('2 apps are called "Mail"');
  expect(await asking({ entitlements: () => catalogue }).of('GitHub', 'Release')).toContain(
    '2 entitlements are called "Release"',
  );
  const known = [{ id: 'ent-twice', name: 'Release', alias: '' }];
  expect(await asking({ entitlements: () => known }).of('GitHub', 'Release')).toBe(
    '2 entitlements are called "Release": "Release" (ent-twice); "Release" (ent-twice-2). Type the id of the one you mean.',
  );
});

it('the app that was found is the one that is meant, whatever its id is the name of', async () => {
  const apps = [{ id: 'app-1', name: 'GitHub', resources: [] }];
  const theirs = {
    '/api/v1/apps': [{ id: 'github', displayName: 'Legacy' }],
    '/api/v1/search/entitlements': [entitlement('ent-legacy', 'Admin')],
  };
  expect(await asking({ apps }, theirs).of('Legacy', 'Admin')).toBe('github ent-legacy');
});

describe('where not all could be read', () => {
  const apps = [{ id: 'app-1', name: 'GitHub', resources: [] }];
  const paged = (pages: readonly (readonly object[])[]): Partial<AdminContext> => {
    let page = 0;
    const call: GovernanceClient['call'] = async (one) => {
      const list = pages[page] ?? [];
      page += 1;
      return ok(one.answer.parse({ list, nextPageToken: page < pages.length ? `${page}` : '' }));
    };
    return { apps, client: { call, close: async () => undefined } };
  };
  const many = Array.from({ length: 5_000 }, (_, at) =>
    entitlement(`ent-${at}`, at === 0 ? 'Admin' : `Name ${at}`),
  );
  const last = [entitlement('ent-last', 'Admin')];

  it('a name is not chosen, because another one may have it, and ids are taken', async () => {
    expect(await asking(paged([many, last])).of('app-1', 'Admin')).toBe(
      'The list is too long to be read whole, so another entitlement may be called "Admin", too. So far: "Admin" (ent-0). Type the id of the one you mean.',
    );
    expect(await asking(paged([many, last])).of('app-1', 'ent-7')).toBe('app-1 ent-7');
    expect(await asking(paged([many])).of('app-1', 'Admin')).toBe('app-1 ent-0');
  });

  it('of apps, too', async () => {
    const named = Array.from({ length: 5_000 }, (_, at) => ({ id: `a-${at}`, displayName: 'x' }));
    const others = [{ id: 'app-last', displayName: 'GitHub' }];
    expect(await asking(paged([named, others])).of('GitHub', 'ent-1')).toBe(
      'The list is too long to be read whole, so another app may be called "GitHub", too. So far: "GitHub" (app-1). Type the id of the one you mean.',
    );
  });

  it('because the service gives no second page, nothing of the first one is chosen', async () => {
    const message = 'unknown parameter';
    const call: GovernanceClient['call'] = async (one, request) =>
      JSON.stringify(request).includes('second')
        ? refuse({ kind: 'invalid', message, existingTaskId: null, serviceRequestId: null })
        : ok(one.answer.parse({ list: [many[0]], nextPageToken: 'second' }));
    const client = { call, close: async () => undefined };
    const { of } = asking({ client, capabilities: new TenantCapabilities(new Set()) });
    expect(await of('app-github', 'Admin')).toBe('app-github Admin');
  });

  it('because the service does not answer, a name is not chosen either', async () => {
    const call: GovernanceClient['call'] = async () => {
      throw new OutwardFailure({
        system: 'governance',
        kind: 'http',
        certainlyNotDone: true,
        message: 'away',
      });
    };
    const client = { call, close: async () => undefined };
    const { of } = asking({ apps, client, entitlements: () => catalogue });
    expect(await of('app-1', 'Reader')).toBe(
      'The service did not list all, so another entitlement may be called "Reader", too. So far: "Reader" (ent-3). Type the id of the one you mean.',
    );
    expect(await of('app-1', 'ent-3')).toBe('app-1 ent-3');
  });
});

it.each(['  ', '\u0301', '\u200B', 'id: '])(
  'what nobody can read is missing: "%s"',
  async (typed) => {
    expect(await asking().of(typed, 'x')).toBe('<app> is missing.');
    expect(await asking().of('app-github', typed)).toBe('<entitlement> is missing.');
    const { answer } = await ask(`who-has "\u0301" ent-1`);
    expect(answer).toMatchObject({ kind: 'mistake', words: expect.stringContaining('is missing') });
  },
);

const tenantWithLegacy = {
  '/api/v1/apps': [{ id: 'github', displayName: 'Legacy' }],
  '/api/v1/search/entitlements': [entitlement('ent-legacy', 'Admin')],
};
const deskOver = (theirs: Lists, change: Parameters<typeof testDesk>[3] = {}) => {
  const sent: unknown[] = [];
  const call: GovernanceClient['call'] = async (one, request) => {
    const [, list = []] = Object.entries(theirs).find(([part]) => one.path.endsWith(part)) ?? [];
    const isOrder = one.path.endsWith('/revoke');
    if (isOrder) sent.push(Object(request).body);
    return ok(one.answer.parse(isOrder ? { taskView: { task } } : { list }));
  };
  const operations = new Set(['appList', 'entitlementSearch', 'taskRevoke'] as const);
  const desk = testDesk({ call, close: async () => undefined }, operations, [], change);
  return { administer: desk.administer, sent };
};

describe('what a name was found to mean', () => {
  it('is what the question says and its confirmation takes away', async () => {
    const { administer, sent } = deskOver(tenantWithLegacy);
    const line = 'take-away Legacy ent-new user-ben --reason left';
    const answer = await administer(chat('U0HANA'), line);
    if (answer.kind !== 'question') throw new Error(JSON.stringify(answer));
    const ids = ['id:github', 'id:ent-new', 'user-ben'];
    expect(answer.words).toEqual(['take-away', '--reason=left', ...ids]);
    // Somebody calls theirs so before the button is pressed.
    tenantWithLegacy['/api/v1/search/entitlements'].push(entitlement('ent-theirs', 'ent-new'));
    await administer(chat('U0HANA'), answer.words, 'confirmed');
    expect(sent).toMatchObject([{ appId: 'github', appEntitlementId: 'ent-new' }]);
  });

  it('is what an owner has to own, also where the catalogue is read anew meanwhile', async () => {
    const names = [['ent-1'], ['ent-2']].map((ids) =>
      ids.map((id) => ({ id, name: 'Release', alias: '' })),
    );
    const entitlements = () => names.shift() ?? [{ id: 'ent-2', name: 'Release', alias: '' }];
    const { administer, sent } = deskOver({}, { entitlements });
    const line = 'take-away GitHub Release user-ben --reason left';
    const answer = await administer(chat('U0FATIMA'), line, 'confirmed');
    expect([answer.kind, sent]).toEqual(['not-admin', []]);
  });

  it('is said to who owns one of several that have the name: nothing is taken', async () => {
    const entitlements = () => ['ent-2', 'ent-1'].map((id) => ({ id, name: 'Release', alias: '' }));
    const { administer, sent } = deskOver({}, { entitlements });
    const line = (what: string) => `take-away GitHub ${what} user-ben --reason left`;
    const answer = await administer(chat('U0FATIMA'), line('Release'), 'confirmed');
    expect([answer.kind, sent]).toEqual(['mistake', []]);
    const own = await administer(chat('U0FATIMA'), line('id:ent-1'), 'confirmed');
    const other = await administer(chat('U0FATIMA'), line('id:ent-2'), 'confirmed');
    expect([own.kind, other.kind]).toEqual(['page', 'not-admin']);
    expect(sent).toMatchObject([{ appId: 'app-github', appEntitlementId: 'ent-1' }]);
  });
});

it('an app without resources in access.yaml is searched, where the tenant can', async () => {
  const apps = [{ id: 'app-beacon', name: 'Beacon', resources: [] }];
  expect(await asking({ apps }).of('beacon', 'lamp')).toBe('app-beacon ent-lamp');
  const capabilities = new TenantCapabilities(new Set());
  expect(await asking({ apps, capabilities }).of('beacon', 'lamp')).toBe('app-beacon lamp');
});
