import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foundIn } from '../../../src/extras/agents/tools/find-access.ts';
import { openTools, type ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import { AskAgain } from '../../../src/extras/agents/tools/tool.ts';
import { callerOf, callTool, type OfferedToAgents, portsOf } from '../../support/agent-tools.ts';
import { github } from '../../support/request-forms.ts';
import { entitlement, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
let ports: ToolPorts;
const slack = { ...github, id: 'app-slack', name: 'Slack' };
const offered: OfferedToAgents = {
  apps: [github, slack],
  entitlements: [
    entitlement(),
    entitlement({ id: 'ent-read', name: 'Platform: read', emergencyGrantEnabled: true }),
    entitlement({ appId: 'app-slack', id: 'ent-guest', name: 'Guest inviter', resourceName: '' }),
  ],
};
beforeEach(async () => {
  ports = await portsOf(desk(), offered);
});

it('what an agent can do is this, and nothing else', () => {
  const tools = openTools(ports).map(({ name, isWriting }) => [name, isWriting]);
  // None approves, denies, comments on others' requests, or tells what colleagues have.
  expect(tools).toEqual([
    ['find_access', false],
    ['my_access', false],
    ['prepare', true],
    ['check_draft', false],
  ]);
});

it('the table for operators names the same tools', async () => {
  const page = await readFile('docs/agents.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/\w+/g) ?? []);
  expect(named).toEqual(openTools(ports).map(({ name }) => name));
});

it('no tool fails over an input, whatever a model sends', async () => {
  const nonsense = [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { words: 7, kind: 'no such', app: {}, request: [], draft: 1 },
  ];
  for (const { name } of openTools(ports))
    for (const input of nonsense)
      expect(Object.keys(await callTool(ports, name, input))).not.toEqual([]);
});

it('every text that a tool takes has a longest', () => {
  const endless: string[] = [];
  const look = (place: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const isBounded = 'maxLength' in schema || 'enum' in schema || 'const' in schema;
    if ('type' in schema && schema.type === 'string' && !isBounded) endless.push(place);
    for (const [key, part] of Object.entries(schema)) look(`${place}.${key}`, part);
  };
  for (const { name, input } of openTools(ports))
    look(name, z.toJSONSchema(input, { io: 'input' }));
  expect(endless).toEqual([]);
});

describe('find_access', () => {
  const found = async (input: object, caller = callerOf()) => {
    const answer = await callTool(ports, 'find_access', input, caller);
    return {
      access: [answer.access].flat().map((one) => Object(one)),
      apps: [answer.apps].flat().map((one) => Object(one).appId),
    };
  };
  const namesOf = async (input: object) =>
    (await found(input)).access.map(({ accessId }) => accessId);

  it('finds by words what the person may ask for', async () => {
    expect(await namesOf({ words: 'platform write' })).toEqual(['ent-write']);
    expect(await namesOf({ words: 'slack invite' })).toEqual(['ent-guest']);
  });

  it('leaves out words that nothing says', async () => {
    const words = 'please get me write on the platform repository INC-42';
    expect(await namesOf({ words })).toEqual(['ent-write']);
  });

  it('finds what was mistyped, where nothing is called as it was typed', async () => {
    expect(await namesOf({ words: 'platfrom wirte' })).toEqual(['ent-write']);
    expect(await namesOf({ words: 'platfrom guest' })).toEqual(['ent-guest']);
  });

  it('lists apps where nothing is said, and nothing where nothing is called so', async () => {
    expect((await found({})).apps).toEqual(['app-github', 'app-slack']);
    expect(await found({ words: 'zzzz' })).toEqual({ access: [], apps: [] });
  });

  it('finds only what can be had in an emergency where it is one', async () => {
    expect(await namesOf({ words: 'platform', emergency: true })).toEqual(['ent-read']);
  });

  it('tells what the form says of five, and the names of others', async () => {
    const entitlements = Array.from({ length: 7 }, (_, at) =>
      entitlement({ id: `ent-${at}`, name: `Platform: role ${at}` }),
    );
    ports = await portsOf(desk(), { ...offered, entitlements });
    const { access, others } = await callTool(ports, 'find_access', { words: 'platform' });
    expect(access).toHaveLength(5);
    expect(others).toMatchObject([{ accessId: 'ent-5' }, { accessId: 'ent-6' }]);
  });

  it('lets everything else have a turn while it looks through many apps', async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 0);
    const apps = Array.from({ length: 10 }, (_, at) => ({ ...github, id: `app-${at}` }));
    const slow = {
      apps: () => apps,
      entitlements() {
        const untilMs = performance.now() + 6;
        while (performance.now() < untilMs);
        return [];
      },
    };
    await foundIn(slow, 'nothing at all', 5);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
  });

  it('never finds what is hidden from the person, not even by its exact name', async () => {
    const isHidden = ({ entitlementId }: { readonly entitlementId: string }) =>
      entitlementId === 'ent-write';
    ports = await portsOf(desk(), { ...offered, isHidden });
    expect(await namesOf({ words: 'Platform: write' })).not.toContain('ent-write');
    expect(await namesOf({ words: 'platform' })).toEqual(['ent-read']);
  });

  it('finds nothing while nobody can tell what is hidden from the person', async () => {
    ports = { ...ports, visibility: { ...ports.visibility, isLearned: () => false } };
    await expect(found({ words: 'platform' })).rejects.toBeInstanceOf(AskAgain);
  });

  const explained = async (caller = callerOf()) =>
    (await found({ words: 'platform write' }, caller)).access[0];

  it('tells what the form shows this person', async () => {
    await desk().opened();
    const { says, ...facts } = await explained();
    expect(facts).toMatchObject({
      appId: 'app-github',
      longestSeconds: 86_400,
      untilRevokedPossible: false,
      reasonNeeded: true,
      has: false,
      asked: true,
      questions: [],
    });
    expect(says).toEqual([
      'Push to main',
      expect.stringContaining('At most 1 day'),
      expect.stringContaining('This was asked for already (#1042). It is waiting for Ana or Cho.'),
    ]);
  });

  it('tells nobody what others asked for or have', async () => {
    await desk().opened();
    expect(await explained(callerOf('U0CHO'))).toMatchObject({ has: false, asked: false });
  });

  it('names no reviewers of a confidential app', async () => {
    await desk().opened();
    desk().settings = { ...desk().settings, apps: [{ ...github, confidential: true }] };
    ports = await portsOf(desk(), offered);
    const { says } = await explained();
    expect(JSON.stringify(says)).not.toMatch(/Ana|Cho/);
    expect(JSON.stringify(says)).toContain('This was asked for already (#1042)');
  });

  it('tells of a request made elsewhere, and has nobody told of its end for that', async () => {
    desk().governance.operations = new Set(['taskSearch']);
    const ben = { slackUserId: 'U0BEN', person: person('user-ben'), checkedAt: noon };
    await desk().store.transaction((tx) => tx.identities.saveResolved(ben));
    desk().governance.openElsewhere = snapshot({ id: 'task-elsewhere' });
    const followed: object[] = [];
    ports = {
      ...ports,
      followTask: async (_deps, one) => {
        followed.push(one);
        return true;
      },
    };
    expect((await explained()).asked).toBe(true);
    expect(followed).toEqual([]);
  });

  it('looks for no text that is longer than a name', async () => {
    const { mistakes } = await callTool(ports, 'find_access', { words: 'a '.repeat(60_000) });
    expect(mistakes).toMatchObject([{ field: 'words' }]);
  });
});
