import type { InputBlock, KnownBlock, PlainTextOption } from '@slack/types';
import { commonBounds, justificationLimit, offeredDurations } from '../../../domain/access-request.ts';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import { fieldsFor } from '../../../domain/request-answers.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { emergencyConfirmation } from '../buttons.ts';
import { durationWords } from '../duration-words.ts';
import { cut, listed, marked, name, option, plain, sound } from '../text.ts';
import { extendedWords } from './extended-until.ts';
import { answerBlock } from './extra-fields.ts';
import { durationBlockId, emergencyValue, formFields, untilRevoked } from './fields.ts';
import type { RequestForm } from './request-form.ts';

/** The rest of the form: extra questions, how long, why, for whom. */
export function howBlocks(texts: Texts, form: RequestForm): KnownBlock[] {
  const { app, picked, filled, memory } = form;
  const blocks: KnownBlock[] = [];
  if (app !== null) {
    for (const field of fieldsFor(app.fields, entitlementIds(form))) {
      blocks.push(answerBlock(texts, field, filled.answers.get(field.id) ?? ''));
    }
  }
  const bounds = commonBounds(picked.map((one) => one.entitlement));
  if (memory.mode === 'request' && (bounds.emergencyGrantEnabled || filled.emergency)) {
    blocks.push(emergencyBlock(texts, form), ...noEmergencyBlocks(texts, form));
  }
  if (app !== null) blocks.push(durationBlock(texts, form, app));
  // What was typed stays while the app is still to be picked.
  if (app !== null || filled.timeText !== '') blocks.push(timeBlock(texts, filled.timeText));
  blocks.push(justificationBlock(texts, filled.justification));
  if (memory.extends === null) blocks.push(targetBlock(texts, filled.targetSlackId));
  return blocks;
}

function emergencyBlock(texts: Texts, { emergency, filled }: RequestForm): KnownBlock {
  const words = texts.requestForm;
  const emergent = option(words.askForEmergency, emergencyValue);
  return {
    type: 'input',
    block_id: formFields.emergency.block,
    dispatch_action: true,
    optional: true,
    label: plain(words.emergency, limits.optionText),
    element: {
      type: 'checkboxes',
      action_id: formFields.emergency.action,
      options: [emergent],
      // Unticking it needs no question.
      ...(filled.emergency
        ? { initial_options: [emergent] }
        : { confirm: emergencyConfirmation(texts, emergency.onCall) }),
    },
  };
}

/** An emergency never stops being one in silence: what cannot be had as one is named. */
function noEmergencyBlocks(texts: Texts, { picked, filled }: RequestForm): KnownBlock[] {
  const names = picked.flatMap(({ entitlement }) =>
    entitlement.emergencyGrantEnabled ? [] : [name(entitlement.name)],
  );
  if (!filled.emergency || names.length === 0) return [];
  const text = marked(texts.refusals.mistakes.notAsEmergency({ what: listed(texts, names, 'and') }));
  return [{ type: 'section', block_id: 'emergency.not', text }];
}

function durationOption(texts: Texts, form: RequestForm, seconds: number | null): PlainTextOption {
  const duration = durationWords(texts, seconds);
  const words = seconds === null ? duration : extendedWords(texts, form, seconds, duration);
  return option(words, seconds === null ? untilRevoked : String(seconds));
}

/** Durations to offer: an emergency is short, and only for a time. */
function durationsOf(form: RequestForm, app: RequestableApp): readonly (number | null)[] {
  const entitlements = form.picked.map((one) => one.entitlement);
  const bounds = entitlements.length === 0 ? null : commonBounds(entitlements);
  const isEmergency = isEmergencyForm(form);
  const configured = isEmergency ? form.emergency.durationsSeconds : app.durationsSeconds;
  const { longestSeconds = null, mayBePermanent = false } = bounds ?? {};
  if (!isEmergency) return offeredDurations(configured, { longestSeconds, mayBePermanent });
  const fitting = configured.filter((seconds) => longestSeconds === null || seconds <= longestSeconds);
  return fitting.length > 0 || longestSeconds === null ? fitting : [longestSeconds];
}

/** A length of time is either one of the choices or typed: the form never shows two that contradict each other. */
export function withOneTime(texts: Texts, form: RequestForm): RequestForm {
  const { app, filled } = form;
  const { durationSeconds: seconds, timeText } = filled;
  if (app === null || seconds === undefined) return form;
  const typed = timeText === '' && seconds !== null ? durationWords(texts, seconds) : timeText;
  return { ...form, filled: { ...filled, timeText: durationsOf(form, app).includes(seconds) ? '' : typed } };
}

function durationBlock(texts: Texts, form: RequestForm, app: RequestableApp): InputBlock {
  const seconds = durationsOf(form, app).slice(0, limits.options);
  const options = seconds.map((one) => durationOption(texts, form, one));
  const { durationSeconds: chosen, timeText } = form.filled;
  const kept = chosen === undefined ? -1 : seconds.indexOf(chosen);
  // What is typed counts instead of a choice, so none is shown beside it.
  const isTyped = timeText !== '';
  const initial = isTyped ? undefined : options[Math.max(0, kept)];
  return {
    type: 'input',
    block_id: durationBlockId(app.id, entitlementIds(form), isEmergencyForm(form)),
    optional: isTyped,
    label: plain(texts.requestForm.duration, limits.optionText),
    element: {
      type: 'static_select',
      action_id: formFields.duration.action,
      options,
      ...(initial === undefined ? {} : { initial_option: initial }),
    },
  };
}

function timeBlock(texts: Texts, timeText: string): InputBlock {
  const words = texts.requestForm;
  return {
    type: 'input',
    block_id: formFields.time.block,
    optional: true,
    label: plain(words.time, limits.optionText),
    hint: plain(words.timeHint, limits.fieldText),
    element: {
      type: 'plain_text_input',
      action_id: formFields.time.action,
      max_length: 100,
      placeholder: plain(words.timePlaceholder, limits.placeholder),
      ...(timeText === '' ? {} : { initial_value: cut(sound(timeText), 100) }),
    },
  };
}

function justificationBlock(texts: Texts, justification: string): InputBlock {
  const words = texts.requestForm;
  return {
    type: 'input',
    block_id: formFields.justification.block,
    label: plain(words.justification, limits.optionText),
    hint: plain(words.justificationHint, limits.fieldText),
    element: {
      type: 'plain_text_input',
      action_id: formFields.justification.action,
      multiline: true,
      max_length: justificationLimit,
      ...(justification === '' ? {} : { initial_value: cut(sound(justification), justificationLimit) }),
    },
  };
}

function targetBlock(texts: Texts, targetSlackId: string | null): InputBlock {
  const words = texts.requestForm;
  return {
    type: 'input',
    block_id: formFields.target.block,
    optional: true,
    dispatch_action: true,
    label: plain(words.target, limits.optionText),
    hint: plain(words.targetHint, limits.fieldText),
    element: {
      type: 'users_select',
      action_id: formFields.target.action,
      ...(targetSlackId === null ? {} : { initial_user: targetSlackId }),
    },
  };
}

function entitlementIds({ picked }: RequestForm): string[] {
  return picked.map((one) => one.entitlement.id);
}

/** Whether what is filled in is asked for as an emergency. */
function isEmergencyForm(form: Pick<RequestForm, 'memory' | 'filled'>): boolean {
  return form.memory.mode === 'emergency' || form.filled.emergency;
}
