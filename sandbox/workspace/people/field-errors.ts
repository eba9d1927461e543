/** The checks that Slack's client makes before it sends a submission to the app. */
import type { ShownBlock, StateValue, StateValues } from '../client.ts';
import { isDate, isEmail, isUrl } from '../limits/text-inputs.ts';
import { findElement, type InteractiveElement } from '../state/interactive-elements.ts';

/** Sentences by block_id; empty if all is well. */
export function fieldErrors(
  blocks: readonly ShownBlock[],
  state: StateValues,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const block of blocks) {
    if (block.type !== 'input' || block.element.action_id === undefined) continue;
    const found = findElement(blocks, block.block_id, block.element.action_id);
    const value = state[block.block_id]?.[block.element.action_id];
    if (found === undefined || value === undefined) continue;
    const problem = isEmpty(value) ? missing(block.optional === true) : wrong(found.element, value);
    if (problem !== null) errors[block.block_id] = problem;
  }
  return errors;
}

function missing(optional: boolean): string | null {
  return optional ? null : 'Please complete this required field.';
}

function isEmpty(value: StateValue): boolean {
  const { type: _, ...entered } = value;
  return Object.values(entered).every(
    (one) =>
      one === null || one === undefined || one === '' || (Array.isArray(one) && one.length === 0),
  );
}

function wrong(element: InteractiveElement, value: StateValue): string | null {
  const text = value.value ?? value.selected_date ?? '';
  if (element.type === 'plain_text_input') {
    const { min_length: least = 0, max_length: most = 3000 } = element;
    if (text.length < least) return `Please enter at least ${least} characters.`;
    if (text.length > most) return `Please enter no more than ${most} characters.`;
  }
  if (element.type === 'number_input') {
    const pattern = element.is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/;
    if (!pattern.test(text)) return 'Please enter a valid number.';
    if (element.min_value !== undefined && Number(text) < Number(element.min_value)) {
      return `Please enter a number of at least ${element.min_value}.`;
    }
    if (element.max_value !== undefined && Number(text) > Number(element.max_value)) {
      return `Please enter a number of at most ${element.max_value}.`;
    }
  }
  if (element.type === 'email_text_input' && !isEmail(text))
    return 'Please enter a valid email address.';
  if (element.type === 'url_text_input' && !isUrl(text)) return 'Please enter a valid URL.';
  if (element.type === 'datepicker' && !isDate(text)) return 'Please enter a valid date.';
  return null;
}
