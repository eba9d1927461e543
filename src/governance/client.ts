/**
 * The client of the access-governance service (interface.md). This room owns how the service is called, what its answers mean and
 * how they become the bot's own terms (`access-governance.ts`); it never decides what should be asked for, stores nothing, and
 * never repeats a write that may have been carried out.
 *
 * Every call goes through this file. The path and the answer of an operation are declared in the resource
 * files next to it (`tasks.ts`, `app-resources.ts`, `owners.ts`, ...); `wire/` holds the conventions that they share.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { createRedactor } from '../domain/redactor.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { decodeAnswer } from './wire/decode.ts';
import { type CallInput, type Endpoint, labelOf, type QueryCase, requestTarget } from './wire/endpoint.ts';
import { createHttp, type HttpAnswer, retryAfterMs, TransportFailure } from './wire/http.ts';
import { readError, serviceRequestId } from './wire/service-errors.ts';
import { createTokenSource, requestToken } from './wire/token.ts';

/** One call, for the log: never a body, an id of the path, a token or a secret. */
export interface CallLine {
  readonly method: 'GET' | 'POST';
  /** Path template. */
  readonly path: string;
  /** null if no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly serviceRequestId: string | null;
}

export interface GovernanceClientSettings {
  /** Tenant-specific; may carry a path prefix. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default `{origin}/auth/v1/token`. */
  readonly tokenUrl?: string | undefined;
  /** `both`: the spelling that a tenant refuses with 400 is replaced by camelCase, then by snake_case. */
  readonly queryCase: QueryCase;
  /** Longest time of one HTTP exchange; default 15 s. */
  readonly timeoutMs?: number;
  readonly now: () => Date;
  /** Called once per HTTP exchange, those with the token endpoint included. */
  readonly log?: (line: CallLine) => void;
  /** Waits before a read is repeated; default a timer. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** For the pause's jitter, 0 <= r < 1; default `Math.random`. */
  readonly random?: () => number;
}

export interface GovernanceClient {
  /**
   * One call. The service's refusals (400, 403, 404, 409) are values; everything else throws `OutwardFailure`. A read is sent up
   * to three times in five seconds if there is no connection, no answer, or a 502, 503 or 504 of a gateway; `Retry-After` is
   * obeyed. A write is sent again only after a 401, because then nothing was done.
   */
  call<Path extends string, Answer>(
    endpoint: Endpoint<Path, Answer>,
    input: CallInput<Path>,
  ): Promise<Result<Answer, ServiceRefusal>>;
  /** Lets calls in flight end, then closes the connections. */
  close(): Promise<void>;
}

const readAttempts = 3;
const firstPauseMs = 50;
/** A read is not repeated later than this after its first attempt: people and jobs that need it longer try again themselves. */
const readRetryWindowMs = 5_000;
/** Deployments refuse longer request bodies (deployments.md, Wire). */
const bodyLimitBytes = 4 * 1024 * 1024;

export function createGovernanceClient(settings: GovernanceClientSettings): GovernanceClient {
  const { now, clientSecret, pause = wait, random = Math.random } = settings;
  const prefix = new URL(settings.baseUrl).pathname.replace(/\/+$/, '');
  const connection = createConnection(settings);
  const spelling = createQuerySpelling(settings.queryCase);

  async function sendWithRetries(one: Endpoint<string, unknown>, target: string, body: string | undefined) {
    const latest = now().getTime() + readRetryWindowMs;
    for (let sends = 1; ; sends++) {
      const outcome = await connection.send(one, target, body).catch(transportFailureIn);
      const pauseMs = Math.max(firstPauseMs * 2 ** (sends - 1) * (0.5 + random()), retryAfterPauseMs(outcome, now()));
      const isRetried = one.effect === 'read' && sends < readAttempts && isTransient(outcome);
      if (isRetried && now().getTime() + pauseMs <= latest) await pause(pauseMs);
      else if (outcome instanceof TransportFailure) throw outward(one, outcome);
      else return outcome;
    }
  }

  async function call<Path extends string, Answer>(
    one: Endpoint<Path, Answer>,
    input: CallInput<Path>,
  ): Promise<Result<Answer, ServiceRefusal>> {
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    if (body !== undefined && Buffer.byteLength(body) > bodyLimitBytes) {
      return refuse(unsendable('The request is longer than the service accepts.'));
    }
    const answer = await spelling.send(one, input, (target) => sendWithRetries(one, prefix + target, body));
    if (answer === null) return refuse(unsendable('An id is empty or cannot be part of an address.'));
    if (answer.status >= 200 && answer.status < 300) return ok(decodeAnswer(one, answer));
    const error = readError(answer, one, {
      now: now(),
      redact: createRedactor([clientSecret, ...connection.knownTokens()]),
    });
    if (error instanceof OutwardFailure) throw error;
    return refuse(error);
  }

  const inFlight = new Set<Promise<unknown>>();

  return {
    call(one, input) {
      const running = call(one, input);
      inFlight.add(running);
      return running.finally(() => inFlight.delete(running));
    },
    async close() {
      // A call may stand between two exchanges, so closing the connections alone would cut it off.
      await Promise.allSettled(inFlight);
      await connection.close();
    },
  };
}

/**
 * Finds out how the tenant takes query parameters, until one spelling was answered. A call with a cursor is sent in the first spelling
 * alone: a tenant that refuses the cursor and ignores another spelling would answer the first page once more.
 */
function createQuerySpelling(queryCase: QueryCase) {
  let tried: readonly QueryCase[] = queryCase === 'both' ? ['both', 'camel', 'snake'] : [queryCase];

  return {
    /** null if the call cannot be written as an address. When every spelling is refused, the first answer counts. */
    async send<Path extends string>(
      one: Endpoint<Path, unknown>,
      { path, query = {} }: CallInput<Path>,
      exchange: (target: string) => Promise<HttpAnswer>,
    ): Promise<HttpAnswer | null> {
      let refused: HttpAnswer | null = null;
      const cases = (query['pageToken'] ?? '') === '' ? tried : tried.slice(0, 1);
      const targets = new Map(cases.map((spelling) => [requestTarget(one.path, path, query, spelling), spelling]));
      for (const [target, spelling] of targets) {
        if (target === null) return null;
        const answer = await exchange(target);
        if (answer.status === 200 && target.includes('?')) tried = [spelling];
        if (answer.status !== 400) return answer;
        refused ??= answer;
      }
      return refused;
    },
  };
}

/** Sends single requests with a token, which it gets and renews itself. */
function createConnection(settings: GovernanceClientSettings) {
  const { now, clientId, clientSecret, timeoutMs = 15_000 } = settings;
  const { origin } = new URL(settings.baseUrl);
  const tokenUrl = new URL(settings.tokenUrl ?? '/auth/v1/token', origin);
  const http = createHttp(origin, timeoutMs);
  const tokenHttp = tokenUrl.origin === origin ? http : createHttp(tokenUrl.origin, timeoutMs);

  const tokens = createTokenSource(async () => {
    const startedAt = now();
    let answer: HttpAnswer | null = null;
    try {
      return await requestToken(
        tokenHttp,
        { target: tokenUrl.pathname + tokenUrl.search, clientId, clientSecret, now },
        (received) => {
          answer = received;
        },
      );
    } finally {
      report(settings, { method: 'POST', path: tokenUrl.pathname }, startedAt, answer);
    }
  }, now);

  async function exchange(one: Endpoint<string, unknown>, target: string, body: string | undefined) {
    const token = await tokens.current();
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const startedAt = now();
    let answer: HttpAnswer | null = null;
    try {
      answer = await http.send({ method: one.method, target, headers, body });
      return { token, answer };
    } finally {
      report(settings, one, startedAt, answer);
    }
  }

  async function send(one: Endpoint<string, unknown>, target: string, body: string | undefined): Promise<HttpAnswer> {
    const first = await exchange(one, target, body);
    if (first.answer.status !== 401) return first.answer;
    tokens.refused(first.token);
    return (await exchange(one, target, body)).answer;
  }

  return {
    send,
    knownTokens: () => tokens.known(),
    close: () => Promise.all([http.close(), tokenHttp === http ? undefined : tokenHttp.close()]),
  };
}

function report(
  { log, now }: GovernanceClientSettings,
  { method, path }: Pick<CallLine, 'method' | 'path'>,
  startedAt: Date,
  answer: HttpAnswer | null,
): void {
  log?.({
    method,
    path,
    status: answer?.status ?? null,
    durationMs: now().getTime() - startedAt.getTime(),
    serviceRequestId: answer === null ? null : serviceRequestId(answer),
  });
}

function transportFailureIn(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  throw error;
}

/** Whether a repetition a moment later may succeed. */
function isTransient(outcome: HttpAnswer | TransportFailure): boolean {
  return outcome instanceof TransportFailure ? outcome.kind !== 'decode' : [502, 503, 504].includes(outcome.status);
}

function retryAfterPauseMs(outcome: HttpAnswer | TransportFailure, now: Date): number {
  return outcome instanceof TransportFailure ? 0 : (retryAfterMs(outcome.headers['retry-after'], now) ?? 0);
}

function outward(one: Endpoint<string, unknown>, failure: TransportFailure): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: failure.kind,
    message: `${labelOf(one)}: ${failure.message}`,
    certainlyNotDone: one.effect === 'read' || !failure.sent,
    cause: failure,
  });
}

/** Refuses a call that contradicts interface.md before it is sent. */
function unsendable(message: string): ServiceRefusal {
  return { kind: 'invalid', message, existingTaskId: null, serviceRequestId: null };
}
