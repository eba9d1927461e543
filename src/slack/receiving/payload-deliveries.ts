import { onceAMinute } from '../../use-cases/people/limiter.ts';
import type { World } from '../../use-cases/ports/ports.ts';

/**
 * Why a request was refused. `unsigned`: anybody who finds the address can send such. `payload`:
 * too long, or nothing that Slack sends.
 */
type Refusal = keyof Deliveries['refused'];

const mends: Readonly<Record<Exclude<Refusal, 'payload'>, string>> = {
  unsigned:
    'it has no signature. If it is Slack’s, have the proxy in front of the bot pass on x-slack-signature and x-slack-request-timestamp.',
  signature:
    'its signature was not made with SLACK_SIGNING_SECRET. Set SLACK_SIGNING_SECRET to the Signing Secret under Basic Information of the Slack app, and start the bot again.',
  timestamp:
    'its time differs by over five minutes from this machine’s. Have this machine set its clock by NTP.',
};

/** Counts the accepted and refused requests over HTTP, from Slack and from others in its name. */
export class Deliveries {
  readonly #world: World;
  readonly #isToSay: (reason: Refusal) => boolean;
  accepted = 0;
  /** Starts at zero: Prometheus sees a counter grow only if it has seen it before. */
  readonly refused = { unsigned: 0, signature: 0, timestamp: 0, payload: 0 };
  /** The time of the last accepted request; null if there was none since the start. */
  lastAcceptedAt: Date | null = null;
  /**
   * The trouble and its remedy, after refusing a request that looks like Slack's and until the next
   * one is accepted.
   */
  trouble: string | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#isToSay = onceAMinute(world);
  }

  accept(): void {
    this.accepted += 1;
    this.lastAcceptedAt = this.#world.now();
    this.trouble = null;
  }

  refuse(reason: Refusal): void {
    this.refused[reason] += 1;
    if (reason === 'payload') return;
    const at = this.#world.now();
    const says = mends[reason];
    if (reason !== 'unsigned')
      this.trouble = `The request of ${at.toISOString()} was refused, and none was accepted since: ${says}`;
    if (this.#isToSay(reason)) this.#world.log.warn({ reason, says }, 'request from Slack refused');
  }
}
