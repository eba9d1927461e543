import { describe, expect, test } from 'vitest';
import { checkBlocks, type Surface } from '../../sandbox/workspace/limits/blocks.ts';
import { problemLine } from '../../sandbox/workspace/limits/problems.ts';
import { mrkdwn, option, plain } from './workspace-rig.ts';

function complaints(blocks: unknown, surface: Surface = 'message'): readonly string[] {
  const checked = checkBlocks(blocks, surface, ['blocks']);
  return checked.ok ? [] : checked.problems.map(problemLine);
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
});
