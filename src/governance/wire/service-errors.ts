import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/service-refusal.ts';
import { type Endpoint, labelOf } from './endpoint.ts';
import { type HttpAnswer, retryAfterMs } from './http.ts';

/** gRPC error body (deployments.md, Errors). Read leniently: the status alone is enough. */
const errorBody = z.object({
  code: z.number().catch(0),
  message: z.string().catch(''),
  details: z.array(z.unknown()).catch([]),
});
type ErrorBody = z.output<typeof errorBody>;
const grpcAborted = 10;

const requestInfo = z.object({ requestId: z.string().min(1) });

/** The service's id for a call: from a header that gateways set, else from a `google.rpc.RequestInfo` detail. */
export function serviceRequestId(answer: HttpAnswer, details: readonly unknown[] = []): string | null {
  for (const name of ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']) {
    const value = answer.headers[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  for (const detail of details) {
    const read = requestInfo.safeParse(detail);
    if (read.success) return read.data.requestId;
  }
  return null;
}

/**
 * What an answer outside 2xx means. 400, 403, 404 and 409 in the service's own form (JSON, or no body) are refusals. Everything else
 * is a failure, also those four with a proxy's page as the body: a refusal is final for a person, so it must come from the
 * service itself.
 *
 * `certainlyNotDone` of a write: true for 401, 429, 501 and every other 4xx except 408 and 499 (the call was turned away); false for
 * 408, 499, 3xx and 5xx, because gateways answer even 503 when the service broke off in the middle of its work.
 */
export function readError(
  answer: HttpAnswer,
  one: Pick<Endpoint<string, unknown>, 'method' | 'path' | 'effect'>,
  context: { now: Date; redact: (words: string) => string },
): ServiceRefusal | OutwardFailure {
  const { status } = answer;
  const body = readBody(answer.text);
  const message = context.redact(body?.message ?? '');
  if (body !== null) {
    const kind = refusalKind(status, body, one.effect);
    if (kind !== null) {
      return {
        kind,
        message,
        existingTaskId: kind === 'duplicate' ? existingTaskId(body.details) : null,
        serviceRequestId: serviceRequestId(answer, body.details),
      };
    }
  }
  const requestId = serviceRequestId(answer, body?.details);
  const words =
    body === null ? 'a body that is not the service’s' : `code ${body.code} ${JSON.stringify(message.slice(0, 300))}`;
  return new OutwardFailure({
    system: 'governance',
    kind: status === 401 ? 'unauthorized' : status === 429 ? 'rate-limited' : 'http',
    message: `${labelOf(one)}: HTTP ${status}, ${words}${requestId === null ? '' : `, request ${requestId}`}`,
    certainlyNotDone: one.effect === 'read' || wasTurnedAway(status),
    retryAfterMs: status === 429 || status === 503 ? retryAfterMs(answer.headers['retry-after'], context.now) : null,
    httpStatus: status,
  });
}

function wasTurnedAway(status: number): boolean {
  return status === 501 || (status >= 400 && status < 500 && status !== 408 && status !== 499);
}

function refusalKind(status: number, body: ErrorBody, effect: string): ServiceRefusal['kind'] | null {
  // The service has no code for these two cases, so its message decides; nothing else in the bot reads messages.
  if (status === 400)
    return /\b(task|ticket|request) is (already )?closed\b/i.test(body.message) ? 'closed' : 'invalid';
  if (status === 403) return /\b(advanced|moved)\b.*\bstep\b/i.test(body.message) ? 'step-moved-on' : 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 409) return effect === 'creation' && body.code !== grpcAborted ? 'duplicate' : 'conflict';
  return null;
}

/** null if the body is neither empty nor a JSON object. */
function readBody(text: string): ErrorBody | null {
  if (text.trim() === '') return { code: 0, message: '', details: [] };
  try {
    return errorBody.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Keys that hold the id of a task, without separators and case: `taskId`, `existing_ticket_id`, ... */
const namesATask = /(task|ticket)id$/;
const holdsATask = /(task|ticket)$/;
const deepest = 12;

/**
 * The id of the task that exists already, from the `details` of a 409. Deployments put it in different places (deployments.md,
 * Errors), so the clearest one found anywhere wins: a key that ends in task or ticket id, then the `id` of an object that is a
 * task, then a resource name, then any `id`. null if there is none.
 */
function existingTaskId(details: unknown): string | null {
  const found: { rank: number; id: string }[] = [];
  walk(details, '', 0, found);
  const best = found.reduce<{ rank: number; id: string } | null>(
    (winner, one) => (winner === null || one.rank < winner.rank ? one : winner),
    null,
  );
  return best?.id ?? null;
}

function walk(value: unknown, heldBy: string, depth: number, found: { rank: number; id: string }[]): void {
  if (depth > deepest || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) walk(one, heldBy, depth + 1, found);
    return;
  }
  const typeName = '@type' in value && typeof value['@type'] === 'string' ? plain(value['@type']) : '';
  for (const [key, member] of Object.entries(value)) {
    const name = plain(key);
    if (typeof member === 'string' && member !== '') {
      if (namesATask.test(name)) found.push({ rank: 0, id: member });
      else if (name === 'id')
        found.push({ rank: holdsATask.test(heldBy) || holdsATask.test(typeName) ? 1 : 3, id: member });
      else if (name === 'resourcename') found.push({ rank: 2, id: member.slice(member.lastIndexOf('/') + 1) });
    }
    walk(member, name, depth + 1, found);
  }
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z.]/g, '').toLowerCase();
}
