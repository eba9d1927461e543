import { describe, expect, it } from 'vitest';
import { dig, mrkdwn, pick, refused, useRig } from './workspace-rig.ts';

const slack = useRig();

const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } };
const blocks = [
  { type: 'section', text: mrkdwn('Shall we?') },
  { type: 'actions', block_id: 'buttons', elements: [button] },
];
const inReviews = { channel: 'C0REVIEWS' };

async function posted(more: Record<string, unknown> = {}): Promise<string> {
  return pick(await slack.call('chat.postMessage', { ...inReviews, text: 'hello', ...more }), 'ts');
}

const shown = () => slack.workspace.client.messages('U0ANA', 'C0REVIEWS');
const whispered = () =>
  slack.call('chat.postEphemeral', { ...inReviews, user: 'U0ANA', text: 'psst' });

async function control(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${slack.workspace.url}/sandbox/${path}`, init);
  return { status: response.status, body: await response.json() };
}

describe('answers that are well-formed and wrong', () => {
  it('answers with the planned body, and does nothing', async () => {
    const before = shown().length;
    const body = { ok: true, channel: 'C0REVIEWS', ts: '1.000001' };
    slack.workspace.fault({ method: 'chat.postMessage', kind: 'answer', body });
    expect(await slack.call('chat.postMessage', { ...inReviews, text: 'x' })).toEqual(body);
    expect(shown()).toHaveLength(before);
  });

  it('changes fields of the real answer, about one person alone', async () => {
    const changes = [
      { path: 'user.profile.email', value: 'cho@acme.example' },
      { path: 'user.deleted' },
    ];
    slack.workspace.fault({
      method: 'users.info',
      about: 'U0BEN',
      times: 'every',
      kind: 'patch',
      changes,
    });
    expect(await slack.call('users.info', { user: 'U0ANA' })).toMatchObject({
      user: { deleted: false },
    });
    const lie = await slack.call('users.info', { user: 'U0BEN' });
    expect(lie).toMatchObject({
      ok: true,
      user: { id: 'U0BEN', profile: { email: 'cho@acme.example' } },
    });
    expect(dig(lie, 'user')).not.toHaveProperty('deleted');
  });

  it('changes a payload before it is signed', async () => {
    const changes = [{ path: 'user_id', value: 'U0CHO' }];
    slack.workspace.fault({ delivery: '/request-access', kind: 'patch', changes });
    await slack.workspace.client.runCommand('U0BEN', 'C0GENERAL', '/request-access');
    expect(slack.told.at(-1)?.fields).toMatchObject({
      user_id: 'U0CHO',
      command: '/request-access',
    });
  });
});

describe('people and channels that change', () => {
  it('shows a person as they are now', async () => {
    const guest = {
      kind: 'guest',
      isEmailConfirmed: false,
      email: 'b@other.example',
      timeZone: 'Asia/Tokyo',
    } as const;
    slack.workspace.setPerson('U0BEN', {
      ...guest,
      name: 'Benny',
      status: { emoji: ':palm_tree:', expiration: 0 },
    });
    expect(await slack.call('users.info', { user: 'U0BEN' })).toMatchObject({
      user: {
        real_name: 'Benny',
        is_restricted: true,
        is_email_confirmed: false,
        tz: 'Asia/Tokyo',
        profile: { email: 'b@other.example', status_emoji: ':palm_tree:' },
      },
    });
    expect((await control('setPerson/U0BEN', { kind: 'deactivated' })).status).toBe(200);
    expect(await slack.call('users.info', { user: 'U0BEN' })).toMatchObject({
      user: { deleted: true },
    });
    const ended = await slack.workspace.client.runCommand('U0BEN', 'C0GENERAL', '/request-access');
    expect(ended).toMatchObject({ ok: false });
    expect(await slack.call('chat.postMessage', { channel: 'U0BEN', text: 'x' })).toMatchObject({
      ok: false,
    });
  });

  it('shows a channel as it is now', async () => {
    const facts = async () => dig(await slack.call('conversations.info', inReviews), 'channel');
    slack.workspace.setChannel('C0REVIEWS', { shared: 'invited' });
    expect(await facts()).toMatchObject({ is_pending_ext_shared: true, is_ext_shared: false });
    slack.workspace.setChannel('C0REVIEWS', { shared: 'organisation' });
    expect(await facts()).toMatchObject({ is_org_shared: true, is_ext_shared: false });
    slack.workspace.setChannel('C0REVIEWS', { shared: 'company', archived: true });
    expect(await facts()).toMatchObject({ is_ext_shared: true, is_archived: true });
    expect(await slack.call('chat.postMessage', { ...inReviews, text: 'x' })).toMatchObject(
      refused('is_archived'),
    );
    expect((await control('setChannel/C0REVIEWS', { archived: false, hasBot: false })).status).toBe(
      200,
    );
    expect(await slack.call('chat.postMessage', { ...inReviews, text: 'x' })).toMatchObject(
      refused('not_in_channel'),
    );
    slack.workspace.setChannel('C0REVIEWS', { isPrivate: true });
    expect(await slack.call('chat.postMessage', { ...inReviews, text: 'x' })).toMatchObject(
      refused('channel_not_found'),
    );
  });

  it('refuses what does not exist', async () => {
    expect(() => slack.workspace.setPerson('U0NOBODY', {})).toThrow('U0NOBODY');
    expect((await control('setChannel/C0NOWHERE', {})).status).toBe(404);
    expect((await control('setPerson/U0BEN', { shoeSize: 43 })).status).toBe(400);
    expect(
      (await control('deleteMessage', { conversationId: 'C0REVIEWS', ts: '1.1' })).status,
    ).toBe(404);
  });
});

describe('a deleted message', () => {
  it('vanishes, and a reply to it becomes a message of the channel, without an error', async () => {
    const ts = await posted({ blocks });
    slack.workspace.deleteMessage({ conversationId: 'C0REVIEWS', ts });
    expect(shown().some((one) => one.ts === ts)).toBe(false);
    const answer = await slack.call('chat.postMessage', {
      ...inReviews,
      text: 'a reply',
      thread_ts: ts,
    });
    expect(answer).toMatchObject({ ok: true });
    expect(dig(answer, 'message')).not.toHaveProperty('thread_ts');
    expect(shown().at(-1)).toMatchObject({ text: 'a reply', threadTs: null });
  });

  it('stays as a tombstone when it has replies, which keep their thread', async () => {
    const ts = await posted({ blocks });
    await posted({ thread_ts: ts, text: 'first reply' });
    expect((await control('deleteMessage', { conversationId: 'C0REVIEWS', ts })).status).toBe(200);
    const answer = await slack.call('chat.postMessage', {
      ...inReviews,
      text: 'second reply',
      thread_ts: ts,
    });
    expect(answer).toMatchObject({ ok: true, message: { thread_ts: ts } });
    expect(shown().at(-1)).toMatchObject({
      ts,
      text: 'This message was deleted.',
      blocks: [],
      metadata: null,
    });
    expect(shown().at(-1)?.replies).toHaveLength(2);
    for (const method of ['chat.update', 'chat.delete']) {
      expect(await slack.call(method, { ...inReviews, ts, text: 'x' })).toMatchObject({
        ok: false,
      });
    }
  });
});

describe('deliveries that arrive late or never', () => {
  it('tells the app that an ephemeral message was sent, and shows it to nobody', async () => {
    slack.workspace.loseEphemerals(true);
    expect(await whispered()).toMatchObject({ ok: true, message_ts: expect.any(String) });
    expect(shown().some((one) => one.ephemeral)).toBe(false);
    expect((await control('loseEphemerals', false)).status).toBe(200);
    await whispered();
    expect(shown().at(-1)).toMatchObject({ text: 'psst', ephemeral: true });
  });

  it('holds clicks and events, and delivers them later in the other order', async () => {
    const ts = await posted({ blocks });
    slack.workspace.fault({ delivery: '*', kind: 'hold', times: 2 });
    const place = { kind: 'message', conversationId: 'C0REVIEWS', ts } as const;
    const clicked = await slack.workspace.client.act('U0ANA', place, {
      blockId: 'buttons',
      actionId: 'go',
    });
    expect(clicked).toMatchObject({ ok: false, code: 'operation_timeout' });
    expect(await slack.workspace.client.openHome('U0ANA')).toEqual({ ok: true });
    expect(slack.told).toEqual([]);
    slack.clock.advance(3_600_000);
    expect(await slack.workspace.releaseDeliveries('reversed')).toBe(2);
    expect(slack.told.map(({ payload }) => dig(payload, 'type'))).toEqual([
      'event_callback',
      'block_actions',
    ]);
    expect(await control('releaseDeliveries', 'sent')).toEqual({
      status: 200,
      body: { result: 0 },
    });
  });

  it('limits the messages of all channels together', async () => {
    slack.workspace.limitPosting({ burst: 2, perSecond: 0.5 });
    await posted();
    await posted({ channel: 'C0GENERAL' });
    expect(await slack.call('chat.postMessage', { channel: 'U0BEN', text: 'x' })).toMatchObject(
      refused('ratelimited'),
    );
    slack.clock.advance(2_000);
    await posted({ channel: 'U0BEN' });
    expect((await control('limitPosting', null)).status).toBe(200);
    await posted();
  });
});
