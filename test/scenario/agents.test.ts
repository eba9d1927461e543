/** Agents at the running bot: who may call it, by the SDK's own client and to the letter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BotWorld } from '../support/bot-world.ts';
import {
  answerText,
  callBody,
  eras,
  fromSlackbot,
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
    const body = callBody('my_requests', slackMeta('U0BEN'));
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
    expect(tools.map(({ name }) => name)).toContain('my_requests');
    const answer = await slackbot.callTool({ name: 'my_requests', _meta: slackMeta('U0BEN') });
    expect(answer.structuredContent).toMatchObject({ requests: [] });
    expect(answerText(answer).isRefused).toBe(false);
    await slackbot.close();
  });

  it.each([
    ['a guest', slackMeta('U0VERA'), 'Guests cannot ask for access here.'],
    ['nobody', {}, 'The request does not say for whom it is.'],
    [
      'somebody of another workspace',
      slackMeta('U0BEN', 'T0OTHER'),
      'This person is not a member of the workspace in which the bot is.',
    ],
  ])('is refused for %s', async (_who, meta, words) => {
    const slackbot = await fromSlackbot(world, '2025');
    const answer = await slackbot.callTool({ name: 'my_requests', _meta: meta });
    expect(answerText(answer)).toEqual({ text: words, isRefused: true });
    await slackbot.close();
  });

  it.each([
    ['unsigned', {}, 401],
    ['signed by another app', { secret: 'of another app' }, 401],
    ['signed six minutes ago', { ageSeconds: 360 }, 401],
    ['signed four minutes ago', { ageSeconds: 240 }, 200],
  ])('gets a request %s answered with a status', async (how, signing, status) => {
    const body = callBody('my_requests', slackMeta('U0BEN'));
    const headers = slackHeaders(body, signing);
    if (how === 'unsigned') delete headers['x-slack-signature'];
    expect(await statusOf(world, body, headers)).toBe(status);
  });

  it('is not taken for somebody whom the signature does not cover', async () => {
    const body = callBody('my_requests', slackMeta('U0BEN'));
    const other = callBody('my_requests', slackMeta('U0ANA'));
    expect(await statusOf(world, other, slackHeaders(body))).toBe(401);
  });

  it.each([
    ['a page in a browser', { origin: 'https://evil.example' }, 403],
    ['a name that only leads here', { host: 'evil.example' }, 421],
  ])('is not called by %s', async (_what, more, status) => {
    const body = callBody('my_requests', slackMeta('U0BEN'));
    expect(await statusOf(world, body, { ...slackHeaders(body), ...more })).toBe(status);
  });

  it('is refused a body of 1 MB, and several messages in one', async () => {
    const long = callBody('my_requests', slackMeta('U0BEN'), { which: 'x'.repeat(1024 * 1024) });
    expect(await statusOf(world, long, slackHeaders(long))).toBe(413);
    const several = `[${callBody('my_requests', slackMeta('U0BEN'))}]`;
    expect(await statusOf(world, several, slackHeaders(several))).toBe(400);
  });
});
