import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Container } from '../../sandbox/workspace/client.ts';
import { dig, modal, mrkdwn, option, plain, type Rig, rig } from './workspace-rig.ts';

function refused(error: string) {
  return { ok: false, error };
}

let slack: Rig;

beforeEach(async () => {
  slack = await rig({ ackLimitMs: 500 });
});

afterEach(() => slack.close());

const card = [
  { type: 'section', block_id: 'what', text: mrkdwn('*Ana* asks for `admin`') },
  {
    type: 'actions',
    block_id: 'decide',
    elements: [
      { type: 'button', action_id: 'approve', text: plain('Approve'), value: 'v1', style: 'primary' },
      { type: 'overflow', action_id: 'more', options: [option('reassign'), option('escalate')] },
      { type: 'static_select', action_id: 'long', options: [option('1h'), option('4h')] },
      { type: 'multi_users_select', action_id: 'people', max_selected_items: 2 },
      { type: 'checkboxes', action_id: 'flags', options: [option('a'), option('b')] },
    ],
  },
];

function act(container: Container, actionId: string, entered?: string | string[], personId = 'U0FATIMA') {
  const action = entered === undefined ? { blockId: 'decide', actionId } : { blockId: 'decide', actionId, entered };
  return slack.workspace.client.act(personId, container, action);
}

function lastPayload(): unknown {
  return slack.told.at(-1)?.payload;
}

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
    expect(slack.workspace.client.home('U0ANA')).toMatchObject({ kind: 'home', blocks: [{ text: { text: 'two' } }] });
    expect(slack.workspace.client.home('U0ANA')?.hash).not.toBe(first?.hash);
    expect(slack.workspace.client.home('U0BEN')).toBeNull();
  });

  test('refuses a stale hash, modals, people without the app, and workspaces without Home', async () => {
    await slack.call('views.publish', { user_id: 'U0ANA', view: home('one') });
    const publish = (args: Record<string, unknown>) =>
      slack.call('views.publish', { user_id: 'U0ANA', view: home('x'), ...args });
    expect(await publish({ hash: 'stale' })).toMatchObject(refused('hash_conflict'));
    expect(await publish({ hash: slack.workspace.client.home('U0ANA')?.hash })).toMatchObject({ ok: true });
    expect(await publish({ view: modal([]) })).toMatchObject(refused('invalid_arguments'));
    expect(await publish({ user_id: 'U0EXTERN' })).toMatchObject(refused('user_not_found'));
    const homeless = await rig({ manifest: { features: {} } });
    const answer = await homeless.call('views.publish', { user_id: 'U0ANA', view: home('x') });
    await homeless.close();
    expect(answer).toMatchObject(refused('not_enabled'));
  });
});
describe('Home', () => {
  test('a click is told with the view, without channel or response_url', async () => {
    await slack.call('views.publish', { user_id: 'U0ANA', view: { type: 'home', blocks: card } });
    const viewId = slack.workspace.client.home('U0ANA')?.id ?? '';
    expect(await act({ kind: 'view', viewId }, 'approve', undefined, 'U0BEN')).toMatchObject({ code: 'not_found' });
    expect(await act({ kind: 'view', viewId }, 'approve', undefined, 'U0ANA')).toEqual({ ok: true });
    expect(lastPayload()).toMatchObject({
      container: { type: 'view', view_id: viewId },
      view: { id: viewId, type: 'home', hash: slack.workspace.client.home('U0ANA')?.hash },
    });
    expect(dig(lastPayload(), 'response_url')).toBeUndefined();
    expect(dig(lastPayload(), 'channel')).toBeUndefined();
  });

  test('people without the app have none', async () => {
    expect(await slack.workspace.client.openHome('U0EXTERN')).toMatchObject({ code: 'not_allowed' });
    expect(await slack.workspace.client.openHome('U0WIM')).toMatchObject({ code: 'not_allowed' });
  });
});
