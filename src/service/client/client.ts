/**
 * The client of the access-governance service (docs/spec/interface.md). This room owns how the
 * service is called, what its answers mean and how they become the bot's own terms
 * (`access-governance.ts`); it never decides what should be asked for, stores nothing, and never
 * repeats a write that may have been carried out.
 *
 * Every call goes through this file. `endpoints.ts` and `optional-operations.ts` declare the path
 * and the answer of every operation; `wire/` holds the conventions that they share.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { OutwardFailure, type RefusedCredentials } from '../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { createRedactor } from '../../domain/text/redactor.ts';
import { type CallLine, createHttp, type HttpOrder, retryAfterMs } from './http/http.ts';
import { readError } from './http/service-errors.ts';
import { createTokenSource } from './http/token.ts';
import {
  type AnyEndpoint,
  type CallInput,
  decodeAnswer,
  type Endpoint,
  type HttpAnswer,
  type QueryCase,
  requestTarget,
} from './wire/endpoint.ts';

export interface GovernanceClientSettings {
  /** Tenant-specific; may carry a path prefix. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default `{origin}/auth/v1/token`. */
  readonly tokenUrl?: string | undefined;
  /**
   * `both`: both at once; a call that gets 400 is sent as the interface spells, then as deployments
   * do.
   */
  readonly queryCase: QueryCase;
  /** Longest time of one HTTP exchange; default 15 s. */
  readonly timeoutMs?: number;
  /** Cuts off calls that are under way; what a write that was sent has done is not known then. */
  readonly callsEnd?: AbortSignal;
  readonly now: () => Date;
  /** Called once per HTTP exchange, those with the token endpoint included. */
  readonly log?: (line: CallLine) => void;
  /** Called when the service took the secret itself, and not the proof that the bot has its key. */
  readonly onPlainSecret?: () => void;
  /** Called once per operation with the service's last answer, before it is decoded. */
  readonly answered?: (answer: HttpAnswer) => void;
  /** Waits before a read is repeated; default a timer. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** For the pause's jitter, 0 <= r < 1; default `Math.random`. */
  readonly random?: () => number;
}

/** The client of the running bot, which looks at its credentials before it starts. */
export interface OwnGovernanceClient extends GovernanceClient {
  /** Gets a token alone; `BoundCredentials` where the bot cannot use its credentials. */
  authorize(): Promise<void>;
  /** Why every call fails now, if the service refuses the bot's credentials; else null. */
  refusedCredentials(): RefusedCredentials | null;
}

export interface GovernanceClient {
  /**
   * One call. The service's refusals (400, 403, 404, 409) are values; everything else throws
   * `OutwardFailure`. A read is sent up to three times in five seconds if there is no connection,
   * no answer, or a 502, 503 or 504 of a gateway; `Retry-After` is obeyed. A write is sent again
   * only after a 401, because then nothing was done.
   */
  call<Path extends string, Answer>(
    one: Endpoint<Path, Answer>,
    input: CallInput<Path>,
  ): Promise<Result<Answer, ServiceRefusal>>;
  /** Lets calls in flight end, then closes the connections. */
  close(): Promise<void>;
}

const readAttempts = 3;
const firstPauseMs = 50;
/**
 * A read is not repeated later than this after its first attempt: people and jobs that need it
 * longer try again themselves.
 */
const readRetryWindowMs = 5_000;
/** Deployments refuse longer request bodies (docs/spec/deployments.md#wire). */
const bodyLimitBytes = 4 * 1024 * 1024;

export function createGovernanceClient(settings: GovernanceClientSettings): OwnGovernanceClient {
  const { now, clientSecret } = settings;
  const prefix = new URL(settings.baseUrl).pathname.replace(/\/+$/, '');
  const connection = createConnection(settings);

  /** The answer, or the first refusal; null where the call cannot be written as an address. */
  async function sendSpelled(
    one: AnyEndpoint,
    input: CallInput<string>,
    body: string | undefined,
  ): Promise<HttpAnswer | null> {
    const { sendBefore, onSend } = input;
    const { queryCase } = settings;
    const spellings: readonly QueryCase[] =
      queryCase === 'both' ? ['both', 'camel', 'snake'] : [queryCase];
    let refused: HttpAnswer | null = null;
    // Each address once: a call without a query has only one.
    const targets = new Set(spellings.map((spelling) => requestTarget(one.path, input, spelling)));
    for (const target of targets) {
      if (target === null) return null;
      const order = { target: prefix + target, body, sendBefore, onSend };
      const answer = await sendWithRetries(settings, one, () => connection.send(one, order));
      if (answer.status !== 400) return answer;
      refused ??= answer;
    }
    return refused;
  }

  async function sendAndRead<Path extends string, Answer>(
    one: Endpoint<Path, Answer>,
    input: CallInput<Path>,
  ): Promise<Result<Answer, ServiceRefusal>> {
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    if (body !== undefined && Buffer.byteLength(body) > bodyLimitBytes)
      return refuse(unsendable('The request is longer than the service accepts.'));
    const answer = await sendSpelled(one, input, body);
    if (answer === null)
      return refuse(unsendable('An id is empty or cannot be part of an address.'));
    settings.answered?.(answer);
    if (answer.status >= 200 && answer.status < 300) return ok(decodeAnswer(one, answer));
    const redact = createRedactor([clientSecret, ...connection.knownTokens()]);
    const error = readError(answer, one, { now: now(), redact });
    if (error instanceof OutwardFailure) throw error;
    return refuse(error);
  }

  const inFlight = new Set<Promise<unknown>>();

  const call: typeof sendAndRead = (one, input) => {
    const running = sendAndRead(one, input);
    inFlight.add(running);
    return running.finally(() => inFlight.delete(running));
  };

  return {
    call,
    authorize: () => connection.authorize(),
    refusedCredentials: () => connection.refusedCredentials(),
    async close() {
      // A call may stand between two exchanges, so closing the connections alone would cut it off.
      await Promise.allSettled(inFlight);
      await connection.close();
    },
  };
}

type Order = Omit<HttpOrder, 'headers'>;

/** Sends single requests with a token, which it gets and renews itself. */
function createConnection({ timeoutMs = 15_000, ...settings }: GovernanceClientSettings) {
  const { origin } = new URL(settings.baseUrl);
  const tokenUrl = new URL(settings.tokenUrl ?? '/auth/v1/token', origin);
  const http = createHttp(origin, { ...settings, timeoutMs });
  const tokenHttp =
    tokenUrl.origin === origin ? http : createHttp(tokenUrl.origin, { ...settings, timeoutMs });
  const tenant = new URL(settings.baseUrl).hostname;
  const tokens = createTokenSource(tokenHttp, { ...settings, tokenUrl, tenant });

  async function send(one: AnyEndpoint, order: Order, isRepeated = false): Promise<HttpAnswer> {
    const { body } = order;
    const token = await tokens.current();
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await http.send(one, { ...order, headers });
    if (answer.status !== 401 || isRepeated || !tokens.refused(token)) return answer;
    return send(one, order, true);
  }

  return {
    send,
    authorize: async (): Promise<void> => void (await tokens.current()),
    knownTokens: () => tokens.known(),
    refusedCredentials: () => tokens.refusal(),
    close: () => Promise.all([http.close(), tokenHttp === http ? undefined : tokenHttp.close()]),
  };
}

async function sendWithRetries(
  { now, pause = wait, random = Math.random }: GovernanceClientSettings,
  one: AnyEndpoint,
  send: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const latest = now().getTime() + readRetryWindowMs;
  for (let sends = 1; ; sends++) {
    const outcome = await send().catch((error: unknown) => {
      if (error instanceof OutwardFailure) return error;
      throw error;
    });
    const isFailure = outcome instanceof OutwardFailure;
    const waitMs = isFailure ? 0 : (retryAfterMs(outcome, now()) ?? 0);
    const pauseMs = Math.max(firstPauseMs * 2 ** (sends - 1) * (0.5 + random()), waitMs);
    const isTransient = isFailure
      ? ['network', 'timeout'].includes(outcome.kind)
      : [502, 503, 504].includes(outcome.status);
    const isRetried = one.effect === 'read' && sends < readAttempts && isTransient;
    if (isRetried && now().getTime() + pauseMs <= latest) await pause(pauseMs);
    else if (isFailure) throw outcome;
    else return outcome;
  }
}

/** Refuses a call that contradicts the interface before it is sent. */
function unsendable(message: string): ServiceRefusal {
  return { kind: 'invalid', message, existingTaskId: null, serviceRequestId: null };
}
