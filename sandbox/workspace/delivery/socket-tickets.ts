/** The tickets in the addresses of `apps.connections.open`: each opens one socket, once. */
import { randomUUID } from 'node:crypto';

export class SocketTickets {
  readonly #issued = new Set<string>();

  issue(): string {
    const ticket = randomUUID();
    this.#issued.add(ticket);
    return ticket;
  }

  /** True the first time. */
  use(ticket: string): boolean {
    return this.#issued.delete(ticket);
  }
}
