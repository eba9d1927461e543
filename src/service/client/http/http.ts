import { type Dispatcher, errors } from 'undici';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import { type AnyEndpoint, type HttpAnswer, labelOf } from '../wire/endpoint.ts';
import { proxyStatusIn, wayOut } from './way-out.ts';

const connectTimeoutMs = 3_000;
/** Longest answer that is read, in bytes. */
const answerLimitBytes = 10 * 1024 * 1024;
const connectionsPerOrigin = 32;

/** One exchange, for the log: never a body, an id of the path, a token or a secret. */
export interface CallLine {
  readonly method: 'GET' | 'POST';
  /** Path template. */
  readonly path: string;
  /** null if no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly serviceRequestId: string | null;
}

type Called = Pick<AnyEndpoint, 'method' | 'path' | 'effect'>;

export interface Http {
  /** One exchange; redirects are not followed. Throws `OutwardFailure` where no answer came. */
  send(one: Called, order: HttpOrder): Promise<HttpAnswer>;
  /** Waits for exchanges in flight, then closes the connections. */
  close(): Promise<void>;
}

/** What one exchange sends. */
export interface HttpOrder {
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  /** As `CallInput.sendBefore`. */
  readonly sendBefore?: Date | undefined;
  /** As `CallInput.onSend`. */
  readonly onSend?: (() => void) | undefined;
}

/** Marks a request that was not sent because its deadline had passed. */
class TooLate extends Error {
  override readonly name = 'TooLate';
}

/**
 * Checks the deadline and calls `onSend` when undici has a connection and is about to write the
 * first byte. Until then a request may have waited for a token or a connection, or the process was
 * frozen.
 */
function atFirstByte(
  { sendBefore, onSend }: Pick<HttpOrder, 'sendBefore' | 'onSend'>,
  now: () => Date,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        onSend?.();
        if (sendBefore !== undefined && now() > sendBefore) controller.abort(new TooLate());
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
}

/** Marks a request that was not sent because the bot stops. */
class NotBegun extends Error {
  override readonly name = 'NotBegun';
}

export interface HttpSettings {
  /** For a whole exchange, waiting for a free connection included. */
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly log?: ((line: CallLine) => void) | undefined;
  /** Cuts off exchanges that are under way, and begins no other one. */
  readonly callsEnd?: AbortSignal | undefined;
}

/**
 * Pooled keep-alive connections to one origin. Idle connections are kept for undici's 4 s only: a
 * POST written to a connection that the other side has just closed has an unknown outcome, which
 * costs more than a new connection.
 */
export function createHttp(origin: string, { timeoutMs, now, log, callsEnd }: HttpSettings): Http {
  const way = wayOut({
    connections: connectionsPerOrigin,
    maxResponseSize: answerLimitBytes,
    connectTimeout: connectTimeoutMs,
  });

  return {
    async send(one, { target, headers, body, ...timing }) {
      const startedAt = now().getTime();
      let answer: HttpAnswer | null = null;
      let hasBegun = false;
      try {
        if (callsEnd?.aborted === true) throw new NotBegun();
        const late = AbortSignal.timeout(timeoutMs);
        const signal = callsEnd === undefined ? late : AbortSignal.any([late, callsEnd]);
        const onSend = () => {
          hasBegun = true;
          timing.onSend?.();
        };
        const got = await way.compose(atFirstByte({ ...timing, onSend }, now)).request({
          origin,
          method: one.method,
          path: target,
          headers,
          body: body ?? null,
          signal,
        });
        answer = { status: got.statusCode, headers: got.headers, text: await got.body.text() };
        return answer;
      } catch (error) {
        throw withoutAnswer(one, error, hasBegun);
      } finally {
        log?.({
          method: one.method,
          path: one.path,
          status: answer?.status ?? null,
          durationMs: now().getTime() - startedAt,
          serviceRequestId: answer === null ? null : serviceRequestId(answer),
        });
      }
    },
    close: () => way.close(),
  };
}

/** The service's id for a call, from a header that gateways set. */
export function serviceRequestId({ headers }: HttpAnswer): string | null {
  for (const name of ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']) {
    const value = String(headers[name] ?? '');
    if (value !== '') return value;
  }
  return null;
}

/**
 * `Retry-After` (RFC 9110, 10.2.3) in milliseconds from `now`: seconds, or an HTTP date. null if it
 * is absent or neither of them; never negative.
 */
export function retryAfterMs({ headers }: HttpAnswer, now: Date): number | null {
  const value = String(headers['retry-after'] ?? '').trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const at = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

function withoutAnswer(one: Called, error: unknown, hasBegun: boolean): OutwardFailure {
  const isClosed =
    error instanceof errors.ClientClosedError || error instanceof errors.ClientDestroyedError;
  const isLate = error instanceof TooLate;
  const failed = (kind: OutwardFailure['kind'], why: string) =>
    new OutwardFailure({
      system: 'governance',
      kind,
      message: `${labelOf(one)}: ${why}`,
      // Where there was no connection, certainly no byte of the request left this process.
      certainlyNotDone: one.effect === 'read' || isLate || !hasBegun,
      cause: error,
    });
  if (isClosed) return failed('network', 'the client is closed');
  if (error instanceof NotBegun) return failed('network', 'not sent, because the bot stops');
  if (isLate) return failed('late', 'not sent, because what was checked is too old');
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return failed('decode', `answer is longer than ${answerLimitBytes} bytes`);
  }
  if (error instanceof errors.ConnectTimeoutError)
    return failed('timeout', 'no connection in time');
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout) return failed('timeout', 'no answer in time');
  const proxyStatus = proxyStatusIn(error);
  const why = proxyStatus === null ? codeOf(error) : `the proxy answers ${proxyStatus}`;
  return failed('network', `${hasBegun ? 'connection lost' : 'no connection'} (${why})`);
}

/** Only the code, because error messages of the runtime can quote what was sent. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
