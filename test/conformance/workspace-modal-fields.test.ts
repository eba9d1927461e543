import { describe, expect, test } from 'vitest';
import type { EnteredValues } from '../../sandbox/workspace/client.ts';
import { modal, openModal, option, plain, textInput, useRig } from './workspace-rig.ts';

const slack = useRig();

const why = { why: { value: 'INC-42' } };

function submit(viewId: string, values: EnteredValues = why) {
  return slack.workspace.client.submitView('U0ANA', viewId, values);
}

function views() {
  return slack.workspace.client.openViews('U0ANA');
}

describe('input that Slack’s client refuses by itself', () => {
  const input = (element: Record<string, unknown>, extra: Record<string, unknown> = {}) => ({
    type: 'input',
    block_id: 'field',
    label: plain('Field'),
    element: { action_id: 'value', ...element },
    ...extra,
  });
  const number = {
    type: 'number_input',
    is_decimal_allowed: false,
    min_value: '1',
    max_value: '9',
  };

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      'nothing in a required field',
      { type: 'plain_text_input' },
      '',
      'Please complete this required field.',
    ],
    [
      'nothing chosen',
      { type: 'static_select', options: [option('a')] },
      '',
      'Please complete this required field.',
    ],
    [
      'too little text',
      { type: 'plain_text_input', min_length: 5 },
      'four',
      'Please enter at least 5 characters.',
    ],
    [
      'too much text',
      { type: 'plain_text_input', max_length: 3 },
      'four',
      'Please enter no more than 3 characters.',
    ],
    ['a word for a number', number, 'two', 'Please enter a valid number.'],
    ['a fraction for an integer', number, '1.5', 'Please enter a valid number.'],
    ['too small a number', number, '0', 'Please enter a number of at least 1.'],
    ['too large a number', number, '10', 'Please enter a number of at most 9.'],
    [
      'a name for an email address',
      { type: 'email_text_input' },
      'ana',
      'Please enter a valid email address.',
    ],
    ['a word for a link', { type: 'url_text_input' }, 'here', 'Please enter a valid URL.'],
    ['a word for a day', { type: 'datepicker' }, 'Friday', 'Please enter a valid date.'],
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
    ['a good email address', { type: 'email_text_input' }, 'ana@strait.example'],
    ['a good link', { type: 'url_text_input' }, 'https://strait.example'],
    ['a good day', { type: 'datepicker' }, '2026-03-01'],
  ])('not %s', async (_name, element, entered) => {
    const id = await openModal(slack, modal([input(element)]));
    expect(await submit(id, { field: { value: entered } })).toEqual({ ok: true });
  });

  test('an optional field may stay empty', async () => {
    const id = await openModal(
      slack,
      modal([input({ type: 'plain_text_input' }, { optional: true })]),
    );
    expect(await submit(id, {})).toEqual({ ok: true });
  });
});

const externalSelect = (extra: Record<string, unknown> = {}) => ({
  type: 'input',
  block_id: 'app',
  label: plain('App'),
  dispatch_action: true,
  element: { type: 'external_select', action_id: 'pick', min_query_length: 0, ...extra },
});

describe('external selects', () => {
  const offer = (...values: string[]) => ({ body: { options: values.map((one) => option(one)) } });

  async function optionsFor(viewId: string, query: string) {
    return slack.workspace.client.optionsFor(
      'U0ANA',
      { kind: 'view', viewId },
      'app',
      'pick',
      query,
    );
  }

  test('the app is asked, with the view and its state', async () => {
    const id = await openModal(slack, modal([textInput('why'), externalSelect()]));
    slack.workspace.client.fill('U0ANA', id, why);
    slack.answerWith(() => offer('github', 'gitlab'));
    expect(await optionsFor(id, 'git')).toMatchObject({
      ok: true,
      options: [{ value: 'github', text: { text: 'github' } }, { value: 'gitlab' }],
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

  test.each([
    [
      'more than 100 options',
      { options: Array.from({ length: 101 }, (_, i) => option(String(i))) },
    ],
    ['an option of more than 75 characters', { options: [option('x'.repeat(76))] }],
    ['no options', {}],
    ['something that is no JSON', 'github'],
  ])('%s are not taken', async (_name, body) => {
    const id = await openModal(slack, modal([externalSelect()]));
    slack.answerWith(() => ({ body }));
    expect(await optionsFor(id, '')).toMatchObject({ ok: false, code: 'invalid_response' });
  });

  test('an app that does not answer leaves the list empty, with a sentence', async () => {
    const id = await openModal(slack, modal([externalSelect()]));
    slack.answerWith(() => 'never');
    slack.acksWithin(100);
    expect(await optionsFor(id, '')).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence: 'We had some trouble connecting. Try again?',
    });
  });

  test('only options offered to this person can be chosen, and a choice is sent', async () => {
    const id = await openModal(slack, modal([externalSelect()]));
    const choose = (entered: string) =>
      slack.workspace.client.act(
        'U0ANA',
        { kind: 'view', viewId: id },
        { blockId: 'app', actionId: 'pick', entered },
      );
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
    const id = await openModal(
      slack,
      modal([externalSelect({ initial_option: option('github') })]),
    );
    expect(views()[0]?.state).toMatchObject({
      app: { pick: { selected_option: { value: 'github' } } },
    });
    expect(await submit(id, { app: { pick: 'github' } })).toEqual({ ok: true });
  });

  test('other selects offer their own options, or people, filtered by name', async () => {
    const element = (type: string, extra: Record<string, unknown> = {}) => ({
      type: 'input',
      block_id: type,
      label: plain('L'),
      element: { type, action_id: 'pick', ...extra },
    });
    const id = await openModal(
      slack,
      modal([
        element('static_select', {
          options: [option('1h', 'one hour'), option('4h', 'four hours')],
        }),
        element('users_select'),
      ]),
    );
    const values = async (blockId: string, query: string) => {
      const place = { kind: 'view', viewId: id } as const;
      const answer = await slack.workspace.client.optionsFor(
        'U0ANA',
        place,
        blockId,
        'pick',
        query,
      );
      return answer.ok ? answer.options.map((one) => one.value) : answer.code;
    };
    expect(await values('static_select', 'FOUR')).toEqual(['4h']);
    expect(await values('users_select', 'okafor')).toEqual(['U0BEN']);
    expect(await values('users_select', 'de groot')).toEqual([]);
    expect(await values('nowhere', '')).toBe('stale');
  });
});
