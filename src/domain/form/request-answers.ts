import { ok, type Result, refuse } from '../result.ts';
import { isBlank, PatternBudget } from '../text/foreign-text.ts';
import { type AnswerRule, brokenRelation, brokenRule } from './answer-rules.ts';

/**
 * Types that the operator can configure; a tenant's form has others too, of which `console` is
 * asked in the console alone.
 */
export const requestFieldTypes = ['text', 'multiline', 'choice', 'number', 'yesNo'] as const;
type TenantFieldType = 'integer' | 'date' | 'list' | 'person' | 'people' | 'console';
export type RequestFieldType = (typeof requestFieldTypes)[number] | TenantFieldType;

/**
 * What a tenant's form asks, and whether some of what has to be answered can be in the console
 * alone.
 */
export interface FormQuestions {
  readonly questions: readonly RequestField[];
  readonly inConsole: boolean;
}

/**
 * An extra question of the request form; the answer becomes `requestData[id]`
 * (docs/spec/interface.md#endpoint-1).
 */
export interface RequestField {
  /** Letters, digits, `_`, `.` and `-`, at most 64; unique within an app. */
  readonly id: string;
  /** 1 to 150 characters. */
  readonly label: string;
  /**
   * The answer to `number` and `integer` is a number, to `yesNo` a boolean, to `list` and `people`
   * a list (typed as a line each), to all others text. People are Slack ids until they are sent.
   */
  readonly type: RequestFieldType;
  readonly required: boolean;
  /** A sentence below the field; null = none. */
  readonly hint: string | null;
  /** The options of a `choice`, 1 to 100 texts of at most 75 characters; empty for other types. */
  readonly options: readonly string[];
  /** What an option sends, where that is not its words. */
  readonly values?: readonly string[];
  /** What the service checks an answer by. */
  readonly rules?: readonly AnswerRule[];
  /** What the service checks the identities of chosen people by. */
  readonly among?: readonly AnswerRule[];
  /** An example, shown while the field is empty. */
  readonly placeholder?: string | null;
  /** What the field begins with, as it would be typed. */
  readonly initial?: string | null;
  /** The tenant has set `initial`, and nobody can change it: it is shown, and sent as it is. */
  readonly isLocked?: true;
  /** A `date` begins with the day of the person who fills it in. */
  readonly startsToday?: true;
  /** Where a `console` field is answered; null = no link. */
  readonly consoleUrl?: string | null;
  /** Ids of the entitlements that this is asked for; null = all of the app. */
  readonly entitlements: readonly string[] | null;
}

export interface AnswerMistake {
  readonly fieldId: string;
  /**
   * An object is the rule that the answer breaks; `in-console`: it has to be answered, and cannot
   * be here.
   */
  readonly kind: 'missing' | 'in-console' | 'no-number' | 'no-date' | 'not-offered' | AnswerRule;
}

/**
 * The extra questions for these entitlements of an app: those for all entitlements and those for
 * any of these.
 */
export function fieldsFor(
  fields: readonly RequestField[],
  entitlementIds: readonly string[],
): readonly RequestField[] {
  return fields.filter(
    (field) =>
      field.entitlements === null || field.entitlements.some((id) => entitlementIds.includes(id)),
  );
}

/** The answers that belong to one entitlement, from a form for several; null if there are none. */
export function answersTo(
  fields: readonly RequestField[],
  answers: RequestData | null,
  entitlementId: string,
): RequestData | null {
  const fieldIds = fieldsFor(fields, [entitlementId]).map((field) => field.id);
  const own = Object.entries(answers ?? {}).filter(([fieldId]) => fieldIds.includes(fieldId));
  return own.length === 0 ? null : Object.fromEntries(own);
}

/**
 * The filled-in answers as `requestData`, without empty fields; null if all are empty. `typed`
 * holds the texts by field id, `yes` or `no` for a yes-or-no question.
 */
export function readAnswers(
  fields: readonly RequestField[],
  typed: ReadonlyMap<string, string>,
  now: Date,
): Result<RequestData | null, readonly AnswerMistake[]> {
  const mistakes: AnswerMistake[] = [];
  const answers: [string, RequestData[string]][] = [];
  const patterns = new PatternBudget();
  const locked = new Map(
    fields.flatMap((one) => (one.isLocked === true ? [[one.id, lockedText(one)]] : [])),
  );
  const textOf = (fieldId: string) => readable(locked.get(fieldId) ?? typed.get(fieldId) ?? '');
  for (const field of fields) {
    const { id: fieldId, rules = [] } = field;
    if (field.isLocked === true) {
      // What the tenant has set wrong is nothing that people could mend.
      const preset = readTyped(field, textOf(fieldId));
      if (preset.ok && textOf(fieldId) !== '') answers.push([fieldId, preset.value]);
      continue;
    }
    const isHere = field.type !== 'console';
    const text = isHere ? textOf(fieldId) : '';
    const broken = brokenRelation(rules, text, textOf);
    if (text === '' && field.required)
      mistakes.push({ fieldId, kind: isHere ? 'missing' : 'in-console' });
    else if (broken !== undefined) mistakes.push({ fieldId, kind: broken });
    if (text === '') continue;
    const answer = readAnswer(field, text, now, patterns);
    if (answer.ok) answers.push([field.id, answer.value]);
    else mistakes.push({ fieldId: field.id, kind: answer.refusal });
  }
  if (mistakes.length > 0) return refuse(mistakes);
  return ok(answers.length === 0 ? null : Object.fromEntries(answers));
}

/** What a locked question shows, as it would be typed. */
export function lockedText({ initial, options, values = [] }: RequestField): string {
  return options[values.indexOf(initial ?? '')] ?? initial ?? '';
}

/** Without spaces around it; empty where nobody can read anything in it. */
const readable = (text: string) => (isBlank(text) ? '' : text.trim());

/** Each of them is looked up in Slack. */
export const mostPicked = 10;

type OneAnswer = Result<RequestData[string], AnswerMistake['kind']>;

/**
 * Reads an answer and checks its rules. Without `now`, rules relative to today are not checked.
 * `patterns` is shared by all questions of a form.
 */
export function readAnswer(
  field: RequestField,
  text: string,
  now?: Date,
  patterns: PatternBudget = new PatternBudget(),
): OneAnswer {
  const value = readTyped(field, text);
  if (!value.ok) return value;
  const items = isPicked(value.value) ? value.value.slackUserIds : value.value;
  const broken = brokenRule(field.rules ?? [], [items].flat().map(String), now, patterns);
  // An example says more than a pattern does.
  const example = broken?.rule === 'pattern' && field.placeholder;
  return broken === undefined ? value : refuse({ ...broken, ...(example && { held: [example] }) });
}

function readTyped(field: RequestField, text: string): OneAnswer {
  switch (field.type) {
    case 'text':
    case 'multiline':
    case 'console':
      return ok(text);
    case 'choice':
      return field.options.includes(text)
        ? ok(field.values?.[field.options.indexOf(text)] ?? text)
        : refuse('not-offered');
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
        ? ok(text)
        : refuse('no-date');
    case 'list':
      return ok(text.split('\n').flatMap((line) => readable(line) || []));
    case 'person':
    case 'people': {
      const people = field.type === 'person' ? text : text.split('\n');
      // Text that answered another question of this name picks nobody.
      const arePicked = [people]
        .flat()
        .every((one, index) => index < mostPicked && /^[UW][A-Z0-9]+$/.test(one));
      return arePicked
        ? ok({ slackUserIds: people, among: field.among ?? [] })
        : refuse('not-offered');
    }
    case 'yesNo':
      return text === 'yes' || text === 'no' ? ok(text === 'yes') : refuse('not-offered');
    case 'number':
    case 'integer': {
      const number = Number(text.replace(',', '.'));
      const isFitting =
        field.type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
      return isFitting ? ok(number) : refuse('no-number');
    }
  }
}

/**
 * People who were picked in Slack, one or a list. When it is sent, their identities, which keep
 * these rules, are the answer.
 */
interface PickedPeople {
  readonly slackUserIds: string | readonly string[];
  readonly among: readonly AnswerRule[];
}

/** Answers to extra fields, by field id. */
export type RequestData = Readonly<
  Record<string, string | number | boolean | readonly string[] | PickedPeople>
>;

export function isPicked(answer: RequestData[string]): answer is PickedPeople {
  return typeof answer === 'object' && 'slackUserIds' in answer;
}
