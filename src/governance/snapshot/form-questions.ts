import { z } from 'zod';
import type { FormQuestions, RequestField } from '../../domain/request-answers.ts';

/** A member that may be unset, or odd: then it counts as unset. */
function soft<Shape extends z.ZodType>(shape: Shape) {
  return shape.nullish().catch(null);
}
const text = soft(z.string());
const number = soft(z.coerce.number());
const flag = soft(z.boolean());
const object = soft(z.looseObject({}));

/** Field of a form (deployments-details.md, section 4): what an input shows and checks; the service checks every other rule. */
const field = z.object({
  name: z.string().min(1),
  displayName: text,
  description: text,
  required: flag,
  readOnly: flag,
  adminConfig: soft(z.object({ showToUser: flag })),
  stringField: soft(
    z.object({
      len: number,
      minLen: number,
      maxLen: number,
      textField: soft(z.object({ multiline: flag })),
      selectField: soft(z.object({ options: z.array(z.object({ value: z.string(), displayName: text })) })),
      dateField: object,
      passwordField: object,
      pickerField: object,
    }),
  ),
  boolField: object,
  int64Field: soft(
    z.object({ numberField: soft(z.object({ minValue: number, maxValue: number })), gte: number, lte: number }),
  ),
  stringSliceField: soft(z.object({ pickerField: object })),
});
type FormField = z.output<typeof field>;

const form = z.object({ fields: z.array(z.unknown()).catch([]) });

/**
 * The questions of a form in the tenant's order. Kinds that a modal cannot hold (files, sign-ins, passwords, pickers, maps, and kinds that
 * nobody knows) are left to the console, which `inConsole` says. What only administrators answer, or nobody, is not asked.
 */
export function readFormQuestions(value: unknown): FormQuestions {
  const told = (form.safeParse(value).data?.fields ?? []).map((one) => field.safeParse(one).data);
  const questions = told.flatMap((one) => (one === undefined || !isAsked(one) ? [] : questionOf(one)));
  return { questions, inConsole: told.includes(undefined) || questions.some(({ type }) => type === 'console') };
}

function isAsked({ readOnly, adminConfig }: FormField): boolean {
  return readOnly !== true && (!adminConfig || adminConfig.showToUser === true);
}

function questionOf(one: FormField): RequestField {
  const kind = kindOf(one) ?? { type: 'console' as const };
  const { displayName, description, required } = one;
  const label = (displayName ?? '').trim() || one.name;
  const hint = (description ?? '').trim() || null;
  return { id: one.name, label, hint, required: required === true, entitlements: null, options: [], ...kind };
}

/** null for what a modal cannot hold. */
function kindOf({ stringField, boolField, int64Field, stringSliceField }: FormField) {
  if (stringField) {
    const { selectField, dateField, passwordField, pickerField, textField, len, minLen, maxLen } = stringField;
    if (passwordField || pickerField) return null;
    if (dateField) return { type: 'date' } as const;
    if (!selectField) {
      const lengths = { least: minLen ?? len ?? null, most: maxLen ?? len ?? null };
      return { type: textField?.multiline === true ? 'multiline' : 'text', lengths } as const;
    }
    const values = selectField.options.map((option) => option.value);
    const options = selectField.options.map((option) => (option.displayName ?? '').trim() || option.value);
    return values.length === 0 || values.length > 100 ? null : ({ type: 'choice', options, values } as const);
  }
  if (boolField) return { type: 'yesNo' } as const;
  if (int64Field) {
    const { numberField, gte, lte } = int64Field;
    const bounds = { least: numberField?.minValue ?? gte ?? null, most: numberField?.maxValue ?? lte ?? null };
    return { type: 'number', bounds } as const;
  }
  return stringSliceField && !stringSliceField.pickerField ? ({ type: 'list' } as const) : null;
}
