/**
 * Texts, options and confirm dialogs. Slack refuses properties that it does not know, so every
 * object is strict.
 */
import type { Option } from '@slack/types';
import { z } from 'zod';
import { generatedId } from '../ids.ts';
import { limits } from './limits.ts';

export const blockId = z
  .string()
  .min(1)
  .max(limits.blockId)
  .default(() => generatedId());

export const actionId = z
  .string()
  .min(1)
  .max(limits.actionId)
  .default(() => generatedId());

export const url = z
  .string()
  .max(limits.url)
  .refine((value) => URL.canParse(value), { error: 'must be a valid URL' });

type PlainText = z.ZodObject<
  {
    type: z.ZodLiteral<'plain_text'>;
    text: z.ZodString;
    emoji: z.ZodDefault<z.ZodBoolean>;
  },
  z.core.$strict
>;

type MrkdwnText = z.ZodObject<
  {
    type: z.ZodLiteral<'mrkdwn'>;
    text: z.ZodString;
    verbatim: z.ZodDefault<z.ZodBoolean>;
  },
  z.core.$strict
>;

/** Slack answers with `emoji` set, whether it was sent or not. */
export function plainText(max: number): PlainText {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().default(true),
  });
}

export function mrkdwnText(max: number): MrkdwnText {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().default(false),
  });
}

export function anyText(max: number): z.ZodDiscriminatedUnion<[PlainText, MrkdwnText], 'type'> {
  return z.discriminatedUnion('type', [plainText(max), mrkdwnText(max)]);
}

const style = z.enum(['primary', 'danger']);

export const buttonStyle = style.optional();

export const confirm = z
  .strictObject({
    title: plainText(limits.confirmTitle).optional(),
    text: anyText(limits.confirmText),
    confirm: plainText(limits.confirmButton).optional(),
    deny: plainText(limits.confirmButton).optional(),
    style: style.optional(),
  })
  .optional();

const optionValue = z.string().min(1).max(limits.optionValue);

/** An option of a select: plain text only. */
export const selectOption = z.strictObject({
  text: plainText(limits.optionText),
  value: optionValue,
  description: plainText(limits.optionText).optional(),
});

/** An option of radio buttons or checkboxes: formatting allowed. */
export const choiceOption = z
  .strictObject({
    text: anyText(limits.optionText),
    value: optionValue,
    // Formatting is taken, as by Slack, and shown as it was typed.
    description: anyText(limits.optionText)
      .transform(({ text }) => ({ type: 'plain_text' as const, text, emoji: true }))
      .optional(),
  })
  // Returns the same object, with the union type that `@slack/types` publishes.
  .transform(
    ({ text, ...rest }): Option => (text.type === 'mrkdwn' ? { ...rest, text } : { ...rest, text }),
  );

/** An option of an overflow menu: the only kind with a link. */
export const overflowOption = z.strictObject({
  text: plainText(limits.optionText),
  value: optionValue,
  description: plainText(limits.optionText).optional(),
  url: url.optional(),
});

export const placeholder = plainText(limits.placeholder).optional();
