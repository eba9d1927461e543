/** Every delivery to the app passes here: planned faults are applied, and the result is logged. */
import { type JsonChange, withChanges } from '../../json-changes.ts';
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

/** `sent`: in the order in which people acted. */
export type ReleaseOrder = 'sent' | 'reversed';

const noAnswer: AppAnswer = { ok: false, code: 'operation_timeout', status: null };

const staleMs = 10 * 60_000;
const rememberedDeliveries = 300;

export class AppDelivery {
  readonly #transport: AppTransport;
  readonly #faults: FaultPlan;
  readonly #now: () => Date;
  readonly #log = new BoundedLog<DeliveryRecord>(rememberedDeliveries);
  #held: OutgoingPayload[] = [];

  constructor(transport: AppTransport, faults: FaultPlan, now: () => Date) {
    this.#transport = transport;
    this.#faults = faults;
    this.#now = now;
  }

  /** Never throws. When a duplicate was planned, the first answer counts, as in Slack's client. */
  async deliver(outgoing: OutgoingPayload): Promise<AppAnswer> {
    const fault = this.#faults.forDelivery(nameOf(outgoing), JSON.stringify(contentOf(outgoing)));
    switch (fault?.kind) {
      case 'hold':
        this.#held.push(outgoing);
        // An event that is late is not repeated meanwhile; a person sees that nothing came.
        return outgoing.kind === 'event' ? { ok: true, status: 200, body: '' } : noAnswer;
      case 'patch':
        return this.#attempt(withChangedContent(outgoing, fault.changes), false);
      case 'duplicate': {
        const answer = await this.#attempt(outgoing, false);
        await this.#attempt(outgoing, false);
        return answer;
      }
      case 'lost-answer':
        await this.#attempt(outgoing, false);
        return noAnswer;
      case 'stale':
      case undefined:
        return this.#attempt(outgoing, fault !== undefined);
    }
  }

  /**
   * Delivers what was held, one after the other; returns how many these were. Nobody sees the
   * answers.
   */
  async release(order: ReleaseOrder): Promise<number> {
    const held = this.#held;
    this.#held = [];
    for (const outgoing of order === 'reversed' ? held.toReversed() : held)
      await this.#attempt(outgoing, false);
    return held.length;
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
    const answer = await this.#transport.send(
      outgoing,
      stale ? new Date(at.getTime() - staleMs) : at,
    );
    this.#log.add({
      at: at.toISOString(),
      kind: outgoing.kind,
      name: nameOf(outgoing),
      status: answer.status,
      outcome: answer.ok ? 'ok' : answer.code,
      durationMs: Math.round(performance.now() - startedMs),
      retryNum: outgoing.kind === 'event' ? (outgoing.retry?.num ?? 0) : 0,
      payload: contentOf(outgoing),
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
      return typeof event === 'object' && event !== null && 'type' in event
        ? String(event.type)
        : '';
    }
  }
}

function contentOf(outgoing: OutgoingPayload): Readonly<Record<string, unknown>> {
  return outgoing.kind === 'command' ? outgoing.fields : outgoing.payload;
}

function withChangedContent(
  outgoing: OutgoingPayload,
  changes: readonly JsonChange[],
): OutgoingPayload {
  const changed = withChanges(contentOf(outgoing), changes);
  const entries = typeof changed === 'object' && changed !== null ? Object.entries(changed) : [];
  if (outgoing.kind !== 'command') return { ...outgoing, payload: Object.fromEntries(entries) };
  // A form has texts alone.
  return {
    ...outgoing,
    fields: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
  };
}
