import { describe, expect, test } from 'vitest';
import { actions, button, complaints, input, section, select } from './workspace-block-samples.ts';
import { mrkdwn, option, plain } from './workspace-rig.ts';

const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const confirm = (extra: Record<string, unknown>) =>
  button({ confirm: { text: plain('Sure?'), ...extra } });

/** What Slack says of one too many. */
const words = {
  characters: (most: number) => `must be less than ${most + 1} characters`,
  items: (most: number) => `no more than ${most} items allowed`,
  value: (most: number) => `must be less than ${most + 1}`,
};

/** What it is, how much just fits, of what, where in the block, and a block with that much. */
const numbers: readonly [string, number, keyof typeof words, string, (size: number) => unknown][] =
  [
    ['section text', 3000, 'characters', '/text/text', (n) => section(long(n))],
    [
      'a header',
      150,
      'characters',
      '/text/text',
      (n) => ({ type: 'header', text: plain(long(n)) }),
    ],
    ['actions elements', 25, 'items', '/elements', (n) => actions(...many(n, () => button()))],
    [
      'context elements',
      10,
      'items',
      '/elements',
      (n) => ({ type: 'context', elements: many(n, () => mrkdwn('c')) }),
    ],
    [
      'button text',
      75,
      'characters',
      '/elements/0/text/text',
      (n) => actions(button({ text: plain(long(n)) })),
    ],
    [
      'a button value',
      2000,
      'characters',
      '/elements/0/value',
      (n) => actions(button({ value: long(n) })),
    ],
    [
      'a button url',
      3000,
      'characters',
      '/elements/0/url',
      (n) => actions(button({ url: `https://acme.example/${long(n - 21)}` })),
    ],
    [
      'an action_id',
      255,
      'characters',
      '/elements/0/action_id',
      (n) => actions(button({ action_id: long(n) })),
    ],
    ['a block_id', 255, 'characters', '/block_id', (n) => ({ ...section('s'), block_id: long(n) })],
    [
      'options of a select',
      100,
      'items',
      '/elements/0/options',
      (n) => actions(select({ options: many(n, (i) => option(String(i))) })),
    ],
    [
      'option text',
      75,
      'characters',
      '/elements/0/options/0/text/text',
      (n) => actions(select({ options: [option('v', long(n))] })),
    ],
    [
      'an option value',
      75,
      'characters',
      '/elements/0/options/0/value',
      (n) => actions(select({ options: [option(long(n), 't')] })),
    ],
    [
      'an option description',
      75,
      'characters',
      '/elements/0/options/0/description/text',
      (n) => actions(select({ options: [{ ...option('v'), description: plain(long(n)) }] })),
    ],
    [
      'radio buttons',
      10,
      'items',
      '/elements/0/options',
      (n) => actions({ type: 'radio_buttons', options: many(n, (i) => option(String(i))) }),
    ],
    [
      'checkboxes',
      10,
      'items',
      '/elements/0/options',
      (n) => actions({ type: 'checkboxes', options: many(n, (i) => option(String(i))) }),
    ],
    [
      'an overflow menu',
      5,
      'items',
      '/elements/0/options',
      (n) => actions({ type: 'overflow', options: many(n, (i) => option(String(i))) }),
    ],
    [
      'a placeholder',
      150,
      'characters',
      '/elements/0/placeholder/text',
      (n) => actions({ type: 'external_select', placeholder: plain(long(n)) }),
    ],
    [
      'a confirm title',
      100,
      'characters',
      '/elements/0/confirm/title/text',
      (n) => actions(confirm({ title: plain(long(n)) })),
    ],
    [
      'a confirm text',
      300,
      'characters',
      '/elements/0/confirm/text/text',
      (n) => actions(confirm({ text: plain(long(n)) })),
    ],
    [
      'a confirm button',
      30,
      'characters',
      '/elements/0/confirm/deny/text',
      (n) => actions(confirm({ deny: plain(long(n)) })),
    ],
    [
      'an input label',
      2000,
      'characters',
      '/label/text',
      (n) => input({ type: 'plain_text_input' }, { label: plain(long(n)) }),
    ],
    [
      'an input hint',
      2000,
      'characters',
      '/hint/text',
      (n) => input({ type: 'plain_text_input' }, { hint: plain(long(n)) }),
    ],
    [
      'the max_length of a text input',
      3000,
      'value',
      '/element/max_length',
      (n) => input({ type: 'plain_text_input', max_length: n }),
    ],
    [
      'the initial value of a text input',
      3000,
      'characters',
      '/element/initial_value',
      (n) => input({ type: 'plain_text_input', initial_value: long(n) }),
    ],
  ];

describe('block limits', () => {
  test.each(numbers)(
    '%s: %i fits and one more is refused (%s)',
    (_name, most, what, place, make) => {
      expect(complaints([make(most)])).toEqual([]);
      expect(complaints([make(most + 1)])).toEqual([
        `${words[what](most)} [json-pointer:/blocks/0${place}]`,
      ]);
    },
  );

  test('a message holds 50 blocks, a modal and Home 100', () => {
    const blocks = (count: number) => many(count, () => section('s'));
    expect(complaints(blocks(50))).toEqual([]);
    expect(complaints(blocks(51))).toEqual([
      'no more than 50 items allowed [json-pointer:/blocks]',
    ]);
    for (const surface of ['modal', 'home'] as const) {
      expect(complaints(blocks(100), surface)).toEqual([]);
      expect(complaints(blocks(101), surface)).toEqual([
        'no more than 100 items allowed [json-pointer:/blocks]',
      ]);
    }
  });
});
