import { describe, expect, test } from 'vitest';
import { webApiMethods } from '../../sandbox/workspace/web-api/routes.ts';
import { dig, refused, rig, useRig } from './workspace-rig.ts';

const slack = useRig();

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

  test('a status is an emoji and when it ends: never, some day, or some time ago', async () => {
    const statusOf = async (id: string) => {
      const profile = dig(await slack.call('users.info', { user: id }), 'user', 'profile');
      return [dig(profile, 'status_emoji'), dig(profile, 'status_expiration')];
    };
    expect(await statusOf('U0ANA')).toEqual(['', 0]);
    expect(await statusOf('U0OSKAR')).toEqual([':palm_tree:', 0]);
    expect(await statusOf('U0GORAN')).toEqual([':coffee:', 0]);
    expect(await statusOf('U0JONAS')).toEqual([
      ':palm_tree:',
      Date.parse('2026-08-31T22:00:00Z') / 1_000,
    ]);
  });

  test('guests, people who left and outsiders are marked', async () => {
    const user = async (id: string) => dig(await slack.call('users.info', { user: id }), 'user');
    expect(await user('U0VERA')).toMatchObject({ is_restricted: true });
    expect(await user('U0WIM')).toMatchObject({ deleted: true });
    expect(await user('U0EXTERN')).toMatchObject({ team_id: 'T0OTHER', is_stranger: true });
    expect(dig(await user('U0EXTERN'), 'profile', 'email')).toBeUndefined();
    expect(await user('U0ACCESSBOT')).toMatchObject({
      is_bot: true,
      profile: { bot_id: 'B0ACCESSBOT' },
    });
  });

  test('users.lookupByEmail finds those who are here', async () => {
    const lookup = (email: string) => slack.call('users.lookupByEmail', { email });
    expect(await lookup('Ana@ACME.example')).toMatchObject({ ok: true, user: { id: 'U0ANA' } });
    expect(await lookup('wim@acme.example')).toMatchObject(refused('users_not_found'));
    expect(await lookup('nobody@acme.example')).toMatchObject(refused('users_not_found'));
  });

  test('unknown people are not found', async () => {
    expect(await slack.call('users.info', { user: 'U0NOBODY' })).toMatchObject(
      refused('user_not_found'),
    );
    expect(await slack.call('users.profile.get', { user: 'U0NOBODY' })).toMatchObject(
      refused('user_not_found'),
    );
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
    expect(
      dig(await slack.call('users.info', { user: 'U0DARA' }), 'user', 'profile', 'fields'),
    ).toEqual({});
  });

  test('team.profile.get tells which fields people may not fill in themselves', async () => {
    const fields = dig(await slack.call('team.profile.get'), 'profile', 'fields');
    expect(fields).toMatchObject([
      { id: 'Xf0IDENTITY', options: { is_protected: true } },
      { id: 'Xf0BADGE', options: {} },
    ]);
  });

  test('some accounts have an email that is not theirs, or no workspace', async () => {
    const user = async (id: string) => dig(await slack.call('users.info', { user: id }), 'user');
    expect(await user('U0ROSALIE')).toMatchObject({
      is_email_confirmed: false,
      profile: { email: 'rosa@acme.example' },
    });
    expect(await user('U0ANATOL')).not.toHaveProperty('is_email_confirmed');
    expect(await user('U0MARLO')).not.toHaveProperty('team_id');
    expect(await slack.call('users.lookupByEmail', { email: 'rosa@acme.example' })).toMatchObject({
      user: { id: 'U0ROSA' },
    });
  });

  test('usergroups.list names each group by its handle, its people only on request', async () => {
    const groups = async (more: object = {}) =>
      dig(await slack.call('usergroups.list', { ...more }), 'usergroups');
    expect(await groups()).toMatchObject([
      { id: 'S0ONCALL', handle: 'night-watch', is_usergroup: true, date_delete: 0, user_count: 3 },
    ]);
    expect(dig(await groups(), 0)).not.toHaveProperty('users');
    expect(await groups({ include_users: true })).toMatchObject([
      { users: ['U0CHEN', 'U0GORAN', 'U0MINA'] },
    ]);
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

test('auth.test says where the bot is', async () => {
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
});

test('the methods are those that the README names', () => {
  expect(Object.keys(webApiMethods).toSorted()).toEqual([
    'auth.test',
    'chat.delete',
    'chat.getPermalink',
    'chat.postEphemeral',
    'chat.postMessage',
    'chat.update',
    'conversations.history',
    'conversations.info',
    'conversations.list',
    'conversations.members',
    'conversations.replies',
    'team.profile.get',
    'usergroups.list',
    'users.info',
    'users.lookupByEmail',
    'users.profile.get',
    'views.open',
    'views.publish',
    'views.update',
  ]);
});
