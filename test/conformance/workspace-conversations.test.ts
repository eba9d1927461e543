import { describe, expect, test } from 'vitest';
import { dig, pick, refused, rig, useRig } from './workspace-rig.ts';

const slack = useRig();

describe('conversations', () => {
  test('conversations.info tells channels from direct messages', async () => {
    const info = async (channel: string) =>
      dig(await slack.call('conversations.info', { channel }), 'channel');
    expect(await info('C0REVIEWS')).toMatchObject({
      name: 'access-reviews',
      is_channel: true,
      is_member: true,
      is_archived: false,
    });
    expect(await info('C0LOUNGE')).toMatchObject({ is_member: false });
    expect(await info('C0OLDPIER')).toMatchObject({ is_archived: true });
    const notShared = {
      is_shared: false,
      is_ext_shared: false,
      is_pending_ext_shared: false,
      is_org_shared: false,
    };
    expect(await info('C0GENERAL')).toMatchObject(notShared);
    expect(await info('C0HARBOUR')).toMatchObject({
      ...notShared,
      is_shared: true,
      is_ext_shared: true,
    });
    expect(await info('C0REGATTA')).toMatchObject({ ...notShared, is_pending_ext_shared: true });
    expect(await info('C0FLEET')).toMatchObject({
      ...notShared,
      is_shared: true,
      is_org_shared: true,
    });
    expect(await info('D0ANA')).toMatchObject({ is_im: true, user: 'U0ANA' });
    expect(await slack.call('conversations.info', { channel: 'C0X' })).toMatchObject(
      refused('channel_not_found'),
    );
  });
});

test('the members of a channel come in pages, the bot among them', async () => {
  const members = (args: object) =>
    slack.call('conversations.members', { channel: 'C0SECREV', ...args });
  const first = await members({ limit: 2 });
  expect(first).toMatchObject({ members: ['U0MARISOL', 'U0FATIMA'] });
  const cursor = pick(first, 'response_metadata', 'next_cursor');
  const rest = await members({ limit: 999, cursor });
  expect(rest).toMatchObject({ response_metadata: { next_cursor: '' } });
  expect([dig(rest, 'members')].flat()).toContain('U0ACCESSBOT');
});

describe('the list of channels', () => {
  const namesIn = (answer: unknown) =>
    [dig(answer, 'channels')].flat().map((_, place) => pick(answer, 'channels', place, 'name'));

  test('comes in pages, without archived ones if asked for', async () => {
    const reader = await rig({ grantedScopes: ['channels:read', 'groups:read'] });
    const all = await reader.call('conversations.list', { limit: 999 });
    expect(namesIn(all)).toContain('access-reviews');
    expect(namesIn(all)).toContain('old-pier');
    const open = await reader.call('conversations.list', { exclude_archived: true, limit: 999 });
    expect(namesIn(open)).not.toContain('old-pier');
    const first = await reader.call('conversations.list', { limit: 2 });
    const second = await reader.call('conversations.list', {
      limit: 2,
      cursor: pick(first, 'response_metadata', 'next_cursor'),
    });
    expect([...namesIn(first), ...namesIn(second)]).toEqual(namesIn(all).slice(0, 4));
    await reader.close();
  });

  test('has private channels only with their scope, and only those that the bot is in', async () => {
    const reader = await rig({ grantedScopes: ['channels:read'] });
    reader.workspace.setChannel('C0REVIEWS', { isPrivate: true });
    reader.workspace.setChannel('C0LOUNGE', { isPrivate: true });
    const types = 'public_channel,private_channel';
    expect(await reader.call('conversations.list', { types })).toMatchObject({
      ...refused('missing_scope'),
      needed: 'groups:read',
    });
    expect(namesIn(await reader.call('conversations.list', {}))).not.toContain('access-reviews');
    await reader.close();
    const member = await rig({ grantedScopes: ['channels:read', 'groups:read'] });
    member.workspace.setChannel('C0REVIEWS', { isPrivate: true });
    member.workspace.setChannel('C0LOUNGE', { isPrivate: true });
    const shown = namesIn(await member.call('conversations.list', { types, limit: 999 }));
    expect(shown).toContain('access-reviews');
    expect(shown).not.toContain('crew-lounge');
    expect(await member.call('conversations.list', { types: 'im' })).toMatchObject(
      refused('invalid_types'),
    );
    await member.close();
  });
});

describe('history', () => {
  const metadata = { event_type: 'access_card', event_payload: { id: 'card-1' } };

  test('needs a history scope, of the conversation’s kind', async () => {
    expect(await slack.call('conversations.history', { channel: 'C0REVIEWS' })).toMatchObject({
      ...refused('missing_scope'),
      needed: 'channels:history',
    });
    expect(await slack.call('conversations.history', { channel: 'D0ANA' })).toMatchObject({
      needed: 'im:history',
    });
    expect(
      await slack.call('conversations.replies', { channel: 'C0REVIEWS', ts: '1.1' }),
    ).toMatchObject({
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
    await reader.call('chat.postEphemeral', {
      channel: 'C0REVIEWS',
      user: 'U0ANA',
      text: 'secret',
    });

    const page = await reader.call('conversations.history', { channel: 'C0REVIEWS', limit: 2 });
    expect(page).toMatchObject({
      has_more: true,
      messages: [{ ts: second }, { ts: first, reply_count: 1 }],
    });
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
    const newer = await reader.call('conversations.history', {
      channel: 'C0REVIEWS',
      oldest: first,
      latest: second,
    });
    expect(newer).toMatchObject({ messages: [] });

    const thread = await reader.call('conversations.replies', { channel: 'C0REVIEWS', ts: first });
    expect(thread).toMatchObject({
      messages: [
        { ts: first, reply_count: 1 },
        { ts: reply, thread_ts: first },
      ],
    });
    expect(
      await reader.call('conversations.replies', { channel: 'C0REVIEWS', ts: '1.1' }),
    ).toMatchObject(refused('thread_not_found'));
    expect(await reader.call('conversations.history', { channel: 'C0LOUNGE' })).toMatchObject(
      refused('not_in_channel'),
    );
    await reader.close();
  });
});
