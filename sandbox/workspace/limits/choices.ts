/** Radio buttons, checkboxes, dates and times. */
import { z } from 'zod';
import { choiceOption } from './composition.ts';
import { actionable, confirmable, focusable, select } from './element-parts.ts';
import { amongOptions, notAmong } from './initial-options.ts';
import { limits } from './limits.ts';

const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...actionable,
    ...confirmable,
    ...focusable,
    options: z.array(choiceOption).min(1).max(limits.optionsOfRadioButtons),
    initial_option: choiceOption.optional(),
  })
  .refine((one) => amongOptions(one.initial_option ? [one.initial_option] : [], one.options), notAmong);

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...actionable,
    ...confirmable,
    ...focusable,
    options: z.array(choiceOption).min(1).max(limits.optionsOfCheckboxes),
    initial_options: z.array(choiceOption).min(1).optional(),
  })
  .refine((one) => amongOptions(one.initial_options ?? [], one.options), notAmong);

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...select,
  initial_date: z.iso.date().optional(),
});

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...select,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
});

export const dateTimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...actionable,
  ...confirmable,
  ...focusable,
  // Ten digits: seconds, so that milliseconds sent by mistake are refused.
  initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
});

export const choices = [radioButtons, checkboxes, datepicker, timepicker] as const;
