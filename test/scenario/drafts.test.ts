/** Drafts of agents in the running bot: prepared by a signed call, settled by signed clicks. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { answerOf, fromSlackbot, slackMeta } from '../support/calling-agents.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings, withoutAgents } from '../support/test-settings.ts';

let world: BotWorld;
let slackbot: Client;
beforeAll(async () => {
  world = await openWorld({
    settings: testSettings({ agents: { ...withoutAgents, enabled: true } }),
  });
  slackbot = await fromSlackbot(world, '2025');
});
afterAll(async () => {
  await slackbot?.close();
  await world?.close();
});

async function call(name: string, input: Record<string, unknown>, userId = 'U0BEN') {
  const answer = await slackbot.callTool({ name, arguments: input, _meta: slackMeta(userId) });
  if (answer.isError === true) throw new Error(JSON.stringify(answer.content));
  return Object(answerOf(answer));
}

/** Ben's direct messages with the bot that say this, oldest first. */
function messagesWith(words: string): readonly ShownMessage[] {
  const dm = world.client.conversations('U0BEN').find((one) => one.kind === 'dm');
  if (dm === undefined) return [];
  return world.client
    .messages('U0BEN', dm.id)
    .filter((one) => JSON.stringify(one.blocks).includes(words));
}

/** A draft of Slackbot's for Ben, with its message. */
async function prepared(access: string, reason: string) {
  const wanted = { app: 'GitHub', access, duration: '2h', reason };
  // The catalogue is read soon after the start.
  let answer = await call('prepare', wanted);
  for (let tries = 0; tries < 100 && answer.draft === undefined; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer = await call('prepare', wanted);
  }
  expect(answer.mistakes).toBeUndefined();
  const message = await until('the draft is shown', () => messagesWith(reason)[0]);
  return { id: String(answer.draft.id), message };
}

function click({ ts }: ShownMessage, actionId: string) {
  const message = { kind: 'message', conversationId: 'D0BEN', ts } as const;
  return world.client.act('U0BEN', message, { blockId: 'draft.actions', actionId });
}

const tasks = () => world.governance.tasks().length;

it('a draft becomes one request by two clicks on Send, and its card says who wrote it', async () => {
  const before = tasks();
  const { id, message } = await prepared('Platform: write', 'INC-42: the first build is red');
  expect(tasks()).toBe(before);
  await Promise.all([click(message, 'draft.send'), click(message, 'draft.send')]);
  const card = await world.cardOf('U0BEN');
  expect(JSON.stringify(card.blocks)).toContain('Drafted by Slackbot');
  const over = await until(
    'the draft says that it was sent',
    () => messagesWith('You sent this.')[0],
  );
  expect(over.ts).toBe(message.ts);
  await world.quiet();
  expect(tasks()).toBe(before + 1);
  const { draft } = await call('check_draft', { draft: id });
  expect(draft).toMatchObject({ state: 'sent', request: { standing: 'open' } });
});

it('a draft opens as the form, filled in, whose request says who wrote it', async () => {
  const before = tasks();
  const { id, message } = await prepared('Platform: read', 'INC-44: the third build is red');
  await click(message, 'draft.change');
  const view = await until('the form opens', () => world.client.openViews('U0BEN').at(-1));
  const shown = JSON.stringify(view.blocks);
  for (const words of ['GitHub', 'Platform: read', 'INC-44: the third build is red'])
    expect(shown).toContain(words);
  const reason = { 'request.justification': 'INC-44: it is still red' };
  const outcome = await world.client.submitView('U0BEN', view.id, { justification: reason });
  expect(outcome.ok).toBe(true);
  await until('the request is made', () => tasks() === before + 1);
  const { draft } = await call('check_draft', { draft: id });
  expect(draft).toMatchObject({
    state: 'sent',
    request: { reason: 'INC-44: it is still red' },
  });
});
