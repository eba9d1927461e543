/**
 * A labelled field of a modal, Home or message, with its hint and, beside it, what was wrong with
 * it.
 */
import { html } from 'hono/html';
import type { ShownBlock } from '../client.ts';
import { blockElement } from './elements.ts';
import type { Html } from './html.ts';
import { type Surface, slotOf } from './surface.ts';
import { plainText } from './text-object.ts';

export function inputBlock(surface: Surface, block: Extract<ShownBlock, { type: 'input' }>): Html {
  const { element } = block;
  const grouped = element.type === 'checkboxes' || element.type === 'radio_buttons';
  const slot = slotOf(surface, block.block_id, element.action_id, {
    dispatches: block.dispatch_action === true,
    label: grouped ? block.label.text : null,
  });
  const optional = block.optional === true;
  const error = surface.errors[block.block_id];
  const words = html`${plainText(block.label.text, block.label.emoji)}${optional ? html` <span class="optional">(optional)</span>` : ''}`;
  const label = grouped
    ? html`<span class="label" aria-hidden="true">${words}</span>`
    : html`<label class="label" for="${slot.id}">${words}</label>`;
  const hint = block.hint === undefined ? '' : plainText(block.hint.text, block.hint.emoji);
  return html`<div class="field${error === undefined ? '' : ' wrong'}" id="f${slot.id}" data-testid="field" data-block-id="${block.block_id}">${label}${blockElement(slot, element, optional)}<p class="field-error" id="x${slot.id}" data-testid="field-error" role="alert">${error ?? ''}</p><p class="hint" id="h${slot.id}">${hint}</p></div>`;
}
