import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { people as companyPeople } from '../../sandbox/company.ts';
import { webApiMethods } from '../../sandbox/workspace/web-api/routes.ts';
import { dig, pick, type Rig, rig } from './workspace-rig.ts';

let slack: Rig;

beforeEach(async () => {
  slack = await rig();
});

afterEach(() => slack.close());

function refused(error: string) {
  return { ok: false, error };
}

describe('users', () => {
  test('users.info tells who somebody is, where and when they live', async () => {
    expect(await slack.call('users.info', { user: 'U0ANA', include_locale: true })).toMatchObject({
      ok: true,
      user: {
        id: 'U0ANA',
        team_id: 'T0ACME',
        name: 'ana',
        real_name: 'Ana Lindqvist',
        deleted: false,
        is_bot: false,
        is_restricted: false,
        tz: 'Europe/Stockholm',
        tz_offset: 3600,
        locale: 'en-GB',
        profile: { email: 'ana@acme.example', display_name: 'ana', title: 'Head of Platform' },
      },
    });
  });

  test('guests, people who left and outsiders are marked', async () => {
    const user = async (id: string) => dig(await slack.call('users.info', { user: id }), 'user');
    expect(await user('U0VERA')).toMatchObject({ is_restricted: true });
    expect(await user('U0WIM')).toMatchObject({ deleted: true });
    expect(await user('U0EXTERN')).toMatchObject({ team_id: 'T0OTHER', is_stranger: true });
    expect(dig(await user('U0EXTERN'), 'profile', 'email')).toBeUndefined();
    expect(await user('U0ACCESSBOT')).toMatchObject({ is_bot: true, profile: { bot_id: 'B0ACCESSBOT' } });
  });

  test('users.lookupByEmail finds those who are here', async () => {
    const lookup = (email: string) => slack.call('users.lookupByEmail', { email });
    expect(await lookup('Ana@ACME.example')).toMatchObject({ ok: true, user: { id: 'U0ANA' } });
    expect(await lookup('wim@acme.example')).toMatchObject(refused('users_not_found'));
    expect(await lookup('nobody@acme.example')).toMatchObject(refused('users_not_found'));
  });

  test('unknown people are not found', async () => {
    expect(await slack.call('users.info', { user: 'U0NOBODY' })).toMatchObject(refused('user_not_found'));
    expect(await slack.call('users.profile.get', { user: 'U0NOBODY' })).toMatchObject(refused('user_not_found'));
    expect(await slack.call('users.profile.get', { user: 'U0ANA' })).toMatchObject({
      profile: { real_name: 'Ana Lindqvist' },
    });
  });

  test('users.profile.get shows the fields that somebody filled in, with their labels only on request', async () => {
    const fields = async (user: string, more: object = {}) =>
      dig(await slack.call('users.profile.get', { user, ...more }), 'profile', 'fields');
    expect(await fields('U0DARA')).toEqual({ Xf0IDENTITY: { value: 'user-dara', alt: '' } });
    expect(await fields('U0ANA')).toEqual({});
    expect(await fields('U0DARA', { include_labels: true })).toEqual({
      Xf0IDENTITY: { value: 'user-dara', alt: '', label: 'Governance identity' },
    });
    expect(dig(await slack.call('users.info', { user: 'U0DARA' }), 'user', 'profile', 'fields')).toEqual({});
  });

  test('users.profile.get needs a scope of its own', async () => {
    const strict = await rig({ grantedScopes: ['users:read', 'users:read.email'] });
    const answer = await strict.call('users.profile.get', { user: 'U0DARA' });
    await strict.close();
    expect(answer).toMatchObject({ ok: false, error: 'missing_scope', needed: 'users.profile:read' });
  });

  test('users.list has everybody of the company who is in Slack, the outsider and the bot, in pages', async () => {
    const ids: unknown[] = [];
    let cursor = '';
    do {
      const answer = await slack.call('users.list', { limit: 10, cursor });
      const members = dig(answer, 'members');
      if (!Array.isArray(members)) throw new Error('no members');
      expect(members.length).toBeLessThanOrEqual(10);
      ids.push(...members.map((one) => dig(one, 'id')));
      cursor = pick(answer, 'response_metadata', 'next_cursor');
    } while (cursor !== '');
    const expected = companyPeople
      .filter((one) => one.presence !== 'governance-only')
      .map((one) => `U0${one.handle.toUpperCase()}`);
    expect(new Set(ids)).toEqual(new Set([...expected, 'U0EXTERN', 'U0ACCESSBOT']));
    expect(ids).toHaveLength(expected.length + 2);
    expect(await slack.call('users.list', { cursor: 'garbage' })).toMatchObject(refused('invalid_cursor'));
    expect(await slack.call('users.list', { limit: 0 })).toMatchObject(refused('invalid_limit'));
  });

  test('addresses are shown only with users:read.email', async () => {
    const strict = await rig({ grantedScopes: ['users:read', 'users.profile:read'] });
    const user = await strict.call('users.info', { user: 'U0ANA' });
    const profile = await strict.call('users.profile.get', { user: 'U0ANA' });
    await strict.close();
    expect(dig(user, 'user', 'profile', 'real_name')).toBe('Ana Lindqvist');
    expect(dig(user, 'user', 'profile', 'email')).toBeUndefined();
    expect(dig(profile, 'profile', 'email')).toBeUndefined();
  });
});

describe('user groups', () => {
  test('the night watch is listed with its members', async () => {
    expect(await slack.call('usergroups.list', { include_users: true })).toMatchObject({
      usergroups: [{ id: 'S0ONCALL', handle: 'night-watch', users: ['U0CHEN', 'U0GORAN', 'U0MINA'] }],
    });
    expect(await slack.call('usergroups.users.list', { usergroup: 'S0ONCALL' })).toMatchObject({
      users: ['U0CHEN', 'U0GORAN', 'U0MINA'],
    });
    expect(await slack.call('usergroups.users.list', { usergroup: 'S0NONE' })).toMatchObject(
      refused('no_such_subteam'),
    );
  });
});

describe('the workspace itself', () => {
  test('auth.test and team.info say where the bot is', async () => {
    expect(await slack.call('auth.test')).toEqual({
      ok: true,
      url: `${slack.workspace.url}/`,
      team: 'Acme Lighthouse & Ferry Co.',
      user: 'access',
      team_id: 'T0ACME',
      user_id: 'U0ACCESSBOT',
      bot_id: 'B0ACCESSBOT',
      is_enterprise_install: false,
    });
    expect(await slack.call('team.info')).toMatchObject({ team: { id: 'T0ACME', domain: 'acme' } });
  });

  test('api.test echoes, without a token', async () => {
    const answer = await (await slack.post('api.test', { body: new URLSearchParams({ foo: 'bar' }) })).json();
    expect(answer).toEqual({ ok: true, args: { foo: 'bar' } });
    expect(await slack.call('api.test', { error: 'my_error' })).toMatchObject(refused('my_error'));
  });
});

test('the methods are those that are documented here', () => {
  expect(Object.keys(webApiMethods).toSorted()).toEqual([
    'api.test',
    'auth.test',
    'blocks.validate',
    'chat.delete',
    'chat.getPermalink',
    'chat.postEphemeral',
    'chat.postMessage',
    'chat.update',
    'conversations.history',
    'conversations.info',
    'conversations.list',
    'conversations.members',
    'conversations.open',
    'conversations.replies',
    'team.info',
    'usergroups.list',
    'usergroups.users.list',
    'users.info',
    'users.list',
    'users.lookupByEmail',
    'users.profile.get',
    'views.open',
    'views.publish',
    'views.push',
    'views.update',
  ]);
});
