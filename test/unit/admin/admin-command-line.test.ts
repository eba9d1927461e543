/** Long because everything that the one table and the one viewer do is tried here. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../conformance/interface.ts';
import { type FailureKind, OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import {
  answeringClient,
  emptyAnswers,
  fullAnswers,
  withTexts,
} from '../../support/admin-answers.ts';
import { lineOf, typeLine } from '../../support/admin-line.ts';
import { nastyTexts } from '../../support/slack-limits.ts';

/** The answers of a tenant whose lists are over after a page. */
const whole = (answers: object): Record<number, object> =>
  JSON.parse(JSON.stringify(answers).replaceAll('"nextPageToken":"further"', '"nextPageToken":""'));
const full = whole(fullAnswers());
const every = Object.values(lineOf).map((words) => [words.join(' '), words] as const);
const adding = lineOf[3]?.slice(0, -1) ?? [];

function counting(client: GovernanceClient) {
  const sent: string[] = [];
  const call: GovernanceClient['call'] = (one, input) => {
    sent.push(`${one.method} ${one.path}`);
    return client.call(one, input);
  };
  return { sent, client: { ...client, call } };
}

function failing(failure: () => Error): GovernanceClient {
  return { call: () => Promise.reject(failure()), close: async () => undefined };
}
const unasked = failing(() => new Error('asked'));

describe('the table', () => {
  it('has a row for each endpoint of the interface but the request', async () => {
    const { sent, client } = counting(answeringClient(full));
    for (const words of Object.values(lineOf))
      expect([words, (await typeLine(words, client)).exit]).toEqual([words, 0]);
    expect(new Set(sent)).toEqual(
      new Set(endpoints.slice(1).map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it.each([
    [['ownrs', 'x'], 'There is no command “ownrs”. Did you mean owners?'],
    [['entitlements', 'a', 'b'], 'entitlements takes 3 words'],
    [['entitlements', 'a', ' ', 'c'], 'It is: entitlements <app> <app_resource_type_id>'],
    [['user-owners', 'a', 'b', 'c', 'role=x'], 'does not take “role=x”. Its fields are: roleSlug.'],
    [['owners', 'a', 'b', 'c', 'd'], 'does not take “d”. It is: owners <app>'],
    [['role-suggestions', '--colour', 'x'], "Unknown option '--colour'"],
    [['take-away', 'a', 'b', 'c'], 'It is: take-away <app> <entitlement> <person> <reason>'],
    [['update-connector', 'a', 'b'], 'Nothing to change: add field=value.'],
    [['update-connector', 'a', 'b', 'canResumeSync:=perhaps'], 'canResumeSync:= takes JSON'],
    [['update-connector', 'a', 'b', 'id=x'], 'does not take “id=x”. Its fields are: displayName'],
  ])('says what is wrong with %j before anything is opened', async (words, says) => {
    expect(await typeLine(words, unasked)).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining(says),
      closed: 0,
    });
  });

  it.each([[[]], [['--help']], [['help']], [['owners', '--help']]])(
    'explains %j without opening anything',
    async (words) => {
      const { exit, out, closed } = await typeLine(words, unasked);
      expect({ exit, closed }).toEqual({ exit: 0, closed: 0 });
      expect(out).toContain('owners <app> <resource_type_id> <resource_id>');
    },
  );

  it('takes names in the place of ids, and says which may be meant where that is not one', async () => {
    const { sent, client } = counting(answeringClient(full));
    await typeLine(['mcp-servers', 'github'], client);
    expect(sent).toEqual(['GET /api/v1/apps/{app_id}/mcp_servers']);
    const apps = ['app-1', 'app-2'].map((id) => ({ id, name: 'GitHub', resources: [] }));
    const two = await typeLine(['mcp-servers', 'github'], unasked, { change: { apps } });
    expect(two).toMatchObject({ exit: 2, out: '' });
    expect(two.err).toBe(
      'More than one app may be meant by "github". Perhaps: "GitHub" (app-1); "GitHub" (app-2). Type id: and the id of the one you mean. See npm run admin -- --help.\n',
    );
  });
});

describe('the viewer', () => {
  it.each(every)('shows what is set, and nothing else: %s', async (_, words) => {
    for (const answers of [full, whole(emptyAnswers)]) {
      const { out } = await typeLine(words, answeringClient(answers));
      expect(out).not.toMatch(/undefined|null|\[object|NaN|UNSPECIFIED/);
    }
    const { out } = await typeLine(words, answeringClient(full));
    expect(out.trim().split('\n').length).toBeGreaterThan(1);
  });

  const controlling = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u;
  it.each(every)('lets nothing through to the terminal that controls it: %s', async (_, words) => {
    const nastiest = nastyTexts
      .filter((text) => controlling.test(text))
      .map((text) => text.slice(0, 100));
    for (const text of [...nastiest, '\u001B[2J\u0007\u009B1m', '\u202E']) {
      const nasty = { ...Object(withTexts(fullAnswers(2), () => text)) };
      const answers = Object.fromEntries(
        Object.entries(nasty).map(([number, answer]) => [
          number,
          { ...Object(answer), nextPageToken: '' },
        ]),
      );
      for (const json of [[], ['--json']]) {
        const { exit, out, err } = await typeLine([...words, ...json], answeringClient(answers));
        expect([exit, controlling.test(out), controlling.test(err)]).toEqual([0, false, false]);
      }
    }
  });

  it('names what the paths of a view lead to', async () => {
    const expanded = [
      { displayName: 'GitHub' },
      { displayName: 'Ana' },
      { '@type': 'x', sync: true },
    ];
    const connectorView = {
      connector: { id: 'c', displayName: 'Sync', config: { apiToken: 'hush' } },
      appPath: '$.expanded[0]',
      usersPath: '$.expanded[1]',
      capabilitiesPath: '$.expanded[2]',
    };
    const { out } = await typeLine(
      lineOf[5] ?? [],
      answeringClient({ 5: { connectorView, expanded } }),
    );
    expect(out).toBe(
      'connectorView:\n  connector:\n    id: c\n    displayName: Sync\n    config:\n      apiToken: "[hidden]"\n  app: GitHub\n  capabilities:\n    "@type": x\n    sync: true\n  users: Ana\n',
    );
  });

  it('gives machines the whole list as JSON', async () => {
    const { out, err } = await typeLine(
      ['owners', 'app-github', 'b', 'c', '--json'],
      answeringClient(full),
    );
    expect(JSON.parse(out)).toMatchObject({
      immutableUserIds: ['user-ana', 'user-elsewhere'],
      list: [{ id: 'user-ana' }],
    });
    expect(err).toBe('');
  });

  it('says that a list is empty', async () => {
    const { out } = await typeLine(['recovery-policies'], answeringClient({ 11: { list: [] } }));
    expect(out).toBe('There is nothing in this list.\n');
  });
});

describe('a command that changes something', () => {
  it.each([
    [
      adding,
      'Everybody who holds ent-2 of app-2 becomes an owner (owner) of "GitHub" (app-github).',
    ],
    [
      ['update-connector', 'app-github', 'c', 'config:={"@type":"x","apiKey":"hush"}'],
      'These fields of c of "GitHub" (app-github) change:\nconfig: {"@type":"x","apiKey":"[hidden]"}',
    ],
  ])('asks first, and names what becomes of what: %j', async (words, question) => {
    const { sent, client } = counting(answeringClient(full));
    const no = await typeLine(words, client, { answer: 'no' });
    expect(no).toMatchObject({ exit: 2, closed: 1, kept: [] });
    expect(no.err).toContain(question);
    const nobody = await typeLine(words, client);
    expect([nobody.exit, nobody.err]).toEqual([2, expect.stringContaining('add --yes')]);
    expect(sent).toEqual([]);
    expect((await typeLine(words, client, { answer: 'yes' })).exit).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('is kept before it is sent and after, of a connector without the values', async () => {
    const words = ['update-connector', 'app-github', 'c', 'config:={"key":"hush"}', '--yes'];
    const { kept } = await typeLine(words, answeringClient(full));
    expect(kept).toMatchObject([
      {
        actor: null,
        detail: {
          via: 'command line',
          operator: 'hana',
          outcome: 'begun',
          command: 'update-connector',
          arguments: { connector_app_id: 'app-github', connector_id: 'c' },
          fields: ['config'],
        },
      },
      { detail: { outcome: 'done', id: kept[0]?.detail.id } },
    ]);
    expect(JSON.stringify(kept)).not.toContain('hush');
  });

  it('is not sent where it could not be kept, and a list is not shown', async () => {
    const audit = () => Promise.reject(new Error('disk full'));
    const change = { audit };
    const sure = [...adding, '--yes'];
    await expect(typeLine(sure, unasked, { change })).rejects.toThrow('disk full');
    const reading = typeLine(['executions'], answeringClient(full), { change });
    await expect(reading).rejects.toThrow('disk full');
  });

  it('of a connector sends the fields that are set, and the mask that names them', async () => {
    const bodies: unknown[] = [];
    const answering = answeringClient(full);
    const call: GovernanceClient['call'] = (one, input) => {
      bodies.push(input.body);
      return answering.call(one, input);
    };
    const fields = [
      'description=a = b',
      'status.lastError=',
      'status.startedAt=x',
      'userIds:=["u"]',
    ];
    const words = ['update-connector', 'app-github', 'c', ...fields, '--yes'];
    await typeLine(words, { ...answering, call });
    expect(bodies).toEqual([
      {
        connector: {
          id: 'c',
          appId: 'app-github',
          description: 'a = b',
          status: { lastError: '', startedAt: 'x' },
          userIds: ['u'],
        },
        updateMask: 'description,status.lastError,status.startedAt,userIds',
        expandMask: { paths: ['*'] },
      },
    ]);
  });

  it('takes access away from the person in the question, and has it followed', async () => {
    const call: GovernanceClient['call'] = async (one) =>
      ok(one.answer.parse({ taskView: { task: { id: 'task-7', numericId: '1042' } } }));
    const known = [
      { slackUserId: 'U0BEN', id: 'user-ben', name: 'Ben Okafor', email: 'b@a.example' },
    ];
    const words = ['take-away', 'GitHub', 'ent-1', 'Ben Okafor', 'left'];
    const client = { call, close: async () => undefined };
    const taken = await typeLine(words, client, { known, answer: 'yes' });
    expect(taken.err).toContain(
      '"Ben Okafor" (b@a.example, user-ben) loses "Platform: admin" (ent-1) of "GitHub" (app-github).',
    );
    expect(taken.takenAway).toEqual([
      {
        appId: 'app-github',
        entitlementId: 'ent-1',
        identityUserId: 'user-ben',
        reason: 'left',
        by: null,
      },
    ]);
  });
});

describe('a failed command', () => {
  const failure = (kind: FailureKind, certainlyNotDone: boolean) =>
    new OutwardFailure({ system: 'governance', kind, message: 'POST /x: why', certainlyNotDone });

  it.each([
    [['executions'], failure('http', true), 'gave no usable answer (POST /x: why)'],
    [['executions'], failure('unauthorized', true), 'does not accept the bot’s credentials'],
    [[...adding, '--yes'], failure('network', true), 'Nothing was changed.'],
    [[...adding, '--yes'], failure('timeout', false), 'look before you repeat it'],
  ])('says of %j what it means', async (words, error, expected) => {
    const { exit, err, kept } = await typeLine(
      words,
      failing(() => error),
    );
    expect([exit, err]).toEqual([1, expect.stringContaining(expected)]);
    expect(kept.at(-1)?.detail.outcome).toBe('failed');
  });

  it('shows the service’s message with its reference, and nothing that controls the terminal', async () => {
    const refusal = {
      kind: 'forbidden',
      message: 'not\nfor \u001Byou',
      existingTaskId: null,
      serviceRequestId: 'req-7',
    } as const;
    const client = { call: async () => refuse(refusal), close: async () => undefined };
    expect(await typeLine(['executions'], client)).toMatchObject({
      exit: 1,
      out: '',
      err: 'The access service refuses this, forbidden: “not for ⟨U+001B⟩you” (req-7).\n',
    });
  });

  it('is closed also when something breaks', async () => {
    let closed = 0;
    const change = { knownPeople: () => Promise.reject(new TypeError('bug')) };
    const words = ['take-away', 'app-github', 'ent-1', 'Ben', 'left'];
    const onClose = () => {
      closed += 1;
    };
    await expect(typeLine(words, unasked, { change, onClose })).rejects.toThrow('bug');
    expect(closed).toBe(1);
  });

  it('shows no owners of other roles when the service ignores the role', async () => {
    const list = ['owner', 'approver'].map((roleSlug) => ({ roleSlug, user: { id: 'user-ana' } }));
    const client = answeringClient({ 10: { list, nextPageToken: '' } });
    const { exit, out, err } = await typeLine([...(lineOf[10] ?? []), 'roleSlug=owner'], client);
    expect([exit, out]).toEqual([1, '']);
    expect(err).toContain('what was asked for is ignored');
  });
});
