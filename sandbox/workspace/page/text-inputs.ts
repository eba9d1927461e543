/** Elements that a keyboard fills: texts, numbers, addresses, days. */
import { html } from 'hono/html';
import type { ShownInput } from '../client.ts';
import { fieldName } from './field-names.ts';
import type { Html } from './html.ts';
import { afterwards, type Slot, sends } from './surface.ts';

function attributes(slot: Slot, placeholder: string | undefined): Html {
  const invalid = slot.surface.errors[slot.blockId] !== undefined;
  return html`id="${slot.id}" name="${fieldName('text', slot.blockId, slot.actionId)}" data-testid="input" data-action-id="${slot.actionId}" aria-describedby="h${slot.id} x${slot.id}"${
    slot.label === null ? '' : html` aria-label="${slot.label}"`
  }${placeholder === undefined ? '' : html` placeholder="${placeholder}"`}${invalid ? html` aria-invalid="true"` : ''}`;
}

/**
 * When the app hears of typing: on Enter, unless it asked for every character. The typed text is
 * kept meanwhile.
 */
function typingTrigger(slot: Slot, element: ShownInput): string {
  if (!slot.dispatches || element.type === 'datepicker') return 'input delay:300ms, change';
  const wanted = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  return wanted.includes('on_character_entered') ? 'input delay:300ms' : 'entered';
}

/** The browser does not check an address: Slack says what is wrong with it. */
const kinds = {
  plain_text_input: html`type="text" inputmode="text"`,
  number_input: html`type="text" inputmode="decimal"`,
  email_text_input: html`type="text" inputmode="email"`,
  url_text_input: html`type="text" inputmode="url"`,
  datepicker: html`type="date"`,
} as const;

export function textInput(slot: Slot, element: ShownInput): Html {
  const value = slot.value?.value ?? slot.value?.selected_date ?? '';
  const own = attributes(slot, element.placeholder?.text);
  const send = sends(slot, typingTrigger(slot, element));
  // No `maxlength`: the browser would cut off what is pasted, without a word. Slack takes it in, and
  // says on submission that it is too long.
  if (element.type === 'plain_text_input' && element.multiline === true) {
    // The first line break after <textarea> is not part of its value.
    return html`<textarea class="text-field" rows="4" ${own} ${send}>
${value}</textarea>${afterwards(slot)}`;
  }
  return html`<input class="text-field" ${kinds[element.type]} autocomplete="off" value="${value}" data-enter ${own} ${send}>${afterwards(slot)}`;
}
