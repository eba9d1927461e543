import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBlocks, type Surface } from '../../src/sandbox/workspace/limits/blocks.ts';
import { cutText } from '../../src/sandbox/workspace/limits/messages.ts';
import { problemLine } from '../../src/sandbox/workspace/limits/problems.ts';
import { checkView } from '../../src/sandbox/workspace/limits/views.ts';
import { modal, mrkdwn, option, plain, textInput } from './workspace-rig.ts';

function complaints(blocks: unknown, surface: Surface = 'message'): readonly string[] {
  const checked = checkBlocks(blocks, surface, ['blocks']);
  return checked.ok ? [] : checked.problems.map(problemLine);
}

function viewComplaints(view: unknown): readonly string[] {
  const checked = checkView(view, 'modal');
  return checked.ok ? [] : [checked.code, ...checked.problems.map(problemLine)];
}

const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const button = (extra: Record<string, unknown> = {}) => ({ type: 'button', text: plain('Go'), ...extra });
const input = (element: unknown, extra: Record<string, unknown> = {}) => ({
  type: 'input',
  label: plain('L'),
  element,
  ...extra,
});
const select = (extra: Record<string, unknown>) => ({ type: 'static_select', ...extra });
const confirm = (extra: Record<string, unknown>) => button({ confirm: { text: plain('Sure?'), ...extra } });

/** What just fits, what is one too many, and what Slack says then. */
const numbers: readonly [string, (size: number) => unknown, number, string][] = [
  [
    'section text',
    (n) => section(long(n)),
    3000,
    'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
  ],
  [
    'section fields',
    (n) => ({ type: 'section', fields: many(n, () => mrkdwn('f')) }),
    10,
    'no more than 10 items allowed [json-pointer:/blocks/0/fields]',
  ],
  [
    'a section field',
    (n) => ({ type: 'section', fields: [mrkdwn(long(n))] }),
    2000,
    'must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]',
  ],
  [
    'a header',
    (n) => ({ type: 'header', text: plain(long(n)) }),
    150,
    'must be less than 151 characters [json-pointer:/blocks/0/text/text]',
  ],
  [
    'actions elements',
    (n) => actions(...many(n, () => button())),
    25,
    'no more than 25 items allowed [json-pointer:/blocks/0/elements]',
  ],
  [
    'context elements',
    (n) => ({ type: 'context', elements: many(n, () => mrkdwn('c')) }),
    10,
    'no more than 10 items allowed [json-pointer:/blocks/0/elements]',
  ],
  [
    'button text',
    (n) => actions(button({ text: plain(long(n)) })),
    75,
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]',
  ],
  [
    'a button value',
    (n) => actions(button({ value: long(n) })),
    2000,
    'must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]',
  ],
  [
    'a button url',
    (n) => actions(button({ url: `https://acme.example/${long(n - 21)}` })),
    3000,
    'must be less than 3001 characters [json-pointer:/blocks/0/elements/0/url]',
  ],
  [
    'an action_id',
    (n) => actions(button({ action_id: long(n) })),
    255,
    'must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]',
  ],
  [
    'a block_id',
    (n) => ({ ...section('s'), block_id: long(n) }),
    255,
    'must be less than 256 characters [json-pointer:/blocks/0/block_id]',
  ],
  [
    'options of a select',
    (n) => actions(select({ options: many(n, (i) => option(String(i))) })),
    100,
    'no more than 100 items allowed [json-pointer:/blocks/0/elements/0/options]',
  ],
  [
    'option groups',
    (n) => actions(select({ option_groups: many(n, (i) => ({ label: plain('g'), options: [option(String(i))] })) })),
    100,
    'no more than 100 items allowed [json-pointer:/blocks/0/elements/0/option_groups]',
  ],
  [
    'option text',
    (n) => actions(select({ options: [option('v', long(n))] })),
    75,
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/options/0/text/text]',
  ],
  [
    'an option value',
    (n) => actions(select({ options: [option(long(n), 't')] })),
    75,
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/options/0/value]',
  ],
  [
    'an option description',
    (n) => actions(select({ options: [{ ...option('v'), description: plain(long(n)) }] })),
    75,
    'must be less than 76 characters [json-pointer:/blocks/0/elements/0/options/0/description/text]',
  ],
  [
    'radio buttons',
    (n) => actions({ type: 'radio_buttons', options: many(n, (i) => option(String(i))) }),
    10,
    'no more than 10 items allowed [json-pointer:/blocks/0/elements/0/options]',
  ],
  [
    'checkboxes',
    (n) => actions({ type: 'checkboxes', options: many(n, (i) => option(String(i))) }),
    10,
    'no more than 10 items allowed [json-pointer:/blocks/0/elements/0/options]',
  ],
  [
    'an overflow menu',
    (n) => actions({ type: 'overflow', options: many(n, (i) => option(String(i))) }),
    5,
    'no more than 5 items allowed [json-pointer:/blocks/0/elements/0/options]',
  ],
  [
    'a placeholder',
    (n) => actions({ type: 'external_select', placeholder: plain(long(n)) }),
    150,
    'must be less than 151 characters [json-pointer:/blocks/0/elements/0/placeholder/text]',
  ],
  [
    'a confirm title',
    (n) => actions(confirm({ title: plain(long(n)) })),
    100,
    'must be less than 101 characters [json-pointer:/blocks/0/elements/0/confirm/title/text]',
  ],
  [
    'a confirm text',
    (n) => actions(confirm({ text: plain(long(n)) })),
    300,
    'must be less than 301 characters [json-pointer:/blocks/0/elements/0/confirm/text/text]',
  ],
  [
    'a confirm button',
    (n) => actions(confirm({ deny: plain(long(n)) })),
    30,
    'must be less than 31 characters [json-pointer:/blocks/0/elements/0/confirm/deny/text]',
  ],
  [
    'an input label',
    (n) => input({ type: 'plain_text_input' }, { label: plain(long(n)) }),
    2000,
    'must be less than 2001 characters [json-pointer:/blocks/0/label/text]',
  ],
  [
    'an input hint',
    (n) => input({ type: 'plain_text_input' }, { hint: plain(long(n)) }),
    2000,
    'must be less than 2001 characters [json-pointer:/blocks/0/hint/text]',
  ],
  [
    'the max_length of a text input',
    (n) => input({ type: 'plain_text_input', max_length: n }),
    3000,
    'must be less than 3001 [json-pointer:/blocks/0/element/max_length]',
  ],
  [
    'the initial value of a text input',
    (n) => input({ type: 'plain_text_input', initial_value: long(n) }),
    3000,
    'must be less than 3001 characters [json-pointer:/blocks/0/element/initial_value]',
  ],
];

describe('block limits', () => {
  test.each(numbers)('%s fits at the limit and is refused beyond it', (_name, make, most, complaint) => {
    expect(complaints([make(most)])).toEqual([]);
    expect(complaints([make(most + 1)])).toEqual([complaint]);
  });

  test('a message holds 50 blocks, a modal and Home 100', () => {
    const blocks = (count: number) => many(count, () => ({ type: 'divider' }));
    expect(complaints(blocks(50))).toEqual([]);
    expect(complaints(blocks(51))).toEqual(['no more than 50 items allowed [json-pointer:/blocks]']);
    for (const surface of ['modal', 'home'] as const) {
      expect(complaints(blocks(100), surface)).toEqual([]);
      expect(complaints(blocks(101), surface)).toEqual(['no more than 100 items allowed [json-pointer:/blocks]']);
    }
  });

  test('an empty text is refused', () => {
    expect(complaints([section('')])).toEqual(['must be more than 0 characters [json-pointer:/blocks/0/text/text]']);
  });

  test('lists that must hold something are refused empty', () => {
    expect(complaints([actions()])).toEqual(['must provide at least 1 items [json-pointer:/blocks/0/elements]']);
    expect(complaints([actions(select({ options: [] }))])).toEqual([
      'must provide at least 1 items [json-pointer:/blocks/0/elements/0/options]',
    ]);
  });

  test('a section needs text or fields', () => {
    expect(complaints([{ type: 'section' }])).toEqual([
      'must define either `text` or `fields` [json-pointer:/blocks/0]',
    ]);
  });

  test('a select takes options or groups, not both and not neither', () => {
    const refused = ['must provide exactly one of `options` or `option_groups` [json-pointer:/blocks/0/elements/0]'];
    const groups = [{ label: plain('g'), options: [option('a')] }];
    expect(complaints([actions(select({}))])).toEqual(refused);
    expect(complaints([actions(select({ options: [option('a')], option_groups: groups }))])).toEqual(refused);
    expect(complaints([actions(select({ option_groups: groups }))])).toEqual([]);
  });

  test('an initial option must be among the options', () => {
    const options = [option('a'), option('b')];
    expect(complaints([actions(select({ options, initial_option: option('b') }))])).toEqual([]);
    expect(complaints([actions(select({ options, initial_option: option('c') }))])).toHaveLength(1);
    expect(complaints([actions(select({ options, initial_option: option('a', 'another text') }))])).toHaveLength(1);
  });

  test('an option has a link in an overflow menu only', () => {
    const linked = { ...option('a'), url: 'https://acme.example/' };
    expect(complaints([actions({ type: 'overflow', options: [linked] })])).toEqual([]);
    expect(complaints([actions(select({ options: [linked] }))])).toEqual([
      'invalid additional property: url [json-pointer:/blocks/0/elements/0/options/0]',
    ]);
  });

  test('properties that Slack does not know are refused, as Slack refuses them', () => {
    expect(complaints([{ type: 'divider', text: mrkdwn('t') }])).toEqual([
      'invalid additional property: text [json-pointer:/blocks/0]',
    ]);
    expect(complaints([{ type: 'section', text: { ...mrkdwn('t'), emoji: true } }])).toEqual([
      'invalid additional property: emoji [json-pointer:/blocks/0/text]',
    ]);
  });

  test('button styles are primary and danger', () => {
    expect(complaints([actions(button({ style: 'primary' }), button({ style: 'danger' }))])).toEqual([]);
    expect(complaints([actions(button({ style: 'default' }))])).toHaveLength(1);
  });

  test('a missing type, an unknown type and something that is no block each say so', () => {
    expect(complaints([{}, { type: 'bogus' }, 'text'])).toEqual([
      'missing required field: type [json-pointer:/blocks/0]',
      'unsupported type: bogus [json-pointer:/blocks/1/type]',
      'must provide an object [json-pointer:/blocks/2]',
    ]);
  });

  test('an element may stand only in blocks that take it', () => {
    expect(complaints([actions({ type: 'plain_text_input' })])).toEqual([
      'unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]',
    ]);
    expect(complaints([input(button())])).toEqual(['unsupported type: button [json-pointer:/blocks/0/element/type]']);
  });

  test('header text is plain text only', () => {
    expect(complaints([{ type: 'header', text: mrkdwn('h') }])).toEqual([
      'unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]',
    ]);
  });

  test.each([
    ['alert', { type: 'alert', text: plain('a') }, ['modal', 'home']],
    ['markdown', { type: 'markdown', text: 'm' }, ['message', 'home']],
    ['table', { type: 'table', rows: [[{ type: 'raw_text', text: 'c' }]] }, ['message', 'home']],
    ['card', { type: 'card', title: mrkdwn('t') }, ['message', 'home']],
    ['task_card', { type: 'task_card', task_id: '1', title: 't', status: 'pending' }, ['message']],
    ['plan', { type: 'plan', title: 'p' }, ['message']],
  ] as const)('%s belongs on some surfaces only', (name, block, surfaces) => {
    for (const surface of ['message', 'modal', 'home'] as const) {
      const expected = surfaces.some((one) => one === surface)
        ? []
        : [`unsupported type: ${name} [json-pointer:/blocks/0/type]`];
      expect(complaints([block], surface)).toEqual(expected);
    }
  });

  test('a block_id occurs once on a surface, an action_id once in a block', () => {
    const twice = [
      { type: 'divider', block_id: 'same' },
      { type: 'divider', block_id: 'same' },
    ];
    expect(complaints(twice)).toEqual(['`block_id` "same" already exists [json-pointer:/blocks/1/block_id]']);
    const pair = actions(button({ action_id: 'a' }), button({ action_id: 'a' }));
    expect(complaints([pair])).toEqual([
      '`action_id` "a" already exists [json-pointer:/blocks/0/elements/1/action_id]',
    ]);
    expect(complaints([actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))])).toEqual([]);
  });

  test('only one element is focused on load', () => {
    const focused = (id: string) => ({ ...textInput(id, { focus_on_load: true }) });
    expect(complaints([focused('a')], 'modal')).toEqual([]);
    expect(complaints([focused('a'), focused('b')], 'modal')).toHaveLength(1);
  });

  test('ids that the app leaves out are generated, and differ', () => {
    const checked = checkBlocks([actions(button(), button()), { type: 'divider' }], 'message', []);
    if (!checked.ok || checked.blocks[0]?.type !== 'actions') throw new Error('refused');
    const [first, second] = checked.blocks[0].elements;
    expect(first?.action_id).toMatch(/^\w{6}$/);
    expect(first?.action_id).not.toBe(second?.action_id);
    expect(checked.blocks[1]?.block_id).toMatch(/^\w{6}$/);
  });

  test('whatever is sent, the check answers and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (blocks) => {
        for (const surface of ['message', 'modal', 'home'] as const) complaints(blocks, surface);
      }),
      { numRuns: 100 },
    );
  });
});

describe('view limits', () => {
  test.each(['title', 'submit', 'close'])('%s has 24 characters', (word) => {
    expect(viewComplaints(modal([], { [word]: plain(long(24)) }))).toEqual([]);
    expect(viewComplaints(modal([], { [word]: plain(long(25)) }))).toEqual([
      'invalid_arguments',
      `must be less than 25 characters [json-pointer:/view/${word}/text]`,
    ]);
  });

  test.each([
    ['private_metadata', 3000],
    ['callback_id', 255],
    ['external_id', 255],
  ])('%s has %i characters', (name, most) => {
    expect(viewComplaints(modal([], { [name]: long(most) }))).toEqual([]);
    expect(viewComplaints(modal([], { [name]: long(most + 1) }))).toEqual([
      'invalid_arguments',
      `must be less than ${most + 1} characters [json-pointer:/view/${name}]`,
    ]);
  });

  test('a view of more than 250 KB is too large', () => {
    const blocks = many(90, () => section(long(3000)));
    expect(viewComplaints(modal(blocks))).toEqual(['view_too_large']);
  });

  test('inputs need a submit button', () => {
    const { submit: _, ...withoutSubmit } = modal([{ type: 'divider' }, textInput('why')]);
    expect(viewComplaints(withoutSubmit)).toEqual([
      'invalid_arguments',
      'must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/1/input]',
    ]);
  });

  test('a payload’s view cannot be sent back as it came', () => {
    expect(viewComplaints(modal([], { id: 'V0', hash: 'h' }))).toEqual([
      'invalid_arguments',
      'invalid additional property: id [json-pointer:/view]',
      'invalid additional property: hash [json-pointer:/view]',
    ]);
  });

  test('what is missing is named', () => {
    expect(viewComplaints({ type: 'modal' })).toEqual([
      'invalid_arguments',
      'missing required field: title [json-pointer:/view]',
      'missing required field: blocks [json-pointer:/view]',
    ]);
  });

  test('problems in blocks are named from the view down', () => {
    expect(viewComplaints(modal([section('')]))).toContain(
      'must be more than 0 characters [json-pointer:/view/blocks/0/text/text]',
    );
  });
});

test('a long text is cut at 40,000 characters, and never through a letter', () => {
  expect(cutText(long(40_001))).toHaveLength(40_000);
  expect(cutText(`${long(39_999)}🛟!`)).toBe(long(39_999));
});
