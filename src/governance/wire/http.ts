import type { IncomingHttpHeaders } from 'node:http';
import { buildConnector, errors, Pool } from 'undici';

const connectTimeoutMs = 3_000;
/** Longest answer that is read, in bytes. */
const answerLimitBytes = 10 * 1024 * 1024;
const connectionsPerOrigin = 32;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An exchange without an answer. `sent` is false if certainly no byte of the request left this process. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: 'network' | 'timeout' | 'decode';
  readonly sent: boolean;

  constructor(fields: { kind: TransportFailure['kind']; sent: boolean; message: string; cause: unknown }) {
    super(fields.message, { cause: fields.cause });
    this.kind = fields.kind;
    this.sent = fields.sent;
  }
}

/** The answer is longer than is read. */
export class AnswerTooLong extends TransportFailure {}

/** Marks errors of connecting, so that they need not be guessed from error codes. */
class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

export interface Http {
  /** One exchange; redirects are not followed. Throws `TransportFailure`. */
  send(exchange: {
    method: 'GET' | 'POST';
    target: string;
    headers: Record<string, string>;
    body?: string;
  }): Promise<HttpAnswer>;
  /** Waits for exchanges in flight, then closes the connections. */
  close(): Promise<void>;
}

/**
 * Pooled keep-alive connections to one origin. Idle connections are kept for undici's 4 s only: a POST written to a connection
 * that the other side has just closed has an unknown outcome, which costs more than a new connection.
 *
 * @param timeoutMs of a whole exchange, waiting for a free connection included
 */
export function createHttp(origin: string, timeoutMs: number): Http {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
  const pool = new Pool(origin, {
    connections: connectionsPerOrigin,
    maxResponseSize: answerLimitBytes,
    allowH2: false,
    connect: (options, callback) => {
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, socket);
        else callback(new NotConnected(error.message, { cause: error }), null);
      });
    },
  });

  return {
    async send(exchange) {
      try {
        const { statusCode, headers, body } = await pool.request({
          method: exchange.method,
          path: exchange.target,
          headers: exchange.headers,
          body: exchange.body ?? null,
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { status: statusCode, headers, text: await body.text() };
      } catch (error) {
        throw transportFailure(error);
      }
    },
    close: () => pool.close(),
  };
}

/**
 * `Retry-After` (RFC 9110, 10.2.3) in milliseconds from `now`: seconds, or an HTTP date. null if it is absent or
 * neither of them; never negative.
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  if (!/^[A-Za-z]{3}/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

function transportFailure(error: unknown): TransportFailure {
  if (error instanceof NotConnected) {
    const timedOut = error.cause instanceof errors.ConnectTimeoutError;
    const why = timedOut ? 'no connection in time' : `no connection (${codeOf(error.cause)})`;
    return new TransportFailure({
      kind: timedOut ? 'timeout' : 'network',
      sent: false,
      message: why,
      cause: error.cause,
    });
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    const message = `answer is longer than ${answerLimitBytes} bytes`;
    return new AnswerTooLong({ kind: 'decode', sent: true, message, cause: error });
  }
  if (error instanceof errors.ClientClosedError || error instanceof errors.ClientDestroyedError) {
    return new TransportFailure({ kind: 'network', sent: false, message: 'the client is closed', cause: error });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new TransportFailure({ kind: 'timeout', sent: true, message: 'no answer in time', cause: error });
  }
  return new TransportFailure({
    kind: 'network',
    sent: true,
    message: `connection lost (${codeOf(error)})`,
    cause: error,
  });
}

/** Only the code, because error messages of the runtime can quote what was sent. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
