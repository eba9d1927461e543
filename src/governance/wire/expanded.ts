import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The objects that an answer's views point into. */
export type Expanded = JSONValue[];

/** `expanded` with any JSON in it: one element of an unknown shape must not make the rest unreadable. */
export const expandedField = z
  .array(z.custom<JSONValue>(() => true))
  .nullish()
  .transform((value): Expanded => value ?? []);

const longestPath = 1_000;
const mostLocated = 10_000;

/** Compiled paths; false for those that are not JSONPath, which locate nothing. */
const compiled = new LRUCache<string, JSONPathQuery | false>({
  max: 2_000,
  memoMethod(path) {
    try {
      return path.length > longestPath ? false : compile(path);
    } catch {
      return false;
    }
  },
});

/**
 * What a `...Path` field locates in the `expanded` of its answer (interface.md, Conventions 7; RFC 9535). Arrays are
 * flattened, so that a path to one object, to several and to an array of them return the same; null is left out. Empty, null,
 * malformed and unresolvable paths return an empty list. Never throws.
 */
export function locate(expanded: Expanded, path: string | null | undefined): JSONValue[] {
  if (path === null || path === undefined || path === '') return [];
  const query = compiled.memo(path);
  if (query === false) return [];
  const located: JSONValue[] = [];
  try {
    for (const node of query.lazyQuery({ expanded })) {
      for (const value of Array.isArray(node.value) ? node.value : [node.value]) {
        if (value !== null && value !== undefined) located.push(value);
      }
      if (located.length >= mostLocated) break;
    }
  } catch {
    return located; // nested deeper than the evaluator goes: return what was found
  }
  return located;
}

/** The first located value of this shape. */
export function firstLocated<Shape>(expanded: Expanded, path: string, shape: z.ZodType<Shape>): Shape | undefined {
  const read = locate(expanded, path).map((value) => shape.safeParse(value));
  return read.find(({ success }) => success)?.data;
}

/** Last dotted name of `@type`: `User` for `type.googleapis.com/c1.api.user.v1.User`; empty if there is none. */
export function typeNameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('@type' in value)) return '';
  const name = value['@type'];
  return typeof name === 'string' ? name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1) : '';
}
