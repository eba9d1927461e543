/** Trigger ids prove that a person has just done something. Each is valid for a short time, and once. */
import { newTriggerId } from '../ids.ts';

interface Trigger {
  readonly personId: string;
  readonly issuedAtMs: number;
  exchanged: boolean;
}

export type ExchangedTrigger =
  | { readonly ok: true; readonly personId: string }
  | {
      readonly ok: false;
      readonly code: 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id';
    };

/** How long a used or expired id is remembered, so that the refusal can say so. */
const rememberMs = 10 * 60_000;

export class Triggers {
  readonly #issued = new Map<string, Trigger>();
  readonly #now: () => Date;
  readonly #validMs: number;

  constructor(now: () => Date, validMs: number) {
    this.#now = now;
    this.#validMs = validMs;
  }

  issue(personId: string): string {
    const nowMs = this.#now().getTime();
    for (const [id, trigger] of this.#issued) {
      if (nowMs - trigger.issuedAtMs < rememberMs) break;
      this.#issued.delete(id);
    }
    const id = newTriggerId();
    this.#issued.set(id, { personId, issuedAtMs: nowMs, exchanged: false });
    return id;
  }

  exchange(id: string): ExchangedTrigger {
    const trigger = this.#issued.get(id);
    if (trigger === undefined) return { ok: false, code: 'invalid_trigger_id' };
    if (trigger.exchanged) return { ok: false, code: 'exchanged_trigger_id' };
    if (this.#now().getTime() - trigger.issuedAtMs > this.#validMs)
      return { ok: false, code: 'expired_trigger_id' };
    trigger.exchanged = true;
    return { ok: true, personId: trigger.personId };
  }
}
