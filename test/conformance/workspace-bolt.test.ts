/** The workspace against the library that every bot stands on: a real Bolt app, over real HTTP. */
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SlackWorkspace, startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';

let slack: SlackWorkspace;
let app: App;

const modal: ModalView = {
  type: 'modal',
  callback_id: 'request',
  title: { type: 'plain_text', text: 'Request access' },
  submit: { type: 'plain_text', text: 'Send' },
  blocks: [
    {
      type: 'input',
      block_id: 'app',
      label: { type: 'plain_text', text: 'App' },
      element: { type: 'external_select', action_id: 'pick_app', min_query_length: 0 },
    },
    {
      type: 'input',
      block_id: 'why',
      label: { type: 'plain_text', text: 'Why' },
      element: { type: 'plain_text_input', action_id: 'text' },
    },
  ],
};

function card(state: string): KnownBlock[] {
  const text: KnownBlock = { type: 'section', text: { type: 'mrkdwn', text: `State: ${state}` } };
  if (state !== 'open') return [text];
  return [
    text,
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'approve', text: { type: 'plain_text', text: 'Approve' }, value: 'task-1' },
      ],
    },
  ];
}

function define(bolt: App): void {
  bolt.command('/request-access', async ({ ack, body, client }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: modal });
  });
  bolt.options<'block_suggestion'>({ type: 'block_suggestion', action_id: 'pick_app' }, async ({ ack, payload }) => {
    const names = ['github', 'gitlab', 'grafana'].filter((name) => name.startsWith(payload.value));
    await ack({ options: names.map((name) => ({ text: { type: 'plain_text', text: name }, value: name })) });
  });
  bolt.view('request', async ({ ack, body, view, client }) => {
    const chosen = view.state.values.app?.pick_app?.selected_option?.value;
    const why = view.state.values.why?.text?.value ?? '';
    if (why.length < 5) {
      await ack({ response_action: 'errors', errors: { why: 'Say more.' } });
      return;
    }
    await ack();
    await client.chat.postMessage({
      channel: 'C0REVIEWS',
      text: `<@${body.user.id}> asks for ${chosen}: ${why}`,
      blocks: card('open'),
      metadata: { event_type: 'access_card', event_payload: { id: view.id } },
    });
  });
  bolt.action({ type: 'block_actions', action_id: 'approve' }, async ({ ack, body, client, respond }) => {
    await ack();
    if (body.channel === undefined || body.message === undefined) return;
    await client.chat.update({ channel: body.channel.id, ts: body.message.ts, blocks: card('approved') });
    await respond({ text: `Done, ${body.user.username}.`, replace_original: false });
  });
  bolt.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: card('home') } });
  });
}

beforeEach(async () => {
  slack = await startSlackWorkspace();
  const receiver = new HTTPReceiver({
    signingSecret: 'sandbox-signing-secret',
    endpoints: ['/slack/events'],
    logLevel: LogLevel.ERROR,
  });
  app = new App({
    token: 'xoxb-sandbox',
    receiver,
    clientOptions: { slackApiUrl: slack.apiUrl },
    logLevel: LogLevel.ERROR,
  });
  define(app);
  const server = await receiver.start(0);
  slack.setRequestUrl(`http://127.0.0.1:${portOf(server.address())}/slack/events`);
});

afterEach(async () => {
  await slack.close();
  await app.stop();
});

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Resolves with the next state in which something is so; the workspace announces every change. */
function until<T>(look: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const unsubscribe = slack.client.subscribe(check);
    function check(): void {
      const found = look();
      if (found === undefined) return;
      unsubscribe();
      resolve(found);
    }
    check();
  });
}

test('command, modal, typeahead, submission, card, click, update', async () => {
  const { client } = slack;
  expect(await client.runCommand('U0BEN', 'C0GENERAL', '/request-access')).toEqual({ ok: true });
  const view = await until(() => client.openViews('U0BEN')[0]);
  const place = { kind: 'view', viewId: view.id } as const;

  const offered = await client.optionsFor('U0BEN', place, 'app', 'pick_app', 'git');
  expect(offered).toMatchObject({ ok: true, groups: [{ options: [{ value: 'github' }, { value: 'gitlab' }] }] });

  const tooShort = await client.submitView('U0BEN', view.id, { app: { pick_app: 'github' }, why: { text: 'pls' } });
  expect(tooShort).toMatchObject({ ok: false, code: 'view_errors', errors: { why: 'Say more.' } });
  expect(await client.submitView('U0BEN', view.id, { why: { text: 'INC-42: db down' } })).toEqual({ ok: true });
  expect(client.openViews('U0BEN')).toEqual([]);

  const posted = await until(() => client.messages('U0FATIMA', 'C0REVIEWS').find((one) => one.author.kind === 'bot'));
  expect(posted).toMatchObject({
    text: '<@U0BEN> asks for github: INC-42: db down',
    metadata: { event_type: 'access_card', event_payload: { id: view.id } },
  });

  const actions = posted.blocks[1];
  const container = { kind: 'message', conversationId: 'C0REVIEWS', ts: posted.ts } as const;
  const blockId = actions?.block_id ?? '';
  expect(await client.act('U0FATIMA', container, { blockId, actionId: 'approve' })).toEqual({ ok: true });
  const answer = await until(() => client.messages('U0FATIMA', 'C0REVIEWS').find((one) => one.ephemeral));
  expect(answer.text).toBe('Done, fatima.');
  expect(client.messages('U0BEN', 'C0REVIEWS').at(-1)).toMatchObject({
    ts: posted.ts,
    blocks: [{ text: { text: 'State: approved' } }],
  });
  expect(slack.deliveries().map((one) => [one.name, one.status])).toEqual([
    ['/request-access', 200],
    ['block_suggestion', 200],
    ['view_submission', 200],
    ['view_submission', 200],
    ['block_actions', 200],
  ]);
});

test('Home opens', async () => {
  await slack.client.openHome('U0BEN');
  const home = await until(() => slack.client.home('U0BEN') ?? undefined);
  expect(home.blocks).toMatchObject([{ text: { text: 'State: home' } }]);
});

test('Bolt refuses a stale delivery, and the person is told', async () => {
  slack.fault({ delivery: '/request-access', kind: 'stale' });
  expect(await slack.client.runCommand('U0BEN', 'C0GENERAL', '/request-access')).toEqual({
    ok: false,
    code: 'http_error',
    sentence: '/request-access failed with the error "http_client_error"',
  });
  expect(slack.deliveries()).toMatchObject([{ status: 401 }]);
});
