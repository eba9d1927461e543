import { describe, expect, test } from 'vitest';
import { metadata, postsOf } from './workspace-posts.ts';
import { mrkdwn, pick, refused, useRig } from './workspace-rig.ts';

const slack = useRig();
const { posted, shown } = postsOf(slack);

const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });

describe('chat.update', () => {
  test('new blocks keep the text and show no "(edited)"', async () => {
    const ts = await posted({ blocks: [section('one')] });
    const answer = await slack.call('chat.update', {
      channel: 'C0REVIEWS',
      ts,
      blocks: [section('two')],
    });
    expect(answer).toMatchObject({ ok: true, channel: 'C0REVIEWS', ts, text: 'hello' });
    expect(shown('C0REVIEWS').at(-1)).toMatchObject({
      text: 'hello',
      blocks: [{ text: { text: 'two' } }],
      edited: false,
    });
  });

  test('text without blocks takes the blocks away and shows "(edited)"', async () => {
    const ts = await posted({ blocks: [section('one')] });
    await slack.call('chat.update', { channel: 'C0REVIEWS', ts, text: 'just words' });
    expect(shown('C0REVIEWS').at(-1)).toMatchObject({
      text: 'just words',
      blocks: [],
      edited: true,
    });
  });

  test('metadata stays unless it is replaced, and an empty object takes it away', async () => {
    const ts = await posted({ metadata: metadata('a') });
    await slack.call('chat.update', { channel: 'C0REVIEWS', ts, text: 'x' });
    expect(shown('C0REVIEWS').at(-1)?.metadata).toEqual(metadata('a'));
    await slack.call('chat.update', {
      channel: 'C0REVIEWS',
      ts,
      text: 'x',
      metadata: metadata('b'),
    });
    expect(shown('C0REVIEWS').at(-1)?.metadata).toEqual(metadata('b'));
    await slack.call('chat.update', { channel: 'C0REVIEWS', ts, text: 'x', metadata: {} });
    expect(shown('C0REVIEWS').at(-1)?.metadata).toBeNull();
  });

  test('a message may be anywhere in the history', async () => {
    const first = await posted({ text: 'first' });
    await posted({ text: 'second' });
    await slack.call('chat.update', { channel: 'C0REVIEWS', ts: first, text: 'changed' });
    expect(
      shown('C0REVIEWS')
        .slice(-2)
        .map((message) => message.text),
    ).toEqual(['changed', 'second']);
  });

  test('refuses what Slack refuses', async () => {
    const ts = await posted();
    const ofAPerson = shown('C0REVIEWS').find((message) => message.author.kind === 'person')?.ts;
    const update = (args: Record<string, unknown>) =>
      slack.call('chat.update', { channel: 'C0REVIEWS', ts, text: 'x', ...args });
    expect(await update({ channel: 'C0NOWHERE' })).toMatchObject(refused('channel_not_found'));
    expect(await update({ ts: '1.000001' })).toMatchObject(refused('message_not_found'));
    expect(await update({ ts: ofAPerson })).toMatchObject(refused('cant_update_message'));
    expect(await update({ text: 'x'.repeat(4_001) })).toMatchObject(refused('msg_too_long'));
    expect(await update({ text: undefined })).toMatchObject(refused('no_text'));
    expect(await update({ blocks: [{ type: 'bogus' }] })).toMatchObject(refused('invalid_blocks'));
  });
});

describe('chat.delete', () => {
  test('takes the bot’s own message away, once', async () => {
    const ts = await posted();
    expect(await slack.call('chat.delete', { channel: 'C0REVIEWS', ts })).toEqual({
      ok: true,
      channel: 'C0REVIEWS',
      ts,
    });
    expect(shown('C0REVIEWS').some((message) => message.ts === ts)).toBe(false);
    expect(await slack.call('chat.delete', { channel: 'C0REVIEWS', ts })).toMatchObject(
      refused('message_not_found'),
    );
  });

  test('refuses to delete a person’s message', async () => {
    const ts = shown('C0REVIEWS').find((message) => message.author.kind === 'person')?.ts;
    expect(await slack.call('chat.delete', { channel: 'C0REVIEWS', ts })).toMatchObject(
      refused('cant_delete_message'),
    );
  });
});

describe('chat.postEphemeral', () => {
  test('only the person sees it, and chat.update cannot find it', async () => {
    const answer = await slack.call('chat.postEphemeral', {
      channel: 'C0REVIEWS',
      user: 'U0ANA',
      text: 'only you',
    });
    const ts = pick(answer, 'message_ts');
    expect(shown('C0REVIEWS').at(-1)).toMatchObject({ ts, ephemeral: true, text: 'only you' });
    expect(shown('C0REVIEWS', 'U0BEN').some((message) => message.ts === ts)).toBe(false);
    const place = { channel: 'C0REVIEWS', ts };
    for (const [method, args] of [
      ['chat.update', { ...place, text: 'x' }],
      ['chat.delete', place],
    ] as const) {
      expect(await slack.call(method, args)).toMatchObject(refused('message_not_found'));
    }
  });

  test('refuses people who are not in the channel', async () => {
    const args = { channel: 'C0FINANCE', user: 'U0MINA', text: 'x' };
    expect(await slack.call('chat.postEphemeral', args)).toMatchObject(
      refused('user_not_in_channel'),
    );
    expect(
      await slack.call('chat.postEphemeral', { ...args, user: 'U0INES', text: undefined }),
    ).toMatchObject(refused('no_text'));
  });
});

test('chat.getPermalink names the message, and its thread', async () => {
  const parent = await posted();
  const reply = await posted({ thread_ts: parent });
  const link = async (ts: string) =>
    pick(
      await slack.call('chat.getPermalink', { channel: 'C0REVIEWS', message_ts: ts }),
      'permalink',
    );
  const base = `${slack.workspace.url}/archives/C0REVIEWS`;
  expect(await link(parent)).toBe(`${base}/p${parent.replace('.', '')}`);
  expect(await link(reply)).toBe(
    `${base}/p${reply.replace('.', '')}?thread_ts=${parent}&cid=C0REVIEWS`,
  );
  expect(shown('C0REVIEWS').at(-1)?.permalink).toBe(await link(parent));
  expect(
    await slack.call('chat.getPermalink', { channel: 'C0REVIEWS', message_ts: '1.1' }),
  ).toMatchObject(refused('message_not_found'));
});
