import { afterEach, describe, expect, it } from 'vitest';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const manifestScopes = ['chat:write', 'commands', 'users:read', 'users:read.email'];

/** Asks for access because of the newest message in #general, and gives the form. */
async function quoteLast(world: BotWorld, person: string): Promise<string> {
  const ts = world.client.messages(person, 'C0GENERAL').at(-1)?.ts ?? '';
  const place = { conversationId: 'C0GENERAL', ts };
  expect(await world.client.runShortcut(person, 'request_access_for_message', place)).toEqual({
    ok: true,
  });
  const view = await until('the form', () => world.client.openViews(person).at(-1));
  await world.client.closeView(person, view.id);
  return JSON.stringify(view.blocks);
}

describe('a message that calls a user group', () => {
  const worlds: BotWorld[] = [];
  async function openWith(grantedScopes: readonly string[]): Promise<BotWorld> {
    const world = await openWorld({ grantedScopes });
    worlds.push(world);
    await world.client.say('U0DARA', 'C0GENERAL', '@night-watch the *ledger* is locked');
    return world;
  }
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });

  it('is quoted with the group’s name where the bot may read it', async () => {
    const world = await openWith([...manifestScopes, 'usergroups:read']);
    expect(await quoteLast(world, 'U0LIAM')).toContain('> @night-watch the *ledger* is locked');
  });

  it('is quoted with “a group” without the scope, and Slack is asked once', async () => {
    const world = await openWith(manifestScopes);
    expect(await quoteLast(world, 'U0LIAM')).toContain('> @a group the *ledger* is locked');
    await quoteLast(world, 'U0LIAM');
    const asked = world.slack.calls().filter(({ method }) => method === 'usergroups.list');
    expect(asked.map(({ error }) => error)).toEqual(['missing_scope']);
  });

  it('opens the form in time while Slack does not name the groups', async () => {
    const world = await openWith([...manifestScopes, 'usergroups:read']);
    world.slack.fault({ method: 'usergroups.list', kind: 'delay', delayMs: 3_500, times: 1 });
    expect(await quoteLast(world, 'U0LIAM')).toContain('> @a group the *ledger* is locked');
  });
});
