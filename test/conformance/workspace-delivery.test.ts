import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { SlackWorkspaceOptions } from '../../sandbox/workspace/workspace.ts';
import { manifest, type Rig, rig, startMs } from './workspace-rig.ts';

let slack: Rig;

async function start(options: SlackWorkspaceOptions = {}): Promise<Rig> {
  slack = await rig(options);
  return slack;
}

afterEach(() => slack.close());

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
      const digest = createHmac('sha256', 'sandbox-signing-secret')
        .update(`v0:${timestamp}:${body}`)
        .digest('hex');
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
    expect(await slack.workspace.client.runShortcut('U0BEN', 'ask_about', on)).toEqual({
      ok: true,
    });
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

  test('are refused when unknown, of the wrong kind, or for people who cannot use the app', async () => {
    await start({ manifest });
    const { client } = slack.workspace;
    expect(await client.runShortcut('U0ANA', 'nothing')).toMatchObject({ code: 'not_found' });
    expect(await client.runShortcut('U0ANA', 'ask_about')).toMatchObject({ code: 'not_found' });
    expect(await client.runShortcut('U0EXTERN', 'ask')).toMatchObject({ code: 'not_allowed' });
    expect(
      await client.runShortcut('U0ANA', 'ask_about', { conversationId: 'C0GENERAL', ts: '1.1' }),
    ).toMatchObject({
      code: 'not_found',
    });
    expect(slack.told).toEqual([]);
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

  test('lost-answer: the app gets it, and the person reads that it failed', async () => {
    await start({ manifest });
    slack.workspace.fault({ delivery: '/plain', kind: 'lost-answer' });
    const outcome = await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/plain once');
    expect(outcome).toMatchObject({ ok: false });
    expect(slack.told).toHaveLength(1);
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
