import type { z } from 'zod';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import { type Endpoint, labelOf } from './endpoint.ts';
import type { HttpAnswer } from './http.ts';

const issuesNamed = 3;

/**
 * The body of a 2xx answer, as the endpoint declares it. Throws `OutwardFailure` of kind `decode` that names the endpoint and the field,
 * for example `POST /api/v1/task/grant: taskView.task.id: expected string`. Values are never quoted. A write whose answer cannot be
 * read may have been carried out.
 */
export function decodeAnswer<Path extends string, Answer>(one: Endpoint<Path, Answer>, answer: HttpAnswer): Answer {
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch {
    // The parser's own message quotes the body, so it is not kept as the cause.
    const contentType = answer.headers['content-type'];
    const what = typeof contentType === 'string' ? contentType.slice(0, 80) : 'no content type';
    throw decodeFailure(one, answer.status, `body: expected JSON (${answer.text.length} characters, ${what})`);
  }
  const read = one.answer.safeParse(json);
  if (read.success) return read.data;
  throw decodeFailure(one, answer.status, describeIssues(read.error));
}

/** `a.b[3].c: expected string`, for at most three fields. */
export function describeIssues(error: z.ZodError): string {
  const named = error.issues.slice(0, issuesNamed).map((issue) => {
    const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
    return `${fieldName(issue.path)}: ${expected}`;
  });
  const more = error.issues.length - named.length;
  return more > 0 ? `${named.join('; ')}; … ${more} more` : named.join('; ');
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part).slice(0, 60)}`,
    )
    .join('');
}

function decodeFailure(
  one: Pick<Endpoint<string, unknown>, 'method' | 'path' | 'effect'>,
  status: number,
  what: string,
): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'decode',
    message: `${labelOf(one)}: ${what}`,
    certainlyNotDone: one.effect === 'read',
    httpStatus: status,
  });
}
