/** Long because everything that names an app, an entitlement or a person is tried here. */
import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { KnownPerson } from '../../../src/domain/people/known-person.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import { foldedText } from '../../../src/domain/text/folded-text.ts';
import { unclearWords } from '../../../src/operator/admin/names/named.ts';
import {
  appMeant,
  entitlementMeant,
  type NamingDeps,
} from '../../../src/operator/admin/names/named-access.ts';
import { personMeant } from '../../../src/operator/admin/names/named-person.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';

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

function asking(change: Partial<NamingDeps> = {}, theirs: Lists = lists) {
  const asked: string[] = [];
  const call: GovernanceClient['call'] = async (one) => {
    asked.push(one.path);
    const [, list = []] = Object.entries(theirs).find(([part]) => one.path.endsWith(part)) ?? [];
    return ok(one.answer.parse({ list, nextPageToken: '' }));
  };
  const resources = [{ resourceTypeId: 'team', resourceId: 'platform' }];
  const deps: NamingDeps = {
    client: { call, close: async () => undefined },
    capabilities: new TenantCapabilities(new Set(['appList', 'entitlementSearch'] as const)),
    apps: [{ id: 'app-github', name: 'GitHub', resources }],
    entitlements: () => [],
    ...change,
  };
  const of = async (typed: string, what: string) => {
    const app = await appMeant(typed, deps);
    if (!app.ok) return unclearWords(app.refusal);
    const found = await entitlementMeant(app.value.id, what, deps);
    return found.ok ? `${app.value.id} ${found.value.id}` : unclearWords(found.refusal);
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
    'More than one entitlement may be meant by "Release". Perhaps: "Release" (ent-twice); "Release" (ent-twice-2). Type id: and the id of the one you mean.',
  ],
  [
    'GitHub',
    'platform',
    'I know no entitlement called "platform": it takes the whole name or the id. Perhaps: "Platform: write" (ent-write); "Platform: read" (ent-read). Type id: and the id of the one you mean.',
  ],
  [
    'mail',
    'any',
    'More than one app may be meant by "mail". Perhaps: "Mail" (app-mail); "Mail" (app-mail-old). Type id: and the id of the one you mean.',
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
  expect(await of('app-github', 'Admin')).toContain(
    'More than one entitlement may be meant by "Admin"',
  );
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
  expect(words).toContain(`More than one entitlement may be meant by "${what}"`);
  expect(words).toContain(`(${id})`);
  expect(words).toContain(`(${what})`);
  const marked = await asking({ entitlements: () => theirs }).of(app, `id:${what}`);
  expect(marked).toBe(`app-github ${what}`);
});

it('the id of an app is never taken for the name of a configured one', async () => {
  const apps = [{ id: 'app-1', name: 'app-mail', resources: [] }];
  expect(await asking({ apps }).of('app-mail', 'Lamp')).toBe(
    'More than one app may be meant by "app-mail". Perhaps: "app-mail" (app-1); "Mail" (app-mail). Type id: and the id of the one you mean.',
  );
});

it('a name is not guessed because one of those that have it is known to the bot', async () => {
  const apps = [{ id: 'app-mail', name: 'Mail', resources: [] }];
  expect(await asking({ apps }).of('Mail', 'Lamp')).toContain(
    'More than one app may be meant by "Mail"',
  );
  expect(await asking({ entitlements: () => catalogue }).of('GitHub', 'Release')).toContain(
    'More than one entitlement may be meant by "Release"',
  );
  const known = [{ id: 'ent-twice', name: 'Release', alias: '' }];
  expect(await asking({ entitlements: () => known }).of('GitHub', 'Release')).toBe(
    'More than one entitlement may be meant by "Release". Perhaps: "Release" (ent-twice); "Release" (ent-twice-2). Type id: and the id of the one you mean.',
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
  const paged = (pages: readonly (readonly object[])[]): Partial<NamingDeps> => {
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
      'More than one entitlement may be meant by "Admin". Perhaps: "Admin" (ent-0). Type id: and the id of the one you mean.',
    );
    expect(await asking(paged([many, last])).of('app-1', 'ent-7')).toBe('app-1 ent-7');
    expect(await asking(paged([many])).of('app-1', 'Admin')).toBe('app-1 ent-0');
  });

  it('of apps, too', async () => {
    const named = Array.from({ length: 5_000 }, (_, at) => ({ id: `a-${at}`, displayName: 'x' }));
    const others = [{ id: 'app-last', displayName: 'GitHub' }];
    expect(await asking(paged([named, others])).of('GitHub', 'ent-1')).toBe(
      'More than one app may be meant by "GitHub". Perhaps: "GitHub" (app-1). Type id: and the id of the one you mean.',
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
      'More than one entitlement may be meant by "Reader". Perhaps: "Reader" (ent-3). Type id: and the id of the one you mean.',
    );
    expect(await of('app-1', 'ent-3')).toBe('app-1 ent-3');
  });
});

it.each(['  ', '\u0301', '\u200B', 'id: '])(
  'what nobody can read is no name and no id: "%s"',
  async (typed) => {
    expect(await asking().of(typed, 'x')).toMatch(/^I know no app called/);
    expect(await asking().of('app-github', typed)).toMatch(/^I know no entitlement called/);
  },
);

it('an app without resources in access.yaml is searched, where the tenant can', async () => {
  const apps = [{ id: 'app-beacon', name: 'Beacon', resources: [] }];
  expect(await asking({ apps }).of('beacon', 'lamp')).toBe('app-beacon ent-lamp');
  const capabilities = new TenantCapabilities(new Set());
  expect(await asking({ apps, capabilities }).of('beacon', 'lamp')).toBe('app-beacon lamp');
});

interface FoundUser {
  readonly id: string;
  readonly displayName: string;
  readonly email: string;
  readonly status?: string;
}

const ben: FoundUser = { id: 'user-ben', displayName: 'Ben Okafor', email: 'ben@acme.example' };
const bo: FoundUser = { id: 'user-bo', displayName: 'Ben Okafor', email: 'bo@acme.example' };
const zoe: FoundUser = { id: 'user-zoe', displayName: 'Zoë Martin', email: 'zoe@acme.example' };
const knownBen: KnownPerson = {
  slackUserId: 'U0BEN',
  id: ben.id,
  name: ben.displayName,
  email: ben.email,
};

/** A service whose search takes a part of a name. */
function searching(users: readonly FoundUser[]): GovernanceClient {
  return {
    async call(endpoint, { body }) {
      const asked: { email?: string; query?: string; refs?: readonly { id: string }[] } =
        Object(body);
      const isAsked = ({ id, email, displayName }: FoundUser) =>
        (asked.refs === undefined || asked.refs.some((ref) => ref.id === id)) &&
        (asked.email === undefined || asked.email === email) &&
        (asked.query === undefined || foldedText(displayName).includes(foldedText(asked.query)));
      const list = users.filter(isAsked).map((user) => ({ user }));
      return ok(endpoint.answer.parse({ list, nextPageToken: '' }));
    },
    close: async () => undefined,
  };
}

async function meantBy(
  typed: string,
  client: GovernanceClient | null,
  known: readonly KnownPerson[] = [],
): Promise<string> {
  const nobody = { call: () => Promise.reject(new Error('asked')), close: async () => undefined };
  const person = await personMeant(typed, {
    client: client ?? nobody,
    capabilities: new TenantCapabilities(new Set(client === null ? [] : ['userSearch'])),
    knownPeople: async (word) => known.filter((one) => Object.values(one).includes(word)),
  });
  return person.ok ? person.value.title : unclearWords(person.refusal);
}

const benTitle = '"Ben Okafor" (ben@acme.example, user-ben)';

describe('a person, where the tenant has userSearch', () => {
  it.each(['Ben Okafor', 'ben okafor', 'ben@acme.example', 'user-ben', 'id:user-ben'])(
    'is found by %s',
    async (typed) => {
      expect(await meantBy(typed, searching([ben, zoe]))).toBe(benTitle);
    },
  );

  it.each([
    ['a name that two people have', [ben, bo], 'Ben Okafor', /Perhaps: .*ben@acme.*; .*bo@acme/],
    ['a part of a name', [ben, zoe], 'Ben', /Perhaps: "Ben Okafor" \(ben@acme/],
    ['an email that nobody has', [ben], 'b@acme.example', /"b@acme\.example".* or the id\.$/],
    ['an id that nobody has', [ben], 'user-x', /called "user-x": it takes the whole name/],
    ['a name that is marked as an id', [ben], 'id:Ben Okafor', /called "Ben Okafor"/],
    ['a deleted user’s name', [{ ...ben, status: 'DELETED' }], 'Ben Okafor', /called "Ben Okafor"/],
  ])('is not guessed from %s', async (_what, users, typed, sentence) => {
    expect(await meantBy(typed, searching(users))).toMatch(sentence);
  });

  it('is found by id although they were deleted: their access may still be there', async () => {
    expect(await meantBy('user-ben', searching([{ ...ben, status: 'DELETED' }]))).toBe(benTitle);
  });

  it('is found by a mention in Slack, and without accents', async () => {
    const client = searching([ben, zoe]);
    expect(await meantBy('<@U0BEN|ben>', client, [knownBen])).toBe(benTitle);
    expect(await meantBy('<@U0ZOE|zoe>', client, [knownBen])).toContain('I know no person');
    expect(await meantBy('Zoe Martin', client)).toContain('user-zoe');
  });

  it('is nobody while the service does not answer', async () => {
    const failure = { system: 'governance', kind: 'timeout', message: 'why' } as const;
    const error = new OutwardFailure({ ...failure, certainlyNotDone: true });
    const client = { call: () => Promise.reject(error), close: async () => undefined };
    await expect(meantBy('Ben Okafor', client)).rejects.toThrow(error);
  });
});

describe('a person, where the tenant has no search', () => {
  it.each(['Ben Okafor', 'ben@acme.example', 'user-ben', 'U0BEN'])(
    'is found by %s among the known',
    async (typed) => {
      expect(await meantBy(typed, null, [knownBen])).toBe(benTitle);
    },
  );

  it('is nobody where the bot does not know the name', async () => {
    expect(await meantBy('Ben Okafor', null)).toContain('I know no person');
    expect(await meantBy('id: ', null)).toContain('I know no person');
  });

  it('is the typed id, and it is said that it was not looked up', async () => {
    expect(await meantBy('user-ben', null)).toBe(
      'user-ben (the bot could not look up whose id this is)',
    );
  });
});
