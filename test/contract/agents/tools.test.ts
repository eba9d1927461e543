import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTools, type ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import { AskAgain } from '../../../src/extras/agents/tools/tool.ts';
import { callerOf, callTool, type OfferedToAgents, portsOf } from '../../support/agent-tools.ts';
import { github } from '../../support/request-forms.ts';
import { accessRequest, entitlement, noon, person, snapshot } from '../../support/samples.ts';
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
  const tools = openTools(ports).map(({ name, annotations }) => [name, annotations.readOnlyHint]);
  // None approves, denies, comments on others' requests, or tells what colleagues have.
  expect(tools).toEqual([
    ['find_access', true],
    ['explain_access', true],
    ['my_requests', true],
    ['my_access', true],
    ['prepare_request', false],
    ['prepare_give_back', false],
    ['prepare_extension', false],
    ['check_draft', true],
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
    { words: 7, app: {}, request: [], draft: 1 },
  ];
  for (const { name } of openTools(ports))
    for (const input of nonsense) expect((await callTool(ports, name, input)).text).not.toBe('');
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
  const found = async (input: object) => {
    const { structured, text } = await callTool(ports, 'find_access', input);
    const names = [structured.access].flat().map((one) => Object(one).accessId);
    return { names, text, apps: [structured.apps].flat().map((one) => Object(one).appId) };
  };

  it('finds by words what the person may ask for, with its app and its longest time', async () => {
    expect(await found({ words: 'platform write' })).toEqual({
      names: ['ent-write'],
      text: '- GitHub · Platform: write (at most 1 day)',
      apps: [],
    });
    expect((await found({ words: 'slack invite' })).names).toEqual(['ent-guest']);
  });

  it('leaves out words that nothing says', async () => {
    const words = 'please get me write on the platform repository INC-42';
    expect((await found({ words })).names).toEqual(['ent-write']);
  });

  it('finds what was mistyped, where nothing is called as it was typed', async () => {
    expect((await found({ words: 'platfrom wirte' })).names).toEqual(['ent-write']);
    expect((await found({ words: 'platfrom guest' })).names).toEqual(['ent-guest']);
  });

  it('lists apps where nothing is said, and says where nothing is called so', async () => {
    expect((await found({ words: '' })).apps).toEqual(['app-github', 'app-slack']);
    expect(await found({ words: 'zzzz' })).toEqual({
      names: [],
      text: 'Nothing on offer has this name.',
      apps: [],
    });
  });

  it('finds only what can be had in an emergency where it is one', async () => {
    expect((await found({ words: 'platform', emergency: true })).names).toEqual(['ent-read']);
  });

  it('never finds what is hidden from the person, not even by its exact name', async () => {
    const isHidden = ({ entitlementId }: { readonly entitlementId: string }) =>
      entitlementId === 'ent-write';
    ports = await portsOf(desk(), { ...offered, isHidden });
    expect((await found({ words: 'Platform: write' })).names).not.toContain('ent-write');
    expect((await found({ words: 'platform' })).names).toEqual(['ent-read']);
  });

  it('finds nothing while nobody can tell what is hidden from the person', async () => {
    ports = { ...ports, visibility: { ...ports.visibility, isLearned: () => false } };
    await expect(found({ words: 'platform' })).rejects.toBeInstanceOf(AskAgain);
  });
});

describe('explain_access', () => {
  const what = { app: 'github', access: 'ent-write' };
  const explained = async (caller = callerOf()) =>
    Object((await callTool(ports, 'explain_access', what, caller)).structured.access);

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
      expect.stringContaining('You already asked for this (#1042). It is waiting for Ana or Cho.'),
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
    expect(JSON.stringify(says)).toContain('You already asked for this (#1042)');
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

  it('looks for no name that is longer than any', async () => {
    const { structured } = await callTool(ports, 'explain_access', {
      ...what,
      app: `github ${'a '.repeat(60_000)}`,
    });
    const says = expect.stringMatching(/^Nothing on offer .* It could be: GitHub .*; Slack /);
    expect(structured).toEqual({ access: null, mistakes: [{ field: 'app', says }] });
  });

  it('says what it could be where nothing is called so', async () => {
    const { structured, text } = await callTool(ports, 'explain_access', {
      app: 'github',
      access: 'plat',
    });
    expect(structured).toMatchObject({
      access: null,
      mistakes: [{ field: 'access', says: expect.stringContaining('Platform: read (ent-read)') }],
    });
    expect(text).toMatch(/^GitHub · plat: this does not fit:\n- access: /);
  });
});

it('tells what became of a request that was drafted', async () => {
  await desk().ask({ ...accessRequest(), createdAt: noon });
  const { structured } = await callTool(ports, 'my_requests', {});
  expect(structured).toMatchObject({ requests: [{ standing: 'open', says: expect.any(String) }] });
});
