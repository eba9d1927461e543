/**
 * The tickets in the addresses of `apps.connections.open`: each opens one socket, once, within 30
 * seconds.
 */
import { randomUUID } from 'node:crypto';

/** Slack's documentation gives no number; its addresses are meant to be used at once. */
const ticketLifeMs = 30_000;

export class SocketTickets {
  readonly #now: () => Date;
  readonly #issued = new Map<string, number>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  issue(): string {
    const ticket = randomUUID();
    this.#issued.set(ticket, this.#now().getTime() + ticketLifeMs);
    return ticket;
  }

  /** True the first time, if the ticket is not too old. */
  use(ticket: string): boolean {
    const endMs = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return endMs !== undefined && this.#now().getTime() <= endMs;
  }
}
