/** Long because every kind of interaction is checked against the same workspace. */
import { describe, expect, test } from 'vitest';
import type { Container } from '../../sandbox/workspace/client.ts';
import { dig, modal, mrkdwn, option, pick, plain, refused, rig, useRig } from './workspace-rig.ts';

const slack = useRig();

const card = [
  { type: 'section', block_id: 'what', text: mrkdwn('*Ana* asks for `admin`') },
  {
    type: 'actions',
    block_id: 'decide',
    elements: [
      {
        type: 'button',
        action_id: 'approve',
        text: plain('Approve'),
        value: 'v1',
        style: 'primary',
      },
      { type: 'overflow', action_id: 'more', options: [option('reassign'), option('escalate')] },
      { type: 'static_select', action_id: 'long', options: [option('1h'), option('4h')] },
      { type: 'multi_users_select', action_id: 'people', max_selected_items: 2 },
      { type: 'checkboxes', action_id: 'flags', options: [option('a'), option('b')] },
    ],
  },
];

async function postCard(
  blocks: readonly unknown[] = card,
  channel = 'C0REVIEWS',
): Promise<Container> {
  const answer = await slack.call('chat.postMessage', { channel, text: 'card', blocks });
  return { kind: 'message', conversationId: pick(answer, 'channel'), ts: pick(answer, 'ts') };
}

function act(
  container: Container,
  actionId: string,
  entered?: string | string[],
  personId = 'U0FATIMA',
) {
  const action =
    entered === undefined
      ? { blockId: 'decide', actionId }
      : { blockId: 'decide', actionId, entered };
  return slack.workspace.client.act(personId, container, action);
}

function lastPayload(): unknown {
  return slack.told.at(-1)?.payload;
}

describe('a click in a message', () => {
  test('sends the message, its state, a trigger and a response_url', async () => {
    const container = await postCard();
    expect(await act(container, 'approve')).toEqual({ ok: true });
    const ts = container.kind === 'message' ? container.ts : '';
    expect(lastPayload()).toMatchObject({
      type: 'block_actions',
      user: { id: 'U0FATIMA', username: 'fatima', name: 'fatima', team_id: 'T0ACME' },
      team: { id: 'T0ACME', domain: 'acme' },
      api_app_id: 'A0ACCESSBOT',
      container: { type: 'message', message_ts: ts, channel_id: 'C0REVIEWS', is_ephemeral: false },
      channel: { id: 'C0REVIEWS', name: 'access-reviews' },
      message: {
        ts,
        user: 'U0ACCESSBOT',
        bot_id: 'B0ACCESSBOT',
        blocks: [{ block_id: 'what' }, {}],
      },
      state: { values: { decide: { long: { type: 'static_select', selected_option: null } } } },
      trigger_id: expect.any(String),
      response_url: expect.stringContaining('/hooks/'),
      is_enterprise_install: false,
      actions: [
        {
          type: 'button',
          block_id: 'decide',
          action_id: 'approve',
          value: 'v1',
          style: 'primary',
          text: { type: 'plain_text', text: 'Approve' },
          action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
        },
      ],
    });
  });

  test.each<[string, string | string[], object]>([
    ['more', 'escalate', { type: 'overflow', selected_option: { value: 'escalate' } }],
    [
      'long',
      '4h',
      { type: 'static_select', selected_option: { value: '4h', text: { text: '4h' } } },
    ],
    [
      'people',
      ['U0ANA', 'U0BEN'],
      { type: 'multi_users_select', selected_users: ['U0ANA', 'U0BEN'] },
    ],
    ['flags', ['b'], { type: 'checkboxes', selected_options: [{ value: 'b' }] }],
  ])('a choice in "%s" is sent in Slack’s shape', async (actionId, entered, action) => {
    const container = await postCard();
    expect(await act(container, actionId, entered)).toEqual({ ok: true });
    expect(lastPayload()).toMatchObject({ actions: [{ action_id: actionId, ...action }] });
  });

  test('a selection stays, for that person only', async () => {
    const container = await postCard();
    await act(container, 'long', '4h');
    const chosen = (personId: string) =>
      dig(
        slack.workspace.client.messages(personId, 'C0REVIEWS').at(-1)?.state,
        'decide',
        'long',
        'selected_option',
      );
    expect(chosen('U0FATIMA')).toMatchObject({ value: '4h' });
    expect(chosen('U0GORAN')).toBeNull();
    await act(container, 'approve');
    expect(lastPayload()).toMatchObject({
      state: { values: { decide: { long: { selected_option: { value: '4h' } } } } },
    });
  });

  test('only offered options can be chosen, and at most the maximum', async () => {
    const container = await postCard();
    expect(await act(container, 'long', '9h')).toMatchObject({ code: 'validation' });
    expect(await act(container, 'more', 'nonsense')).toMatchObject({ code: 'validation' });
    expect(await act(container, 'people', ['U0ANA', 'U0BEN', 'U0CHEN'])).toMatchObject({
      code: 'validation',
    });
    expect(slack.told).toEqual([]);
  });

  test('in a thread the container names the thread', async () => {
    const parent = await slack.call('chat.postMessage', { channel: 'C0REVIEWS', text: 'parent' });
    const reply = await slack.call('chat.postMessage', {
      channel: 'C0REVIEWS',
      thread_ts: pick(parent, 'ts'),
      blocks: card,
    });
    await act({ kind: 'message', conversationId: 'C0REVIEWS', ts: pick(reply, 'ts') }, 'approve');
    expect(lastPayload()).toMatchObject({
      container: { thread_ts: pick(parent, 'ts') },
      message: { thread_ts: pick(parent, 'ts') },
    });
  });

  test('an outsider’s click comes from another team', async () => {
    const container = await postCard(card, 'C0HARBOUR');
    expect(await act(container, 'approve', undefined, 'U0EXTERN')).toEqual({ ok: true });
    expect(lastPayload()).toMatchObject({
      user: { id: 'U0EXTERN', team_id: 'T0OTHER' },
      team: { id: 'T0OTHER' },
    });
  });

  test('on an ephemeral message the app gets no message, only where it is', async () => {
    const answer = await slack.call('chat.postEphemeral', {
      channel: 'C0REVIEWS',
      user: 'U0FATIMA',
      blocks: card,
    });
    const container = {
      kind: 'ephemeral',
      conversationId: 'C0REVIEWS',
      ts: pick(answer, 'message_ts'),
    } as const;
    expect(await act(container, 'approve', undefined, 'U0ANA')).toMatchObject({
      code: 'not_found',
    });
    expect(await act(container, 'approve')).toEqual({ ok: true });
    expect(lastPayload()).toMatchObject({ container: { is_ephemeral: true } });
    expect(dig(lastPayload(), 'message')).toBeUndefined();
  });

  test('is refused with the reason when the person or the element is gone', async () => {
    const container = await postCard();
    expect(await act(container, 'approve', undefined, 'U0VERA')).toMatchObject({
      code: 'not_allowed',
    });
    expect(await act(container, 'approve', undefined, 'U0WIM')).toMatchObject({
      code: 'not_allowed',
    });
    expect(await act(container, 'approve', undefined, 'U0NOBODY')).toMatchObject({
      code: 'not_found',
    });
    expect(await act(container, 'gone')).toMatchObject({ code: 'stale' });
    await slack.call('chat.delete', {
      channel: 'C0REVIEWS',
      ts: container.kind === 'message' ? container.ts : '',
    });
    expect(await act(container, 'approve')).toMatchObject({
      code: 'not_found',
      sentence: 'This message was deleted.',
    });
  });

  test('shows the person that the app failed', async () => {
    const container = await postCard();
    slack.answerWith(() => ({ status: 500 }));
    expect(await act(container, 'approve')).toMatchObject({ ok: false, code: 'http_error' });
    slack.answerWith(() => 'never');
    slack.acksWithin(100);
    expect(await act(container, 'approve')).toMatchObject({ ok: false, code: 'operation_timeout' });
  });
});

describe('inputs of a message', () => {
  const input = (extra: Record<string, unknown> = {}) => ({
    type: 'input',
    block_id: 'note',
    label: plain('Note'),
    element: { type: 'plain_text_input', action_id: 'text' },
    ...extra,
  });

  test('are sent along with a click', async () => {
    const container = await postCard([...card, input()]);
    await slack.workspace.client.act(
      'U0FATIMA',
      container,
      { blockId: 'decide', actionId: 'approve' },
      { note: { text: 'fine by me' } },
    );
    expect(lastPayload()).toMatchObject({
      state: { values: { note: { text: { value: 'fine by me' } } } },
    });
  });

  test('are sent on their own only with dispatch_action', async () => {
    const quiet = await postCard([input()]);
    const action = { blockId: 'note', actionId: 'text', entered: 'typed' };
    expect(await slack.workspace.client.act('U0FATIMA', quiet, action)).toEqual({ ok: true });
    expect(slack.told).toEqual([]);
    const dispatching = await postCard([input({ dispatch_action: true })]);
    await slack.workspace.client.act('U0FATIMA', dispatching, action);
    expect(lastPayload()).toMatchObject({
      actions: [{ type: 'plain_text_input', block_id: 'note', action_id: 'text', value: 'typed' }],
    });
  });
});

describe('views.publish', () => {
  const home = (text: string, extra: Record<string, unknown> = {}) => ({
    type: 'home',
    blocks: [{ type: 'section', text: plain(text) }],
    ...extra,
  });

  test('shows one person their Home, and replaces it', async () => {
    await slack.call('views.publish', { user_id: 'U0ANA', view: home('one') });
    const first = slack.workspace.client.home('U0ANA');
    const answer = await slack.call('views.publish', { user_id: 'U0ANA', view: home('two') });
    expect(answer).toMatchObject({ ok: true, view: { type: 'home', id: first?.id } });
    expect(slack.workspace.client.home('U0ANA')).toMatchObject({
      kind: 'home',
      blocks: [{ text: { text: 'two' } }],
    });
    expect(slack.workspace.client.home('U0ANA')?.hash).not.toBe(first?.hash);
    expect(slack.workspace.client.home('U0BEN')).toBeNull();
  });

  test('refuses a stale hash, modals, people without the app, and workspaces without Home', async () => {
    await slack.call('views.publish', { user_id: 'U0ANA', view: home('one') });
    const publish = (args: Record<string, unknown>) =>
      slack.call('views.publish', { user_id: 'U0ANA', view: home('x'), ...args });
    expect(await publish({ hash: 'stale' })).toMatchObject(refused('hash_conflict'));
    expect(await publish({ hash: slack.workspace.client.home('U0ANA')?.hash })).toMatchObject({
      ok: true,
    });
    expect(await publish({ view: modal([]) })).toMatchObject(refused('invalid_arguments'));
    expect(await publish({ user_id: 'U0EXTERN' })).toMatchObject(refused('user_not_found'));
    const homeless = await rig({ manifest: { features: {} } });
    const answer = await homeless.call('views.publish', { user_id: 'U0ANA', view: home('x') });
    await homeless.close();
    expect(answer).toMatchObject(refused('not_enabled'));
  });
});

describe('Home', () => {
  test('a click is sent with the view, without channel or response_url', async () => {
    await slack.call('views.publish', { user_id: 'U0ANA', view: { type: 'home', blocks: card } });
    const viewId = slack.workspace.client.home('U0ANA')?.id ?? '';
    expect(await act({ kind: 'view', viewId }, 'approve', undefined, 'U0BEN')).toMatchObject({
      code: 'not_found',
    });
    expect(await act({ kind: 'view', viewId }, 'approve', undefined, 'U0ANA')).toEqual({
      ok: true,
    });
    expect(lastPayload()).toMatchObject({
      container: { type: 'view', view_id: viewId },
      view: { id: viewId, type: 'home', hash: slack.workspace.client.home('U0ANA')?.hash },
    });
    expect(dig(lastPayload(), 'response_url')).toBeUndefined();
    expect(dig(lastPayload(), 'channel')).toBeUndefined();
  });

  test('people without the app have none', async () => {
    expect(await slack.workspace.client.openHome('U0EXTERN')).toMatchObject({
      code: 'not_allowed',
    });
    expect(await slack.workspace.client.openHome('U0WIM')).toMatchObject({ code: 'not_allowed' });
  });
});
