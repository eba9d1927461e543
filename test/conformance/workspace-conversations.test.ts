import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dig, pick, type Rig, rig } from './workspace-rig.ts';

let slack: Rig;

beforeEach(async () => {
  slack = await rig();
});

afterEach(() => slack.close());

function refused(error: string) {
  return { ok: false, error };
}

describe('conversations', () => {
  test('conversations.open opens the direct message with one person', async () => {
    const open = (users?: string) => slack.call('conversations.open', { users });
    expect(await open('U0ANA')).toMatchObject({ ok: true, channel: { id: 'D0ANA' } });
    expect(await open()).toMatchObject(refused('users_list_not_supplied'));
    expect(await open('U0NOBODY')).toMatchObject(refused('user_not_found'));
    expect(await open('U0WIM')).toMatchObject(refused('user_disabled'));
    expect(await open('U0ANA,U0BEN')).toMatchObject({ ...refused('missing_scope'), needed: 'mpim:write' });
  });

  test('conversations.info tells channels from direct messages', async () => {
    const info = async (channel: string) => dig(await slack.call('conversations.info', { channel }), 'channel');
    expect(await info('C0REVIEWS')).toMatchObject({
      name: 'access-reviews',
      is_channel: true,
      is_member: true,
      is_archived: false,
    });
    expect(await info('C0LOUNGE')).toMatchObject({ is_member: false });
    expect(await info('C0OLDPIER')).toMatchObject({ is_archived: true });
    expect(await info('C0HARBOUR')).toMatchObject({ is_ext_shared: true });
    expect(await info('D0ANA')).toMatchObject({ is_im: true, user: 'U0ANA' });
    expect(await slack.call('conversations.info', { channel: 'C0X' })).toMatchObject(refused('channel_not_found'));
  });

  test('conversations.members has the people, and the bot where it is in', async () => {
    const members = async (channel: string) => dig(await slack.call('conversations.members', { channel }), 'members');
    expect(await members('C0HARBOUR')).toEqual(expect.arrayContaining(['U0EXTERN', 'U0VERA', 'U0ACCESSBOT']));
    expect(await members('C0LOUNGE')).not.toContain('U0ACCESSBOT');
  });

  test('conversations.list has the channels', async () => {
    const answer = await slack.call('conversations.list', { exclude_archived: true });
    const channels = dig(answer, 'channels');
    if (!Array.isArray(channels)) throw new Error('no channels');
    expect(channels.map((one) => dig(one, 'id'))).toEqual([
      'C0REVIEWS',
      'C0SECREV',
      'C0FINANCE',
      'C0INCIDENTS',
      'C0GENERAL',
      'C0HARBOUR',
      'C0LOUNGE',
    ]);
  });
});

describe('history', () => {
  const metadata = { event_type: 'access_card', event_payload: { id: 'card-1' } };

  test('needs a history scope, of the conversation’s kind', async () => {
    expect(await slack.call('conversations.history', { channel: 'C0REVIEWS' })).toMatchObject({
      ...refused('missing_scope'),
      needed: 'channels:history',
    });
    expect(await slack.call('conversations.history', { channel: 'D0ANA' })).toMatchObject({ needed: 'im:history' });
    expect(await slack.call('conversations.replies', { channel: 'C0REVIEWS', ts: '1.1' })).toMatchObject({
      needed: 'channels:history',
    });
  });

  test('is newest first, in pages, without replies and ephemeral messages, with metadata if asked for', async () => {
    const reader = await rig({ grantedScopes: ['chat:write', 'channels:history'] });
    const post = async (args: Record<string, unknown>) =>
      pick(await reader.call('chat.postMessage', { channel: 'C0REVIEWS', ...args }), 'ts');
    const first = await post({ text: 'first', metadata });
    const reply = await post({ text: 'reply', thread_ts: first });
    const second = await post({ text: 'second' });
    await reader.call('chat.postEphemeral', { channel: 'C0REVIEWS', user: 'U0ANA', text: 'secret' });

    const page = await reader.call('conversations.history', { channel: 'C0REVIEWS', limit: 2 });
    expect(page).toMatchObject({ has_more: true, messages: [{ ts: second }, { ts: first, reply_count: 1 }] });
    expect(dig(page, 'messages', 1, 'metadata')).toBeUndefined();
    const rest = await reader.call('conversations.history', {
      channel: 'C0REVIEWS',
      cursor: pick(page, 'response_metadata', 'next_cursor'),
    });
    expect(rest).toMatchObject({ has_more: false, messages: [{ user: 'U0ANA' }] });
    const withMetadata = await reader.call('conversations.history', {
      channel: 'C0REVIEWS',
      oldest: first,
      inclusive: true,
      include_all_metadata: true,
    });
    expect(withMetadata).toMatchObject({ messages: [{ ts: second }, { ts: first, metadata }] });
    const newer = await reader.call('conversations.history', { channel: 'C0REVIEWS', oldest: first, latest: second });
    expect(newer).toMatchObject({ messages: [] });

    const thread = await reader.call('conversations.replies', { channel: 'C0REVIEWS', ts: first });
    expect(thread).toMatchObject({
      messages: [
        { ts: first, reply_count: 1 },
        { ts: reply, thread_ts: first },
      ],
    });
    expect(await reader.call('conversations.replies', { channel: 'C0REVIEWS', ts: '1.1' })).toMatchObject(
      refused('thread_not_found'),
    );
    expect(await reader.call('conversations.history', { channel: 'C0LOUNGE' })).toMatchObject(
      refused('not_in_channel'),
    );
    await reader.close();
  });
});
