/** The way back to the service that comes with each delivered step: sealed, opened, and answered. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { type CallLine, createHttp, retryAfterMs } from '../../service/client/http/http.ts';

/** 96 bits, as AES-GCM wants it. */
const nonceBytes = 12;
const tagBytes = 16;

/** What was sealed cannot be opened: with another key, for another delivery, or damaged. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/**
 * Seals callback URLs, each of which answers one step, so that a copy of the database answers none.
 * AES-256-GCM; the delivery's id is bound to it, so that a sealed URL cannot be moved to another
 * row.
 */
export interface CallbackVault {
  seal(url: string, webhookId: string): string;
  /** @throws CannotOpen */
  open(sealed: string, webhookId: string): string;
}

/** @param keys the first one seals, all of them open: that is how a key is replaced */
export function createCallbackVault(keys: readonly Buffer[]): CallbackVault {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  return {
    seal(url, webhookId) {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no key');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(webhookId));
      const text = Buffer.concat([cipher.update(url, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `${idOf(key)}.${sealed.toString('base64url')}`;
    },
    open(sealed, webhookId) {
      const [id = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      if (key === undefined) throw new CannotOpen('it was sealed with a key that is not set');
      const bytes = Buffer.from(text, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(webhookId))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new CannotOpen('it was sealed for another delivery, or changed since', { cause });
      }
    },
  };
}

/** Names a key without telling it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('callback key ').update(key).digest('base64url').slice(0, 8);
}

/** An answer to a delivered step (docs/spec/deployments.md#webhooks). */
export interface StepAnswer {
  readonly kind: 'approve' | 'deny' | 'complete' | 'errored';
  /** Cut to what the service takes. */
  readonly comment: string;
}

/** A delivery that waits for its answer. */
export interface WaitingCallback {
  readonly webhookId: string;
  /** As it is kept. */
  readonly sealed: string;
}

/** The callbacks of delivered steps. */
export interface StepCallbacks {
  /**
   * Sends the answer once. `spent`: the callback was used or has expired. Throws `OutwardFailure`
   * where the outcome is not known, and where certainly nothing was sent. The URL is in no error
   * and no log line.
   */
  answer(
    waiting: WaitingCallback,
    answer: StepAnswer,
    sendBefore?: Date,
  ): Promise<'accepted' | 'spent'>;
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

/** @param origin of the tenant: callbacks are on it, and nothing else is called */
export function createStepCallbacks(
  origin: string,
  { vault, now, log, callsEnd }: CallbackOptions,
): StepCallbacks & { readonly close: () => Promise<void> } {
  const http = createHttp(origin, { timeoutMs, now, log, callsEnd });
  return {
    async answer(waiting, answer, sendBefore) {
      const url = opened(vault, waiting);
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
function opened(vault: CallbackVault, { webhookId, sealed }: WaitingCallback): URL {
  try {
    return new URL(vault.open(sealed, webhookId));
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

function documentOf({ kind, comment }: StepAnswer): object {
  const isLong = comment.length > longestComment;
  const excerpt = isLong ? `${shortened(comment)}…` : comment;
  return { version: 'v1', [kind]: { comment: excerpt } };
}

/** A half of a surrogate pair would be refused with 400, which is what a spent callback says. */
function shortened(comment: string): string {
  return comment.slice(0, longestComment - 1).replace(/[\uD800-\uDBFF]$/, '');
}
