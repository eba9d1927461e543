import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SlackWorkspaceOptions } from '../../src/sandbox/workspace/workspace.ts';
import { type AppReply, dig, pick, plain, type Rig, rig, startMs } from './workspace-rig.ts';

let slack: Rig;

async function start(options: SlackWorkspaceOptions = {}): Promise<Rig> {
  slack = await rig(options);
  return slack;
}

afterEach(() => slack.close());

const manifest = {
  features: {
    app_home: { home_tab_enabled: true },
    slash_commands: [
      { command: '/plain', description: 'As typed', usage_hint: '[anything]' },
      { command: '/escaped', should_escape: true },
    ],
    shortcuts: [
      { name: 'Ask', type: 'global', callback_id: 'ask' },
      { name: 'Ask about this', type: 'message', callback_id: 'ask_about' },
    ],
  },
  oauth_config: { scopes: { bot: ['chat:write', 'commands'] } },
  settings: { event_subscriptions: { bot_events: ['app_home_opened', 'message.im'] } },
};

describe('every delivery', () => {
  test('is signed as Slack signs, with the bare content type', async () => {
    await start({ manifest });
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain x');
    await slack.workspace.client.runShortcut('U0ANA', 'ask');
    await slack.workspace.client.openHome('U0ANA');
    expect(slack.told.map((one) => one.headers['content-type'])).toEqual([
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/json',
    ]);
    for (const { headers, body } of slack.told) {
      const timestamp = String(startMs / 1000);
      const digest = createHmac('sha256', 'sandbox-signing-secret').update(`v0:${timestamp}:${body}`).digest('hex');
      expect(headers['x-slack-request-timestamp']).toBe(timestamp);
      expect(headers['x-slack-signature']).toBe(`v0=${digest}`);
    }
  });

  test('is written down with its status', async () => {
    await start({ manifest });
    slack.answerWith(() => ({ status: 503 }));
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain x');
    const [record] = slack.workspace.deliveries();
    expect(record).toMatchObject({
      at: new Date(startMs).toISOString(),
      kind: 'command',
      name: '/plain',
      status: 503,
      outcome: 'http_error',
      payload: { text: 'x' },
    });
    expect(record?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('goes to the address that was set last', async () => {
    await start({ manifest, requestUrl: undefined });
    const outcome = await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain');
    expect(outcome).toMatchObject({ ok: false, code: 'dispatch_failed' });
    const other = await rig();
    other.workspace.setRequestUrl('http://127.0.0.1:9/nowhere');
    const nowhere = await other.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/request-access');
    await other.close();
    expect(nowhere).toMatchObject({
      ok: false,
      code: 'dispatch_failed',
      sentence: '/request-access failed with the error "dispatch_failed"',
    });
  });
});

describe('slash commands', () => {
  test('carry all of Slack’s fields', async () => {
    await start({ manifest });
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0INCIDENTS', '/plain  db is <down> @ben ')).toEqual({
      ok: true,
    });
    const fields = slack.told[0]?.fields ?? {};
    expect(fields).toMatchObject({
      command: '/plain',
      text: 'db is <down> @ben',
      user_id: 'U0ANA',
      user_name: 'ana',
      team_id: 'T0ACME',
      team_domain: 'acme',
      channel_id: 'C0INCIDENTS',
      channel_name: 'incidents',
      api_app_id: 'A0ACCESSBOT',
      is_enterprise_install: 'false',
      token: expect.any(String),
    });
    expect(fields.trigger_id).toMatch(/^\d+\.\d+\.[0-9a-f]{20}$/);
    expect(fields.response_url).toMatch(new RegExp(`^${slack.workspace.url}/hooks/`));
  });

  test('with should_escape people and channels become references', async () => {
    await start({ manifest });
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/escaped for @ben in #incidents <now> & @nobody');
    expect(slack.told[0]?.fields.text).toBe('for <@U0BEN|ben> in <#C0INCIDENTS|incidents> &lt;now&gt; &amp; @nobody');
  });

  test('in a direct message the channel is called directmessage', async () => {
    await start({ manifest });
    await slack.workspace.client.say('U0ANA', 'D0ANA', '/plain');
    expect(slack.told[0]?.fields).toMatchObject({ channel_id: 'D0ANA', channel_name: 'directmessage' });
  });

  test('unknown ones never reach the app', async () => {
    await start({ manifest });
    expect(await slack.workspace.client.say('U0ANA', 'C0GENERAL', '/unknown thing')).toEqual({
      ok: false,
      code: 'invalid_command',
      sentence:
        '/unknown is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.',
    });
    expect(await slack.workspace.client.runCommand('U0EXTERN', 'C0HARBOUR', '/plain')).toMatchObject({
      code: 'invalid_command',
    });
    expect(await slack.workspace.client.runCommand('U0WIM', 'C0GENERAL', '/plain')).toMatchObject({
      code: 'not_allowed',
    });
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0NOWHERE', '/plain')).toMatchObject({
      code: 'not_allowed',
    });
    expect(slack.told).toEqual([]);
  });

  test.each<[string, AppReply, object]>([
    ['plain text', { body: 'Here you are' }, { text: 'Here you are', blocks: [] }],
    ['a JSON message', { body: { text: 'Here', blocks: [] } }, { text: 'Here' }],
    ['blocks', { body: { blocks: [{ type: 'header', text: plain('Big') }] } }, { blocks: [{ type: 'header' }] }],
  ])('%s in the ack is shown to the person alone', async (_name, reply, message) => {
    await start({ manifest });
    slack.answerWith(() => reply);
    await slack.workspace.client.runCommand('U0ANA', 'C0LOUNGE', '/plain');
    expect(slack.workspace.client.messages('U0ANA', 'C0LOUNGE').at(-1)).toMatchObject({ ...message, ephemeral: true });
    expect(slack.workspace.client.messages('U0BEN', 'C0LOUNGE').at(-1)).toMatchObject({ ephemeral: false });
  });

  test('in_channel is for everybody, an empty ack for nobody', async () => {
    await start({ manifest });
    slack.answerWith(() => ({ body: { text: 'All hear', response_type: 'in_channel' } }));
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain');
    expect(slack.workspace.client.messages('U0BEN', 'C0GENERAL').at(-1)?.text).toBe('All hear');
    const before = slack.workspace.client.messages('U0ANA', 'C0GENERAL').length;
    slack.answerWith(() => ({}));
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain');
    expect(slack.workspace.client.messages('U0ANA', 'C0GENERAL')).toHaveLength(before);
  });

  test('an ack with blocks that Slack refuses fails, with the reason', async () => {
    await start({ manifest });
    slack.answerWith(() => ({ body: { blocks: [{ type: 'bogus' }] } }));
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain')).toMatchObject({
      ok: false,
      code: 'invalid_response',
      sentence: expect.stringContaining('unsupported type: bogus [json-pointer:/blocks/0/type]'),
    });
  });

  test.each([
    [404, '/plain failed with the error "http_client_error"'],
    [500, '/plain failed with the error "http_service_error"'],
  ])('a status of %i is told to the person', async (status, sentence) => {
    await start({ manifest });
    slack.answerWith(() => ({ status }));
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain')).toEqual({
      ok: false,
      code: 'http_error',
      sentence,
    });
  });

  test('an app that does not answer in time has not answered', async () => {
    await start({ manifest, ackLimitMs: 50 });
    slack.answerWith(() => 'never');
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain')).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence: '/plain failed because the app did not respond. Please try again or contact the app developer.',
    });
    expect(slack.workspace.deliveries()).toMatchObject([{ status: null, outcome: 'operation_timeout' }]);
  });
});

describe('shortcuts', () => {
  test('a global shortcut carries a trigger', async () => {
    await start({ manifest });
    expect(await slack.workspace.client.runShortcut('U0ANA', 'ask')).toEqual({ ok: true });
    expect(slack.told[0]?.payload).toMatchObject({
      type: 'shortcut',
      callback_id: 'ask',
      user: { id: 'U0ANA', username: 'ana', team_id: 'T0ACME' },
      team: { id: 'T0ACME', domain: 'acme' },
      trigger_id: expect.any(String),
      action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
      is_enterprise_install: false,
    });
  });

  test('a message shortcut carries the message and a response_url', async () => {
    await start({ manifest });
    const message = slack.workspace.client.messages('U0ANA', 'C0INCIDENTS').at(-1);
    const on = { conversationId: 'C0INCIDENTS', ts: message?.ts ?? '' };
    expect(await slack.workspace.client.runShortcut('U0BEN', 'ask_about', on)).toEqual({ ok: true });
    expect(slack.told[0]?.payload).toMatchObject({
      type: 'message_action',
      callback_id: 'ask_about',
      channel: { id: 'C0INCIDENTS', name: 'incidents' },
      message_ts: on.ts,
      message: { user: 'U0CHEN', text: message?.text, ts: on.ts },
      response_url: expect.stringContaining('/hooks/'),
      trigger_id: expect.any(String),
    });
  });

  test('must exist, of the right kind, for people who may', async () => {
    await start({ manifest });
    const { client } = slack.workspace;
    expect(await client.runShortcut('U0ANA', 'nothing')).toMatchObject({ code: 'not_found' });
    expect(await client.runShortcut('U0ANA', 'ask_about')).toMatchObject({ code: 'not_found' });
    expect(await client.runShortcut('U0EXTERN', 'ask')).toMatchObject({ code: 'not_allowed' });
    expect(await client.runShortcut('U0ANA', 'ask_about', { conversationId: 'C0GENERAL', ts: '1.1' })).toMatchObject({
      code: 'not_found',
    });
    expect(slack.told).toEqual([]);
  });
});

describe('events', () => {
  test('opening Home is told with the envelope, and with the view once there is one', async () => {
    await start({ manifest });
    await slack.workspace.client.openHome('U0ANA');
    expect(slack.told[0]?.payload).toMatchObject({
      type: 'event_callback',
      team_id: 'T0ACME',
      api_app_id: 'A0ACCESSBOT',
      event_id: expect.stringMatching(/^Ev0/),
      event_time: startMs / 1000,
      authorizations: [{ team_id: 'T0ACME', user_id: 'U0ACCESSBOT', is_bot: true, is_enterprise_install: false }],
      event: { type: 'app_home_opened', user: 'U0ANA', channel: 'D0ANA', tab: 'home' },
    });
    expect(dig(slack.told[0]?.payload, 'event', 'view')).toBeUndefined();
    await slack.call('views.publish', { user_id: 'U0ANA', view: { type: 'home', blocks: [] } });
    await slack.workspace.client.openHome('U0ANA');
    expect(slack.told[1]?.payload).toMatchObject({ event: { view: { type: 'home' } } });
    expect(pick(slack.told[1]?.payload, 'event_id')).not.toBe(pick(slack.told[0]?.payload, 'event_id'));
  });

  test('what a person writes to the bot is told', async () => {
    await start({ manifest });
    await slack.workspace.client.say('U0ANA', 'D0ANA', 'hello <!channel>');
    await slack.workspace.client.say('U0ANA', 'C0GENERAL', 'not for the bot');
    expect(slack.told).toHaveLength(1);
    expect(slack.told[0]?.payload).toMatchObject({
      event: { type: 'message', channel_type: 'im', channel: 'D0ANA', user: 'U0ANA', text: 'hello &lt;!channel&gt;' },
    });
  });

  test('events that the manifest does not name are not delivered', async () => {
    await start({ manifest: { ...manifest, settings: {} } });
    await slack.workspace.client.openHome('U0ANA');
    await slack.workspace.client.say('U0ANA', 'D0ANA', 'hello?');
    expect(slack.told).toEqual([]);
  });

  test('are retried three times with the reason, as the same event', async () => {
    await start({ manifest, eventRetryDelaysMs: [0, 0, 0], ackLimitMs: 50 });
    const replies: (AppReply | 'never')[] = [{ status: 500 }, 'never', { status: 404 }, { status: 500 }];
    slack.answerWith(() => replies.shift() ?? {});
    await slack.workspace.client.openHome('U0ANA');
    await vi.waitFor(() => expect(slack.workspace.deliveries()).toHaveLength(4));
    expect(slack.told.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_timeout'],
      ['3', 'http_error'],
    ]);
    expect(new Set(slack.told.map(({ payload }) => pick(payload, 'event_id'))).size).toBe(1);
    expect(slack.workspace.deliveries().map((one) => one.retryNum)).toEqual([0, 1, 2, 3]);
  });

  test('are not retried once taken, nor when the app says no', async () => {
    await start({ manifest, eventRetryDelaysMs: [0, 0, 0] });
    const replies: AppReply[] = [{ status: 500 }, {}];
    slack.answerWith(() => replies.shift() ?? {});
    await slack.workspace.client.openHome('U0ANA');
    await vi.waitFor(() => expect(slack.told).toHaveLength(2));
    slack.answerWith(() => ({ status: 500, headers: { 'x-slack-no-retry': '1' } }));
    await slack.workspace.client.openHome('U0ANA');
    // A command after it: had a retry been planned, it would have come first.
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain');
    expect(slack.workspace.deliveries().map((one) => one.name)).toEqual([
      'app_home_opened',
      'app_home_opened',
      'app_home_opened',
      '/plain',
    ]);
  });

  test('waiting retries do not hold up closing', async () => {
    const other = await rig({ manifest });
    other.answerWith(() => ({ status: 500 }));
    await other.workspace.client.openHome('U0ANA');
    await vi.waitFor(() => expect(other.told).toHaveLength(2));
    const startedMs = performance.now();
    await other.close();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await start({ manifest });
  });
});

describe('planned delivery faults', () => {
  test('duplicate: the same payload comes twice', async () => {
    await start({ manifest });
    slack.workspace.fault({ delivery: '/plain', kind: 'duplicate' });
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain once');
    expect(slack.told).toHaveLength(2);
    expect(slack.told[1]?.body).toBe(slack.told[0]?.body);
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain again');
    expect(slack.told).toHaveLength(3);
  });

  test('stale: the signature is good but ten minutes old', async () => {
    await start({ manifest });
    slack.workspace.fault({ delivery: '*', kind: 'stale', times: 2 });
    await slack.workspace.client.runShortcut('U0ANA', 'ask');
    expect(slack.told[0]?.headers['x-slack-request-timestamp']).toBe(String(startMs / 1000 - 600));
    slack.workspace.clearFaults();
    await slack.workspace.client.runShortcut('U0ANA', 'ask');
    expect(slack.told[1]?.headers['x-slack-request-timestamp']).toBe(String(startMs / 1000));
  });
});
