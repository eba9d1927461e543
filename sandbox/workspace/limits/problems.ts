/** What Slack finds wrong with a payload, in Slack's words. */
import type { z } from 'zod';

/** `pointer` is an RFC 6901 JSON pointer into the argument, for example `/blocks/0/text/text`. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
  readonly code: 'failed_constraint' | 'missing_field' | 'invalid_type';
  readonly constraint: Readonly<Record<string, unknown>>;
}

/** `must be less than 76 characters [json-pointer:/view/title/text]`. */
export function problemLine(problem: Problem): string {
  return problem.pointer === ''
    ? problem.message
    : `${problem.message} [json-pointer:${problem.pointer}]`;
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function property(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
}

/** `root` is where the checked value stands in the call's arguments: `['view']`, `['blocks']`. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  root: readonly PropertyKey[],
): Problem[] {
  return issues.flatMap((issue) => problemOf(issue, [...root, ...issue.path]));
}

function missing(path: readonly PropertyKey[]): Problem {
  const name = String(path.at(-1) ?? '');
  return {
    pointer: pointerTo(path.slice(0, -1)),
    message: `missing required field: ${name}`,
    code: 'missing_field',
    constraint: { type: 'required', expected: name },
  };
}

function constraint(
  path: readonly PropertyKey[],
  message: string,
  facts: Record<string, unknown>,
): Problem {
  return { pointer: pointerTo(path), message, code: 'failed_constraint', constraint: facts };
}

function problemOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): Problem[] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return [missing(path)];
      return [
        {
          ...constraint(path, mustBe(issue.expected), { type: issue.expected }),
          code: 'invalid_type',
        },
      ];
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        constraint(path, `invalid additional property: ${key}`, {
          type: 'additional_properties',
          got: key,
        }),
      );
    case 'too_big':
      return [
        constraint(path, tooBig(issue.origin, issue.maximum), {
          type: 'max',
          expected: Number(issue.maximum),
        }),
      ];
    case 'too_small':
      return [
        constraint(path, tooSmall(issue.origin, issue.minimum), {
          type: 'min',
          expected: Number(issue.minimum),
        }),
      ];
    case 'invalid_value':
      if (issue.input === undefined) return [missing(path)];
      return [notOneOf(path, issue.input, issue.values)];
    case 'invalid_union':
      return unionProblems(issue, path);
    case 'invalid_format':
      return [
        constraint(path, 'must match the expected format', {
          type: 'format',
          expected: issue.format,
        }),
      ];
    case 'custom':
      return [constraint(path, issue.message, { type: 'custom' })];
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return [constraint(path, issue.message, { type: issue.code })];
  }
}

function unionProblems(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
): Problem[] {
  if (issue.discriminator === undefined) {
    return [constraint(path, 'failed to match all allowed schemas', { type: 'union' })];
  }
  const got = property(issue.input, issue.discriminator);
  return got === undefined ? [missing(path)] : [notOneOf(path, got, [])];
}

function notOneOf(
  path: readonly PropertyKey[],
  got: unknown,
  expected: readonly unknown[],
): Problem {
  const message =
    path.at(-1) === 'type'
      ? `unsupported type: ${String(got)}`
      : `must be a valid enum value: ${expected.join(', ')}`;
  return constraint(path, message, { type: 'enum', expected, got });
}

function mustBe(expected: string): string {
  return expected === 'object' || expected === 'array' || expected === 'int'
    ? `must provide an ${expected === 'int' ? 'integer' : expected}`
    : `must provide a ${expected}`;
}

function tooBig(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `must be less than ${Number(maximum) + 1} characters`;
  if (origin === 'array') return `no more than ${maximum} items allowed`;
  return `must be less than ${Number(maximum) + 1}`;
}

function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string') return `must be more than ${Number(minimum) - 1} characters`;
  if (origin === 'array') return `must provide at least ${minimum} items`;
  return `must be more than ${Number(minimum) - 1}`;
}
