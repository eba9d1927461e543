import { DateTime } from 'luxon';
import { RE2JS } from 're2js';
import { z } from 'zod';

/** What the service checks an answer by. */
export interface AnswerRule {
  readonly rule: RuleName;
  /** What the rule holds the answer to; empty where its name says all. */
  readonly held: readonly string[];
  /** In the place of the day that a date is held to. */
  readonly daysFromToday?: number;
}
export type RuleName = keyof typeof checks;

type Check = (text: string, held: string, all: readonly string[], items: readonly string[]) => boolean;
const is =
  (format: z.ZodType): Check =>
  (text) =>
    format.safeParse(text).success;

/** The rules of deployments-details.md, section 4, under its names: for each item of an answer, which but for a list is one. */
const checks = {
  minLen: (text, held) => Array.from(text).length >= Number(held),
  maxLen: (text, held) => Array.from(text).length <= Number(held),
  pattern: matches,
  prefix: (text, held) => text.startsWith(held),
  suffix: (text, held) => text.endsWith(held),
  contains: (text, held) => text.includes(held),
  notContains: (text, held) => !text.includes(held),
  in: (text, _, all) => all.includes(text),
  notIn: (text, _, all) => !all.includes(text),
  email: is(z.email({ pattern: z.regexes.unicodeEmail })),
  hostname: is(z.hostname()),
  ip: is(z.union([z.ipv4(), z.ipv6()])),
  uri: (text) => URL.canParse(text),
  uuid: is(z.guid()),
  gte: (text, held) => Number(text) >= Number(held),
  lte: (text, held) => Number(text) <= Number(held),
  minDate: (text, held) => text >= held,
  maxDate: (text, held) => text <= held,
  minItems: (_text, held, _all, items) => items.length >= Number(held),
  maxItems: (_text, held, _all, items) => items.length <= Number(held),
  unique: (_text, _held, _all, items) => new Set(items).size === items.length,
} satisfies Record<string, Check>;

/** A rule that the service names and nobody knows here is checked by the service alone. */
export const isRule = (name: string): name is RuleName => Object.hasOwn(checks, name);

/** The patterns are RE2's, which no text can keep busy. One that cannot be read is left to the service. */
function matches(text: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch {
    return true;
  }
}

/** The first rule that the items of an answer do not keep; those that count from today only where it is told. */
export function brokenRule(rules: readonly AnswerRule[], items: readonly string[], now?: Date): AnswerRule | undefined {
  const today = now && DateTime.fromJSDate(now, { zone: 'utc' });
  const dated = rules.flatMap((one) => {
    if (one.daysFromToday === undefined) return one;
    return today ? { ...one, held: [today.plus({ days: one.daysFromToday }).toFormat('yyyy-MM-dd')] } : [];
  });
  return dated.find(({ rule, held }) => !items.every((text) => checks[rule](text, held[0] ?? '', held, items)));
}
