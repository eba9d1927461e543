import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelMembers } from '../../../src/slack/card/channel-facts.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { type SlackServer, startSlackServer } from '../../support/slack-server.ts';

let slack: SlackServer;
let world: FakeWorld;
beforeEach(async () => {
  slack = await startSlackServer();
  world = new FakeWorld();
});
afterEach(() => slack[Symbol.asyncDispose]());

/** Gives the channel these pages of members. */
function has(...pages: readonly (readonly string[])[]): void {
  slack.answer((_method, args) => {
    const number = Number(args.get('cursor') ?? 0);
    const next_cursor = number + 1 === pages.length ? '' : String(number + 1);
    return {
      body: { ok: true, members: pages[number] ?? ['U0'], response_metadata: { next_cursor } },
    };
  });
}

const people = ['U0ANA', 'U0CHO'];
const absent = () => channelMembers(slack.client, world.now);

describe('a reviewer', () => {
  it('is absent from a channel that does not name them on any page, asked for once a minute', async () => {
    has(['U0BOT', 'U0BEN'], ['U0CHO']);
    const absentFrom = absent();
    expect(await absentFrom('C0A', people)).toEqual(['U0ANA']);
    has(['U0BOT', 'U0ANA', 'U0CHO']);
    expect(await absentFrom('C0A', people)).toEqual(['U0ANA']);
    world.pass(60_001);
    expect(await absentFrom('C0A', people)).toEqual([]);
    expect(slack.calls).toHaveLength(3);
  });

  it.each([
    ['lacks the scope', { ok: false, error: 'missing_scope' }],
    ['does not know the channel', { ok: false, error: 'channel_not_found' }],
    ['answers what nobody listed', { ok: false, error: 'org_login_required' }],
    ['fails', { ok: false, error: 'internal_error' }],
    ['names nobody at all', { ok: true, members: [] }],
    ['names no list', { ok: true, members: null }],
  ])('is not absent where Slack %s', async (_what, body) => {
    slack.answer(() => ({ body }));
    expect(await absent()('C0A', people)).toEqual([]);
  });

  it('is not absent from a channel with more members than are read', async () => {
    has(...Array.from({ length: 11 }, () => ['U0BEN']));
    expect(await absent()('C0A', people)).toEqual([]);
    expect(slack.calls).toHaveLength(10);
  });
});
