import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EnteredValues } from '../../src/sandbox/workspace/client.ts';
import { dig, modal, openModal, option, pick, plain, type Rig, rig, textInput } from './workspace-rig.ts';

let slack: Rig;

beforeEach(async () => {
  slack = await rig({ ackLimitMs: 500 });
});

afterEach(() => slack.close());

const why = { why: { value: 'INC-42' } };

function submit(viewId: string, values: EnteredValues = why) {
  return slack.workspace.client.submitView('U0ANA', viewId, values);
}

function views() {
  return slack.workspace.client.openViews('U0ANA');
}

/** Answers a submission with this, and everything else with an empty ack. */
function ackSubmissionsWith(body: unknown): void {
  slack.answerWith(({ payload }) => (dig(payload, 'type') === 'view_submission' ? { body } : {}));
}

const externalSelect = (extra: Record<string, unknown> = {}) => ({
  type: 'input',
  block_id: 'app',
  label: plain('App'),
  dispatch_action: true,
  element: { type: 'external_select', action_id: 'pick', min_query_length: 0, ...extra },
});

describe('submitting', () => {
  test('tells the app the whole view with its state', async () => {
    const id = await openModal(slack, modal([textInput('why')], { callback_id: 'request', private_metadata: 'pm' }));
    expect(await submit(id)).toEqual({ ok: true });
    expect(slack.told.at(-1)?.payload).toMatchObject({
      type: 'view_submission',
      user: { id: 'U0ANA', name: 'ana', team_id: 'T0ACME' },
      team: { id: 'T0ACME', domain: 'acme' },
      trigger_id: expect.any(String),
      response_urls: [],
      view: {
        id,
        callback_id: 'request',
        private_metadata: 'pm',
        hash: expect.any(String),
        root_view_id: id,
        state: { values: { why: { value: { type: 'plain_text_input', value: 'INC-42' } } } },
      },
    });
  });

  test('an empty ack closes the view, and shows the one below', async () => {
    const root = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith({ response_action: 'push', view: modal([textInput('why')]) });
    await submit(root);
    expect(views()).toHaveLength(2);
    ackSubmissionsWith('');
    await submit(views()[1]?.id ?? '');
    expect(views().map((view) => view.id)).toEqual([root]);
  });

  test('response_action clear closes them all', async () => {
    const root = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith({ response_action: 'push', view: modal([textInput('why')]) });
    await submit(root);
    ackSubmissionsWith({ response_action: 'clear' });
    await submit(views()[1]?.id ?? '');
    expect(views()).toEqual([]);
  });

  test('response_action update shows another view in its place, with a new hash', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    const hash = views()[0]?.hash;
    ackSubmissionsWith({ response_action: 'update', view: modal([], { title: plain('Thank you') }) });
    expect(await submit(id)).toEqual({ ok: true });
    expect(views()).toMatchObject([{ id, title: 'Thank you', busy: false }]);
    expect(views()[0]?.hash).not.toBe(hash);
  });

  test('response_action errors shows them at the fields, and keeps what was entered', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith({ response_action: 'errors', errors: { why: 'Too short a story.' } });
    expect(await submit(id)).toEqual({
      ok: false,
      code: 'view_errors',
      sentence: 'Some fields need another look.',
      errors: { why: 'Too short a story.' },
    });
    expect(views()).toMatchObject([
      { errors: { why: 'Too short a story.' }, state: { why: { value: { value: 'INC-42' } } } },
    ]);
    ackSubmissionsWith('');
    await submit(id);
    expect(views()).toEqual([]);
  });

  test.each([
    ['errors for a block that is not there', { response_action: 'errors', errors: { nowhere: 'x' } }],
    ['no errors at all', { response_action: 'errors', errors: {} }],
    ['an unknown response_action', { response_action: 'dance' }],
    ['something else in JSON', { hello: 'there' }],
    ['something that is no JSON', 'thanks!'],
    ['a view that Slack refuses', { response_action: 'update', view: modal([{ type: 'bogus' }]) }],
    ['a Home view', { response_action: 'update', view: { type: 'home', blocks: [] } }],
  ])('an ack with %s is trouble, and the view stays', async (_name, body) => {
    const id = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith(body);
    expect(await submit(id)).toMatchObject({
      ok: false,
      code: 'invalid_response',
      sentence: expect.stringContaining('We had some trouble connecting. Try again?'),
    });
    expect(views()).toMatchObject([{ id, busy: false, state: { why: { value: { value: 'INC-42' } } } }]);
  });

  test('a fourth view cannot be pushed', async () => {
    ackSubmissionsWith({ response_action: 'push', view: modal([textInput('why')]) });
    await openModal(slack, modal([textInput('why')]));
    await submit(views()[0]?.id ?? '');
    await submit(views()[1]?.id ?? '');
    expect(await submit(views()[2]?.id ?? '')).toMatchObject({
      code: 'invalid_response',
      sentence: expect.stringContaining('push_limit_reached'),
    });
    expect(views()).toHaveLength(3);
  });

  test('an app that does not answer, or answers with an error, leaves the view open', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    slack.answerWith(() => 'never');
    expect(await submit(id)).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence: 'We had some trouble connecting. Try again?',
    });
    slack.answerWith(() => ({ status: 500 }));
    expect(await submit(id)).toMatchObject({ code: 'http_error' });
    expect(views()).toMatchObject([{ id, busy: false }]);
  });

  test('is busy meanwhile: a second submission is not sent', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    slack.answerWith(async () => {
      await held;
      return {};
    });
    const first = submit(id);
    expect(views()).toMatchObject([{ busy: true }]);
    expect(await submit(id)).toMatchObject({ code: 'busy' });
    release();
    expect(await first).toEqual({ ok: true });
    expect(slack.told.filter(({ payload }) => dig(payload, 'type') === 'view_submission')).toHaveLength(1);
  });

  test('the app may update the view before it acks', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    slack.answerWith(async () => {
      await slack.call('views.update', { view_id: id, view: modal([], { title: plain('Working') }) });
      return { body: { response_action: 'update', view: modal([], { title: plain('Done') }) } };
    });
    expect(await submit(id)).toEqual({ ok: true });
    expect(views()).toMatchObject([{ title: 'Done', busy: false }]);
  });

  test('only the top view, one’s own, and only with a submit button', async () => {
    const root = await openModal(slack, modal([textInput('why')]));
    expect(await slack.workspace.client.submitView('U0BEN', root, {})).toMatchObject({ code: 'not_found' });
    ackSubmissionsWith({
      response_action: 'push',
      view: { type: 'modal', title: plain('No button'), blocks: [{ type: 'divider' }] },
    });
    await submit(root);
    expect(await submit(root)).toMatchObject({ code: 'not_allowed' });
    expect(await submit(views()[1]?.id ?? '', {})).toMatchObject({ code: 'not_allowed' });
  });
});

describe('what Slack’s client refuses by itself', () => {
  const input = (element: Record<string, unknown>, extra: Record<string, unknown> = {}) => ({
    type: 'input',
    block_id: 'field',
    label: plain('Field'),
    element: { action_id: 'value', ...element },
    ...extra,
  });
  const number = { type: 'number_input', is_decimal_allowed: false, min_value: '1', max_value: '9' };

  test.each<[string, Record<string, unknown>, string, string]>([
    ['nothing in a required field', { type: 'plain_text_input' }, '', 'Please complete this required field.'],
    ['nothing chosen', { type: 'static_select', options: [option('a')] }, '', 'Please complete this required field.'],
    ['too little text', { type: 'plain_text_input', min_length: 5 }, 'four', 'Please enter at least 5 characters.'],
    ['too much text', { type: 'plain_text_input', max_length: 3 }, 'four', 'Please enter no more than 3 characters.'],
    ['a word for a number', number, 'two', 'Please enter a valid number.'],
    ['a fraction for an integer', number, '1.5', 'Please enter a valid number.'],
    ['too small a number', number, '0', 'Please enter a number of at least 1.'],
    ['too large a number', number, '10', 'Please enter a number of at most 9.'],
    ['no address', { type: 'email_text_input' }, 'ana', 'Please enter a valid email address.'],
    ['no link', { type: 'url_text_input' }, 'acme', 'Please enter a valid URL.'],
  ])('%s', async (_name, element, entered, problem) => {
    const id = await openModal(slack, modal([input(element)]));
    const before = slack.told.length;
    expect(await submit(id, { field: { value: entered } })).toMatchObject({
      ok: false,
      code: 'validation',
      errors: { field: problem },
    });
    expect(views()).toMatchObject([{ errors: { field: problem } }]);
    expect(slack.told).toHaveLength(before);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['enough text', { type: 'plain_text_input', min_length: 4 }, 'four'],
    ['a good number', number, '9'],
    ['an address', { type: 'email_text_input' }, 'ana@acme.example'],
  ])('not %s', async (_name, element, entered) => {
    const id = await openModal(slack, modal([input(element)]));
    expect(await submit(id, { field: { value: entered } })).toEqual({ ok: true });
  });

  test('an optional field may stay empty', async () => {
    const id = await openModal(slack, modal([input({ type: 'plain_text_input' }, { optional: true })]));
    expect(await submit(id, {})).toEqual({ ok: true });
  });
});

describe('external selects', () => {
  const offer = (...values: string[]) => ({ body: { options: values.map((one) => option(one)) } });

  async function optionsFor(viewId: string, query: string) {
    return slack.workspace.client.optionsFor('U0ANA', { kind: 'view', viewId }, 'app', 'pick', query);
  }

  test('the app is asked, with the view and its state', async () => {
    const id = await openModal(slack, modal([textInput('why'), externalSelect()]));
    slack.workspace.client.fill('U0ANA', id, why);
    slack.answerWith(() => offer('github', 'gitlab'));
    expect(await optionsFor(id, 'git')).toMatchObject({
      ok: true,
      groups: [{ label: null, options: [{ value: 'github', text: { text: 'github' } }, { value: 'gitlab' }] }],
    });
    expect(slack.told.at(-1)?.payload).toMatchObject({
      type: 'block_suggestion',
      block_id: 'app',
      action_id: 'pick',
      value: 'git',
      user: { id: 'U0ANA' },
      container: { type: 'view', view_id: id },
      view: { id, state: { values: { why: { value: { value: 'INC-42' } } } } },
    });
  });

  test('groups come as groups', async () => {
    const id = await openModal(slack, modal([externalSelect()]));
    slack.answerWith(() => ({
      body: { option_groups: [{ label: plain('Code'), options: [option('github')] }] },
    }));
    expect(await optionsFor(id, '')).toMatchObject({ groups: [{ label: 'Code', options: [{ value: 'github' }] }] });
  });

  test.each([
    ['more than 100 options', { options: Array.from({ length: 101 }, (_, i) => option(String(i))) }],
    ['an option of more than 75 characters', { options: [option('x'.repeat(76))] }],
    ['neither options nor groups', {}],
    ['something that is no JSON', 'github'],
  ])('%s are not taken', async (_name, body) => {
    const id = await openModal(slack, modal([externalSelect()]));
    slack.answerWith(() => ({ body }));
    expect(await optionsFor(id, '')).toMatchObject({ ok: false, code: 'invalid_response' });
  });

  test('an app that does not answer leaves the list empty, with a sentence', async () => {
    const id = await openModal(slack, modal([externalSelect()]));
    slack.answerWith(() => 'never');
    expect(await optionsFor(id, '')).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence: 'We had some trouble connecting. Try again?',
    });
  });

  test('only what was offered to this person can be chosen, and choosing is told', async () => {
    const id = await openModal(slack, modal([externalSelect()]));
    const choose = (entered: string) =>
      slack.workspace.client.act('U0ANA', { kind: 'view', viewId: id }, { blockId: 'app', actionId: 'pick', entered });
    expect(await choose('github')).toMatchObject({ code: 'validation' });
    slack.answerWith(() => offer('github'));
    await optionsFor(id, 'g');
    expect(await choose('github')).toEqual({ ok: true });
    expect(slack.told.at(-1)?.payload).toMatchObject({
      type: 'block_actions',
      view: { id, state: { values: { app: { pick: { selected_option: { value: 'github' } } } } } },
      actions: [{ type: 'external_select', selected_option: { value: 'github' } }],
    });
  });

  test('an initial option is chosen from the start, and can be submitted again', async () => {
    const id = await openModal(slack, modal([externalSelect({ initial_option: option('github') })]));
    expect(views()[0]?.state).toMatchObject({ app: { pick: { selected_option: { value: 'github' } } } });
    expect(await submit(id, { app: { pick: 'github' } })).toEqual({ ok: true });
  });

  test('other selects offer their own, people and channels, filtered by name', async () => {
    const element = (type: string, extra: Record<string, unknown> = {}) => ({
      type: 'input',
      block_id: type,
      label: plain('L'),
      element: { type, action_id: 'pick', ...extra },
    });
    const id = await openModal(
      slack,
      modal([
        element('static_select', { options: [option('1h', 'one hour'), option('4h', 'four hours')] }),
        element('users_select'),
        element('channels_select'),
        element('conversations_select'),
      ]),
    );
    const values = async (blockId: string, query: string) => {
      const place = { kind: 'view', viewId: id } as const;
      const answer = await slack.workspace.client.optionsFor('U0ANA', place, blockId, 'pick', query);
      return answer.ok ? answer.groups.flatMap((group) => group.options.map((one) => one.value)) : answer.code;
    };
    expect(await values('static_select', 'FOUR')).toEqual(['4h']);
    expect(await values('users_select', 'lindqvist')).toEqual(['U0ANA']);
    expect(await values('users_select', 'de groot')).toEqual([]);
    expect(await values('channels_select', 'incid')).toEqual(['C0INCIDENTS']);
    expect(await values('channels_select', 'old-pier')).toEqual([]);
    expect(await values('conversations_select', 'access')).toEqual(['C0REVIEWS', 'C0FINANCE', 'D0ANA']);
    expect(await values('nowhere', '')).toBe('stale');
  });
});

describe('closing', () => {
  test('is told only with notify_on_close', async () => {
    const quiet = await openModal(slack, modal([]));
    const before = slack.told.length;
    expect(await slack.workspace.client.closeView('U0ANA', quiet)).toEqual({ ok: true });
    expect(slack.told).toHaveLength(before);
    const loud = await openModal(slack, modal([], { notify_on_close: true, callback_id: 'loud' }));
    await slack.workspace.client.closeView('U0ANA', loud);
    expect(slack.told.at(-1)?.payload).toMatchObject({
      type: 'view_closed',
      user: { id: 'U0ANA' },
      view: { id: loud, callback_id: 'loud' },
      is_cleared: false,
    });
    expect(views()).toEqual([]);
  });

  test('shows the view below; clear_on_close closes them all', async () => {
    const push = (extra: Record<string, unknown> = {}) => ({
      response_action: 'push',
      view: modal([textInput('why')], extra),
    });
    const root = await openModal(slack, modal([textInput('why')], { notify_on_close: true }));
    ackSubmissionsWith(push());
    await submit(root);
    await slack.workspace.client.closeView('U0ANA', views()[1]?.id ?? '');
    expect(views().map((view) => view.id)).toEqual([root]);
    ackSubmissionsWith(push({ clear_on_close: true }));
    await submit(root);
    await slack.workspace.client.closeView('U0ANA', views()[1]?.id ?? '');
    expect(views()).toEqual([]);
    expect(slack.told.at(-1)?.payload).toMatchObject({ type: 'view_closed', view: { id: root }, is_cleared: true });
  });
});

test('a conversation select may ask for a response_url of what is chosen', async () => {
  const id = await openModal(
    slack,
    modal([
      {
        type: 'input',
        block_id: 'where',
        label: plain('Where'),
        element: { type: 'conversations_select', action_id: 'pick', response_url_enabled: true },
      },
    ]),
  );
  await submit(id, { where: { pick: 'C0GENERAL' } });
  const { payload } = slack.told.at(-1) ?? {};
  expect(payload).toMatchObject({
    response_urls: [{ block_id: 'where', action_id: 'pick', channel_id: 'C0GENERAL' }],
  });
  const body = JSON.stringify({ text: 'said here', response_type: 'in_channel' });
  await fetch(pick(payload, 'response_urls', 0, 'response_url'), { method: 'POST', body });
  expect(slack.workspace.client.messages('U0BEN', 'C0GENERAL').at(-1)?.text).toBe('said here');
});
