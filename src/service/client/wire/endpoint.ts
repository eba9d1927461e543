import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { OptionalOperation } from '../../../domain/settings/access-settings.ts';

/**
 * The `{names}` in a path template, so that a forgotten or misspelt path parameter is a type error.
 */
type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** One operation of the service: where it is and what it answers. */
export interface Endpoint<Path extends string, Answer> {
  readonly method: 'GET' | 'POST';
  /** Path template relative to the base URL. */
  readonly path: Path;
  readonly answer: z.ZodType<Answer>;
  /**
   * `read` changes nothing and may be repeated; `creation` is a write that makes a task: its 409
   * means a duplicate.
   */
  readonly effect: 'read' | 'write' | 'creation';
  /** Absent for the endpoints of the interface, which every tenant has. */
  readonly operation?: OptionalOperation;
  /** The interface shows no query parameters for this list, so no page size is sent. */
  readonly hasNoPageSize?: true;
}
export type AnyEndpoint = Endpoint<string, unknown>;

/**
 * Declares an endpoint, a read where nothing else is said, and keeps its path template as a literal
 * type.
 */
export function endpoint<const Path extends string, Answer>(
  method: 'GET' | 'POST',
  path: Path,
  answer: z.ZodType<Answer>,
  more: Partial<Pick<AnyEndpoint, 'effect' | 'operation' | 'hasNoPageSize'>> = {},
): Endpoint<Path, Answer> {
  return { method, path, answer, effect: 'read', ...more };
}

/** The parameters of one call. Undefined members of `query` and `body` are not sent. */
export interface CallInput<Path extends string> {
  readonly path: Readonly<Record<PathParameter<Path>, string>>;
  /** Names in camelCase; the client spells them as the tenant wants. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /**
   * The deadline for sending. After it the call throws `late`, and certainly nothing was done.
   * Absent = no deadline.
   */
  readonly sendBefore?: Date | undefined;
  /** Called right before the first byte of each attempt is written, after every wait. */
  readonly onSend?: (() => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** How errors and logs name an endpoint: method and template, never the ids of one call. */
export function labelOf(one: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${one.method} ${one.path}`;
}

/**
 * How query parameters are spelled (docs/spec/deployments.md#wire): as the interface writes them,
 * in snake_case, or in both ways at once.
 */
export type QueryCase = 'both' | 'camel' | 'snake';

/**
 * Path and query of one call. Every parameter is percent-encoded as one segment, so that an id such
 * as `../x?y#z` reaches the service as that id. null if a parameter cannot be part of a path:
 * empty, a dot segment (proxies and servers resolve it, encoded or not), or half a surrogate pair.
 */
export function requestTarget(
  template: string,
  {
    path,
    query = {},
  }: { path: Readonly<Record<string, string>>; query?: CallInput<string>['query'] },
  queryCase: QueryCase,
): string | null {
  const isSendable = (value: string) => !['', '.', '..'].includes(value) && value.isWellFormed();
  if (!Object.values(path).every(isSendable)) return null;
  const written = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [camel, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    const snake = camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const spellings = { both: [camel, snake], camel: [camel], snake: [snake] }[queryCase];
    for (const spelling of new Set(spellings)) search.append(spelling, String(value));
  }
  return search.size === 0 ? written : `${written}?${search.toString()}`;
}

/**
 * The body of a 2xx answer, as the endpoint declares it. Throws `OutwardFailure` of kind `decode`
 * that names the endpoint and the field, for example `POST /api/v1/task/grant: taskView.task.id:
 * expected string`. Values are never quoted. A write whose answer cannot be read may have been
 * carried out.
 */
export function decodeAnswer<Answer>(
  one: Endpoint<string, Answer>,
  { status, headers, text }: HttpAnswer,
): Answer {
  const json = jsonOf(text);
  const parsed = one.answer.safeParse(withoutDepths(json));
  if (parsed.success) return parsed.data;
  const isJson = json !== undefined;
  // The parser's own message quotes the body, so it is not kept.
  const contentType = headers['content-type']?.slice(0, 80) ?? 'no content type';
  throw new OutwardFailure({
    system: 'governance',
    kind: 'decode',
    message: `${labelOf(one)}: ${isJson ? describeIssues(parsed.error) : `body: expected JSON (${text.length} characters, ${contentType})`}`,
    certainlyNotDone: one.effect === 'read',
    httpStatus: status,
  });
}

/**
 * How deep an answer may be nested. Everything that walks foreign data (JSON.stringify, zod, our
 * own code) calls itself once per level, and a few thousand levels overflow the stack.
 */
const deepest = 64;

/** Stands in for what is nested deeper. */
export const tooDeep = '(nested too deep to be read)';

/**
 * Replaces what lies deeper than `deepest` levels in a parsed JSON text, in place. It calls itself
 * at most `deepest` times.
 */
export function withoutDepths(value: unknown, level = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level > deepest) return tooDeep;
  for (const [name, member] of Object.entries(value)) {
    const bounded = withoutDepths(member, level + 1);
    if (bounded !== member) Reflect.set(value, name, bounded);
  }
  return value;
}

/** Whether a value has more than so many levels of objects and arrays. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const issuesNamed = 3;

/** `a.b[3].c: expected string`, for at most three fields. */
function describeIssues({ issues }: z.ZodError): string {
  const named = issues.slice(0, issuesNamed).map((issue) => {
    const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
    return `${z.core.toDotPath(issue.path).slice(0, 300) || 'body'}: ${expected}`;
  });
  return [
    ...named,
    ...(issues.length > issuesNamed ? [`… ${issues.length - issuesNamed} more`] : []),
  ].join('; ');
}
