import type { z } from 'zod';

/** The `{names}` in a path template, so that a forgotten or misspelt path parameter is a type error. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** One operation of the service: where it is and what it answers. Declared once, next to the function that calls it. */
export interface Endpoint<Path extends string, Answer> {
  readonly method: 'GET' | 'POST';
  /** Path template relative to the base URL. */
  readonly path: Path;
  /** `read` changes nothing and may always be repeated; `creation` is a write that makes a task, whose 409 means a duplicate. */
  readonly effect: 'read' | 'write' | 'creation';
  readonly answer: z.ZodType<Answer>;
}

/** What one call fills in. Undefined members of `query` and `body` are not sent. */
export interface CallInput<Path extends string> {
  readonly path: Readonly<Record<PathParameter<Path>, string>>;
  /** Names in camelCase; the client writes them as the tenant takes them. */
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
