import type { StaticSelect } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { ShownBlock, StateValues } from '../../../sandbox/workspace/client.ts';
import { blocks } from '../../../sandbox/workspace/page/blocks.ts';
import type { Reader } from '../../../sandbox/workspace/page/reader.ts';
import type { Surface } from '../../../sandbox/workspace/page/surface.ts';

const reader: Reader = {
  personId: 'U0BEN',
  timeZone: 'Africa/Lagos',
  locale: 'en-GB',
  now: new Date('2026-11-21T12:00:00Z'),
  personName: () => 'Ana',
  channelName: () => 'general',
  sees: () => true,
  groupHandle: () => null,
};

function render(
  list: readonly ShownBlock[],
  state: StateValues = {},
  errors: Record<string, string> = {},
): string {
  const surface: Surface = { reader, container: { kind: 'view', viewId: 'V1' }, state, errors };
  const markup = blocks(surface, list);
  if (markup instanceof Promise) throw new Error('blocks are rendered at once');
  return markup.toString();
}

const nasty = `"><script>alert('x')</script><img src=x onerror="alert(1)">&amp;`;
const plain = { type: 'plain_text', text: nasty } as const;
const marked = { type: 'mrkdwn', text: nasty } as const;
const options = [{ text: plain, value: nasty, description: plain }];
const confirm = { title: plain, text: marked, confirm: plain, deny: plain };
const url = `javascript:alert("x")`;

const everything: readonly ShownBlock[] = [
  { type: 'header', block_id: nasty, text: plain },
  { type: 'section', block_id: 's', text: marked },
  {
    type: 'section',
    block_id: 's2',
    text: marked,
    accessory: { type: 'button', action_id: nasty, text: plain, value: nasty, url, confirm },
  },
  {
    type: 'section',
    block_id: 's3',
    text: marked,
    accessory: {
      type: 'overflow',
      action_id: nasty,
      options: [
        { text: plain, value: nasty, url },
        { text: plain, value: nasty },
      ],
      confirm,
    },
  },
  { type: 'context', block_id: 'c', elements: [marked, plain] },
  {
    type: 'actions',
    block_id: 'a',
    elements: [
      { type: 'static_select', action_id: 'a1', placeholder: plain, options: [] },
      { type: 'checkboxes', action_id: 'a2', options },
      { type: 'radio_buttons', action_id: 'a3', options },
      { type: 'button', action_id: 'a5', text: plain, accessibility_label: nasty, confirm },
    ],
  },
  {
    type: 'input',
    block_id: 'in',
    label: plain,
    hint: plain,
    element: { type: 'plain_text_input', action_id: nasty, placeholder: plain },
  },
  {
    type: 'input',
    block_id: 'in2',
    label: plain,
    element: { type: 'plain_text_input', action_id: 'x', multiline: true },
  },
  {
    type: 'input',
    block_id: 'in3',
    label: plain,
    element: { type: 'multi_external_select', action_id: 'x', placeholder: plain },
  },
  {
    type: 'rich_text',
    block_id: 'r',
    elements: [
      {
        type: 'rich_text_section',
        elements: [{ type: 'text', text: nasty, style: { bold: true } }],
      },
      {
        type: 'rich_text_quote',
        elements: [{ type: 'text', text: nasty, style: { italic: true } }],
      },
      {
        type: 'rich_text_section',
        elements: [{ type: 'date', timestamp: 0, format: nasty, fallback: nasty }],
      },
    ],
  },
];

describe('Block Kit as markup', () => {
  it('escapes the text and attributes of every block', () => {
    const state = {
      in2: { x: { type: 'plain_text_input', value: `</textarea>${nasty}` } },
      in3: { x: { type: 'multi_external_select', selected_options: options } },
    };
    const markup = render(everything, state, { in: nasty });
    expect(markup).toContain('&lt;script&gt;');
    expect(markup).not.toMatch(/<script|<img|onerror="|href="javascript/);
    expect(markup.match(/<\/textarea>/g)).toHaveLength(1);
  });

  it('ties label, hint and error to the field', () => {
    const field: ShownBlock = {
      type: 'input',
      block_id: 'why',
      label: { type: 'plain_text', text: 'Why' },
      hint: { type: 'plain_text', text: 'In a sentence' },
      optional: true,
      element: { type: 'plain_text_input', action_id: 'text', max_length: 80 },
    };
    const markup = render([field], {}, { why: 'Too short.' });
    const id = /<label class="label" for="(\w+)">Why <span class="optional">\(optional\)/.exec(
      markup,
    )?.[1];
    expect(markup).toContain(`id="${id}" name="text/why/text"`);
    expect(markup).toContain(`aria-describedby="h${id} x${id}" aria-invalid="true"`);
    expect(markup).toContain(`id="x${id}" data-testid="field-error" role="alert">Too short.</p>`);
  });

  it.each([true, false])(
    'takes in a text that is too long, so that nothing is cut off: %s',
    (multiline) => {
      const element = {
        type: 'plain_text_input',
        action_id: 'text',
        multiline,
        max_length: 80,
      } as const;
      const label = { type: 'plain_text', text: 'Why' } as const;
      const markup = render([{ type: 'input', block_id: 'why', label, element }], {}, {});
      expect(markup).toContain('name="text/why/text"');
      expect(markup).not.toContain('maxlength');
    },
  );

  it('shows the label of what was chosen', () => {
    const chosen = { who: { u: { type: 'users_select', selected_user: 'U0ANA' } } };
    const markup = render(
      [
        {
          type: 'input',
          block_id: 'who',
          label: { type: 'plain_text', text: 'Who' },
          element: { type: 'users_select', action_id: 'u' },
        },
      ],
      chosen,
    );
    expect(markup).toContain('name="text/who/u" value="U0ANA"');
    expect(markup).toContain('value="Ana"');
  });

  it('posts a choice to the app only when Slack does', () => {
    const element: StaticSelect = { type: 'static_select', action_id: 's', options: [] };
    const label = { type: 'plain_text', text: 'S' } as const;
    expect(render([{ type: 'input', block_id: 'b', label, element }])).toContain(
      'hx-post="/as/U0BEN/fill"',
    );
    expect(
      render([{ type: 'input', block_id: 'b', label, element, dispatch_action: true }]),
    ).toContain('/act"');
    expect(render([{ type: 'actions', block_id: 'b', elements: [element] }])).toContain('/act"');
  });

  it('asks the app from three characters on, unless it says otherwise', () => {
    const select = (least?: number): string =>
      render([
        {
          type: 'actions',
          block_id: 'b',
          elements: [
            {
              type: 'external_select',
              action_id: 's',
              ...(least === undefined ? {} : { min_query_length: least }),
            },
          ],
        },
      ]);
    expect(select()).toContain('&quot;least&quot;:3');
    expect(select(0)).toContain('&quot;least&quot;:0');
  });

  it('gives an element the same id in every rendering, and another id under another block_id', () => {
    const one = (blockId: string): string | undefined =>
      /<button[^>]* id="(\w+)"/.exec(
        render([
          {
            type: 'actions',
            block_id: blockId,
            elements: [{ type: 'button', action_id: 'x', text: plain }],
          },
        ]),
      )?.[1];
    expect(one('a')).toBe(one('a'));
    expect(one('a')).not.toBe(one('b'));
  });
});
