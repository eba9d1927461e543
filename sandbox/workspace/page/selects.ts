/**
 * Every kind of select menu: a text field to search in, and a list that the server fills. The
 * browser's own `<select>` cannot be searched, nor filled while it is open.
 */
import type { Option } from '@slack/types';
import { html } from 'hono/html';
import type { ShownSelect } from '../client.ts';
import { fieldName } from './field-names.ts';
import type { Html } from './html.ts';
import { afterwards, type Slot, sends } from './surface.ts';

interface Chosen {
  readonly value: string;
  readonly label: string;
}

function fromOption(option: Option): Chosen {
  return { value: option.value ?? '', label: option.text.text };
}

/** What is chosen, in words. */
function chosenIn(slot: Slot): readonly Chosen[] {
  const { value } = slot;
  const { reader } = slot.surface;
  if (value === null) return [];
  const options = [
    ...(value.selected_option ? [value.selected_option] : []),
    ...(value.selected_options ?? []),
  ];
  const people = [
    ...(value.selected_user ? [value.selected_user] : []),
    ...(value.selected_users ?? []),
  ];
  return [
    ...options.map(fromOption),
    ...people.map((id) => ({ value: id, label: reader.personName(id) ?? id })),
  ];
}

const placeholders: Readonly<Partial<Record<ShownSelect['type'], string>>> = {
  users_select: 'Select a person',
  multi_users_select: 'Select people',
  multi_external_select: 'Select options',
};

/** Slack's own: an external menu asks from three characters on, unless the app says otherwise. */
function leastCharacters(element: ShownSelect): number {
  return element.type === 'external_select' || element.type === 'multi_external_select'
    ? (element.min_query_length ?? 3)
    : 0;
}

function chip(name: string, one: Chosen): Html {
  return html`<span class="chip" data-testid="chosen"><input type="text" hidden name="${name}" value="${one.value}"><span>${one.label}</span><button type="button" data-remove aria-label="Remove ${one.label}">×</button></span>`;
}

export function select(slot: Slot, element: ShownSelect, clearable: boolean): Html {
  const many = element.type.startsWith('multi_');
  const chosen = chosenIn(slot);
  const first = many ? undefined : chosen[0];
  const { surface, id, blockId, actionId } = slot;
  const name = fieldName(many ? 'many' : 'text', blockId, actionId);
  const vals = JSON.stringify({
    block: blockId,
    action: actionId,
    least: leastCharacters(element),
    list: `l${id}`,
  });
  const placeholder = element.placeholder?.text ?? placeholders[element.type] ?? 'Select an option';
  const most = 'max_selected_items' in element ? (element.max_selected_items ?? 0) : 0;
  const chosenPart = many
    ? html`<input type="hidden" name="${name}" value=""><span class="chips">${chosen.map((one) => chip(name, one))}</span><template data-chip>${chip(name, { value: '', label: '' })}</template>`
    : html`<input type="text" hidden name="${name}" value="${first?.value ?? ''}" data-chosen>`;
  const clear =
    clearable && !many
      ? html`<button type="button" class="clear" data-clear aria-label="Clear the selection"${first === undefined ? html` hidden` : ''}>×</button>`
      : '';
  const invalid = surface.errors[blockId] !== undefined ? html` aria-invalid="true"` : '';
  return html`<div class="select${many ? ' many' : ''}" id="s${id}" data-select data-most="${most}" ${sends(slot, 'picked', element.confirm)}>${chosenPart}<input class="select-text" type="text" id="${id}" form="none" name="q" role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="l${id}" aria-describedby="h${id} x${id}" autocomplete="off" spellcheck="false" data-testid="select" data-action-id="${actionId}" placeholder="${placeholder}" value="${first?.label ?? ''}"${slot.label === null ? '' : html` aria-label="${slot.label}"`}${invalid} hx-post="/as/${surface.reader.personId}/options" hx-trigger="input delay:150ms, opened" hx-include="this" hx-sync="this:replace" hx-target="#l${id}" hx-swap="innerHTML" hx-vals="${vals}">${clear}<ul class="listbox" id="l${id}" role="listbox" aria-label="Options" popover="manual" data-anchor="s${id}" hx-morph-skip></ul></div>${afterwards(slot, element.confirm)}`;
}
