/** Block Kit as markup, one function for each kind of block. Everything in a block is escaped. */
import { html } from 'hono/html';
import type { ShownBlock } from '../client.ts';
import { blockElement } from './elements.ts';
import { domId } from './field-names.ts';
import type { Html } from './html.ts';
import { inputBlock } from './input-block.ts';
import { richText } from './rich-text.ts';
import { type Surface, slotOf } from './surface.ts';
import { plainText, textObject } from './text-object.ts';

type Of<Type extends ShownBlock['type']> = Extract<ShownBlock, { type: Type }>;

function section(surface: Surface, block: Of<'section'>): Html {
  const { reader } = surface;
  const label = block.text.text.replace(/[*_~`]/g, '').slice(0, 80);
  const { accessory } = block;
  const side =
    accessory === undefined
      ? ''
      : html`<div class="accessory">${blockElement(
          slotOf(surface, block.block_id, accessory.action_id, {
            dispatches: true,
            label,
          }),
          accessory,
        )}</div>`;
  return html`<div class="section-text">${textObject(reader, block.text)}</div>${side}`;
}

function actions(surface: Surface, block: Of<'actions'>): Html {
  return html`${block.elements.map(
    (element) =>
      html`<span class="action">${blockElement(slotOf(surface, block.block_id, element.action_id, { dispatches: true, label: null }), element)}</span>`,
  )}`;
}

function context(surface: Surface, block: Of<'context'>): Html {
  return html`${block.elements.map((element) => html`<span>${textObject(surface.reader, element)}</span>`)}`;
}

function content(surface: Surface, block: ShownBlock): Html {
  switch (block.type) {
    case 'section':
      return section(surface, block);
    case 'header':
      return html`<h2>${plainText(block.text.text, block.text.emoji)}</h2>`;
    case 'context':
      return context(surface, block);
    case 'actions':
      return actions(surface, block);
    case 'input':
      return inputBlock(surface, block);
    case 'rich_text':
      return richText(surface.reader, block);
  }
}

/** All blocks of a message, a modal or Home, in order. */
export function blocks(surface: Surface, list: readonly ShownBlock[]): Html {
  return html`${list.map(
    (block) =>
      html`<div class="block ${block.type}" id="b${domId(surface.container, block.block_id)}" data-testid="block" data-block-id="${block.block_id}">${content(surface, block)}</div>`,
  )}`;
}
