/** One interactive element of Block Kit, of any kind, as markup. */
import type { ActionsBlockElement, InputBlockElement, SectionBlockAccessory } from '@slack/types';
import { html } from 'hono/html';
import { button, overflow } from './buttons.ts';
import { checkboxes, radioButtons } from './choices.ts';
import type { Html } from './html.ts';
import { imageElement } from './images.ts';
import { select } from './selects.ts';
import type { Slot } from './surface.ts';
import { dateInput, momentInput, textInput, timeInput } from './text-inputs.ts';

export type BlockElement = ActionsBlockElement | InputBlockElement | SectionBlockAccessory;

/** @param clearable whether a choice may be taken back, because the field is optional. */
export function blockElement(slot: Slot, element: BlockElement, clearable = false): Html {
  switch (element.type) {
    case 'button':
      return button(slot, element);
    case 'overflow':
      return overflow(slot, element);
    case 'checkboxes':
      return checkboxes(slot, element);
    case 'radio_buttons':
      return radioButtons(slot, element);
    case 'datepicker':
      return dateInput(slot, element);
    case 'timepicker':
      return timeInput(slot, element);
    case 'datetimepicker':
      return momentInput(slot, element);
    case 'plain_text_input':
    case 'number_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'rich_text_input':
      return textInput(slot, element);
    case 'static_select':
    case 'external_select':
    case 'users_select':
    case 'conversations_select':
    case 'channels_select':
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
    case 'multi_conversations_select':
    case 'multi_channels_select':
      return select(slot, element, clearable);
    case 'image':
      return imageElement(element);
    case 'file_input':
    case 'workflow_button':
      return html`<span class="unsupported">${element.type} is not shown in the sandbox</span>`;
  }
}
