/**
 * The field kinds of the interface. Each accepts null and absence (the interface promises no
 * response field) and returns the value that protobuf means by them; a value of another type is a
 * decode failure that names the field.
 */

import { z } from 'zod';
import { expandedField } from './expanded.ts';

function orUnset<Shape extends z.ZodType, Unset>(shape: Shape, unset: Unset) {
  return shape.nullish().transform((value): z.output<Shape> | Unset => value ?? unset);
}

/**
 * Reads absent and null as null: the service tells nothing. An unset boolean or text comes as
 * `false` or `""`, so these are told (docs/security.md#what-the-service-does-not-tell).
 */
export function orUntold<Shape extends z.ZodType>(shape: Shape) {
  return orUnset(shape, null);
}

/** string; `''` if unset. Also 64-bit integers, which are carried as strings and stay strings. */
export const text = orUnset(z.string(), '');

/** The most characters of what people read: a longer name costs whoever looks through names. */
const longestRead = 3_000;

/** A name or a description; the rest of a longer one is left out. */
export function readable(field: z.ZodType<string>) {
  return field.transform((value) =>
    value.length <= longestRead ? value : value.slice(0, longestRead).toWellFormed(),
  );
}

/** int64, which is text; also as a number, where that is exact. `''` for anything else. */
export const numberText = z
  .union([z.string(), z.int().transform(String)])
  .nullish()
  .transform((value) => value ?? '')
  .catch('');

/** string of a shape that nobody publishes; `''` for anything else. */
export const word = z.string().catch('');

export const nameText = readable(text);
export const nameWord = readable(word);

/** string[]; empty if unset. */
export const texts = list(z.string());

/** boolean; false if unset. */
export const flag = orUnset(z.boolean(), false);

/** Timestamp as it was sent (ISO 8601); null if unset. */
export const dateTime = text.transform((value) => value || null);

/** An empty message whose presence is its value: true if it is there. */
export const marker = orUnset(z.looseObject({}), null).transform((value) => value !== null);

/** A message; null if unset. */
export function nested<Shape extends z.ZodType>(shape: Shape) {
  return orUnset(shape, null);
}

/** Repeated field; empty if unset. */
export function list<Item extends z.ZodType>(item: Item) {
  return orUnset<z.ZodArray<Item>, z.output<Item>[]>(z.array(item), []);
}

/**
 * Enumeration; its `..._UNSPECIFIED` value if unset. Unknown values are kept: enumerations are open
 * (docs/spec/interface.md#versioning).
 */
export function openEnum([unset]: readonly [string]) {
  return text.transform((value) => value || unset);
}

/** google.protobuf.Duration spans about 10,000 years. */
const longestSeconds = 315_576_000_000;

/** Go's form, as some services print it: hours, minutes and seconds, each at most once. */
const goDuration = /^(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d{1,9})?)s)?$/;

/**
 * Seconds of a duration field: protobuf's JSON form, `"3600s"`, `"1.5s"`
 * (docs/spec/deployments.md#wire), or Go's, `"8760h0m0s"`. null for anything else, also `"P1D"`.
 */
export function parseDuration(text: string | null | undefined): number | null {
  const seconds = secondsIn(text ?? '');
  return seconds !== null && Math.abs(seconds) <= longestSeconds ? seconds : null;
}

function secondsIn(text: string): number | null {
  if (/^-?\d+(\.\d{1,9})?s$/.test(text)) return Number(text.slice(0, -1));
  const parts = goDuration.exec(text);
  if (parts === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Seconds as a duration field, to the millisecond. Throws `RangeError` for what protobuf cannot
 * carry: not finite, or beyond its span.
 */
export function printDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > longestSeconds) {
    throw new RangeError(`not a duration: ${seconds} seconds`);
  }
  return `${Number(seconds.toFixed(3))}s`;
}

/** null for no time, which services also write as one long before there were any. */
export function instantOf(value: string | null | undefined): Date | null {
  const ms = Date.parse(value ?? '');
  return ms > 0 ? new Date(ms) : null;
}

/** An item of a page that could not be read. */
export interface UnreadItem {
  /** The item's id; null where it does not even tell that. */
  readonly id: string | null;
  /** The first field that is wrong. Values are never quoted. */
  readonly why: string;
}

/**
 * A page whose items are read one by one: an odd one is `unread`, and does not make the others
 * unreadable. A page of which no item can be read is a decode failure.
 *
 * @param idOf the id of an item that cannot be read
 */
export function pageOfEach<Item extends z.ZodType>(
  item: Item,
  idOf: (raw: unknown) => string | null,
) {
  const page = z.object({ list: list(z.unknown()), nextPageToken: text, expanded: expandedField });
  return page.transform((rawPage, context) => {
    const items: z.output<Item>[] = [];
    const unread: UnreadItem[] = [];
    const issues: ReturnType<typeof issueAt>[] = [];
    for (const [at, raw] of rawPage.list.entries()) {
      const parsed = item.safeParse(raw);
      if (parsed.success) {
        items.push(parsed.data);
        continue;
      }
      const { path, message } = firstIssue(parsed.error);
      unread.push({ id: idOf(raw), why: `${z.core.toDotPath(path).slice(0, 300)}: ${message}` });
      issues.push(issueAt(['list', at, ...path], message, raw));
    }
    if (items.length === 0) context.issues.push(...issues);
    return { ...rawPage, list: items, unread };
  });
}

function firstIssue({ issues }: z.ZodError): {
  readonly path: PropertyKey[];
  readonly message: string;
} {
  const [issue] = issues;
  if (issue === undefined) return { path: [], message: 'odd' };
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
  return { path: issue.path, message: expected };
}

function issueAt(path: PropertyKey[], message: string, input: unknown) {
  return { code: 'custom' as const, path, message, input };
}
