/** What is typed: texts, numbers, addresses, days. */
import { z } from 'zod';
import { select, typed } from './element-parts.ts';
import { limits } from './limits.ts';

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...typed,
    multiline: z.boolean().optional(),
    initial_value: z.string().max(limits.plainTextInput).optional(),
    min_length: z.int().min(0).max(limits.plainTextInput).optional(),
    max_length: z.int().min(1).max(limits.plainTextInput).optional(),
  })
  .refine((one) => (one.min_length ?? 0) <= (one.max_length ?? limits.plainTextInput), {
    error: '`min_length` must not be greater than `max_length`',
  })
  .refine(
    (one) => (one.initial_value ?? '').length <= (one.max_length ?? Number.POSITIVE_INFINITY),
    {
      error: '`initial_value` must not be longer than `max_length`',
    },
  );

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

const numberInput = z.strictObject({
  type: z.literal('number_input'),
  ...typed,
  is_decimal_allowed: z.boolean(),
  initial_value: decimal.optional(),
  min_value: decimal.optional(),
  max_value: decimal.optional(),
});

const email = z.string().regex(/^[^\s@]+@[^\s@]+$/);
const link = z.string().refine((text) => URL.canParse(text), { error: 'must be a valid URL' });
export const isEmail = (text: string): boolean => email.safeParse(text).success;
export const isUrl = (text: string): boolean => link.safeParse(text).success;
export const isDate = (text: string): boolean => z.iso.date().safeParse(text).success;

const emailInput = z.strictObject({
  type: z.literal('email_text_input'),
  ...typed,
  initial_value: email.optional(),
});

const urlInput = z.strictObject({
  type: z.literal('url_text_input'),
  ...typed,
  initial_value: link.optional(),
});

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...select,
  initial_date: z.iso.date().optional(),
});

export const textInputs = [plainTextInput, numberInput, emailInput, urlInput, datepicker] as const;
