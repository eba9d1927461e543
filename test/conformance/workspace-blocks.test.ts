import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBlocks } from '../../sandbox/workspace/limits/blocks.ts';
import { actions, button, complaints, input, section, select } from './workspace-block-samples.ts';
import { mrkdwn, option, plain, textInput } from './workspace-rig.ts';

describe('block rules', () => {
  test('an empty text is refused', () => {
    expect(complaints([section('')])).toEqual([
      'must be more than 0 characters [json-pointer:/blocks/0/text/text]',
    ]);
  });

  test('lists that must hold something are refused empty', () => {
    expect(complaints([actions()])).toEqual([
      'must provide at least 1 items [json-pointer:/blocks/0/elements]',
    ]);
    expect(complaints([actions(select({ options: [] }))])).toEqual([
      'must provide at least 1 items [json-pointer:/blocks/0/elements/0/options]',
    ]);
  });

  test('an initial option must be among the options', () => {
    const options = [option('a'), option('b')];
    expect(complaints([actions(select({ options, initial_option: option('b') }))])).toEqual([]);
    expect(complaints([actions(select({ options, initial_option: option('c') }))])).toHaveLength(1);
    expect(
      complaints([actions(select({ options, initial_option: option('a', 'another text') }))]),
    ).toHaveLength(1);
  });

  test('an option has a link in an overflow menu only', () => {
    const linked = { ...option('a'), url: 'https://acme.example/' };
    expect(complaints([actions({ type: 'overflow', options: [linked] })])).toEqual([]);
    expect(complaints([actions(select({ options: [linked] }))])).toEqual([
      'invalid additional property: url [json-pointer:/blocks/0/elements/0/options/0]',
    ]);
  });

  test('properties that Slack does not know are refused, as Slack refuses them', () => {
    expect(complaints([{ type: 'header', text: plain('h'), fields: [] }])).toEqual([
      'invalid additional property: fields [json-pointer:/blocks/0]',
    ]);
    expect(complaints([{ type: 'section', text: { ...mrkdwn('t'), emoji: true } }])).toEqual([
      'invalid additional property: emoji [json-pointer:/blocks/0/text]',
    ]);
  });

  test('button styles are primary and danger', () => {
    expect(
      complaints([actions(button({ style: 'primary' }), button({ style: 'danger' }))]),
    ).toEqual([]);
    expect(complaints([actions(button({ style: 'default' }))])).toHaveLength(1);
  });

  test('a missing type, an unknown type and a value that is no block are named', () => {
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
    expect(complaints([input(button())])).toEqual([
      'unsupported type: button [json-pointer:/blocks/0/element/type]',
    ]);
  });

  test('header text is plain text only', () => {
    expect(complaints([{ type: 'header', text: mrkdwn('h') }])).toEqual([
      'unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]',
    ]);
  });

  test('a block_id occurs once on a surface, an action_id once in a block', () => {
    const twice = [
      { ...section('s'), block_id: 'same' },
      { ...section('s'), block_id: 'same' },
    ];
    expect(complaints(twice)).toEqual([
      '`block_id` "same" already exists [json-pointer:/blocks/1/block_id]',
    ]);
    const pair = actions(button({ action_id: 'a' }), button({ action_id: 'a' }));
    expect(complaints([pair])).toEqual([
      '`action_id` "a" already exists [json-pointer:/blocks/0/elements/1/action_id]',
    ]);
    expect(
      complaints([actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))]),
    ).toEqual([]);
  });

  test('only one element is focused on load', () => {
    const focused = (id: string) => ({ ...textInput(id, { focus_on_load: true }) });
    expect(complaints([focused('a')], 'modal')).toEqual([]);
    expect(complaints([focused('a'), focused('b')], 'modal')).toHaveLength(1);
  });

  test('ids that the app leaves out are generated, and differ', () => {
    const checked = checkBlocks([actions(button(), button()), section('s')], 'message', []);
    if (!checked.ok || checked.blocks[0]?.type !== 'actions') throw new Error('refused');
    const [first, second] = checked.blocks[0].elements;
    expect(first?.action_id).toMatch(/^\w{6}$/);
    expect(first?.action_id).not.toBe(second?.action_id);
    expect(checked.blocks[1]?.block_id).toMatch(/^\w{6}$/);
  });

  test('the check answers for any JSON and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (blocks) => {
        for (const surface of ['message', 'modal', 'home'] as const) complaints(blocks, surface);
      }),
      { numRuns: 100 },
    );
  });
});
