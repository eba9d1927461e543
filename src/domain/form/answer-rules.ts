import { DateTime } from 'luxon';
import { z } from 'zod';
import { PatternBudget } from '../text/foreign-text.ts';

/** What the service checks an answer by. */
export interface AnswerRule {
  readonly rule: RuleName;
  /** What the rule holds the answer to; empty where its name says all. */
  readonly held: readonly string[];
  /** For a date: the day that it is compared with, counted from today; `held` is not used then. */
  readonly daysFromToday?: number;
  /** For a rule about other questions: their ids. `held` has their labels. */
  readonly others?: readonly string[];
}
export type RuleName = keyof typeof checks;

type Check = (
  text: string,
  operand: string,
  all: readonly string[],
  items: readonly string[],
  patterns: PatternBudget,
) => boolean;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;
/** What `wellKnownRegex` names. */
const wellKnown: Readonly<Record<string, RegExp>> = {
  HTTP_HEADER_NAME: /^:?[\w!#$%&'*+.^|~`-]+$/,
  HTTP_HEADER_VALUE: /^[\t\x20-\x7E\x80-\u{10FFFF}]*$/u,
};
const is =
  (format: z.ZodType): Check =>
  (text) =>
    format.safeParse(text).success;

const ip = z.union([z.ipv4(), z.ipv6()]);

/**
 * The rules of docs/spec/deployments.md#forms, under its names. Each item of an answer is checked;
 * an answer that is not a list is one item. The last four compare an answer with those to other
 * questions; an answer that was not given is empty.
 */
const checks = {
  minLen: (text, operand) => Array.from(text).length >= Number(operand),
  maxLen: (text, operand) => Array.from(text).length <= Number(operand),
  minBytes: (text, operand) => bytesOf(text) >= Number(operand),
  maxBytes: (text, operand) => bytesOf(text) <= Number(operand),
  pattern: (text, operand, _all, _items, patterns) => patterns.matches(text, operand),
  prefix: (text, operand) => text.startsWith(operand),
  suffix: (text, operand) => text.endsWith(operand),
  contains: (text, operand) => text.includes(operand),
  notContains: (text, operand) => !text.includes(operand),
  in: (text, _, all) => all.includes(text),
  notIn: (text, _, all) => !all.includes(text),
  email: is(z.email({ pattern: z.regexes.unicodeEmail })),
  hostname: is(z.hostname()),
  ip: is(ip),
  address: is(z.union([z.hostname(), ip])),
  uri: (text) => URL.canParse(text),
  uriRef: (text) => URL.canParse(text, 'https://acme.example'),
  wellKnownRegex: (text, operand) =>
    wellKnown[operand.replace('KNOWN_REGEX_', '')]?.test(text) ?? true,
  uuid: is(z.guid()),
  isTrue: (text) => text === 'true',
  gt: (text, operand) => Number(text) > Number(operand),
  lt: (text, operand) => Number(text) < Number(operand),
  gte: (text, operand) => Number(text) >= Number(operand),
  lte: (text, operand) => Number(text) <= Number(operand),
  minDate: (text, operand) => text >= operand,
  maxDate: (text, operand) => text <= operand,
  minItems: (_text, operand, _all, items) => items.length >= Number(operand),
  maxItems: (_text, operand, _all, items) => items.length <= Number(operand),
  unique: (_text, _held, _all, items) => new Set(items).size === items.length,
  requiredTogether: (text, _held, _all, others) => text !== '' || others.every((one) => one === ''),
  atLeastOne: (text, _held, _all, others) => text !== '' || others.some((one) => one !== ''),
  mutuallyExclusive: (text, _held, _all, others) =>
    text === '' || others.every((one) => one === ''),
  dependentOn: (text, _held, _all, others) => text === '' || others.every((one) => one !== ''),
} satisfies Record<string, Check>;

/** A rule that the service names and nobody knows here is checked by the service alone. */
export const isRule = (name: string): name is RuleName => Object.hasOwn(checks, name);

/**
 * The first rule that an answer breaks. Rules relative to today are checked only if `now` is given.
 * `patterns` is shared by all questions that are checked together.
 */
export function brokenRule(
  rules: readonly AnswerRule[],
  items: readonly string[],
  now?: Date,
  patterns = new PatternBudget(),
): AnswerRule | undefined {
  const today = now && DateTime.fromJSDate(now, { zone: 'utc' });
  const dated = rules.flatMap((one) => {
    if (one.others) return [];
    if (one.daysFromToday === undefined) return one;
    return today
      ? { ...one, held: [today.plus({ days: one.daysFromToday }).toFormat('yyyy-MM-dd')] }
      : [];
  });
  return dated.find(
    ({ rule, held }) =>
      !items.every((text) => checks[rule](text, held[0] ?? '', held, items, patterns)),
  );
}

/** The first rule about other questions that an answer does not keep, empty where there is none. */
export function brokenRelation(
  rules: readonly AnswerRule[],
  text: string,
  textOf: (fieldId: string) => string,
): AnswerRule | undefined {
  // None of these rules is a pattern.
  const patterns = new PatternBudget();
  return rules.find(
    ({ rule, held, others }) =>
      others && !checks[rule](text, '', held, others.map(textOf), patterns),
  );
}
