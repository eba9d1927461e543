import type { InputBlock, KnownBlock } from '@slack/types';
import { DateTime } from 'luxon';
import { commonBounds, justificationLimit, offeredDurations } from '../../../domain/access-request.ts';
import type { RequestableApp } from '../../../domain/access-settings.ts';
import { extendedSeconds, secondsLeft } from '../../../domain/grant.ts';
import { PatternBudget } from '../../../domain/pattern-budget.ts';
import { fieldsFor } from '../../../domain/request-answers.ts';
import { limits } from '../../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { emergencyConfirmation } from '../buttons.ts';
import { durationWords } from '../duration-words.ts';
import { cut, formInput, option, plain, sound } from '../text.ts';
import { answerBlock, durationBlockId, emergencyValue, formFields, untilRevoked } from './fields.ts';
import type { RequestForm } from './request-form.ts';

/** The rest of the form: extra questions, how long, why, for whom. */
export function howBlocks(texts: Texts, form: RequestForm): KnownBlock[] {
  const { app, filled, memory } = form;
  const blocks: KnownBlock[] = [];
  const patterns = new PatternBudget();
  for (const field of fieldsFor(app?.fields ?? [], entitlementIds(form))) {
    blocks.push(answerBlock(texts, field, filled.answers.get(field.id) ?? '', patterns));
  }
  if (memory.mode === 'request' && (boundsOf(form).emergencyGrantEnabled || filled.emergency)) {
    blocks.push(emergencyBlock(texts, form));
  }
  if (app !== null) blocks.push(durationBlock(texts, form, app));
  // What was typed stays while the app is still to be picked.
  if (app !== null || filled.timeText !== '') blocks.push(timeBlock(texts, filled.timeText));
  blocks.push(justificationBlock(texts, filled.justification));
  if (memory.extends === null) blocks.push(targetBlock(texts, filled.targetSlackId));
  return blocks;
}

function boundsOf({ picked }: RequestForm) {
  return commonBounds(picked.map((one) => one.entitlement));
}

function emergencyBlock(texts: Texts, { emergency, filled }: RequestForm): KnownBlock {
  const { block, action } = formFields.emergency;
  const options = [option(texts.requestForm.askForEmergency, emergencyValue)];
  const element = {
    type: 'checkboxes',
    action_id: action,
    options,
    // Unticking it needs no question.
    ...(filled.emergency ? { initial_options: options } : { confirm: emergencyConfirmation(texts, emergency.onCall) }),
  } as const;
  return formInput(block, texts.card.emergency, element, { isOptional: true, isFollowed: true });
}

/**
 * "1 hour (until about 15:41 if approved now)", on the clock of whoever fills in the form. The length alone where nothing is
 * prolonged or their zone is not known: an option holds plain text, which Slack does not put into each reader's zone.
 */
function extendedWords(texts: Texts, form: RequestForm, seconds: number | null): string {
  const words = texts.requestForm;
  const duration = durationWords(texts, seconds);
  const { extends: extended, spoken } = form.memory;
  if (seconds === null || !extended?.endsAt || !spoken?.timeZone) return duration;
  const left = secondsLeft({ endsAt: new Date(extended.endsAt), endedAt: null }, form.now);
  const today = DateTime.fromJSDate(form.now, { zone: spoken.timeZone }).setLocale(spoken.language);
  const until = today.plus({ seconds: extendedSeconds(left, seconds, boundsOf(form).longestSeconds) });
  return words.extendedUntil({
    duration,
    when: until.toFormat(until.hasSame(today, 'day') ? 'HH:mm' : words.dayAndTime),
  });
}

/** Durations to offer: an emergency is short, and only for a time. */
function durationsOf(form: RequestForm, app: RequestableApp): readonly (number | null)[] {
  const { longestSeconds, mayBePermanent } = boundsOf(form);
  if (!isEmergencyForm(form)) {
    return offeredDurations(app.durationsSeconds, {
      longestSeconds,
      mayBePermanent: mayBePermanent && form.picked.length > 0,
    });
  }
  const fitting = form.emergency.durationsSeconds.filter((one) => longestSeconds === null || one <= longestSeconds);
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
  const options = seconds.map((one) => option(extendedWords(texts, form, one), one === null ? untilRevoked : `${one}`));
  const { durationSeconds: chosen, timeText } = form.filled;
  const kept = chosen === undefined ? -1 : seconds.indexOf(chosen);
  // What is typed counts instead of a choice, so none is shown beside it.
  const isTyped = timeText !== '';
  const initial = isTyped ? undefined : options[Math.max(0, kept)];
  const element = {
    type: 'static_select',
    action_id: formFields.duration.action,
    options,
    ...(initial === undefined ? {} : { initial_option: initial }),
  } as const;
  const block = durationBlockId(app.id, entitlementIds(form), isEmergencyForm(form));
  return formInput(block, texts.requestForm.duration, element, { isOptional: isTyped });
}

function timeBlock({ requestForm: words }: Texts, timeText: string): InputBlock {
  const element = {
    type: 'plain_text_input',
    action_id: formFields.time.action,
    max_length: 100,
    placeholder: plain(words.timePlaceholder, limits.placeholder),
    ...(timeText === '' ? {} : { initial_value: cut(sound(timeText), 100) }),
  } as const;
  return formInput(formFields.time.block, words.time, element, { isOptional: true, hint: words.timeHint });
}

function justificationBlock({ requestForm: words }: Texts, justification: string): InputBlock {
  const element = {
    type: 'plain_text_input',
    action_id: formFields.justification.action,
    multiline: true,
    max_length: justificationLimit,
    ...(justification === '' ? {} : { initial_value: cut(sound(justification), justificationLimit) }),
  } as const;
  return formInput(formFields.justification.block, words.justification, element, { hint: words.justificationHint });
}

function targetBlock({ requestForm: words }: Texts, targetSlackId: string | null): InputBlock {
  const { block, action } = formFields.target;
  const initial = targetSlackId === null ? {} : { initial_user: targetSlackId };
  const more = { isOptional: true, isFollowed: true, hint: words.targetHint };
  return formInput(block, words.target, { type: 'users_select', action_id: action, ...initial }, more);
}

function entitlementIds({ picked }: RequestForm): string[] {
  return picked.map((one) => one.entitlement.id);
}

/** Whether what is filled in is asked for as an emergency. */
function isEmergencyForm(form: Pick<RequestForm, 'memory' | 'filled'>): boolean {
  return form.memory.mode === 'emergency' || form.filled.emergency;
}
