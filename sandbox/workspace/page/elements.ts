/** One interactive element of Block Kit, of any kind, as markup. */
import type { ShownElement } from '../client.ts';
import { button, overflow } from './buttons.ts';
import { checkboxes, radioButtons } from './choices.ts';
import type { Html } from './html.ts';
import { select } from './selects.ts';
import type { Slot } from './surface.ts';
import { textInput } from './text-inputs.ts';

/** @param clearable whether a choice may be taken back, because the field is optional. */
export function blockElement(slot: Slot, element: ShownElement, clearable = false): Html {
  switch (element.type) {
    case 'button':
      return button(slot, element);
    case 'overflow':
      return overflow(slot, element);
    case 'checkboxes':
      return checkboxes(slot, element);
    case 'radio_buttons':
      return radioButtons(slot, element);
    case 'plain_text_input':
    case 'number_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'datepicker':
      return textInput(slot, element);
    case 'static_select':
    case 'external_select':
    case 'users_select':
    case 'multi_external_select':
    case 'multi_users_select':
      return select(slot, element, clearable);
  }
}
