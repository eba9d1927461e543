/** Checkboxes and radio buttons. */
import type { Checkboxes, Option, RadioButtons } from '@slack/types';
import { html } from 'hono/html';
import { fieldName } from './field-names.ts';
import type { Html } from './html.ts';
import { afterwards, type Slot, sends } from './surface.ts';
import { textObject } from './text-object.ts';

function choice(slot: Slot, option: Option, index: number, input: Html): Html {
  const { reader } = slot.surface;
  const description =
    option.description === undefined
      ? ''
      : html`<small>${textObject(reader, option.description)}</small>`;
  return html`<label class="choice" for="${slot.id}o${index}" data-testid="option" data-value="${option.value ?? ''}">${input}<span>${textObject(reader, option.text)}${description}</span></label>`;
}

export function checkboxes(slot: Slot, element: Checkboxes): Html {
  const chosen = new Set((slot.value?.selected_options ?? []).map((option) => option.value));
  const name = fieldName('many', slot.blockId, slot.actionId);
  const items = element.options.map((option, index) =>
    choice(
      slot,
      option,
      index,
      html`<input type="checkbox" id="${slot.id}o${index}" name="${name}" value="${option.value ?? ''}"${chosen.has(option.value) ? html` checked` : ''}>`,
    ),
  );
  // A form leaves out unticked boxes; the empty value reports that none is ticked.
  return html`<div class="choices" role="group" id="${slot.id}" ${slot.label === null ? '' : html`aria-label="${slot.label}"`} ${sends(slot, 'change', element.confirm)}><input type="hidden" name="${name}" value="">${items}</div>${afterwards(slot, element.confirm)}`;
}

export function radioButtons(slot: Slot, element: RadioButtons): Html {
  const chosen = slot.value?.selected_option?.value;
  const name = fieldName('text', slot.blockId, slot.actionId);
  const items = element.options.map((option, index) =>
    choice(
      slot,
      option,
      index,
      html`<input type="radio" id="${slot.id}o${index}" name="${name}" value="${option.value ?? ''}"${option.value === chosen ? html` checked` : ''}>`,
    ),
  );
  return html`<div class="choices" role="radiogroup" id="${slot.id}" ${slot.label === null ? '' : html`aria-label="${slot.label}"`} ${sends(slot, 'change', element.confirm)}>${items}</div>${afterwards(slot, element.confirm)}`;
}
