/**
 * The field kinds of interface.md, once each. Every one takes null and absence (no response field is promised to be there) and
 * gives the value that protobuf means by it; a value of another type is refused by name.
 */
import { z } from 'zod';

/** string; `''` where unset. Also 64-bit integers, which are carried as strings and stay strings. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** string[]; empty where unset. */
export const texts = list(z.string());

/** boolean; false where unset. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** integer (int32); 0 where unset. */
export const integer = z
  .number()
  .refine(Number.isSafeInteger, 'expected an integer')
  .nullish()
  .transform((value) => value ?? 0);

/** number; 0 where unset. */
export const decimal = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

/** Timestamp as it was sent (ISO 8601); null where unset. */
export const dateTime = z
  .string()
  .nullish()
  .transform((value) => (value === '' ? null : (value ?? null)));

/** Free-form JSON object; null where unset. */
export const freeObject = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);

/** A message with nothing in it that only says "set": true where it is there. */
export const marker = z
  .looseObject({})
  .nullish()
  .transform((value) => value !== null && value !== undefined);

/** A message; null where unset. */
export function nested<Shape extends z.ZodType>(shape: Shape) {
  return shape.nullish().transform((value): z.output<Shape> | null => value ?? null);
}

/** Repeated field; empty where unset. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((value): z.output<Item>[] => value ?? []);
}

/**
 * Enumeration; `unset` (its `..._UNSPECIFIED`) where nothing is told. Every other value is kept as it is, known or not: enumerations
 * are open (interface.md, Versioning).
 */
export function openEnum([unset]: readonly [string]) {
  return text.transform((value) => value || unset);
}
