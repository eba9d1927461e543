import { compile, JSONPathNode, type JSONPathQuery, type JSONValue, jsonpath } from 'json-p3';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The objects that an answer's views point into. */
export type Expanded = JSONValue[];

/**
 * `expanded` with any JSON in it: one element of an unknown shape must not make the rest
 * unreadable.
 */
export const expandedField = z
  .array(z.custom<JSONValue>(() => true))
  .nullish()
  .transform((value): Expanded => value ?? []);

const longestPath = 1_000;
const mostLocated = 10_000;
/** The limit of selection steps for one path: a repeated `[0,0]` doubles them with every level. */
const mostSteps = 20_000;
/** All paths of one answer together; a character of a path to be compiled counts as a step, too. */
const mostStepsOfAnswer = 80_000;

interface Budget {
  left: number;
}
const budgets = new WeakMap<Expanded, Budget>();

/**
 * The selectors that are followed. A filter can call `match()`, and a hostile tenant's regular
 * expression (`match(@.x, "(a+)+b")`) would block this process for ever.
 */
const { NameSelector, IndexSelector, SliceSelector, WildcardSelector } = jsonpath.selectors;
const followedSelectors = [NameSelector, IndexSelector, SliceSelector, WildcardSelector];

function isFollowed({ segments }: JSONPathQuery): boolean {
  for (const segment of segments) {
    const isDescendant = segment.toString().startsWith('..');
    if (isDescendant) return false;
    for (const one of segment.selectors)
      if (!followedSelectors.some((kind) => one instanceof kind)) return false;
  }
  return true;
}

/** `refused`: too long, no JSONPath, or with filters, functions or descendants. */
const compiledPaths = new LRUCache<string, JSONPathQuery | 'refused'>({
  max: 2_000,
  memoMethod(path) {
    if (path.length > longestPath) return 'refused';
    try {
      const query = compile(path);
      return isFollowed(query) ? query : 'refused';
    } catch {
      return 'refused';
    }
  },
});

/**
 * What a `...Path` field locates in the `expanded` of its answer
 * (docs/spec/interface.md#conventions, 7; RFC 9535, of which names, indexes, slices and wildcards
 * are followed). Arrays are flattened, so that a path to one object, to several and to an array of
 * them return the same; null is left out. Empty, null, malformed, refused and unresolvable paths
 * return an empty list. Never throws.
 *
 * The interface does not say what the root of a path is. Deployments write `$.expanded[2]`; a path
 * that locates nothing from there is tried with the array as its root, `$[2]`.
 */
export function locate(expanded: Expanded, path: string | null | undefined): JSONValue[] {
  if (path === null || path === undefined || path === '') return [];
  const budget = budgets.get(expanded) ?? { left: mostStepsOfAnswer };
  budgets.set(expanded, budget);
  if (!compiledPaths.has(path)) budget.left -= Math.min(path.length, longestPath);
  if (budget.left <= 0) return [];
  const query = compiledPaths.memo(path);
  if (query === 'refused') return [];
  const located = locatedFrom({ expanded }, query, budget);
  return located.length > 0 ? located : locatedFrom(expanded, query, budget);
}

function locatedFrom(root: JSONValue, query: JSONPathQuery, budget: Budget): JSONValue[] {
  const located: JSONValue[] = [];
  for (const { value } of nodesAt(query, root, budget)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) located.push(one);
    }
    if (located.length >= mostLocated) break;
  }
  return located;
}

/** Nothing if that takes more than `mostSteps` steps, or more than the answer has left. */
function nodesAt(
  { segments }: JSONPathQuery,
  root: JSONValue,
  budget: Budget,
): readonly JSONPathNode[] {
  let nodes = [new JSONPathNode(root, [], root)];
  const least = Math.max(0, budget.left - mostSteps);
  for (const { selectors } of segments) {
    const selected: JSONPathNode[] = [];
    for (const node of nodes) {
      for (const selector of selectors) {
        budget.left -= 1;
        for (const child of selector.lazyResolve(node)) {
          selected.push(child);
          budget.left -= 1;
          if (budget.left < least) return [];
        }
        if (budget.left < least) return [];
      }
    }
    nodes = selected;
  }
  return nodes;
}

/** The first located value of this shape. */
export function firstLocated<Shape>(
  expanded: Expanded,
  path: string,
  shape: z.ZodType<Shape>,
): Shape | undefined {
  for (const value of locate(expanded, path)) {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/**
 * Last dotted name of `@type`: `User` for `type.googleapis.com/c1.api.user.v1.User`; empty if there
 * is none.
 */
export function typeNameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('@type' in value)) return '';
  const name = value['@type'];
  return typeof name === 'string'
    ? name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1)
    : '';
}
