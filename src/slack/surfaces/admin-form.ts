import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { AdminForm, AdminInput } from '../../use-cases/admin-desk.ts';
import { limits } from '../limits.ts';
import { fieldsBlock } from './admin-rich-text.ts';
import { writeFormArgs } from './admin-values.ts';
import { plain } from './text.ts';

export const connectorFormId = 'admin.connector';

/** Block ids of the form; the action is `value` everywhere. */
export const connectorBlocks = {
  of: (name: string) => `set.${name}`,
  empty: 'empty',
  others: 'others',
} as const;
export const formAction = 'value';

/** What is picked for yes and no. */
const yesNoOptions = ['yes', 'no'].map((word) => ({ text: plain(word, limits.optionText), value: word }));

/**
 * The form: an input left empty stays as it is in the service, which does not tell what that is. null where the ids are too
 * long for a form to remember.
 */
export function connectorForm(form: AdminForm): ModalView | null {
  const memory = writeFormArgs(form.args);
  if (memory === null) return null;
  const emptiable = form.inputs.filter((input) => input.canBeEmpty);
  const intro = 'What you leave empty stays as it is. Only what you fill in is sent to the governance service.';
  const blocks: KnownBlock[] = [
    fieldsBlock(form.fields, { value: 300, fields: 10 }),
    { type: 'section', text: plain(intro, limits.sectionText) },
    ...form.inputs.map(inputBlock),
    {
      type: 'input',
      block_id: connectorBlocks.empty,
      optional: true,
      label: plain('Empty these', limits.optionText),
      element: {
        type: 'multi_static_select',
        action_id: formAction,
        options: emptiable.map((input) => ({
          text: plain(input.label, limits.optionText),
          value: input.name.slice(0, limits.optionValue),
        })),
      },
    },
    {
      type: 'input',
      block_id: connectorBlocks.others,
      optional: true,
      label: plain('Other fields', limits.optionText),
      hint: plain(`One name=value a line: ${form.others.names.join(', ')}.`, limits.fieldText),
      element: { type: 'plain_text_input', action_id: formAction, multiline: true, ...initial(form.others.typed) },
    },
  ];
  return {
    type: 'modal',
    callback_id: connectorFormId,
    private_metadata: memory,
    title: plain(form.title, limits.modalTitle),
    submit: plain('Update', limits.modalTitle),
    close: plain('Cancel', limits.modalTitle),
    blocks,
  };
}

function inputBlock(input: AdminInput): InputBlock {
  return {
    type: 'input',
    block_id: connectorBlocks.of(input.name),
    optional: true,
    label: plain(input.label, limits.optionText),
    ...(input.hint === '' ? {} : { hint: plain(input.hint, limits.fieldText) }),
    element: elementOf(input),
  };
}

function elementOf({ kind, typed }: AdminInput): InputBlock['element'] {
  switch (kind) {
    case 'yes or no': {
      const picked = yesNoOptions.find((option) => option.value === typed?.trim().toLowerCase());
      return {
        type: 'static_select',
        action_id: formAction,
        placeholder: plain('Stays as it is', limits.optionText),
        options: yesNoOptions,
        ...(picked === undefined ? {} : { initial_option: picked }),
      };
    }
    case 'number':
      return {
        type: 'number_input',
        action_id: formAction,
        is_decimal_allowed: false,
        min_value: '0',
        ...(typed !== null && /^\d{1,9}$/.test(typed.trim()) ? { initial_value: typed.trim() } : {}),
      };
    case 'json':
      return { type: 'plain_text_input', action_id: formAction, multiline: true, ...initial(typed) };
    case 'text':
    case 'list':
      return { type: 'plain_text_input', action_id: formAction, ...initial(typed) };
  }
}

function initial(typed: string | null): { initial_value?: string } {
  return typed === null || typed === '' || typed.length > limits.inputLength ? {} : { initial_value: typed };
}

/** A modal that shows how an update went. */
export function connectorResult(title: string, blocks: KnownBlock[]): ModalView {
  return { type: 'modal', title: plain(title, limits.modalTitle), close: plain('Close', limits.modalTitle), blocks };
}
