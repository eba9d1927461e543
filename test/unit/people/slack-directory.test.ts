/** Long because every field that Slack may leave out, or lie in, is a row of its own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDirectory, createOwnTeamId } from '../../../src/slack/people/directory.ts';
import { createAccounts } from '../../../src/slack/people/languages.ts';
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

/** `users.info` and `users.lookupByEmail` as often as is asked, or as Slack takes them. */
const directory = (unconfirmedEmail: 'refuse' | 'allow' = 'refuse', spacingMs = 0) => {
  const pacer = new Pacer({ spacingMs, now: world.now, sleep: async () => undefined });
  const account = createAccounts(slack.client, { pacer, now: world.now });
  return createDirectory(slack.client, {
    account,
    pacer,
    ownTeamId: async () => 'T0ACME',
    now: world.now,
    log: world.log,
    unconfirmedEmail,
    absence: { emojis: [':palm_tree:'] },
  });
};
const account = (change: object = {}) => ({
  id: 'U0BEN',
  team_id: 'T0ACME',
  name: 'ben',
  tz: 'Europe/Lisbon',
  is_email_confirmed: true,
  profile: { email: 'ben@acme.example', real_name: 'Ben Okafor' },
  ...change,
});
const answering = (change: object = {}) =>
  slack.answer(() => ({ body: { ok: true, user: account(change) } }));

describe('an account in Slack', () => {
  it('is an ordinary member', async () => {
    answering();
    expect(await directory().person('U0BEN', 'fresh')).toEqual({
      userId: 'U0BEN',
      name: 'Ben Okafor',
      email: 'ben@acme.example',
      unconfirmedEmail: null,
      isBot: false,
      isGuest: false,
      isDeactivated: false,
      isExternal: false,
      timeZone: 'Europe/Lisbon',
      away: null,
    });
    expect(slack.calls[0]?.args.get('user')).toBe('U0BEN');
  });

  it.each([
    ['a bot', { is_bot: true }, { isBot: true }],
    ['Slackbot, which Slack does not call a bot', { id: 'USLACKBOT' }, { isBot: true }],
    ['a guest', { is_restricted: true }, { isGuest: true }],
    ['a guest of one channel', { is_ultra_restricted: true }, { isGuest: true }],
    ['deactivated', { deleted: true }, { isDeactivated: true }],
    ['from another workspace', { team_id: 'T0OTHER' }, { isExternal: true }],
    ['a stranger', { is_stranger: true }, { isExternal: true }],
    ['not ours where Slack tells no workspace', { team_id: null }, { isExternal: true }],
    ['without an email', { profile: { email: '' } }, { email: null }],
    ['without a profile', { profile: null }, { email: null, name: 'ben' }],
    ['without a time zone', { tz: null }, { timeZone: 'Etc/UTC' }],
    ['in a time zone that nobody knows', { tz: 'Sea/Middle' }, { timeZone: 'Etc/UTC' }],
    ['without any name', { profile: null, name: null }, { name: 'U0BEN' }],
  ])('is %s', async (_what, change, expected) => {
    answering(change);
    const id = 'id' in change ? change.id : 'U0BEN';
    expect(await directory().person(id, 'fresh')).toMatchObject(expected);
  });

  it.each([
    ['says that nobody confirmed it', { is_email_confirmed: false }],
    ['does not say', { is_email_confirmed: undefined }],
    ['says null', { is_email_confirmed: null }],
  ])(
    'identifies by email only when Slack says that it is confirmed; here it %s',
    async (_what, change) => {
      answering(change);
      const unconfirmed = { email: null, unconfirmedEmail: 'ben@acme.example' };
      expect(await directory().person('U0BEN', 'fresh')).toMatchObject(unconfirmed);
      expect(await directory('allow').person('U0BEN', 'fresh')).toMatchObject({
        email: 'ben@acme.example',
        unconfirmedEmail: null,
      });
      expect(await directory().findByEmail('ben@acme.example')).toBeNull();
      expect(await directory('allow').findByEmail('ben@acme.example')).toMatchObject({
        userId: 'U0BEN',
      });
    },
  );

  it('that Slack does not know is nobody', async () => {
    slack.answer(() => ({ body: { ok: false, error: 'user_not_found' } }));
    expect(await directory().person('U0GONE', 'fresh')).toBeNull();
  });

  it('is read without the cache when it must be current', async () => {
    answering();
    const people = directory();
    await people.person('U0BEN', 'recent');
    await people.person('U0BEN', 'fresh');
    await people.person('U0BEN', 'fresh');
    expect(slack.calls).toHaveLength(3);
  });

  it('may come from a recent reading for a person who waits, with the same email check', async () => {
    answering({ is_email_confirmed: false });
    const people = directory();
    expect(await people.person('U0BEN', 'recent')).toMatchObject({ email: null });
    expect(await people.person('U0BEN', 'recent')).toMatchObject({ email: null });
    expect(slack.calls).toHaveLength(1);
    world.pass(3_001);
    await people.person('U0BEN', 'recent');
    expect(slack.calls).toHaveLength(2);
  });

  it('that cannot be read is a failure, not a guess', async () => {
    slack.answer(() => ({ body: { ok: true, user: { id: 7 } } }));
    await expect(directory().person('U0BEN', 'fresh')).rejects.toMatchObject({
      kind: 'decode',
      certainlyNotDone: true,
    });
  });

  it('is no answer while Slack is down', async () => {
    slack.answer(() => ({ status: 503, body: '' }));
    await expect(directory().person('U0BEN', 'fresh')).rejects.toMatchObject({ kind: 'http' });
  });
});

describe('somebody by email', () => {
  it('is cached for ten minutes, regardless of case', async () => {
    answering();
    const people = directory();
    expect((await people.findByEmail('Ben@Acme.example'))?.userId).toBe('U0BEN');
    world.pass(599_000);
    expect((await people.findByEmail('ben@acme.example'))?.userId).toBe('U0BEN');
    expect(slack.calls.map((call) => [call.method, call.args.get('email')])).toEqual([
      ['users.lookupByEmail', 'ben@acme.example'],
    ]);
    world.pass(2_000);
    await people.findByEmail('ben@acme.example');
    expect(slack.calls).toHaveLength(2);
  });

  it('is not a person whose address is only similar after case folding', async () => {
    answering({ profile: { email: 'KARL@acme.example' } });
    expect((await directory().findByEmail('karl@acme.example'))?.userId).toBe('U0BEN');
    // The Kelvin sign.
    answering({ profile: { email: '\u212Aarl@acme.example' } });
    expect(await directory().findByEmail('karl@acme.example')).toBeNull();
  });

  it('who is not in Slack is remembered too', async () => {
    slack.answer(() => ({ body: { ok: false, error: 'users_not_found' } }));
    const people = directory();
    expect([
      await people.findByEmail('zoe@acme.example'),
      await people.findByEmail('zoe@acme.example'),
    ]).toEqual([null, null]);
    expect(slack.calls).toHaveLength(1);
  });

  it.each([
    { deleted: true },
    { is_bot: true },
    { is_stranger: true },
    { team_id: 'T0OTHER' },
    { team_id: null },
  ])('who is %j is nobody to mention', async (change) => {
    answering(change);
    expect(await directory().findByEmail('ben@acme.example')).toBeNull();
  });

  it('is looked up 50 times at once, then in turn', async () => {
    answering();
    const people = directory('refuse', 1_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_none, number) => people.findByEmail(`${number}@acme.example`)),
    );
    expect(slack.calls).toHaveLength(51);
    expect(outcomes.at(-1)).toMatchObject({
      reason: { kind: 'rate-limited', certainlyNotDone: true },
    });
  });

  it('a failure is not remembered', async () => {
    const people = directory();
    slack.answer(() => ({ status: 500, body: '' }));
    await expect(people.findByEmail('ben@acme.example')).rejects.toMatchObject({ kind: 'http' });
    answering();
    expect((await people.findByEmail('ben@acme.example'))?.userId).toBe('U0BEN');
  });
});

describe('the bot’s own account', () => {
  it('is asked once', async () => {
    slack.answer(() => ({ body: { ok: true, team_id: 'T0ACME', user_id: 'U0BOT' } }));
    const ownTeamId = createOwnTeamId(slack.client);
    expect(await Promise.all([ownTeamId(), ownTeamId()])).toEqual(Array(2).fill('T0ACME'));
    await ownTeamId();
    expect(slack.calls.map((call) => call.method)).toEqual(['auth.test']);
  });

  it('is asked again after a failure', async () => {
    const ownTeamId = createOwnTeamId(slack.client);
    slack.answer(() => ({ body: { ok: false, error: 'invalid_auth' } }));
    await expect(ownTeamId()).rejects.toMatchObject({ kind: 'unauthorized' });
    slack.answer(() => ({ body: { ok: true, team_id: 'T0ACME', user_id: 'U0BOT' } }));
    expect(await ownTeamId()).toBe('T0ACME');
  });

  it('is not made up when the answer does not tell', async () => {
    slack.answer(() => ({ body: { ok: true } }));
    await expect(createOwnTeamId(slack.client)()).rejects.toMatchObject({ kind: 'decode' });
  });
});

describe('a field of somebody’s profile', () => {
  const protectedField = {
    fields: [{ id: 'Xf0DEF' }, { id: 'Xf0ABC', options: { is_protected: true } }],
  };
  /** The profile of the person, and what the workspace says of its fields. */
  const showing = (profile: object, workspace: object = protectedField) =>
    slack.answer((method) => ({
      body: { ok: true, profile: method === 'team.profile.get' ? workspace : profile },
    }));
  const failing = (error: string) =>
    slack.answer((method) => ({
      body:
        method === 'team.profile.get'
          ? { ok: true, profile: protectedField }
          : { ok: false, error },
    }));

  it('is what was filled in, without the space around it', async () => {
    showing({ fields: { Xf0ABC: { value: ' user-ben ', alt: '' }, Xf0DEF: { value: null } } });
    expect(await directory().profileField('U0BEN', 'Xf0ABC')).toBe('user-ben');
    expect(slack.calls.map((call) => [call.method, call.args.get('user')])).toEqual([
      ['team.profile.get', null],
      ['users.profile.get', 'U0BEN'],
    ]);
  });

  const filled = { fields: { Xf0ABC: { value: 'user-ana', alt: '' } } };
  it.each([
    ['is not protected', { fields: [{ id: 'Xf0ABC', options: { is_protected: false } }] }],
    ['has no word on protection', { fields: [{ id: 'Xf0ABC', options: {} }] }],
    ['has no options', { fields: [{ id: 'Xf0ABC', options: null }] }],
    ['is another one', { fields: [{ id: 'Xf0DEF', options: { is_protected: true } }] }],
    ['is not among the workspace’s', {}],
  ])('identifies nobody when it %s; the operator reads it in the log', async (_what, workspace) => {
    showing(filled, workspace);
    const people = directory();
    expect([
      await people.profileField('U0BEN', 'Xf0ABC'),
      await people.profileField('U0CHO', 'Xf0ABC'),
    ]).toEqual([null, null]);
    expect(world.lines).toMatchObject([{ level: 'warn', fields: { fieldId: 'Xf0ABC' } }]);
  });

  it.each([
    ['the email of the account', 'BEN@acme.example', 'user-ben'],
    ['no email', undefined, 'user-ben'],
    ['the email of somebody else', 'ana@acme.example', 'a failure'],
  ])('counts as the profile has %s', async (_what, email, expected) => {
    const fields = { Xf0ABC: { value: 'user-ben' } };
    slack.answer((method) => {
      if (method === 'users.info') return { body: { ok: true, user: account() } };
      return {
        body: {
          ok: true,
          profile: method === 'team.profile.get' ? protectedField : { email, fields },
        },
      };
    });
    const value = await directory()
      .profileField('U0BEN', 'Xf0ABC')
      .catch(() => 'a failure');
    expect(value).toBe(expected);
  });

  it('identifies nobody when the workspace does not let us see whether it is protected', async () => {
    slack.answer(() => ({ body: { ok: false, error: 'missing_scope' } }));
    expect(await directory().profileField('U0BEN', 'Xf0ABC')).toBeNull();
    expect(world.lines).toMatchObject([
      { level: 'warn', fields: { reason: 'team.profile.get: missing_scope' } },
    ]);
  });

  it.each([
    ['Slack is down', { status: 503, body: '' }, 'http'],
    ['Slack refuses the token', { body: { ok: false, error: 'token_revoked' } }, 'unauthorized'],
  ])('is a failure while %s: it is not another source’s turn', async (_what, answer, kind) => {
    slack.answer(() => answer);
    await expect(directory().profileField('U0BEN', 'Xf0ABC')).rejects.toMatchObject({ kind });
  });

  it('counts no longer a minute after people were let edit it', async () => {
    const people = directory();
    showing(filled);
    expect(await people.profileField('U0BEN', 'Xf0ABC')).toBe('user-ana');
    showing(filled, { fields: [{ id: 'Xf0ABC' }] });
    world.pass(60_001);
    expect(await people.profileField('U0BEN', 'Xf0ABC')).toBeNull();
  });

  it.each([
    ['the field is not there', { fields: { Xf0DEF: { value: 'x', alt: '' } } }],
    ['the field is empty', { fields: { Xf0ABC: { value: ' ', alt: '' } } }],
    ['nothing was filled in', { fields: {} }],
    ['Slack shows a list for nothing', { fields: [] }],
    ['Slack shows null for nothing', { fields: null }],
    ['the profile has no fields', {}],
  ])('is null where %s', async (_what, profile) => {
    showing(profile);
    expect(await directory().profileField('U0BEN', 'Xf0ABC')).toBeNull();
  });

  it('is null when Slack does not know the person', async () => {
    failing('user_not_found');
    expect(await directory().profileField('U0GONE', 'Xf0ABC')).toBeNull();
  });

  it.each([
    ['missing_scope', { kind: 'out-of-scope', message: 'users.profile.get: missing_scope' }],
    [
      'org_login_required',
      {
        kind: 'refused',
        message: 'users.profile.get: org_login_required',
        certainlyNotDone: true,
      },
    ],
  ])(
    'that Slack refuses to show with %s is a failure, not an empty field',
    async (error, failure) => {
      failing(error);
      await expect(directory().profileField('U0BEN', 'Xf0ABC')).rejects.toMatchObject(failure);
    },
  );

  it('that cannot be read is a failure', async () => {
    showing({ fields: { Xf0ABC: { value: 7 } } });
    await expect(directory().profileField('U0BEN', 'Xf0ABC')).rejects.toMatchObject({
      kind: 'decode',
    });
  });
});

describe('a person who is away', () => {
  const inAnHour = () => world.now().getTime() / 1_000 + 3_600;
  const awayWith = async (profile: object) => {
    answering({ profile: { email: 'ben@acme.example', ...profile } });
    return (await directory().person('U0BEN', 'fresh'))?.away;
  };

  it('has one of the configured emojis as their status, until it ends', async () => {
    expect(await awayWith({ status_emoji: ':palm_tree:', status_expiration: inAnHour() })).toEqual({
      until: new Date(inAnHour() * 1_000),
    });
    expect(await awayWith({ status_emoji: ':palm_tree:', status_expiration: 0 })).toEqual({
      until: null,
    });
    expect(await awayWith({ status_emoji: ':palm_tree::skin-tone-3:' })).toEqual({ until: null });
  });

  it.each([
    ['another emoji', { status_emoji: ':coffee:' }],
    ['no emoji', { status_emoji: '', status_text: 'holiday' }],
    ['a status that is over', { status_emoji: ':palm_tree:', status_expiration: 1 }],
    ['what is no emoji', { status_emoji: 7 }],
  ])('is not a person with %s', async (_what, profile) => {
    expect(await awayWith(profile)).toBeNull();
  });
});
