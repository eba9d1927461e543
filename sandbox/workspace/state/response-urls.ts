/**
 * The addresses that an app may answer an interaction at, without a token: five times within half
 * an hour.
 */
import { randomBytes } from 'node:crypto';
import { limits } from '../limits/limits.ts';
import type { StoredResponseUrl } from './stored.ts';

export type Usage =
  | { readonly ok: true; readonly target: StoredResponseUrl }
  | { readonly ok: false; readonly code: 'invalid_url' | 'used_url' | 'expired_url' };

export class ResponseUrls {
  readonly #issued: Map<string, StoredResponseUrl>;
  readonly #now: () => Date;

  constructor(now: () => Date, known: readonly StoredResponseUrl[]) {
    this.#now = now;
    this.#issued = new Map(known.map((one) => [one.id, one]));
  }

  /** Returns the id at the end of the address. */
  issue(
    target: Pick<StoredResponseUrl, 'personId' | 'conversationId' | 'messageTs' | 'threadTs'>,
  ): string {
    const nowMs = this.#now().getTime();
    for (const [id, one] of this.#issued) {
      // An expired address is remembered for the same time again, so that the refusal can say
      // "expired".
      if (one.expiresAtMs + limits.responseUrlMs > nowMs) break;
      this.#issued.delete(id);
    }
    const id = randomBytes(18).toString('base64url');
    this.#issued.set(id, {
      ...target,
      id,
      usesLeft: limits.responseUrlUses,
      expiresAtMs: nowMs + limits.responseUrlMs,
    });
    return id;
  }

  /** Takes one use. */
  use(id: string): Usage {
    const target = this.#issued.get(id);
    if (target === undefined) return { ok: false, code: 'invalid_url' };
    if (target.expiresAtMs < this.#now().getTime()) return { ok: false, code: 'expired_url' };
    if (target.usesLeft === 0) return { ok: false, code: 'used_url' };
    this.#issued.set(id, { ...target, usesLeft: target.usesLeft - 1 });
    return { ok: true, target };
  }

  all(): StoredResponseUrl[] {
    return [...this.#issued.values()];
  }
}
