import { afterEach, describe, expect, test } from 'vitest';
import type { SlackWorkspaceOptions } from '../../sandbox/workspace/workspace.ts';
import { type AppReply, manifest, plain, type Rig, rig } from './workspace-rig.ts';

let slack: Rig;

async function start(options: SlackWorkspaceOptions = {}): Promise<Rig> {
  slack = await rig(options);
  return slack;
}

afterEach(() => slack.close());

describe('slash commands', () => {
  test('carry all of Slack’s fields', async () => {
    await start({ manifest });
    expect(
      await slack.workspace.client.runCommand('U0ANA', 'C0INCIDENTS', '/plain  db is <down> @ben '),
    ).toEqual({
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
    await slack.workspace.client.runCommand(
      'U0ANA',
      'C0GENERAL',
      '/escaped for @ben in #incidents <now> & @nobody',
    );
    expect(slack.told[0]?.fields.text).toBe(
      'for <@U0BEN|ben> in <#C0INCIDENTS|incidents> &lt;now&gt; &amp; @nobody',
    );
  });

  test('refer to a person in capital letters, too', async () => {
    await start({ manifest });
    await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/escaped for @Ben, @BEN');
    expect(slack.told[0]?.fields.text).toBe('for <@U0BEN|ben>, <@U0BEN|ben>');
  });

  test('in a direct message the channel is called directmessage', async () => {
    await start({ manifest });
    await slack.workspace.client.say('U0ANA', 'D0ANA', '/plain');
    expect(slack.told[0]?.fields).toMatchObject({
      channel_id: 'D0ANA',
      channel_name: 'directmessage',
    });
  });

  test('unknown ones never reach the app', async () => {
    await start({ manifest });
    expect(await slack.workspace.client.say('U0ANA', 'C0GENERAL', '/unknown thing')).toEqual({
      ok: false,
      code: 'invalid_command',
      sentence:
        '/unknown is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.',
    });
    expect(
      await slack.workspace.client.runCommand('U0EXTERN', 'C0HARBOUR', '/plain'),
    ).toMatchObject({
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
    [
      'blocks',
      { body: { blocks: [{ type: 'header', text: plain('Big') }] } },
      { blocks: [{ type: 'header' }] },
    ],
  ])('%s in the ack is shown to the person alone', async (_name, reply, message) => {
    await start({ manifest });
    slack.answerWith(() => reply);
    await slack.workspace.client.runCommand('U0ANA', 'C0LOUNGE', '/plain');
    expect(slack.workspace.client.messages('U0ANA', 'C0LOUNGE').at(-1)).toMatchObject({
      ...message,
      ephemeral: true,
    });
    expect(slack.workspace.client.messages('U0BEN', 'C0LOUNGE').at(-1)).toMatchObject({
      ephemeral: false,
    });
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
  ])('a status of %i is shown to the person', async (status, sentence) => {
    await start({ manifest });
    slack.answerWith(() => ({ status }));
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain')).toEqual({
      ok: false,
      code: 'http_error',
      sentence,
    });
  });

  test('a late answer counts as none', async () => {
    await start({ manifest, ackLimitMs: () => 50 });
    slack.answerWith(() => 'never');
    expect(await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain')).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence:
        '/plain failed because the app did not respond. Please try again or contact the app developer.',
    });
    expect(slack.workspace.deliveries()).toMatchObject([
      { status: null, outcome: 'operation_timeout' },
    ]);
  });
});
