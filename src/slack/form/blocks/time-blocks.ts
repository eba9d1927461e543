import type { InputBlock, KnownBlock } from '@slack/types';
import { DateTime } from 'luxon';
import { extendedSeconds, secondsLeft } from '../../../domain/access/grant.ts';
import {
  certainBounds,
  commonBounds,
  longestFor,
  offeredDurations,
  submissionMistakes,
} from '../../../domain/request/access-request.ts';
import { readTimeText, type TimeReading } from '../../../domain/request/time-text.ts';
import type { RequestableApp } from '../../../domain/settings/access-settings.ts';
import type { TypedForm } from '../../../use-cases/form/typed-form.ts';
import { mistakeWords } from '../../action/refusal-words.ts';
import { durationWords } from '../../card/task-words.ts';
import { limits } from '../../platform/limits.ts';
import {
  cut,
  formInput,
  line,
  moment,
  name,
  option,
  plain,
  sound,
  timeOfDay,
} from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import type { ShownForm } from './form-model.ts';
import { durationBlockId, formFields, typedTime, untilRevoked } from './request-form-fields.ts';

const longestTyped = 100;

/** The facts for saying when access ends. */
type TimedForm = TypedForm & Pick<ShownForm, 'emergencies' | 'now'>;

/** For how long: one choice. The text field is shown only while *Another time* is picked. */
export function timeBlocks(texts: Texts, form: ShownForm): KnownBlock[] {
  const { app } = form;
  const typed = form.isTimeTyped ? [typedBlock(texts, form.timeText)] : [];
  // The typed text stays until the app is picked.
  if (app === null) return typed;
  const offered = durationsOf(form, app);
  const ends = requestedEndWords(texts, form, offered[pickedIndex(form, offered)]);
  return [durationBlock(texts, form, app, offered), ...typed, ...line('ends', ends)];
}

/** A duration that is offered is preselected; any other is put into the text field. */
export function withOneTime(
  texts: Texts,
  form: TypedForm,
  emergencies: ShownForm['emergencies'],
): TypedForm {
  const { app, durationSeconds: seconds, timeText } = form;
  const offered = app === null ? [] : durationsOf({ ...form, emergencies }, app);
  if (seconds !== undefined && offered.includes(seconds)) {
    return { ...form, timeText: '', isTimeTyped: false };
  }
  const isLength = app !== null && seconds !== undefined && seconds !== null;
  const words = timeText === '' && isLength ? durationWords(texts, seconds) : timeText;
  return { ...form, timeText: words, isTimeTyped: words !== '' };
}

/** The durations to offer: those of an emergency are short, and never permanent. */
function durationsOf(
  form: Pick<ShownForm, 'entitlements' | 'emergency' | 'emergencies'>,
  app: RequestableApp,
): readonly (number | null)[] {
  const { longestSeconds, mayBePermanent } = commonBounds(form.entitlements);
  if (!form.emergency) {
    return offeredDurations(app.durationsSeconds, {
      longestSeconds,
      mayBePermanent: mayBePermanent && form.entitlements.length > 0,
    });
  }
  const fits = (seconds: number) => longestSeconds === null || seconds <= longestSeconds;
  const fitting = form.emergencies.durationsSeconds.filter(fits);
  return fitting.length > 0 || longestSeconds === null ? fitting : [longestSeconds];
}

/**
 * The default duration if none was picked, or if the picked one is no longer offered: the shortest,
 * but of an access profile the longest, because a role is rarely wanted for an hour.
 */
function pickedIndex(
  { durationSeconds, picked }: ShownForm,
  offered: readonly (number | null)[],
): number {
  const at = durationSeconds === undefined ? -1 : offered.indexOf(durationSeconds);
  if (at >= 0) return at;
  const isProfile = picked.length > 0 && picked.every((one) => one.profile !== null);
  return isProfile ? Math.max(0, offered.length - 1) : 0;
}

function durationBlock(
  texts: Texts,
  form: ShownForm,
  app: RequestableApp,
  offered: readonly (number | null)[],
): InputBlock {
  const words = texts.requestForm;
  const durations = offered
    .slice(0, limits.options - 1)
    .map((one) => option(extendedWords(texts, form, one), one === null ? untilRevoked : `${one}`));
  const another = option(words.anotherTime, typedTime);
  const initial = form.isTimeTyped ? another : durations[pickedIndex(form, offered)];
  const element = {
    type: 'static_select',
    action_id: formFields.duration.action,
    options: [...durations, another],
    ...(initial === undefined ? {} : { initial_option: initial }),
  } satisfies InputBlock['element'];
  const entitlementIds = form.entitlements.map((one) => one.id);
  const block = durationBlockId(app.id, entitlementIds, form.emergency);
  return formInput(block, words.duration, element, { isFollowed: true });
}

function typedBlock({ requestForm: words }: Texts, timeText: string): InputBlock {
  const element = {
    type: 'plain_text_input',
    action_id: formFields.time.action,
    max_length: longestTyped,
    placeholder: plain(words.timePlaceholder, limits.placeholder),
    dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] },
    ...(timeText === '' ? {} : { initial_value: cut(sound(timeText), longestTyped) }),
  } satisfies InputBlock['element'];
  const more = { hint: words.timeHint, isFollowed: true };
  return formInput(formFields.time.block, words.time, element, more);
}

/**
 * "1 hour (until about 15:41 if approved now)" in the time zone of the person who fills in the
 * form. Only the duration if nothing is prolonged or their zone is unknown: an option is plain
 * text, which Slack does not convert for each reader.
 */
function extendedWords(texts: Texts, form: ShownForm, seconds: number | null): string {
  const words = texts.requestForm;
  const duration = durationWords(texts, seconds);
  const { timeZone, language } = form;
  if (seconds === null || !form.extends?.endsAt || !timeZone) return duration;
  const today = DateTime.fromJSDate(form.now, { zone: timeZone }).setLocale(language);
  const until = today.plus({ seconds: lastingTime(form, seconds).lasts });
  return words.extendedUntil({
    duration,
    when: until.toFormat(until.hasSame(today, 'day') ? 'HH:mm' : words.dayAndTime),
  });
}

/**
 * How long the access lasts. An extension includes the rest of the current grant, and is cut at the
 * longest that is allowed.
 */
function lastingTime(form: TimedForm, seconds: number) {
  if (!form.extends?.endsAt) return { lasts: seconds, isCut: false };
  const endsAt = new Date(form.extends.endsAt);
  const remainingSeconds = secondsLeft({ endsAt, endedAt: null }, form.now);
  const { longestSeconds } = commonBounds(form.entitlements);
  const longest = longestFor(form, longestSeconds, form.emergencies.durationsSeconds);
  const lasts = extendedSeconds(remainingSeconds, seconds, longest);
  return { lasts, isCut: lasts < remainingSeconds + seconds };
}

/** When access ends by the typed time, or else by the picked duration; empty without either. */
export function requestedEndWords(
  texts: Texts,
  form: TimedForm,
  pickedSeconds: number | null | undefined,
): string {
  return form.isTimeTyped ? typedEndWords(texts, form) : pickedEndWords(texts, form, pickedSeconds);
}

/** When access ends. A duration begins with the grant, and nobody knows yet when that will be. */
function pickedEndWords(texts: Texts, form: TimedForm, seconds: number | null | undefined): string {
  if (seconds === undefined) return '';
  const words = texts.requestForm;
  if (seconds === null) return words.endsNever;
  const { lasts, isCut } = lastingTime(form, seconds);
  const duration = durationWords(texts, lasts);
  if (!form.extends?.endsAt) return words.endsAfterGrant({ duration });
  const ends = new Date(form.now.getTime() + lasts * 1_000);
  const cutWords = isCut ? `${words.cutAtLongest({ duration })} ` : '';
  return `${cutWords}${words.endsProlonged({ moment: moment(ends), time: timeOfDay(form.now) })}`;
}

/** As `pickedEndWords`; says before the submission if the typed time cannot be used. */
function typedEndWords(texts: Texts, form: TimedForm): string {
  const { timeText, timeZone, language } = form;
  if (timeText === '') return '';
  const time = readTimeText(timeText, { now: form.now, timeZone, language });
  if (!time.ok) return name(mistakeWords(texts, time.refusal), 300);
  return outOfBoundsWords(texts, form, time.value) || readEndWords(texts, form, time.value);
}

function readEndWords(texts: Texts, form: TimedForm, { seconds, until }: TimeReading): string {
  if (until === null) return pickedEndWords(texts, form, seconds);
  return texts.requestForm.endsUntil({ moment: moment(until) });
}

function outOfBoundsWords(texts: Texts, form: TimedForm, { seconds }: TimeReading): string {
  if (form.entitlements.length === 0) return '';
  const { emergency, emergencies } = form;
  const entitlements = form.entitlements.map(certainBounds);
  const common = commonBounds(entitlements);
  const longestSeconds = longestFor(form, common.longestSeconds, emergencies.durationsSeconds);
  // Only the time is checked here.
  const submission = { justification: 'any', durationSeconds: seconds, emergency };
  const bounds = { ...common, longestSeconds, emergencyGrantEnabled: true };
  const words = submissionMistakes(submission, bounds, entitlements).map((mistake) =>
    mistakeWords(texts, mistake),
  );
  return words.length === 0 ? '' : name(words.join(' '), 300);
}
