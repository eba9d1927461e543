import type { z } from 'zod';

/** The `{names}` in a path template, so that a forgotten or misspelt path parameter is a type error. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** One operation of the service: where it is and what it answers. Declared next to the function that calls it. */
export interface Endpoint<Path extends string, Answer> {
  readonly method: 'GET' | 'POST';
  /** Path template relative to the base URL. */
  readonly path: Path;
  /** `read` changes nothing and may be repeated; `creation` is a write that makes a task: its 409 means a duplicate. */
  readonly effect: 'read' | 'write' | 'creation';
  readonly answer: z.ZodType<Answer>;
}

/** The parameters of one call. Undefined members of `query` and `body` are not sent. */
export interface CallInput<Path extends string> {
  readonly path: Readonly<Record<PathParameter<Path>, string>>;
  /** Names in camelCase; the client spells them as the tenant wants. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Declares an endpoint and keeps its path template as a literal type. */
export function endpoint<const Path extends string, Answer>(declared: Endpoint<Path, Answer>): Endpoint<Path, Answer> {
  return declared;
}

/** How errors and logs name an endpoint: method and template, never the ids of one call. */
export function labelOf(one: { readonly method: string; readonly path: string }): string {
  return `${one.method} ${one.path}`;
}

/** How query parameters are spelled (deployments.md, Wire): as interface.md writes them, in snake_case, or in both ways at once. */
export type QueryCase = 'both' | 'camel' | 'snake';

/**
 * Path and query of one call. Every parameter is percent-encoded as one segment, so that an id such as `../x?y#z` reaches
 * the service as that id. null if a parameter cannot be part of a path: empty, a dot segment (proxies and servers
 * resolve it, encoded or not), or half a surrogate pair.
 */
export function requestTarget(
  template: string,
  parameters: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | number | undefined>>,
  queryCase: QueryCase,
): string | null {
  const isSendable = (value: string) => !['', '.', '..'].includes(value) && value.isWellFormed();
  if (!Object.values(parameters).every(isSendable)) return null;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const spelling of spellings(name, queryCase)) search.append(spelling, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

function spellings(camel: string, queryCase: QueryCase): ReadonlySet<string> {
  const snake = camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return new Set([...(queryCase === 'snake' ? [] : [camel]), ...(queryCase === 'camel' ? [] : [snake])]);
}
