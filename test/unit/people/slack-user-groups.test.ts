import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupHandles } from '../../../src/slack/people/user-groups.ts';
import { Pacer } from '../../../src/slack/platform/pacer.ts';
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

const groupHandles = (spacingMs = 0) => {
  const pacer = new Pacer({ spacingMs, now: world.now, sleep: async () => undefined });
  return createGroupHandles(slack.client, { pacer, now: world.now });
};
const nightWatch = { id: 'S0ONCALL', handle: 'night-watch' };
const answering = (body: object) => slack.answer(() => ({ body: { ok: true, ...body } }));

describe('the handles of user groups', () => {
  it('are read once for many messages, and again after ten minutes', async () => {
    answering({ usergroups: [nightWatch, { id: 'S0OPS', handle: 'ops' }] });
    const handles = groupHandles();
    const expected = new Map([
      ['S0ONCALL', 'night-watch'],
      ['S0OPS', 'ops'],
    ]);
    expect(await Promise.all([handles(), handles()])).toEqual([expected, expected]);
    expect(slack.calls).toHaveLength(1);
    world.pass(10 * 60_000 + 1);
    await handles();
    expect(slack.calls).toHaveLength(2);
  });

  it.each([
    ['leaves the groups out', {}],
    ['sends something else for them', { usergroups: 'none' }],
    [
      'sends none that can be read',
      { usergroups: [null, { id: 'S1' }, { id: 'S1', handle: ' ' }] },
    ],
  ])('are none where Slack %s', async (_what, body) => {
    answering(body);
    expect(await groupHandles()()).toEqual(new Map());
  });

  it('are those that can be read, at most 5,000', async () => {
    const many = Array.from({ length: 6_000 }, (_, at) => ({ id: `S${at}`, handle: `team-${at}` }));
    answering({ usergroups: [{ id: 7 }, nightWatch, ...many] });
    const handles = await groupHandles()();
    expect(handles.get('S0ONCALL')).toBe('night-watch');
    expect(handles.size).toBe(4_999);
  });

  it('are none without the scope, for which Slack is not asked with each message', async () => {
    slack.answer(() => ({ body: { ok: false, error: 'missing_scope' } }));
    const handles = groupHandles();
    expect(await handles()).toEqual(new Map());
    expect(await handles()).toEqual(new Map());
    expect(slack.calls).toHaveLength(1);
  });

  it('are asked for again after Slack refused the token', async () => {
    slack.answer(() => ({ body: { ok: false, error: 'token_revoked' } }));
    const handles = groupHandles();
    await expect(handles()).rejects.toThrow('usergroups.list: token_revoked');
    answering({ usergroups: [nightWatch] });
    expect((await handles()).get('S0ONCALL')).toBe('night-watch');
  });

  it('are asked for again after a failure of Slack, at the pace of the method', async () => {
    slack.answer(() => ({ status: 503, body: '' }));
    const handles = groupHandles(1_000);
    await expect(handles()).rejects.toThrow('usergroups.list: HTTP 503');
    answering({ usergroups: [nightWatch] });
    // 20 a minute: the next turn is three seconds away.
    await expect(handles()).rejects.toThrow('usergroups.list: its turn comes in 3 s');
    expect(slack.calls).toHaveLength(1);
    world.pass(3_000);
    expect((await handles()).get('S0ONCALL')).toBe('night-watch');
  });
});
