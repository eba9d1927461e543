/** Buttons, and menus that act like them. */
import { z } from 'zod';
import { buttonStyle, overflowOption, plainText, url } from './composition.ts';
import { actionable, confirmable } from './element-parts.ts';
import { limits } from './limits.ts';

export const button = z.strictObject({
  type: z.literal('button'),
  ...actionable,
  ...confirmable,
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  url: url.optional(),
  style: buttonStyle,
  accessibility_label: z.string().max(limits.buttonText).optional(),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...actionable,
  ...confirmable,
  options: z.array(overflowOption).min(1).max(limits.optionsOfOverflow),
});

const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  ...actionable,
  ...confirmable,
  text: plainText(limits.buttonText),
  workflow: z.strictObject({
    trigger: z.strictObject({
      url,
      customizable_input_parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
    }),
  }),
  style: buttonStyle,
  accessibility_label: z.string().max(limits.buttonText).optional(),
});

const feedbackButton = z.strictObject({
  text: plainText(limits.buttonText),
  accessibility_label: z.string().max(limits.buttonText).optional(),
  value: z.string().max(limits.buttonValue),
});

export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  ...actionable,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  ...actionable,
  ...confirmable,
  icon: z.string(),
  text: plainText(limits.buttonText),
  value: z.string().max(limits.buttonValue).optional(),
  accessibility_label: z.string().max(limits.buttonText).optional(),
  visible_to_user_ids: z.array(z.string()).optional(),
});

export const buttons = [button, overflow, workflowButton] as const;
