import { z } from 'zod';
import { OutwardFailure, RefusedRead } from '../../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { Result } from '../../../domain/result.ts';
import { type AnyEndpoint, type HttpAnswer, jsonOf, labelOf } from '../wire/endpoint.ts';
import { retryAfterMs, serviceRequestId } from './http.ts';

/**
 * gRPC error body (docs/spec/deployments.md#errors). Read leniently: the status alone is enough.
 */
const errorBody = z.object({
  code: z.number().catch(0),
  message: z.string().catch(''),
  details: z.array(z.unknown()).catch([]),
});
type ErrorBody = z.output<typeof errorBody>;

/**
 * What an answer outside 2xx means. 400, 403, 404 and 409 in the service's own form (JSON, or no
 * body) are refusals. Everything else is a failure, also those four with a proxy's page as the
 * body: a refusal is final for a person, so it must come from the service itself.
 *
 * `certainlyNotDone` of a write: true for 401, 429, 501 and every other 4xx except 408 and 499 (the
 * call was turned away); false for 408, 499, 3xx and 5xx, because gateways answer even 503 when the
 * service broke off in the middle of its work.
 */
export function readError(
  answer: HttpAnswer,
  one: Pick<AnyEndpoint, 'method' | 'path' | 'effect'>,
  context: { now: Date; redact: (words: string) => string },
): ServiceRefusal | OutwardFailure {
  const { status } = answer;
  const body =
    errorBody.safeParse(answer.text.trim() === '' ? {} : jsonOf(answer.text)).data ?? null;
  const message = context.redact(body?.message ?? '');
  const requestId = serviceRequestId(answer);
  const kind = body === null ? null : refusalKind(status, body, one.effect);
  if (body !== null && kind !== null) {
    const existing = kind === 'duplicate' ? existingTaskId(body.details) : null;
    return { kind, message, existingTaskId: existing, serviceRequestId: requestId };
  }
  const words =
    body === null
      ? 'a body that is not the service’s'
      : `code ${body.code} ${JSON.stringify(message.slice(0, 300))}`;
  return new OutwardFailure({
    system: 'governance',
    kind: status === 401 ? 'unauthorized' : status === 429 ? 'rate-limited' : 'http',
    message: `${labelOf(one)}: HTTP ${status}, ${words}${requestId === null ? '' : `, request ${requestId}`}`,
    certainlyNotDone: one.effect === 'read' || wasTurnedAway(status),
    retryAfterMs: status === 429 || status === 503 ? retryAfterMs(answer, context.now) : null,
    httpStatus: status,
  });
}

function wasTurnedAway(status: number): boolean {
  return status === 501 || (status >= 400 && status < 500 && status !== 408 && status !== 499);
}

function refusalKind(
  status: number,
  body: ErrorBody,
  effect: string,
): ServiceRefusal['kind'] | null {
  // The service has no code for these two cases, so its message decides; nothing else in the bot
  // reads messages.
  if (status === 400)
    return /\b(task|ticket|request) is (already )?closed\b/i.test(body.message)
      ? 'closed'
      : 'invalid';
  if (status === 403) {
    const isOfStep = effect !== 'read' && /\b(advanced|moved)\b.*\bstep\b/i.test(body.message);
    return isOfStep ? 'step-moved-on' : 'forbidden';
  }
  if (status === 404) return 'not-found';
  // gRPC's 10 is ABORTED.
  if (status === 409) return effect === 'creation' && body.code !== 10 ? 'duplicate' : 'conflict';
  return null;
}

/**
 * Where the id of a task may be, the clearest place first: `existing_ticket_id`, the id of a task,
 * a resource name, any id.
 */
const placesOfId = [/(?:task|ticket)id$/, /(?:task|ticket)\.id$/, /resourcename$/, /(?:^|\.)id$/];
const deepest = 12;

/**
 * The id of the task that exists already, from the `details` of a 409, whose shape
 * docs/spec/deployments.md does not tell. null if there is none.
 */
function existingTaskId(details: unknown): string | null {
  const texts = [...textsIn(details, '', 0)];
  const idPlace = placesOfId
    .map((place) => texts.find(([at]) => place.test(at))?.[1])
    .find((id) => id !== undefined);
  return idPlace?.slice(idPlace.lastIndexOf('/') + 1) ?? null;
}

/**
 * Every text in it, by the names that lead there in plain letters; an object is also named by its
 * `@type`.
 */
function* textsIn(
  value: unknown,
  at: string,
  depth: number,
): Generator<readonly [at: string, text: string]> {
  if (typeof value === 'string' && value !== '') yield [at, value];
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  const type = '@type' in value ? plain(String(value['@type'])) : '';
  for (const [name, member] of Object.entries(value)) {
    const names = [at, type, plain(name)].filter((one) => one !== '');
    yield* textsIn(member, names.join('.'), depth + 1);
  }
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z.]/g, '').toLowerCase();
}

const statusOf = {
  invalid: 400,
  closed: 400,
  forbidden: 403,
  'step-moved-on': 403,
  'not-found': 404,
  duplicate: 409,
  conflict: 409,
} as const satisfies Record<ServiceRefusal['kind'], number>;

/** The value of a read: who reads cannot go on where the service refuses to tell. */
export function orFailure<Value>(
  result: Result<Value, ServiceRefusal>,
  one: Pick<AnyEndpoint, 'method' | 'path'>,
): Value {
  if (result.ok) return result.value;
  const { kind, message, serviceRequestId: id } = result.refusal;
  const words = `${labelOf(one)}: refused as ${kind}: ${JSON.stringify(message.slice(0, 300))}${id === null ? '' : `, request ${id}`}`;
  throw new RefusedRead(result.refusal, words, statusOf[kind]);
}

/** The failure of a read whose answer is about something else than was asked for. */
export function answerAboutAnother(one: Pick<AnyEndpoint, 'method' | 'path'>): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'decode',
    message: `${labelOf(one)}: the answer is about another id than was asked for`,
    certainlyNotDone: true,
  });
}
