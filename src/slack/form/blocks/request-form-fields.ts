import { createHash } from 'node:crypto';
import type { InputBlock, KnownBlock } from '@slack/types';
import {
  type AnswerMistake,
  lockedText,
  mostPicked,
  type RequestField,
  readAnswer,
} from '../../../domain/form/request-answers.ts';
import { PatternBudget } from '../../../domain/text/foreign-text.ts';
import { consoleWords } from '../../card/task-words.ts';
import { limits } from '../../platform/limits.ts';
import {
  cut,
  formInput,
  marked,
  name,
  option,
  plain,
  section,
  sound,
} from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';

export const requestFormId = 'request.submit';

export const formFields = {
  candidates: { block: 'candidates', action: 'request.candidate' },
  app: { block: 'app', action: 'request.app' },
  entitlement: { block: 'entitlement', action: 'request.entitlement' },
  anyway: { block: 'anyway', action: 'request.anyway' },
  account: { block: 'account', action: 'request.account' },
  emergency: { block: 'emergency', action: 'request.emergency' },
  duration: { block: 'duration', action: 'request.duration' },
  time: { block: 'time', action: 'request.time' },
  justification: { block: 'justification', action: 'request.justification' },
  target: { block: 'target', action: 'request.target' },
} as const;

/**
 * The button that turns a form into an extension of what the person has. Its value is a request's
 * id.
 */
export const extendHere = 'request.extend-here';

export const untilRevoked = 'until-revoked';
/** The option for typing a duration or an end. */
export const typedTime = 'typed-time';
export const emergencyValue = 'emergency';
export const anywayValue = 'anyway';

/**
 * Slack keeps the value of a block that stays, even if it is empty. An app that comes with a
 * candidate therefore needs another block.
 */
export function appBlockId(candidates: readonly unknown[]): string {
  return candidates.length > 0 ? `${formFields.app.block}-asked` : formFields.app.block;
}

/**
 * The id of the block names the app: another app starts without picked entitlements, and each pick
 * shows its app. The entitlement that comes with a candidate needs another block, as its app does.
 */
export function entitlementBlockId(appId: string, candidates: readonly unknown[]): string {
  return `${entitlementPrefix(candidates)}${optionValue(appId)}`;
}

/** The `optionValue` of the app whose entitlements the block holds, in a form with `candidates`. */
export function appOfBlock(entitlementBlockId: string, candidates: readonly unknown[]): string {
  return entitlementBlockId.slice(entitlementPrefix(candidates).length);
}

function entitlementPrefix(candidates: readonly unknown[]): string {
  const { block } = formFields.entitlement;
  return candidates.length > 0 ? `${block}-asked-` : `${block}-`;
}

/** Another block for other choices: Slack keeps what was picked in a block that stays. */
export function durationBlockId(
  appId: string,
  entitlementIds: readonly string[],
  isEmergency: boolean,
): string {
  const choices = [appId, ...entitlementIds, ...(isEmergency ? ['emergency'] : [])];
  return `${formFields.duration.block}-${optionValue(choices.join('+'))}`;
}

/** The block and the action of a configured extra field. */
export function answerField(fieldId: string): { readonly block: string; readonly action: string } {
  return { block: `answer.${fieldId}`, action: 'request.answer' };
}

/** An option's value may have 75 characters: a longer id is stood for by its hash. */
export function optionValue(id: string): string {
  if (id.length <= limits.optionValue) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex')}`;
}

const choiceValue = (index: number) => `choice-${index}`;

/** The text of a picked choice; other text stays as it is. */
export function answerText(field: RequestField, value: string): string {
  if (field.type !== 'choice') return value;
  return field.options.find((_, index) => choiceValue(index) === value) ?? '';
}

/**
 * A configured extra question as an input with the answer so far. `patterns` is shared by all
 * questions of the form.
 */
export function answerBlock(
  texts: Texts,
  field: RequestField,
  answered: string,
  { patterns = new PatternBudget(), today = '' }: AnswerContext = {},
): KnownBlock {
  const { block, action } = answerField(field.id);
  if (field.isLocked === true) {
    const preset = { question: name(field.label), answer: name(lockedWords(texts, field), 300) };
    return { ...section(texts.requestForm.locked(preset)), block_id: block };
  }
  if (field.type === 'console') {
    const where = {
      question: name(field.label),
      console: consoleWords(texts, field.consoleUrl ?? null),
    };
    const { inConsole, requiredInConsole } = texts.requestForm;
    if (field.required) return { ...section(requiredInConsole(where)), block_id: block };
    return { type: 'context', block_id: block, elements: [marked(inConsole(where))] };
  }
  const more = { isOptional: !field.required, hint: hintOf(texts, field) };
  // Slack refuses a form with an initial value that its input does not accept.
  const initial = field.startsToday === true ? today : field.initial;
  const begun = answered || (initial ?? '');
  const isTaken =
    begun.length <= limits.textInput && readAnswer(field, begun, undefined, patterns).ok;
  return formInput(block, field.label, element(texts, field, action, begun, isTaken), more);
}

interface AnswerContext {
  /** Shared by all questions of a form. */
  readonly patterns?: PatternBudget;
  /** The day of the reader, as in 2026-03-02; empty where it is not known. */
  readonly today?: string;
}

function lockedWords({ requestForm: { yes, no } }: Texts, field: RequestField): string {
  const text = lockedText(field);
  if (field.type !== 'yesNo') return text;
  return text === 'yes' ? yes : no;
}

/** The tenant's hint for a question, and the rules for its answer that its input does not show. */
function hintOf(texts: Texts, { hint, type, rules = [] }: RequestField): string {
  const bounds = rules.filter(({ rule }) => /^[gl]te?$/.test(rule));
  const words = bounds.map((kind) => answerMistakeWords(texts, { kind }));
  return [hint ?? '', ...words, type === 'list' ? texts.requestForm.oneALine : '']
    .filter((one) => one !== '')
    .join(' ');
}

/** The rules for an answer. */
export function answerMistakeWords(
  { requestForm }: Texts,
  { kind }: Pick<AnswerMistake, 'kind'>,
): string {
  if (typeof kind === 'string') return requestForm.answers[kind];
  const words = requestForm.rules[kind.rule];
  return typeof words === 'string' ? words : words({ held: cut(kind.held.join(', '), 200) });
}

/** `isTaken`: whether the answer so far is valid as the input's initial value. */
function element(
  texts: Texts,
  field: RequestField,
  action: string,
  answered: string,
  isTaken: boolean,
): InputBlock['element'] {
  const { yes, no } = texts.requestForm;
  const { type, values = [], rules = [], placeholder } = field;
  if (type === 'choice') {
    const options = field.options.map((text, index) => option(text, choiceValue(index)));
    // An earlier request names what was sent.
    const initial = options[field.options.indexOf(answered)] ?? options[values.indexOf(answered)];
    return {
      type: 'static_select',
      action_id: action,
      options,
      ...(initial && { initial_option: initial }),
    };
  }
  if (type === 'yesNo') {
    const options = [option(yes, 'yes'), option(no, 'no')];
    const initial = options.find((one) => one.value === answered);
    return {
      type: 'radio_buttons',
      action_id: action,
      options,
      ...(initial && { initial_option: initial }),
    };
  }
  const common = {
    action_id: action,
    ...(placeholder && { placeholder: plain(placeholder, limits.placeholder) }),
  };
  const initial = isTaken ? sound(answered) : '';
  if (type === 'person')
    return { type: 'users_select', ...common, ...(initial && { initial_user: initial }) };
  if (type === 'people') {
    const picked = {
      max_selected_items: mostPicked,
      ...(initial && { initial_users: initial.split('\n') }),
    };
    return { type: 'multi_users_select', ...common, ...picked };
  }
  if (type === 'date')
    return { type: 'datepicker', ...common, ...(initial && { initial_date: initial }) };
  const typed = { ...common, ...(initial && { initial_value: initial }) };
  if (type === 'number' || type === 'integer') {
    return { type: 'number_input', is_decimal_allowed: type === 'number', ...typed };
  }
  const has = (rule: string) => type === 'text' && rules.some((one) => one.rule === rule);
  if (has('email')) return { type: 'email_text_input', ...typed };
  if (has('uri')) return { type: 'url_text_input', ...typed };
  return { type: 'plain_text_input', multiline: type !== 'text', ...typed };
}
