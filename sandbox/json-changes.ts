/**
 * Changes JSON by path, so that a stand-in can answer well-formed and wrong. Both halves lie with
 * it; it knows nothing of what they answer.
 */
import { z } from 'zod';

export const jsonChange = z.strictObject({
  /**
   * Names and positions separated by dots, for example `taskView.task.state`. `*` is every member
   * of an object or list; `**` is any depth, and then only fields that are there are changed:
   * `**.grantDuration`.
   */
  path: z.string().min(1),
  /** What stands there instead. Absent: the field is left out. */
  value: z.json().optional(),
});

export type JsonChange = Readonly<z.infer<typeof jsonChange>>;

/**
 * A copy of `original` with these changes, made in their order. A path that leads nowhere changes
 * nothing.
 */
export function withChanges(original: unknown, changes: readonly JsonChange[]): unknown {
  const copy: unknown = structuredClone(original);
  for (const { path, value } of changes) change(copy, path.split('.'), value);
  return copy;
}

function change(node: unknown, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (typeof node !== 'object' || node === null || name === undefined) return;
  if (name === '**') {
    changeAtAnyDepth(node, rest, value);
    return;
  }
  const names = name === '*' ? Object.keys(node) : [name];
  for (const one of names) {
    if (rest.length > 0) change(Reflect.get(node, one), rest, value);
    else if (value === undefined) Reflect.deleteProperty(node, one);
    else Reflect.set(node, one, structuredClone(value));
  }
}

function changeAtAnyDepth(node: object, rest: readonly string[], value: unknown): void {
  // The children first: inserted values are not changed again.
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) changeAtAnyDepth(child, rest, value);
  }
  const [next] = rest;
  if (next !== undefined && Object.hasOwn(node, next)) change(node, rest, value);
}
