/**
 * The field kinds of interface.md. Each accepts null and absence (interface.md promises no response field) and returns the value
 * that protobuf means by them; a value of another type is a decode failure that names the field.
 */
import { z } from 'zod';

/** string; `''` if unset. Also 64-bit integers, which are carried as strings and stay strings. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** string[]; empty if unset. */
export const texts = list(z.string());

/** boolean; false if unset. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** Timestamp as it was sent (ISO 8601); null if unset. */
export const dateTime = z
  .string()
  .nullish()
  .transform((value) => (value === '' ? null : (value ?? null)));

/** An empty message whose presence is its value: true if it is there. */
export const marker = z
  .looseObject({})
  .nullish()
  .transform((value) => value !== null && value !== undefined);

/** A message; null if unset. */
export function nested<Shape extends z.ZodType>(shape: Shape) {
  return shape.nullish().transform((value): z.output<Shape> | null => value ?? null);
}

/** Repeated field; empty if unset. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((value): z.output<Item>[] => value ?? []);
}

/** Enumeration; its `..._UNSPECIFIED` value if unset. Unknown values are kept: enumerations are open (interface.md, Versioning). */
export function openEnum([unset]: readonly [string]) {
  return text.transform((value) => value || unset);
}
