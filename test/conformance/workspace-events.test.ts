import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { SlackWorkspaceOptions } from '../../sandbox/workspace/workspace.ts';
import {
  type AppReply,
  dig,
  manifest,
  pick,
  type Rig,
  rig,
  startMs,
  usualAckMs,
} from './workspace-rig.ts';

let slack: Rig;

async function start(options: SlackWorkspaceOptions = {}): Promise<Rig> {
  slack = await rig(options);
  return slack;
}

afterEach(() => slack.close());

describe('events', () => {
  test('opening Home sends an event, which includes the view once there is one', async () => {
    await start({ manifest });
    await slack.workspace.client.openHome('U0ANA');
    expect(slack.told[0]?.payload).toMatchObject({
      type: 'event_callback',
      team_id: 'T0ACME',
      api_app_id: 'A0ACCESSBOT',
      event_id: expect.stringMatching(/^Ev0/),
      event_time: startMs / 1000,
      authorizations: [
        { team_id: 'T0ACME', user_id: 'U0ACCESSBOT', is_bot: true, is_enterprise_install: false },
      ],
      event: { type: 'app_home_opened', user: 'U0ANA', channel: 'D0ANA', tab: 'home' },
    });
    expect(dig(slack.told[0]?.payload, 'event', 'view')).toBeUndefined();
    await slack.call('views.publish', { user_id: 'U0ANA', view: { type: 'home', blocks: [] } });
    await slack.workspace.client.openHome('U0ANA');
    expect(slack.told[1]?.payload).toMatchObject({ event: { view: { type: 'home' } } });
    expect(pick(slack.told[1]?.payload, 'event_id')).not.toBe(
      pick(slack.told[0]?.payload, 'event_id'),
    );
  });

  test('a message that a person writes to the bot is sent as an event', async () => {
    await start({ manifest });
    await slack.workspace.client.say('U0ANA', 'D0ANA', 'hello <!channel>');
    await slack.workspace.client.say('U0ANA', 'C0GENERAL', 'not for the bot');
    expect(slack.told).toHaveLength(1);
    expect(slack.told[0]?.payload).toMatchObject({
      event: {
        type: 'message',
        channel_type: 'im',
        channel: 'D0ANA',
        user: 'U0ANA',
        text: 'hello &lt;!channel&gt;',
      },
    });
  });

  test('events that the manifest does not name are not delivered', async () => {
    await start({ manifest: { ...manifest, settings: {} } });
    await slack.workspace.client.openHome('U0ANA');
    await slack.workspace.client.say('U0ANA', 'D0ANA', 'hello?');
    expect(slack.told).toEqual([]);
  });

  test('are retried three times with the reason and the same event id', async () => {
    // Only the one that never comes is not waited for.
    const ackLimitMs = () => (slack.told.length === 1 ? 100 : usualAckMs);
    await start({ manifest, eventRetryDelaysMs: [0, 0, 0], ackLimitMs });
    const replies: (AppReply | 'never')[] = [
      { status: 500 },
      'never',
      { status: 404 },
      { status: 500 },
    ];
    slack.answerWith(() => replies.shift() ?? {});
    await slack.workspace.client.openHome('U0ANA');
    await expect.poll(() => slack.workspace.deliveries()).toHaveLength(4);
    expect(
      slack.told.map(({ headers }) => [
        headers['x-slack-retry-num'],
        headers['x-slack-retry-reason'],
      ]),
    ).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_timeout'],
      ['3', 'http_error'],
    ]);
    expect(new Set(slack.told.map(({ payload }) => pick(payload, 'event_id'))).size).toBe(1);
    expect(slack.workspace.deliveries().map((one) => one.retryNum)).toEqual([0, 1, 2, 3]);
  });

  test('are not retried after success, nor when the app asks for no retry', async () => {
    await start({ manifest, eventRetryDelaysMs: [0, 0, 0] });
    const replies: AppReply[] = [{ status: 500 }, {}];
    slack.answerWith(() => replies.shift() ?? {});
    await slack.workspace.client.openHome('U0ANA');
    await expect.poll(() => slack.told).toHaveLength(2);
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
    await expect.poll(() => other.told).toHaveLength(2);
    // The next retry would be a minute later.
    const closed = await Promise.race([
      other.close().then(() => 'closed'),
      sleep(40_000, 'waits on', { ref: false }),
    ]);
    expect(closed).toBe('closed');
    await start({ manifest });
  });
});
