/** Elements that a keyboard fills: text, numbers, addresses, dates and times. */
import type {
  Datepicker,
  DateTimepicker,
  EmailInput,
  NumberInput,
  PlainTextInput,
  RichTextBlock,
  RichTextInput,
  Timepicker,
  URLInput,
} from '@slack/types';
import { html } from 'hono/html';
import { type FieldKind, fieldName } from './field-names.ts';
import type { Html } from './html.ts';
import { localMoment } from './local-moment.ts';
import { afterwards, type Slot, sends } from './surface.ts';

type Typed = PlainTextInput | NumberInput | EmailInput | URLInput | RichTextInput;

const inputModes: Readonly<Record<Exclude<Typed['type'], 'rich_text_input'>, string>> = {
  plain_text_input: 'text',
  number_input: 'decimal',
  email_text_input: 'email',
  url_text_input: 'url',
};

function attributes(slot: Slot, kind: FieldKind, placeholder: string | undefined): Html {
  const invalid = slot.surface.errors[slot.blockId] !== undefined;
  return html`id="${slot.id}" name="${fieldName(kind, slot.blockId, slot.actionId)}" data-testid="input" data-action-id="${slot.actionId}" aria-describedby="h${slot.id} x${slot.id}"${
    slot.label === null ? '' : html` aria-label="${slot.label}"`
  }${placeholder === undefined ? '' : html` placeholder="${placeholder}"`}${invalid ? html` aria-invalid="true"` : ''}`;
}

/** A rich text field is a plain one here: its words, a line a part. */
function wordsOf(block: RichTextBlock): string {
  return block.elements
    .map((part) => part.elements.map((one) => ('text' in one && one.text !== undefined ? one.text : '')).join(''))
    .join('\n');
}

/** When the app hears of typing: on Enter unless it asked for every character. What is typed is kept meanwhile. */
function typingTrigger(slot: Slot, element: Typed): string {
  if (!slot.dispatches) return 'input delay:300ms, change';
  const wanted = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  return wanted.includes('on_character_entered') ? 'input delay:300ms' : 'entered';
}

export function textInput(slot: Slot, element: Typed): Html {
  const value = slot.value?.rich_text_value ? wordsOf(slot.value.rich_text_value) : (slot.value?.value ?? '');
  const own = attributes(slot, 'text', element.placeholder?.text);
  const send = sends(slot, typingTrigger(slot, element));
  if (element.type === 'rich_text_input' || (element.type === 'plain_text_input' && element.multiline === true)) {
    const rows = element.type === 'rich_text_input' ? (element.min_lines ?? 4) : 4;
    const most = element.type === 'plain_text_input' ? (element.max_length ?? 3000) : 3000;
    // The first line break after <textarea> is not part of its value.
    return html`<textarea class="text-field" rows="${rows}" maxlength="${most}" ${own} ${send}>
${value}</textarea>${afterwards(slot)}`;
  }
  const most = element.type === 'plain_text_input' ? (element.max_length ?? 3000) : 3000;
  return html`<input class="text-field" type="text" inputmode="${inputModes[element.type]}" maxlength="${most}" autocomplete="off" value="${value}" data-enter ${own} ${send}>${afterwards(slot)}`;
}

export function dateInput(slot: Slot, element: Datepicker): Html {
  const value = slot.value?.selected_date ?? '';
  return html`<input class="text-field short" type="date" value="${value}" ${attributes(slot, 'text', undefined)} ${sends(slot, 'change', element.confirm)}>${afterwards(slot, element.confirm)}`;
}

export function timeInput(slot: Slot, element: Timepicker): Html {
  const value = slot.value?.selected_time ?? '';
  return html`<input class="text-field short" type="time" value="${value}" ${attributes(slot, 'text', undefined)} ${sends(slot, 'change', element.confirm)}>${afterwards(slot, element.confirm)}`;
}

export function momentInput(slot: Slot, element: DateTimepicker): Html {
  const unix = slot.value?.selected_date_time ?? null;
  const value = unix === null ? '' : localMoment(unix, slot.surface.reader.timeZone);
  return html`<input class="text-field short" type="datetime-local" value="${value}" ${attributes(slot, 'moment', undefined)} ${sends(slot, 'change', element.confirm)}>${afterwards(slot, element.confirm)}`;
}
