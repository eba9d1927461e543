/** Agents at the running bot: who may call it, by the SDK's own client and to the letter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownView } from '../../sandbox/workspace/client.ts';
import type { AccessSettings } from '../../src/domain/settings/access-settings.ts';
import { ask } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import {
  answerOf,
  answerText,
  callBody,
  connectAgent,
  type Era,
  eras,
  fromSlackbot,
  mcpUrl,
  slackHeaders,
  slackMeta,
  statusOf,
} from '../support/calling-agents.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings, withoutAgents } from '../support/test-settings.ts';

const settings = testSettings({ agents: { ...withoutAgents, enabled: true } });

describe('agents that are not switched on', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  it('get a 404, signed or not', async () => {
    const body = callBody('my_access', slackMeta('U0BEN'));
    expect(await statusOf(world, body, slackHeaders(body))).toBe(404);
    expect(await statusOf(world, body, {})).toBe(404);
  });
});

describe('Slackbot', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings });
  });
  afterAll(() => world?.close());

  it.each(eras)('lists the tools, and calls one for a person, in the era of %s', async (era) => {
    const slackbot = await fromSlackbot(world, era);
    const { tools } = await slackbot.listTools();
    expect(tools.map(({ name }) => name)).toContain('my_access');
    const answer = await slackbot.callTool({ name: 'my_access', _meta: slackMeta('U0BEN') });
    expect(answerOf(answer)).toMatchObject({ requests: [] });
    expect(answerText(answer).isRefused).toBe(false);
    await slackbot.close();
  });

  it.each([
    ['nobody', {}, 'The request does not say for whom it is.'],
    [
      'somebody of another workspace',
      slackMeta('U0BEN', 'T0OTHER'),
      'I cannot take this Slack account for the right person here. Ask @U0HANA. Reason: external.',
    ],
  ])('is refused for %s', async (_who, meta, words) => {
    const slackbot = await fromSlackbot(world, '2025');
    const answer = await slackbot.callTool({ name: 'my_access', _meta: meta });
    expect(answerText(answer)).toEqual({ text: words, isRefused: true });
    await slackbot.close();
  });

  it('is not taken for somebody whom the signature does not cover', async () => {
    const body = callBody('my_access', slackMeta('U0BEN'));
    const other = callBody('my_access', slackMeta('U0ANA'));
    expect(await statusOf(world, other, slackHeaders(body))).toBe(401);
  });

  it('drafts once for a request that somebody sends again to the letter', async () => {
    const wish = { app: 'GitHub', access: 'Platform: write', duration: '2h', reason: 'INC-42' };
    const body = callBody('prepare', slackMeta('U0LIAM'), wish);
    const headers = slackHeaders(body);
    const answers: string[] = [];
    for (const _ of ['the first', 'a copy'])
      answers.push(await (await fetch(mcpUrl(world), { method: 'POST', headers, body })).text());
    expect(answers[0]).toContain('Platform: write');
    expect(answers[0]).not.toContain('"isError":true');
    expect(answers[1]).not.toContain('"isError":true');
    await until('the draft is there', () => world.directMessages('U0LIAM').length > 0);
    await world.quiet();
    expect(world.directMessages('U0LIAM')).toHaveLength(1);
  });

  it.each([
    ['a page in a browser', { origin: 'https://evil.example' }, 403],
    ['a name that only leads here', { host: 'evil.example' }, 421],
  ])('is not called by %s', async (_what, more, status) => {
    const body = callBody('my_access', slackMeta('U0BEN'));
    expect(await statusOf(world, body, { ...slackHeaders(body), ...more })).toBe(status);
  });

  it('is refused a body of 1 MB, and several messages in one', async () => {
    const long = callBody('my_access', slackMeta('U0BEN'), { which: 'x'.repeat(1024 * 1024) });
    expect(await statusOf(world, long, slackHeaders(long))).toBe(413);
    const several = `[${callBody('my_access', slackMeta('U0BEN'))}]`;
    expect(await statusOf(world, several, slackHeaders(several))).toBe(400);
  });
});

describe('an agent of somebody’s own', () => {
  let world: BotWorld;
  /** The operator changes them between two starts. */
  const written: { -readonly [Name in keyof AccessSettings]: AccessSettings[Name] } = {
    ...settings,
  };
  beforeAll(async () => {
    world = await openWorld({ settings: written });
  });
  afterAll(() => world?.close());

  const blocksOf = (view: ShownView | null | undefined) => JSON.stringify(view?.blocks ?? []);
  const revokeIn = (view: ShownView | null | undefined): string | undefined =>
    view?.blocks.find(
      (block) => 'accessory' in block && JSON.stringify(block.accessory).includes('agents.revoke'),
    )?.block_id;

  /** What somebody reads after they named an agent in Slack. */
  async function shownAfter(person: string, name: string): Promise<string> {
    await world.client.runCommand(person, 'C0REVIEWS', '/request-access agents');
    const window = await until('the window is open', () => world.client.openViews(person).at(-1));
    const entered = { name: { name } };
    expect(await world.client.submitView(person, window.id, entered)).toEqual({ ok: true });
    const shown = blocksOf(world.client.openViews(person).at(-1));
    await world.client.closeView(person, window.id);
    return shown;
  }

  const tokenOf = async (person: string, name: string): Promise<string> =>
    /accbot_[0-9a-f]{72}/.exec(await shownAfter(person, name))?.[0] ?? '';

  const headersWith = (token: string) => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  });

  const connect = (token: string, era: Era) =>
    connectAgent(world, era, () => ({ authorization: `Bearer ${token}` }));

  it.each(eras)(
    'calls with a token that its person made in Slack, in the era of %s',
    async (era) => {
      const agent = await connect(await tokenOf('U0BEN', `laptop ${era}`), era);
      expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('my_access');
      const answer = await agent.callTool({ name: 'my_access' });
      expect(answerOf(answer)).toMatchObject({ requests: [] });
      await agent.close();
    },
  );

  it('is one of the ways that `help` names', async () => {
    await world.client.runCommand('U0BEN', 'C0REVIEWS', '/request-access help');
    const help = await until('the help', () =>
      world.client.messages('U0BEN', 'C0REVIEWS').find(({ text }) => text.includes('In one line')),
    );
    expect(help.text).toContain(
      '`/request-access agents` connects an agent of yours, such as a coding agent.',
    );
  });

  it('cannot name somebody else: the token says whose it is', async () => {
    const token = await tokenOf('U0LIAM', 'laptop');
    const agent = await connect(token, '2025');
    await ask(world, { person: 'U0BEN' });
    const answer = await agent.callTool({ name: 'my_access', _meta: slackMeta('U0BEN') });
    expect(answerOf(answer)).toMatchObject({ requests: [] });
    await agent.close();
  });

  it('is on Home, and is refused as soon as its person revokes it', async () => {
    const token = await tokenOf('U0ANA', 'of *Ana*');
    const body = callBody('my_access', {});
    const headers = headersWith(token);
    expect(await statusOf(world, body, headers)).toBe(200);
    await world.client.openHome('U0ANA');
    const home = await until('Home shows it', () => {
      const view = world.client.home('U0ANA');
      return revokeIn(view) === undefined ? null : view;
    });
    expect(blocksOf(home)).toContain('of ∗Ana∗');
    const revoke = { blockId: revokeIn(home) ?? '', actionId: 'agents.revoke' };
    await world.client.act('U0ANA', { kind: 'view', viewId: home.id }, revoke);
    expect(await statusOf(world, body, headers)).toBe(401);
    await until('Home is without it', () => revokeIn(world.client.home('U0ANA')) === undefined);
  });

  it('is ended for good where the operator refuses tokens for a while', async () => {
    const headers = headersWith(await tokenOf('U0DARA', 'laptop'));
    const body = callBody('my_access', {});
    for (const tokens of ['refuse', 'allow'] as const) {
      await world.stopBot();
      written.agents = { ...written.agents, tokens };
      await world.startBot();
      expect(await statusOf(world, body, headers)).toBe(401);
    }
  });

  it('is refused with a token that nobody made, before its body is read', async () => {
    const headers = { authorization: `Bearer accbot_${'0'.repeat(72)}` };
    expect(await statusOf(world, 'x'.repeat(100_000), headers)).toBe(401);
  });
});

describe('where the operator allows no tokens', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const tokens = 'refuse' as const;
    world = await openWorld({
      settings: testSettings({ agents: { ...withoutAgents, enabled: true, tokens } }),
    });
  });
  afterAll(() => world?.close());

  it('people read so, `help` names none, and Slackbot is answered', async () => {
    await world.client.runCommand('U0BEN', 'C0REVIEWS', '/request-access agents');
    const window = await until('the window is open', () => world.client.openViews('U0BEN').at(-1));
    expect(JSON.stringify(window.blocks)).toContain('do not allow agents with tokens');
    await world.client.runCommand('U0BEN', 'C0REVIEWS', '/request-access help');
    const help = await until('the help', () =>
      world.client.messages('U0BEN', 'C0REVIEWS').find(({ text }) => text.includes('In one line')),
    );
    expect(help.text).not.toContain('/request-access agents');
    const body = callBody('my_access', slackMeta('U0BEN'));
    expect(await statusOf(world, body, slackHeaders(body))).toBe(200);
  });
});
