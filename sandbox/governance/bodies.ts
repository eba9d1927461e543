import { z } from 'zod';
import { isProtobufDuration } from './durations.ts';
import { invalidArgument } from './errors.ts';

/** An optional string field; absent, `null` and `""` mean the same, as in protobuf's JSON. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** An optional list of strings; absent and `null` mean empty. */
export const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);

/** An optional boolean; absent and `null` mean false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** An optional integer; absent and `null` mean 0, which every user of it takes as "not set". */
const integer = z
  .int()
  .nullish()
  .transform((value) => value ?? 0);

/** A free-form JSON object or null. */
export const freeObject = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);

/** An optional protobuf duration string or null. */
export const duration = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined || value === '') return null;
    if (isProtobufDuration(value)) return value;
    context.addIssue({
      code: 'custom',
      message: `invalid google.protobuf.Duration value ${JSON.stringify(value)}`,
    });
    return z.NEVER;
  });

/** `refs: [{id}]` of the search operations, as plain ids. */
export const refs = z
  .array(z.strictObject({ id: text }))
  .nullish()
  .transform((value) => (value ?? []).map((ref) => ref.id));

/** `expandMask: {paths}`, as the plain entries; no mask means none. */
export const expandMask = z
  .strictObject({ paths: texts })
  .nullish()
  .transform((value) => value?.paths ?? []);

/** Fields of every POST that answers with a page. */
export const pageFields = { pageSize: integer, pageToken: text };

/**
 * Reads a request body against its documented fields. Anything undocumented is refused by name,
 * because some gateways do so and a caller should find out here (docs/spec/deployments.md#wire).
 * @throws ServiceError 400 naming the first field that is wrong
 */
export function readBody<Shape extends z.ZodType>(shape: Shape, raw: unknown): z.infer<Shape> {
  const result = shape.safeParse(raw);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue === undefined) throw invalidArgument('invalid request body');
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const name = [place, issue.keys[0] ?? ''].filter((part) => part !== '').join('.');
    throw invalidArgument(`unknown field ${JSON.stringify(name)}`);
  }
  if (issue.code === 'custom') throw invalidArgument(issue.message);
  throw invalidArgument(`invalid value for field ${JSON.stringify(place)}: ${issue.message}`);
}

/**
 * A body as JSON. No body at all counts as `{}`.
 * @throws ServiceError 400 when it is no JSON object
 */
export function parseJsonObject(bodyText: string): unknown {
  if (bodyText.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(bodyText);
  } catch {
    throw invalidArgument('request body is not valid JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalidArgument('request body must be a JSON object');
  }
  return parsed;
}
