import { describe, expect, test } from 'vitest';
import { metadata, postsOf } from './workspace-posts.ts';
import { mrkdwn, pick, refused, startMs, useRig } from './workspace-rig.ts';

const slack = useRig();
const { posted, shown } = postsOf(slack);

const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });

describe('chat.postMessage', () => {
  test('posts text and blocks, and answers with the message', async () => {
    const answer = await slack.call('chat.postMessage', {
      channel: 'C0REVIEWS',
      text: 'hello',
      blocks: [section('*hello*')],
    });
    expect(answer).toMatchObject({
      ok: true,
      channel: 'C0REVIEWS',
      message: {
        type: 'message',
        user: 'U0ACCESSBOT',
        bot_id: 'B0ACCESSBOT',
        app_id: 'A0ACCESSBOT',
        team: 'T0ACME',
        text: 'hello',
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*hello*' } }],
      },
    });
    expect(shown('C0REVIEWS').at(-1)).toMatchObject({
      ts: pick(answer, 'ts'),
      author: { kind: 'bot', name: 'access' },
      text: 'hello',
      edited: false,
      ephemeral: false,
    });
  });

  test('takes form fields with JSON inside as well as a JSON body', async () => {
    const args = {
      channel: 'C0REVIEWS',
      text: 'hi',
      blocks: [section('hi')],
      metadata: metadata('card-1'),
    };
    expect(await slack.call('chat.postMessage', args, 'form')).toMatchObject({ ok: true });
    expect(shown('C0REVIEWS').at(-1)?.metadata).toEqual(metadata('card-1'));
  });

  test('timestamps are unique and grow, even within one millisecond', async () => {
    const first = await posted();
    const second = await posted();
    expect(second > first).toBe(true);
    expect(first).toBe(`${startMs / 1000}.000000`);
  });

  test('a person’s id means their direct message with the bot', async () => {
    expect(await slack.call('chat.postMessage', { channel: 'U0ANA', text: 'psst' })).toMatchObject({
      ok: true,
      channel: 'D0ANA',
    });
    expect(shown('D0ANA').at(-1)?.text).toBe('psst');
    expect(shown('D0ANA', 'U0BEN')).toEqual([]);
  });

  test('finds a channel by its name', async () => {
    expect(
      await slack.call('chat.postMessage', { channel: '#incidents', text: 'x' }),
    ).toMatchObject({
      channel: 'C0INCIDENTS',
    });
  });

  test.each([
    ['channel_not_found', { channel: 'C0NOWHERE', text: 'x' }],
    ['channel_not_found', { channel: 'U0WIM', text: 'he left' }],
    ['not_in_channel', { channel: 'C0LOUNGE', text: 'x' }],
    ['is_archived', { channel: 'C0OLDPIER', text: 'x' }],
    ['cannot_dm_bot', { channel: 'U0ACCESSBOT', text: 'x' }],
    ['no_text', { channel: 'C0REVIEWS' }],
    ['no_text', { channel: 'C0REVIEWS', blocks: [] }],
    ['invalid_blocks_format', { channel: 'C0REVIEWS', blocks: 'not json' }],
    ['invalid_blocks_format', { channel: 'C0REVIEWS', blocks: { type: 'section' } }],
    ['invalid_metadata_format', { channel: 'C0REVIEWS', text: 'x', metadata: '[' }],
    [
      'invalid_metadata_schema',
      { channel: 'C0REVIEWS', text: 'x', metadata: { event_type: 'no payload' } },
    ],
    [
      'metadata_too_large',
      { channel: 'C0REVIEWS', text: 'x', metadata: metadata('x'.repeat(16_001)) },
    ],
  ])('answers %s', async (error, args) => {
    expect(await slack.call('chat.postMessage', args)).toMatchObject(refused(error));
  });

  test('a missing channel is an invalid argument, named', async () => {
    expect(await slack.call('chat.postMessage', { text: 'x' })).toEqual({
      ok: false,
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: channel'] },
    });
  });

  test('blocks that Slack refuses are refused with their places', async () => {
    const answer = await slack.call('chat.postMessage', {
      channel: 'C0REVIEWS',
      blocks: [section('')],
    });
    expect(answer).toEqual({
      ok: false,
      error: 'invalid_blocks',
      errors: ['must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
      response_metadata: {
        messages: ['[ERROR] must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
      },
    });
    expect(shown('C0REVIEWS').every((message) => message.author.kind === 'person')).toBe(true);
  });

  test('refuses blocks that are too long together, though each one fits', async () => {
    const blocks = Array.from({ length: 5 }, () => section('x'.repeat(2_900)));
    expect(await slack.call('chat.postMessage', { channel: 'C0REVIEWS', blocks })).toMatchObject(
      refused('msg_blocks_too_long'),
    );
    expect(
      await slack.call('chat.postMessage', { channel: 'C0REVIEWS', blocks: blocks.slice(1) }),
    ).toMatchObject({
      ok: true,
    });
  });

  test('a reply belongs to its thread, also when it answers a reply', async () => {
    const parent = await posted();
    const reply = await posted({ thread_ts: parent, text: 'first' });
    await posted({ thread_ts: reply, text: 'second' });
    const top = shown('C0REVIEWS').find((message) => message.ts === parent);
    expect(top?.replies.map((message) => message.text)).toEqual(['first', 'second']);
    expect(top?.threadTs).toBeNull();
    expect(shown('C0REVIEWS').some((message) => message.ts === reply)).toBe(false);
  });
});
