import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { addressOf, type DatabaseAddress, throughPort } from './database-address.ts';
import { portOf } from './port-of.ts';

/**
 * A way to a PostgreSQL that can go silent, as it does where the machine at its other end is
 * stopped. `listenIn` is called for each connection; what it returns hears what the client sends.
 */
export async function stallingProxy(databaseUrl: string, listenIn?: () => (data: Buffer) => void) {
  let target = addressOf(databaseUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    if (listenIn !== undefined) client.on('data', listenIn());
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isStalled) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Leads to the database through this proxy. */
    url: throughPort(databaseUrl, portOf(server)),
    stall(stalled: boolean) {
      isStalled = stalled;
      for (const socket of sockets) {
        if (stalled) socket.pause();
        else socket.resume();
      }
    },
    /** Another machine takes the address over. */
    leadTo(other: DatabaseAddress): void {
      target = other;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
