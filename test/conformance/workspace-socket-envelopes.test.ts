/** What goes over the sockets of Socket Mode, and what an ack does. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { modal, pick, plain, textInput, usualAckMs } from './workspace-rig.ts';
import { connect, type SocketApp, socketWorkspace } from './workspace-socket-rig.ts';

let slack: SlackWorkspace;
let app: SocketApp;
let ackLimitMs = usualAckMs;

beforeEach(async () => {
  ackLimitMs = usualAckMs;
  slack = await socketWorkspace({ ackLimitMs: () => ackLimitMs });
  app = await connect(slack);
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await slack.close();
});

const id = (envelope: unknown): string => pick(envelope, 'envelope_id');
const command = (line = '/plain north pier') => slack.client.runCommand('U0ANA', 'C0GENERAL', line);

/** A modal in front of Ana; its select asks the app. */
async function openModal(): Promise<string> {
  await command();
  const trigger = pick(app.envelopes().at(-1), 'payload', 'trigger_id');
  const element = { type: 'external_select', action_id: 'pick', min_query_length: 0 };
  const select = { type: 'input', block_id: 'app', optional: true, label: plain('App'), element };
  const answer = await fetch(`${slack.apiUrl}views.open`, {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ trigger_id: trigger, view: modal([select, textInput('why')]) }),
  });
  return pick(await answer.json(), 'view', 'id');
}

const submit = (viewId: string) =>
  slack.client.submitView('U0ANA', viewId, { why: { value: 'INC-42' } });

describe('an envelope', () => {
  test('brings a command, with its fields as they are', async () => {
    expect(await command()).toEqual({ ok: true });
    expect(app.envelopes()).toMatchObject([
      {
        envelope_id: expect.stringMatching(/^[\da-f-]{36}$/),
        type: 'slash_commands',
        accepts_response_payload: true,
        payload: {
          command: '/plain',
          text: 'north pier',
          user_id: 'U0ANA',
          trigger_id: expect.any(String),
        },
      },
    ]);
    expect(slack.deliveries()).toMatchObject([{ name: '/plain', outcome: 'ok', status: 200 }]);
  });

  test('brings an interaction, and says whether its ack may hold an answer', async () => {
    const viewId = await openModal();
    await submit(viewId);
    await slack.client.runShortcut('U0ANA', 'ask');
    expect(app.envelopes().slice(1)).toMatchObject([
      { type: 'interactive', accepts_response_payload: true, payload: { type: 'view_submission' } },
      { type: 'interactive', accepts_response_payload: false, payload: { type: 'shortcut' } },
    ]);
  });

  test('brings an event, again in a new envelope when it was not acked', async () => {
    app.answer = () => undefined;
    ackLimitMs = 150;
    await slack.client.openHome('U0ANA');
    await expect.poll(() => app.envelopes().length).toBe(1);
    ackLimitMs = usualAckMs;
    app.answer = (envelope) => ({ envelope_id: id(envelope) });
    await expect.poll(() => slack.deliveries().length).toBe(2);
    const [first, second] = app.envelopes();
    expect(first).toMatchObject({
      type: 'events_api',
      accepts_response_payload: false,
      retry_attempt: 0,
      retry_reason: '',
      payload: { type: 'event_callback', event: { type: 'app_home_opened', user: 'U0ANA' } },
    });
    expect(second).toMatchObject({ retry_attempt: 1, retry_reason: 'timeout' });
    expect(pick(second, 'payload', 'event_id')).toBe(pick(first, 'payload', 'event_id'));
    expect(id(second)).not.toBe(id(first));
  });

  test('is sent twice with the same id when a duplicate is planned', async () => {
    slack.fault({ delivery: '/plain', kind: 'duplicate' });
    await command();
    const ids = app.envelopes().map(id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('goes to one of the connections, in turn', async () => {
    await using other = await connect(slack);
    for (let count = 0; count < 4; count += 1) await command();
    expect([app.envelopes().length, other.envelopes().length]).toEqual([2, 2]);
  });

  test('goes over HTTP again, or nowhere, when no socket is left', async () => {
    app.leave();
    await app.closed;
    expect(await command()).toMatchObject({ ok: false, code: 'dispatch_failed' });
  });
});

describe('an ack', () => {
  test('may show an answer to a command', async () => {
    app.answer = (envelope) => ({
      envelope_id: id(envelope),
      payload: { text: 'The *pier* is open.' },
    });
    await command();
    expect(slack.client.messages('U0ANA', 'C0GENERAL').at(-1)).toMatchObject({
      text: 'The *pier* is open.',
      ephemeral: true,
    });
  });

  test('of an envelope that accepts no payload is used without its payload', async () => {
    app.answer = (envelope) => ({ envelope_id: id(envelope), payload: { text: 'ahoy' } });
    expect(await slack.client.runShortcut('U0ANA', 'ask')).toEqual({ ok: true });
  });

  test('must come in time, name its envelope and come over the connection of its envelope', async () => {
    await using other = await connect(slack);
    const stray = (envelope: unknown) => {
      app.say('no JSON');
      app.say('null');
      app.say(JSON.stringify({ envelope_id: 'another' }));
      const elsewhere = app.envelopes().includes(envelope) ? other : app;
      elsewhere.say(JSON.stringify({ envelope_id: id(envelope) }));
      return undefined;
    };
    app.answer = stray;
    other.answer = stray;
    ackLimitMs = 150;
    expect(await command()).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence:
        '/plain failed because the app did not respond. Please try again or contact the app developer.',
    });
    expect(slack.deliveries()).toMatchObject([{ outcome: 'operation_timeout', status: null }]);
  });

  test('can no longer come when the connection breaks', async () => {
    app.answer = () => {
      slack.sockets.break();
      return undefined;
    };
    expect(await command()).toMatchObject({ code: 'dispatch_failed' });
  });
});
