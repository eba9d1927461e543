import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelSharing } from '../../../src/slack/card/channel-facts.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { type SlackServer, startSlackServer } from '../../support/slack-server.ts';

let slack: SlackServer;
let world: FakeWorld;
beforeEach(async () => {
  slack = await startSlackServer();
  world = new FakeWorld();
});
afterEach(async () => {
  await slack[Symbol.asyncDispose]();
});

const told = (channel: object) => slack.answer(() => ({ body: { ok: true, channel } }));
const sharing = () => channelSharing(slack.client, world.now);
const own = { id: 'C0A', is_ext_shared: false, is_pending_ext_shared: false, is_org_shared: false };

describe('a channel', () => {
  it.each([
    ['ours alone', own, 'ours'],
    ['of several workspaces of ours', { ...own, is_shared: true, is_org_shared: true }, 'ours'],
    ['shared with another company', { ...own, is_ext_shared: true }, 'shared'],
    ['to which another company is invited', { ...own, is_pending_ext_shared: true }, 'shared'],
    ['of which Slack does not say whether it is shared', { id: 'C0A' }, 'unknown'],
    ['of which one flag says that it is ours', { id: 'C0A', is_ext_shared: false }, 'ours'],
    [
      'of which one flag says that somebody is invited',
      { id: 'C0A', is_pending_ext_shared: true },
      'shared',
    ],
    ['of which Slack tells by facts of another one', { ...own, id: 'C0B' }, 'unknown'],
    ['with something else in place of a flag', { ...own, is_ext_shared: 'no' }, 'unknown'],
  ])('%s', async (_what, channel, answer) => {
    told(channel);
    expect(await sharing()('C0A')).toBe(answer);
    expect(slack.calls[0]?.args.get('channel')).toBe('C0A');
  });

  it.each(['missing_scope', 'channel_not_found'])('is unknown after %s', async (error) => {
    slack.answer(() => ({ body: { ok: false, error } }));
    expect(await sharing()('C0A')).toBe('unknown');
  });

  it.each(['ratelimited', 'internal_error', 'token_revoked', 'account_inactive'])(
    'is asked about again after %s, which passes',
    async (error) => {
      const ask = sharing();
      slack.answer(() => ({ body: { ok: false, error } }));
      await expect(ask('C0A')).rejects.toMatchObject({ name: 'OutwardFailure', system: 'slack' });
      told(own);
      expect(await ask('C0A')).toBe('ours');
    },
  );

  it('is asked for once in five seconds, and again after a failure', async () => {
    const ask = sharing();
    slack.answer(() => ({ body: { ok: false, error: 'missing_scope' } }));
    expect(await ask('C0A')).toBe('unknown');
    told(own);
    expect([await ask('C0A'), await ask('C0A')]).toEqual(['ours', 'ours']);
    told({ ...own, is_ext_shared: true });
    world.pass(4_000);
    expect(await ask('C0A')).toBe('ours');
    world.pass(1_001);
    expect(await ask('C0A')).toBe('shared');
  });

  it('does not count as told before while Slack fails', async () => {
    const ask = sharing();
    told(own);
    expect(await ask('C0A')).toBe('ours');
    slack.answer(() => ({ body: { ok: false, error: 'internal_error' } }));
    world.pass(6_000);
    await expect(ask('C0A')).rejects.toMatchObject({ name: 'OutwardFailure' });
  });
});
