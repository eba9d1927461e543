/** One POST to the receiver. */
import { buildConnector, Pool } from 'undici';
import type { AuditPushSettings } from '../../domain/settings/access-settings.ts';
import { retryAfterMs } from '../../service/client/http/http.ts';

const connectTimeoutMs = 3_000;
/** Of a whole exchange: shorter than a turn is held, so that nobody else begins meanwhile. */
const timeoutMs = 15_000;
/** More of an answer is not read. */
const answerLimitBytes = 64 * 1024;

export type Posted =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'failed';
      /** For the log and the doctor: nothing of what was sent, and nothing that was answered. */
      readonly trouble: string;
      /** What the receiver asks for in milliseconds; null where it does not. */
      readonly waitMs: number | null;
      /** The receiver may take less of it. */
      readonly isTooLarge: boolean;
    };

export interface Receiver {
  /** Only a 2xx counts as taken; redirects are not followed. */
  readonly post: (body: string) => Promise<Posted>;
  readonly close: () => Promise<void>;
}

export interface PushReceiverDeps {
  readonly push: AuditPushSettings;
  /** AUDIT_PUSH_AUTHORIZATION. */
  readonly authorization: string | undefined;
  readonly callsEnd: AbortSignal;
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

export function openReceiver({
  push,
  authorization,
  callsEnd,
  now,
  ...times
}: PushReceiverDeps): Receiver {
  const url = new URL(push.url);
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
  // A connection for each POST: on one that is kept, a receiver that answers twice would have its
  // second answer taken for that to the next batch.
  const pool = new Pool(url.origin, { connections: 1, pipelining: 0, allowH2: false, connect });
  const headers = {
    ...push.headers,
    'content-type': 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  };
  return {
    async post(body) {
      try {
        const late = AbortSignal.timeout(times.timeoutMs ?? timeoutMs);
        const signal = AbortSignal.any([late, callsEnd]);
        const order = { method: 'POST', path: url.pathname, headers, body, signal } as const;
        const answer = await pool.request(order);
        // Its words decide nothing.
        await answer.body.dump({ limit: answerLimitBytes }).catch(() => undefined);
        const { statusCode: status } = answer;
        if (status >= 200 && status < 300) return { kind: 'taken' };
        const waitMs = retryAfterMs({ status, headers: answer.headers, text: '' }, now());
        return {
          kind: 'failed',
          trouble: `the receiver answered ${status}`,
          waitMs,
          isTooLarge: status === 413,
        };
      } catch (error) {
        return { kind: 'failed', trouble: noAnswerWords(error), waitMs: null, isTooLarge: false };
      }
    },
    close: () => pool.close(),
  };
}

/** Not the error's own message, which may quote a header. */
function noAnswerWords(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error.name === 'AbortError') return 'cut off, because the bot stopped';
  return `no answer (${'code' in error ? String(error.code) : error.name})`;
}
