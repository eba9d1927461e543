import type { World } from '../../../use-cases/ports/ports.ts';
import { type DeliveryRefusal, deliveryRefusals } from './verify-delivery.ts';

/** What became of requests to the address for webhooks. */
export const webhookOutcomes = [
  'kept',
  'repeated',
  'test',
  ...deliveryRefusals,
  'keys-unavailable',
  'too-long',
  'unreadable',
  'not-handled',
  'callback-elsewhere',
  'other-body',
  'not-kept',
] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** How often the log says the same of what strangers can send as often as they like. */
const sayAgainMs = 60_000;

const mends: Readonly<Partial<Record<WebhookOutcome, string>>> = {
  audience:
    'it is for another host. Set PUBLIC_URL to the address that the webhook has in the tenant.',
  target:
    'it is for another address. Set PUBLIC_URL to the address that the webhook has in the tenant.',
  times: 'its time differs from this machine’s. Have this machine set its clock by NTP.',
  issuer: 'another tenant sent it. Look at GOVERNANCE_BASE_URL.',
  'keys-unavailable': 'the keys at /auth/v1/jwks of the tenant cannot be read.',
  'not-handled':
    'the bot does nothing with events of this kind. Remove the webhook from where it is named.',
  'not-kept': 'the database did not take it. The tenant sends it again.',
};

/** Counts what comes to the address for webhooks, and says what is wrong with it. */
export class WebhookLog {
  readonly #world: World;
  readonly #saidAtMs = new Map<string, number>();
  /** Starts at zero: Prometheus sees a counter grow only if it has seen it before. */
  readonly counts: Record<WebhookOutcome, number>;
  /** null if none was accepted since the start. */
  lastAcceptedAt: Date | null = null;
  /** What was wrong with the last one that was refused, until one is accepted. */
  trouble: string | null = null;

  constructor(world: World) {
    this.#world = world;
    const zeros = webhookOutcomes.map((outcome) => [outcome, 0]);
    this.counts = Object.fromEntries(zeros);
  }

  accept(outcome: 'kept' | 'repeated' | 'test'): void {
    this.counts[outcome] += 1;
    this.lastAcceptedAt = this.#world.now();
    this.trouble = null;
  }

  /** @param event the name of the event, for one that is not handled */
  refuse(
    outcome: Exclude<WebhookOutcome, 'kept' | 'repeated' | 'test'> | DeliveryRefusal,
    event = '',
  ): void {
    this.counts[outcome] += 1;
    const at = this.#world.now();
    const says = mends[outcome] ?? 'it is not from the tenant.';
    this.trouble = `The delivery of ${at.toISOString()} was refused, and none was accepted since: ${says}`;
    const key = `${outcome} ${event}`;
    const saidAtMs = this.#saidAtMs.get(key);
    // An event that is not handled is said once.
    if (saidAtMs !== undefined && (event !== '' || at.getTime() - saidAtMs < sayAgainMs)) return;
    this.#saidAtMs.set(key, at.getTime());
    const about = event === '' ? {} : { event };
    this.#world.log.warn({ outcome, ...about, says }, 'delivery of the service refused');
  }
}
