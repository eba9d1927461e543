/** What `apps.connections.open` hands out: an address that opens one socket, once, and soon. */
import { randomUUID } from 'node:crypto';

/** General knowledge: Slack's address is to be used at once. */
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

  /** Whether it opens a socket. It does so once. */
  use(ticket: string): boolean {
    const endMs = this.#issued.get(ticket);
    this.#issued.delete(ticket);
    return endMs !== undefined && this.#now().getTime() <= endMs;
  }
}
