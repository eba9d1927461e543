/** Radio buttons and checkboxes. */
import { z } from 'zod';
import { choiceOption } from './composition.ts';
import { actionable, confirmable, focusable } from './element-parts.ts';
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
  .refine(
    (one) => amongOptions(one.initial_option ? [one.initial_option] : [], one.options),
    notAmong,
  );

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

export const choices = [radioButtons, checkboxes] as const;
