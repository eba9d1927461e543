import { z } from 'zod';
import { type AnswerRule, isRule } from '../../../domain/form/answer-rules.ts';
import type { FormQuestions, RequestField } from '../../../domain/form/request-answers.ts';
import { readable } from '../../client/wire/wire-fields.ts';

/** A member that may be unset, or odd: then it counts as unset. */
function soft<Shape extends z.ZodType>(shape: Shape) {
  return shape.nullish().catch(null);
}
const text = soft(z.string());
const words = soft(readable(z.string()));
const flag = soft(z.boolean());
const object = soft(z.looseObject({}));
type Members = z.output<typeof object>;
const names = z.array(z.string()).catch([]);
const commonShape = z.looseObject({ defaultValue: text, defaultValues: names, placeholder: words });

/**
 * Field of a form (docs/spec/deployments.md#forms). Its rules stand beside its other members, or
 * under `rules`.
 */
const field = z.object({
  // Slack takes no longer name of an input.
  name: z.string().min(1).max(240),
  displayName: words,
  description: words,
  required: flag,
  readOnly: flag,
  adminConfig: soft(z.object({ showToUser: flag, defaultValueCel: text })),
  sharedConfig: soft(z.object({ lockDefaultValues: flag, defaultValueCel: text })),
  stringField: soft(
    commonShape.extend({
      textField: soft(z.object({ multiline: flag })),
      selectField: soft(
        z.object({ options: z.array(z.object({ value: z.string(), displayName: words })) }),
      ),
      dateField: object,
      passwordField: object,
      pickerField: object,
    }),
  ),
  boolField: object,
  int64Field: soft(commonShape.extend({ numberField: object })),
  stringSliceField: soft(commonShape.extend({ pickerField: object, items: object })),
});
type FormField = z.output<typeof field>;

const relation = z.looseObject({
  fieldNames: names,
  dependentOn: soft(z.object({ dependencyFieldNames: names })),
});
const relations = ['requiredTogether', 'atLeastOne', 'mutuallyExclusive', 'dependentOn'] as const;
const form = z.object({
  fields: z.array(z.unknown()).catch([]),
  fieldRelationships: z.array(relation).catch([]),
});
/** A modal holds 100 blocks, and the request form has some of its own. */
const mostQuestions = 60;

/**
 * The questions of a form in the tenant's order. Kinds that a modal cannot hold (files, sign-ins,
 * passwords, pickers of anything but people, maps, and kinds that nobody knows) are left to the
 * console; `inConsole` says that one of them has to be answered, or cannot be shown. What only
 * administrators answer, or nobody, is not asked.
 */
export function readFormQuestions(value: unknown): FormQuestions {
  const { fields = [], fieldRelationships = [] } = form.safeParse(value).data ?? {};
  const parsedFields = fields.map((one) => field.safeParse(one).data);
  const parsedQuestions = parsedFields.flatMap((one) =>
    one === undefined || !isAsked(one) ? [] : questionOf(one),
  );
  // Slack refuses a modal with two inputs of one name.
  const all = [...new Map(parsedQuestions.map((one) => [one.id, one])).values()];
  const cut = all.slice(mostQuestions);
  const named = cut.find(({ required }) => required) ?? cut[0];
  // Nobody sends a form without what was cut from it and has to be answered.
  const inItsPlace: RequestField[] = named === undefined ? [] : [{ ...named, type: 'console' }];
  const questions = [...all.slice(0, mostQuestions), ...inItsPlace];
  const isWhole =
    !parsedFields.includes(undefined) && all.length === parsedQuestions.length && cut.length === 0;
  const answeredHere = new Map(
    questions.flatMap(({ id, label, type }) => (type === 'console' ? [] : [[id, label]])),
  );
  const related = questions.map((one) => {
    const rules = fieldRelationships.flatMap((relation) =>
      relationOf(one.id, relation, answeredHere),
    );
    return { ...one, rules: [...(one.rules ?? []), ...rules] };
  });
  return {
    questions: related,
    inConsole: !isWhole || questions.some(({ type, required }) => type === 'console' && required),
  };
}

/** What a question has to do with others, where all of them are answered here. */
function relationOf(
  id: string,
  told: z.output<typeof relation>,
  labels: ReadonlyMap<string, string>,
) {
  const rule = relations.find((name) => told[name]);
  const others = (told.dependentOn?.dependencyFieldNames ?? told.fieldNames).filter(
    (name) => name !== id,
  );
  if (!rule || !told.fieldNames.includes(id) || ![id, ...others].every((name) => labels.has(name)))
    return [];
  return [{ rule, held: others.map((name) => labels.get(name) ?? name), others }];
}

function isAsked(one: FormField): boolean {
  const { readOnly, adminConfig } = one;
  // The service computes it, and nobody may say otherwise.
  if (isLocked(one) && isComputed(one)) return false;
  return readOnly !== true && (!adminConfig || adminConfig.showToUser === true);
}

function isLocked({ sharedConfig }: FormField): boolean {
  return sharedConfig?.lockDefaultValues === true;
}

/** The service has a default that only it can compute, for what is left empty. */
function isComputed({ adminConfig, sharedConfig }: FormField): boolean {
  const formulas = [adminConfig, sharedConfig].map((config) => config?.defaultValueCel ?? '');
  return formulas.some((cel) => cel.trim() !== '');
}

/** None where it is locked, and nothing is told of what it is locked to. */
function questionOf(one: FormField): readonly RequestField[] {
  const { displayName, description, required } = one;
  const label = (displayName ?? '').trim() || one.name;
  const hint = (description ?? '').trim() || null;
  const empty = {
    id: one.name,
    label,
    hint,
    required: required === true,
    entitlements: null,
    options: [],
  };
  const question: RequestField = { ...empty, type: 'console', ...kindOf(one) };
  if (isLocked(one))
    return isPreset(question) ? [{ ...question, required: false, isLocked: true }] : [];
  return [
    {
      ...question,
      required: !isComputed(one) && (question.required || isNeverEmpty(one, question)),
    },
  ];
}

/** Whether there is something to show of a locked question; the service fills in anything else. */
function isPreset({ type, initial, options, values = [] }: RequestField): boolean {
  if (type === 'console' || type === 'person' || type === 'people') return false;
  const isKnown = options.length === 0 || values.includes(initial ?? '');
  return (initial ?? '').trim() !== '' && isKnown;
}

/** A text that has a length, and is not let pass when empty. */
function isNeverEmpty({ stringField }: FormField, { rules = [] }: RequestField): boolean {
  const mayBeEmpty = [stringField, object.parse(stringField?.['rules'])].some(
    (rules) => rules?.['ignoreEmpty'] === true,
  );
  const isLong = rules.some(({ rule, held }) => rule === 'minLen' && Number(held[0]) >= 1);
  return isLong && !mayBeEmpty;
}

/** null for what a modal cannot hold. */
function kindOf({
  stringField,
  boolField,
  int64Field,
  stringSliceField,
}: FormField): Partial<RequestField> | null {
  if (stringField) return stringKind(stringField);
  if (boolField)
    return { type: 'yesNo', initial: yesOrNo(boolField), rules: truthRules(boolField) };
  if (int64Field) return { type: 'integer', ...inputOf(int64Field, int64Field.numberField) };
  if (!stringSliceField) return null;
  const { pickerField, items } = stringSliceField;
  if (pickerField) return peopleKind('people', pickerField, rulesOf(stringSliceField));
  return { type: 'list', ...inputOf(stringSliceField, items) };
}

function yesOrNo({ defaultValue }: NonNullable<Members>): string | null {
  if (typeof defaultValue !== 'boolean') return null;
  return defaultValue ? 'yes' : 'no';
}

function truthRules(members: Members): readonly AnswerRule[] {
  return rulesOf(members).map((one) => ({ ...one, rule: 'isTrue' }));
}

/** null for pickers of what Slack does not know. */
function peopleKind(
  type: 'person' | 'people',
  picker: NonNullable<Members>,
  rules: readonly AnswerRule[],
) {
  const people = object.parse(picker['c1UserPicker']) ?? null;
  return (
    people && {
      type,
      rules,
      among: rulesOf({ in: people['userIds'], notIn: people['excludeUserIds'] }),
    }
  );
}

function stringKind(field: NonNullable<FormField['stringField']>): Partial<RequestField> | null {
  const { selectField, dateField, passwordField, pickerField, textField } = field;
  if (passwordField) return null;
  if (pickerField) return peopleKind('person', pickerField, []);
  const input = inputOf(field, dateField);
  const startsToday = dateField?.['defaultToToday'] === true && !input.initial;
  if (dateField) return { type: 'date', ...input, ...(startsToday && { startsToday }) };
  if (!selectField) return { type: textField?.multiline === true ? 'multiline' : 'text', ...input };
  const values = selectField.options.map((option) => option.value);
  const names = selectField.options.map(
    (option) => (option.displayName ?? '').trim() || option.value,
  );
  // Two of one name could not be told apart.
  const options = new Set(names).size === names.length ? names : values;
  return values.length === 0 || values.length > 100
    ? null
    : { type: 'choice', options, values, initial: input.initial };
}

function inputOf(common: z.output<typeof commonShape>, more: Members) {
  const initial = common.defaultValue ?? common.defaultValues.join('\n');
  return {
    initial,
    placeholder: common.placeholder,
    rules: [...rulesOf(common), ...rulesOf(more)],
  };
}

/** What a rule holds an answer to; empty where it is unset. */
const heldTo = z
  .array(z.union([z.string().min(1), z.number(), z.literal(true)]).transform(String))
  .catch([]);
/** Where the service says it otherwise. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  len: ['minLen', 'maxLen'],
  lenBytes: ['minBytes', 'maxBytes'],
  const: ['in'],
  ipv4: ['ip'],
  ipv6: ['ip'],
  minValue: ['gte'],
  maxValue: ['lte'],
};
/** A rule that is unset can arrive as one that nothing keeps, or is no number. */
const unsetAtZero = /^(?:len|max|minDays)/;

function rulesOf(members: Members): AnswerRule[] {
  return Object.entries({ ...members, ...object.parse(members?.['rules']) }).flatMap(
    ([name, value]): AnswerRule[] => {
      const bounds = heldTo.parse([value].flat());
      if (bounds.length === 0 || (unsetAtZero.test(name) && !Number(bounds[0]))) return [];
      // Days are counted in the service's zone, which takes one more on either side.
      if (name === 'minDaysFromToday')
        return [{ rule: 'minDate', held: bounds, daysFromToday: Number(bounds[0]) - 1 }];
      if (name === 'maxDaysFromToday')
        return [{ rule: 'maxDate', held: bounds, daysFromToday: Number(bounds[0]) + 1 }];
      return (otherNames[name] ?? [name]).filter(isRule).map((rule) => ({ rule, held: bounds }));
    },
  );
}
