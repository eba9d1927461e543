/** Everything that goes to the app goes through here: planned faults are put in, and what happened is written down. */
import { BoundedLog } from '../bounded-log.ts';
import type { FaultPlan } from '../faults.ts';
import type { AppAnswer, AppTransport, Parcel } from './transport.ts';

/** One attempt to tell the app something. */
export interface DeliveryRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: Parcel['kind'];
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

  /** Never throws. After a planned duplicate, the first answer counts, as for Slack's client. */
  async deliver(parcel: Parcel): Promise<AppAnswer> {
    const fault = this.#faults.forDelivery(nameOf(parcel))?.kind;
    const answer = await this.#attempt(parcel, fault === 'stale');
    if (fault === 'duplicate') await this.#attempt(parcel, false);
    if (fault === 'lost-answer') return { ok: false, code: 'operation_timeout', status: null };
    return answer;
  }

  log(): readonly DeliveryRecord[] {
    return this.#log.entries();
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #attempt(parcel: Parcel, stale: boolean): Promise<AppAnswer> {
    const at = this.#now();
    const startedMs = performance.now();
    const answer = await this.#transport.send(parcel, stale ? new Date(at.getTime() - staleMs) : at);
    this.#log.add({
      at: at.toISOString(),
      kind: parcel.kind,
      name: nameOf(parcel),
      status: answer.status,
      outcome: answer.ok ? 'ok' : answer.code,
      durationMs: Math.round(performance.now() - startedMs),
      retryNum: parcel.kind === 'event' ? (parcel.retry?.num ?? 0) : 0,
      payload: parcel.kind === 'command' ? parcel.fields : parcel.payload,
    });
    return answer;
  }
}

function nameOf(parcel: Parcel): string {
  switch (parcel.kind) {
    case 'command':
      return parcel.fields.command ?? '';
    case 'interactive':
      return String(parcel.payload.type);
    case 'event': {
      const event = parcel.payload.event;
      return typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';
    }
  }
}
