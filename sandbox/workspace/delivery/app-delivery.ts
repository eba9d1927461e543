/** Every delivery to the app passes here: planned faults are applied, and the result is logged. */
import { BoundedLog } from '../bounded-log.ts';
import type { FaultPlan } from '../faults.ts';
import type { AppAnswer, AppTransport, OutgoingPayload } from './transport.ts';

/** One attempt to deliver a payload. */
export interface DeliveryRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: OutgoingPayload['kind'];
  /** A command, a payload type or an event type. */
  readonly name: string;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly outcome: 'ok' | 'operation_timeout' | 'dispatch_failed' | 'http_error';
  readonly durationMs: number;
  /** 0 for a first attempt. */
  readonly retryNum: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

const staleMs = 10 * 60_000;
const rememberedDeliveries = 300;

export class AppDelivery {
  readonly #transport: AppTransport;
  readonly #faults: FaultPlan;
  readonly #now: () => Date;
  readonly #log = new BoundedLog<DeliveryRecord>(rememberedDeliveries);

  constructor(transport: AppTransport, faults: FaultPlan, now: () => Date) {
    this.#transport = transport;
    this.#faults = faults;
    this.#now = now;
  }

  /** Never throws. When a duplicate was planned, the first answer counts, as in Slack's client. */
  async deliver(outgoing: OutgoingPayload): Promise<AppAnswer> {
    const fault = this.#faults.forDelivery(nameOf(outgoing))?.kind;
    const answer = await this.#attempt(outgoing, fault === 'stale');
    if (fault === 'duplicate') await this.#attempt(outgoing, false);
    if (fault === 'lost-answer') return { ok: false, code: 'operation_timeout', status: null };
    return answer;
  }

  log(): readonly DeliveryRecord[] {
    return this.#log.entries();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #attempt(outgoing: OutgoingPayload, stale: boolean): Promise<AppAnswer> {
    const at = this.#now();
    const startedMs = performance.now();
    const answer = await this.#transport.send(outgoing, stale ? new Date(at.getTime() - staleMs) : at);
    this.#log.add({
      at: at.toISOString(),
      kind: outgoing.kind,
      name: nameOf(outgoing),
      status: answer.status,
      outcome: answer.ok ? 'ok' : answer.code,
      durationMs: Math.round(performance.now() - startedMs),
      retryNum: outgoing.kind === 'event' ? (outgoing.retry?.num ?? 0) : 0,
      payload: outgoing.kind === 'command' ? outgoing.fields : outgoing.payload,
    });
    return answer;
  }
}

function nameOf(outgoing: OutgoingPayload): string {
  switch (outgoing.kind) {
    case 'command':
      return outgoing.fields.command ?? '';
    case 'interactive':
      return String(outgoing.payload.type);
    case 'event': {
      const event = outgoing.payload.event;
      return typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';
    }
  }
}
