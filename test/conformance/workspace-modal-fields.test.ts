import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EnteredValues } from '../../sandbox/workspace/client.ts';
import { modal, openModal, option, plain, type Rig, rig } from './workspace-rig.ts';

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
  ])('not %s', async (_name, element, entered) => {
    const id = await openModal(slack, modal([input(element)]));
    expect(await submit(id, { field: { value: entered } })).toEqual({ ok: true });
  });

  test('an optional field may stay empty', async () => {
    const id = await openModal(slack, modal([input({ type: 'plain_text_input' }, { optional: true })]));
    expect(await submit(id, {})).toEqual({ ok: true });
  });
});
