/** Elements that a keyboard fills: text and numbers. */
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

/** When the app hears of typing: on Enter, unless it asked for every character. What is typed is kept meanwhile. */
function typingTrigger(slot: Slot, element: ShownInput): string {
  if (!slot.dispatches) return 'input delay:300ms, change';
  const wanted = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  return wanted.includes('on_character_entered') ? 'input delay:300ms' : 'entered';
}

export function textInput(slot: Slot, element: ShownInput): Html {
  const value = slot.value?.value ?? '';
  const own = attributes(slot, element.placeholder?.text);
  const send = sends(slot, typingTrigger(slot, element));
  const isText = element.type === 'plain_text_input';
  const most = isText ? (element.max_length ?? 3000) : 3000;
  if (isText && element.multiline === true) {
    // The first line break after <textarea> is not part of its value.
    return html`<textarea class="text-field" rows="4" maxlength="${most}" ${own} ${send}>
${value}</textarea>${afterwards(slot)}`;
  }
  return html`<input class="text-field" type="text" inputmode="${isText ? 'text' : 'decimal'}" maxlength="${most}" autocomplete="off" value="${value}" data-enter ${own} ${send}>${afterwards(slot)}`;
}
