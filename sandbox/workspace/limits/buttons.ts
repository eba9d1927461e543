/** Buttons and overflow menus. */
import { z } from 'zod';
import { buttonStyle, overflowOption, plainText, url } from './composition.ts';
import { actionable, confirmable } from './element-parts.ts';
import { limits } from './limits.ts';

const button = z.strictObject({
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

export const buttons = [button, overflow] as const;
