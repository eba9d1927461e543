import { describe, expect, test } from 'vitest';
import { cutText } from '../../sandbox/workspace/limits/messages.ts';
import { problemLine } from '../../sandbox/workspace/limits/problems.ts';
import { checkView } from '../../sandbox/workspace/limits/views.ts';
import { modal, mrkdwn, plain, textInput } from './workspace-rig.ts';

function viewComplaints(view: unknown): readonly string[] {
  const checked = checkView(view, 'modal');
  return checked.ok ? [] : [checked.code, ...checked.problems.map(problemLine)];
}

const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });

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
  ])('%s has %i characters', (name, most) => {
    expect(viewComplaints(modal([], { [name]: long(most) }))).toEqual([]);
    expect(viewComplaints(modal([], { [name]: long(most + 1) }))).toEqual([
      'invalid_arguments',
      `must be less than ${most + 1} characters [json-pointer:/view/${name}]`,
    ]);
  });

  test('refuses a view of more than 250 KB', () => {
    const blocks = many(90, () => section(long(3000)));
    expect(viewComplaints(modal(blocks))).toEqual(['view_too_large']);
  });

  test('inputs need a submit button', () => {
    const { submit: _, ...withoutSubmit } = modal([
      { type: 'header', text: plain('H') },
      textInput('why'),
    ]);
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

  test('a missing field is named', () => {
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
