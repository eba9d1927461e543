import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { KnownPerson } from '../../../src/domain/people/known-person.ts';
import { ok } from '../../../src/domain/result.ts';
import { foldedText } from '../../../src/domain/text/folded-text.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { answeringClient, fullAnswers, pageOf, testDesk } from '../../support/admin-answers.ts';

const hana = { via: 'chat', slackUserId: 'U0HANA' } as const;
const searching = new Set(['entitlementHolders', 'taskRevoke', 'userSearch'] as const);
const reason = ['--reason', 'left the team'];

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

/** A service whose search takes a part of a name; `sent` is what it was asked to revoke. */
function service(users: readonly FoundUser[]) {
  const sent: unknown[] = [];
  const client: GovernanceClient = {
    async call(endpoint, { body }) {
      const asked: { email?: string; query?: string; refs?: readonly { id: string }[] } =
        Object(body);
      if (endpoint.path === '/api/v1/task/revoke') {
        sent.push(body);
        return ok(
          endpoint.answer.parse({
            taskView: { task: { id: 'task-7', numericId: '1042' } },
            expanded: [],
          }),
        );
      }
      const isAsked = ({ id, email, displayName }: FoundUser) =>
        (asked.refs === undefined || asked.refs.some((ref) => ref.id === id)) &&
        (asked.email === undefined || asked.email === email) &&
        (asked.query === undefined || foldedText(displayName).includes(foldedText(asked.query)));
      return ok(
        endpoint.answer.parse({
          list: users.filter(isAsked).map((user) => ({ user })),
          nextPageToken: '',
        }),
      );
    },
    close: async () => undefined,
  };
  return { client, sent };
}

const take = (person: string) => ['take-away', 'app-github', 'ent-1', person, ...reason];

describe('the person of a command when the tenant has userSearch', () => {
  it.each(['Ben Okafor', 'ben okafor', 'ben@acme.example', 'user-ben'])(
    'is found by %s and named before anything is changed',
    async (typed) => {
      const { client, sent } = service([ben, zoe]);
      const desk = testDesk(client, searching);
      const question = await desk.administer(hana, take(typed));
      if (question.kind !== 'question') throw new Error(JSON.stringify(question));
      expect(question.page.notes[0]).toMatch(
        /^"Ben Okafor" \(ben@acme\.example, user-ben\) loses Platform: admin \(ent-1\) of GitHub/,
      );
      expect(question.words).toContain('user-ben');
      expect([sent, desk.kept]).toEqual([[], []]);
    },
  );

  it('is who was named in the question, although somebody else has the name by then', async () => {
    const before = service([ben]);
    const question = await testDesk(before.client, searching).administer(hana, take('Ben Okafor'));
    if (question.kind !== 'question') throw new Error(question.kind);
    const { client, sent } = service([bo, ben]);
    const desk = testDesk(client, searching);
    expect((await desk.administer(hana, question.words, 'confirmed')).kind).toBe('page');
    expect(sent).toMatchObject([{ identityUserId: 'user-ben' }]);
    expect(desk.kept).toMatchObject([{ detail: { arguments: { person: 'user-ben' } } }, {}]);
  });

  it.each([
    [
      'a name that two people have',
      [ben, bo],
      'Ben Okafor',
      /^2 people .*ben@acme.*; .*bo@acme.* such as user-ben\.$/,
    ],
    [
      'a part of a name',
      [ben, zoe],
      'Ben',
      /^Nobody is known by "Ben"\. Close: "Ben Okafor" \(ben@acme.*Type the whole/,
    ],
    [
      'an email that nobody has',
      [ben],
      'b@acme.example',
      /^Nobody is known by "b@acme\.example"\. Type the whole/,
    ],
    ['an id that nobody has', [ben], 'user-x', /^Nobody is known by "user-x"/],
    ['a deleted user’s name', [{ ...ben, status: 'DELETED' }], 'Ben Okafor', /^Nobody is known/],
  ])('is not guessed from %s, also with --yes', async (_what, users, typed, sentence) => {
    const { client, sent } = service(users);
    const answer = await testDesk(client, searching).administer(
      { via: 'command line', name: 'ana' },
      [...take(typed), '--yes'],
    );
    expect(answer).toMatchObject({ kind: 'mistake', words: expect.stringMatching(sentence) });
    expect(sent).toEqual([]);
  });

  it('is found by id although the user was deleted: their access may still be there', async () => {
    const { client } = service([{ ...ben, status: 'DELETED' }]);
    expect(await testDesk(client, searching).administer(hana, take('user-ben'))).toMatchObject({
      kind: 'question',
    });
  });

  it('is found by a mention in Slack', async () => {
    const { client } = service([ben, zoe]);
    const desk = testDesk(client, searching, [knownBen]);
    expect(await desk.administer(hana, take('<@U0BEN|ben>'))).toMatchObject({ kind: 'question' });
    expect(await desk.administer(hana, take('<@U0ZOE|zoe>'))).toMatchObject({ kind: 'mistake' });
  });

  it('is found without accents', async () => {
    const { client } = service([zoe]);
    const answer = await testDesk(client, searching).administer(hana, take('Zoe Martin'));
    expect(answer).toMatchObject({ kind: 'question', words: expect.arrayContaining(['user-zoe']) });
  });

  it('is nobody while the service does not answer', async () => {
    const failure = {
      system: 'governance',
      kind: 'timeout',
      message: 'POST /x: why',
      certainlyNotDone: true,
    } as const;
    const client: GovernanceClient = {
      call: () => Promise.reject(new OutwardFailure(failure)),
      close: async () => undefined,
    };
    const desk = testDesk(client, searching);
    expect(await desk.administer(hana, take('Ben Okafor'), 'confirmed')).toMatchObject({
      kind: 'failed',
      words: expect.stringContaining('Nothing was changed'),
    });
    expect(desk.kept).toMatchObject([{ detail: { outcome: 'failed', command: 'take-away' } }]);
  });

  it('is looked for after it is clear that somebody may give the command', async () => {
    const client: GovernanceClient = {
      call: () => Promise.reject(new Error('asked')),
      close: async () => undefined,
    };
    const answer = await testDesk(client, searching).administer(
      { via: 'chat', slackUserId: 'U0BEN' },
      take('Zoë'),
    );
    expect(answer.kind).toBe('not-admin');
  });
});

describe('the person of a command when the tenant has no search', () => {
  const without = new Set(['taskRevoke'] as const);

  it.each(['Ben Okafor', 'ben@acme.example', 'user-ben', 'U0BEN'])(
    'is found by %s among the known',
    async (typed) => {
      const answer = await testDesk(service([]).client, without, [knownBen]).administer(
        hana,
        take(typed),
      );
      const named = /^"Ben Okafor" \(ben@acme\.example, user-ben\) loses/;
      expect(answer).toMatchObject({ page: { notes: [expect.stringMatching(named)] } });
    },
  );

  it('is nobody where the bot does not know the name', async () => {
    const answer = await testDesk(service([]).client, without).administer(hana, take('Ben Okafor'));
    const sentence = /^Nobody is known by "Ben Okafor".* cannot search people .*userSearch/;
    expect(answer).toMatchObject({ kind: 'mistake', words: expect.stringMatching(sentence) });
  });

  it('is the typed id, and the question says that it was not looked up', async () => {
    const answer = await testDesk(service([]).client, without).administer(hana, take('user-ben'));
    const notes = [
      expect.stringMatching(/^user-ben loses/),
      'The bot could not look up whose id this is.',
    ];
    expect(answer).toMatchObject({ page: { notes } });
  });
});

it('reads entitlement-owner by the id of the named person', async () => {
  const known = { ...knownBen, name: 'Ana Reyes', id: 'user-ana' };
  const desk = testDesk(answeringClient(fullAnswers()), undefined, [known]);
  await pageOf(desk, ['entitlement-owner', 'app-github', 'ent-1', 'owner', 'Ana Reyes']);
  expect(desk.kept).toMatchObject([{ detail: { arguments: { person: 'user-ana' } } }]);
});

describe('the people of a connector', () => {
  const update = (typed: string, ...more: string[]) => [
    'update-connector',
    'app-github',
    'conn-1',
    '--set',
    `userIds=${typed}`,
    ...more,
  ];

  /** A service that takes what a connector is set to. */
  function connectorService(users: readonly FoundUser[]) {
    const { client } = service(users);
    const sent: unknown[] = [];
    const updating: GovernanceClient = {
      ...client,
      async call(endpoint, input) {
        if (!endpoint.path.endsWith('/delegated')) return client.call(endpoint, input);
        sent.push(input.body);
        return ok(endpoint.answer.parse({ connectorView: { connector: { id: 'conn-1' } } }));
      },
    };
    return { desk: testDesk(updating, searching), sent };
  }

  it.each(['Ben Okafor, zoe@acme.example', 'user-ben,user-zoe', 'ben@acme.example,Zoe Martin'])(
    'are found by %s, named in the question, and sent as ids',
    async (typed) => {
      const { desk, sent } = connectorService([ben, zoe]);
      const question = await desk.administer(hana, update(typed));
      if (question.kind !== 'question') throw new Error(JSON.stringify(question));
      expect(question.page.notes).toContain(
        'userIds: "Ben Okafor" (ben@acme.example, user-ben); "Zoë Martin" (zoe@acme.example, user-zoe)',
      );
      expect(question.words).toContain('--set=userIds=user-ben,user-zoe');
      expect((await desk.administer(hana, question.words, 'confirmed')).kind).toBe('page');
      expect(sent).toMatchObject([
        { connector: { userIds: ['user-ben', 'user-zoe'] }, updateMask: 'userIds' },
      ]);
    },
  );

  it.each([
    ['a name that two people have', 'Ben Okafor', /^2 people are known by "Ben Okafor"/],
    [
      'names that nobody has, each with a sentence',
      'Bea,user-ben,Cho',
      /^Nobody is known by "Bea"\..*\nNobody .*"Cho"/,
    ],
  ])('are not guessed from %s, also with --yes', async (_what, typed, sentence) => {
    const { desk, sent } = connectorService([ben, bo]);
    const operator = { via: 'command line', name: 'ana' } as const;
    const answer = await desk.administer(operator, update(typed, '--yes'));
    expect(answer).toMatchObject({ kind: 'mistake', words: expect.stringMatching(sentence) });
    expect(sent).toEqual([]);
  });

  it('are taken away by an empty value', async () => {
    const { desk, sent } = connectorService([]);
    await desk.administer({ via: 'command line', name: 'ana' }, update('', '--yes'));
    expect(sent).toMatchObject([{ connector: { userIds: [] } }]);
  });
});
