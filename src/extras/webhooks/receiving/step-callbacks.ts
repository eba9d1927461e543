import { z } from 'zod';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import { type CallLine, createHttp, retryAfterMs } from '../../../service/client/http/http.ts';
import { type CallbackVault, CannotOpen } from './callback-vault.ts';

/** An answer to a delivered step (docs/spec/deployments.md#webhooks). */
export interface StepAnswer {
  readonly kind: 'approve' | 'deny' | 'complete' | 'errored';
  /** Cut to what the service takes. */
  readonly comment: string;
}

/** The callbacks of delivered steps. */
export interface StepCallbacks {
  /**
   * Sends the answer once. `spent`: the callback was used or has expired. Throws `OutwardFailure`
   * where the outcome is not known, and where certainly nothing was sent. The URL is in no error
   * and no log line.
   *
   * @param sealed the callback as it is kept
   */
  answer(sealed: string, answer: StepAnswer, sendBefore?: Date): Promise<'accepted' | 'spent'>;
}

/** How long the service may take. */
const timeoutMs = 30_000;
/** The service takes no longer comment. */
const longestComment = 1_024;

/** The token is never part of what is logged or thrown. */
const callback = {
  method: 'POST',
  path: '/api/v1/webhooks/callback/{token}',
  effect: 'write',
} as const;

interface CallbackOptions {
  readonly vault: CallbackVault;
  readonly now: () => Date;
  readonly log?: (line: CallLine) => void;
  readonly callsEnd?: AbortSignal;
}

const sealedCallback = z.object({ webhookId: z.string(), callback: z.string() });

/** A callback as it is kept, with the id of the delivery that it was sealed for. */
export function sealCallback(vault: CallbackVault, webhookId: string, url: string): string {
  return JSON.stringify({ webhookId, callback: vault.seal(url, webhookId) });
}

/** @param origin of the tenant: callbacks are on it, and nothing else is called */
export function createStepCallbacks(
  origin: string,
  { vault, now, log, callsEnd }: CallbackOptions,
): StepCallbacks & { readonly close: () => Promise<void> } {
  const http = createHttp(origin, { timeoutMs, now, log, callsEnd });
  return {
    async answer(sealed, answer, sendBefore) {
      const url = opened(vault, sealed);
      const { status, ...rest } = await http.send(callback, {
        target: url.pathname + url.search,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(documentOf(answer)),
        sendBefore,
      });
      if (status >= 200 && status < 300) return 'accepted';
      if (status === 400) return 'spent';
      throw new OutwardFailure({
        system: 'governance',
        kind: status === 429 ? 'rate-limited' : 'http',
        message: `POST ${callback.path}: HTTP ${status}`,
        certainlyNotDone: status === 429,
        httpStatus: status,
        retryAfterMs: retryAfterMs({ status, ...rest }, now()),
      });
    },
    close: () => http.close(),
  };
}

/** Throws `OutwardFailure`, because the operator can put the key back. */
function opened(vault: CallbackVault, sealed: string): URL {
  try {
    return openCallback(vault, sealed);
  } catch (error) {
    const why = error instanceof CannotOpen ? error.message : 'it cannot be read';
    throw new OutwardFailure({
      system: 'governance',
      // The service was not called: people must not read that it does not answer.
      kind: 'unopened',
      message: `the callback of a delivery cannot be opened: ${why}; look at WEBHOOK_KEY`,
      certainlyNotDone: true,
    });
  }
}

/** Whether a callback, as it is kept, can be opened with these keys. */
export function opensCallback(vault: CallbackVault, sealed: string): boolean {
  try {
    openCallback(vault, sealed);
    return true;
  } catch {
    return false;
  }
}

function openCallback(vault: CallbackVault, sealed: string): URL {
  const { webhookId, callback: text } = sealedCallback.parse(JSON.parse(sealed));
  return new URL(vault.open(text, webhookId));
}

function documentOf({ kind, comment }: StepAnswer): object {
  const isLong = comment.length > longestComment;
  const excerpt = isLong ? `${shortened(comment)}…` : comment;
  return { version: 'v1', [kind]: { comment: excerpt } };
}

/** A half of a surrogate pair would be refused with 400, which is what a spent callback says. */
function shortened(comment: string): string {
  return comment.slice(0, longestComment - 1).replace(/[\uD800-\uDBFF]$/, '');
}
