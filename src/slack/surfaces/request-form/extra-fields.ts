import type { InputBlock, KnownBlock } from '@slack/types';
import type { RequestField } from '../../../domain/request-answers.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { option, plain, sound } from '../text.ts';
import { answerField } from './fields.ts';

const choiceValue = (index: number) => `choice-${index}`;

/** The text that a picked choice stands for; other text stays as it is. */
export function answerText(field: RequestField, value: string): string {
  if (field.type !== 'choice') return value;
  return field.options.find((_, index) => choiceValue(index) === value) ?? '';
}

/** A configured extra question as an input, with what was answered so far. */
export function answerBlock(texts: Texts, field: RequestField, answered: string): KnownBlock {
  const { block, action } = answerField(field.id);
  return {
    type: 'input',
    block_id: block,
    optional: !field.required,
    label: plain(field.label, limits.optionText * 2),
    ...(field.hint === null ? {} : { hint: plain(field.hint, limits.fieldText) }),
    element: element(texts, field, action, answered),
  };
}

function element(texts: Texts, field: RequestField, action: string, answered: string): InputBlock['element'] {
  switch (field.type) {
    case 'text':
    case 'number':
    case 'multiline':
      return {
        type: 'plain_text_input',
        action_id: action,
        multiline: field.type === 'multiline',
        ...(answered === '' ? {} : { initial_value: sound(answered) }),
      };
    case 'choice': {
      const options = field.options.map((text, index) => option(text, choiceValue(index)));
      const initial = options[field.options.indexOf(answered)];
      return {
        type: 'static_select',
        action_id: action,
        options,
        ...(initial === undefined ? {} : { initial_option: initial }),
      };
    }
    case 'yesNo': {
      const options = [option(texts.requestForm.yes, 'yes'), option(texts.requestForm.no, 'no')];
      const initial = options.find((one) => one.value === answered);
      return {
        type: 'radio_buttons',
        action_id: action,
        options,
        ...(initial === undefined ? {} : { initial_option: initial }),
      };
    }
  }
}
