import type { InputBlock, KnownBlock } from '@slack/types';
import type { RequestField } from '../../../domain/request-answers.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { formInput, marked, name, option, plain, sound } from '../text.ts';
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
  if (field.type === 'console') {
    const words = texts.requestForm.inConsole({ question: name(field.label) });
    return { type: 'context', block_id: block, elements: [marked(words)] };
  }
  const more = { isOptional: !field.required, hint: hintOf(texts, field) };
  return formInput(block, field.label, element(texts, field, action, answered), more);
}

/** What the tenant says of a question, and what an answer has to be like. */
function hintOf({ requestForm }: Texts, { hint, type, bounds }: RequestField): string {
  const { least = null, most = null } = bounds ?? {};
  return [
    hint ?? '',
    least === null ? '' : requestForm.atLeast({ least }),
    most === null ? '' : requestForm.atMost({ most }),
    type === 'list' ? requestForm.oneALine : '',
  ]
    .filter((one) => one !== '')
    .join(' ');
}

function element(texts: Texts, field: RequestField, action: string, answered: string): InputBlock['element'] {
  const { yes, no, dateExample } = texts.requestForm;
  if (field.type === 'choice') {
    const options = field.options.map((text, index) => option(text, choiceValue(index)));
    const initial = options[field.options.indexOf(answered)];
    return { type: 'static_select', action_id: action, options, ...(initial && { initial_option: initial }) };
  }
  if (field.type === 'yesNo') {
    const options = [option(yes, 'yes'), option(no, 'no')];
    const initial = options.find((one) => one.value === answered);
    return { type: 'radio_buttons', action_id: action, options, ...(initial && { initial_option: initial }) };
  }
  return {
    type: 'plain_text_input',
    action_id: action,
    multiline: field.type === 'multiline' || field.type === 'list',
    ...(field.type === 'date' && { placeholder: plain(dateExample, limits.optionText) }),
    ...lengthsOf(field, answered),
  };
}

/** What Slack checks itself, as far as it can; an answer that was typed before stays where it fits. */
function lengthsOf({ lengths }: RequestField, answered: string) {
  const most = Math.min(limits.textInput, Math.max(1, Math.floor(lengths?.most ?? limits.textInput)));
  const least = Math.min(most, Math.max(0, Math.ceil(lengths?.least ?? 0)));
  const initial = sound(answered);
  return {
    ...(least > 0 && { min_length: least }),
    ...(most < limits.textInput && { max_length: most }),
    ...(initial !== '' && initial.length <= most && { initial_value: initial }),
  };
}
