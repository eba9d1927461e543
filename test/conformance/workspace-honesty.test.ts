import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { unsentWords } from '../../sandbox/workspace/unsent-events.ts';
import { type Rig, rig } from './workspace-rig.ts';

let slack: Rig;
beforeAll(async () => {
  slack = await rig({ grantedScopes: ['chat:write', 'users:read', 'channels:history'] });
});
afterAll(() => slack.close());

const post = (more: object) => slack.call('chat.postMessage', { channel: 'C0REVIEWS', ...more });

describe('unsupported features are refused, never ignored', () => {
  test.each([
    ['chat.postMessage', { channel: 'C0REVIEWS', text: 'x', username: 'Captain' }, 'username'],
    ['chat.postMessage', { channel: 'C0REVIEWS', attachments: [{ text: 'x' }] }, 'attachments'],
    ['users.info', { user: 'U0BEN', types: 'im' }, 'types'],
  ])('%s with %j', async (method, args, name) => {
    expect(await slack.call(method, args)).toMatchObject({
      ok: false,
      error: 'invalid_arguments',
      response_metadata: { messages: [`[ERROR] not honoured by the sandbox: ${name}`] },
    });
  });

  test('events that it never sends are named', () => {
    const settings = {
      event_subscriptions: { bot_events: ['app_home_opened', 'team_join', 'reaction_added'] },
    };
    expect(unsentWords({ settings })).toContain('team_join, reaction_added');
    expect(
      unsentWords({ settings: { event_subscriptions: { bot_events: ['app_home_opened'] } } }),
    ).toBe('');
  });
});

describe('valid Slack features are not refused', () => {
  test('a description of a choice with formatting', async () => {
    const option = (text: string) => ({
      text: { type: 'plain_text', text },
      value: text,
      description: { type: 'mrkdwn', text: '*loud*' },
    });
    const element = { type: 'checkboxes', action_id: 'a', options: [option('horn')] };
    expect(
      await post({ text: 'x', blocks: [{ type: 'actions', elements: [element] }] }),
    ).toMatchObject({ ok: true });
  });
});

test('a body that claims to be JSON and is none is refused as such', async () => {
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer xoxb-sandbox' };
    return (await slack.post('chat.postMessage', { headers, body })).json();
  };
  expect(await send('{"channel":')).toEqual({ ok: false, error: 'invalid_json' });
  expect(await send('[1]')).toEqual({ ok: false, error: 'json_not_object' });
});

test('people have pictures, and replies name their recipients', async () => {
  expect(await slack.call('users.info', { user: 'U0BEN' })).toMatchObject({
    user: {
      profile: { image_48: expect.stringContaining('https://'), avatar_hash: expect.any(String) },
    },
  });
  const ts = textAt(await post({ text: 'first' }), 'ts');
  await post({ text: 'second', thread_ts: ts });
  const thread = await slack.call('conversations.replies', { channel: 'C0REVIEWS', ts });
  expect(at(thread, 'messages')).toMatchObject([
    { text: 'first' },
    { text: 'second', parent_user_id: 'U0ACCESSBOT' },
  ]);
});
