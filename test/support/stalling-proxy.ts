import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { z } from 'zod';

interface Target {
  readonly host: string;
  readonly port: number;
}

const listening = z.object({ port: z.number() });

/** A way to a server that can go silent, as it does where the machine at its other end is stopped. */
export async function stallingProxy(first: Target) {
  let target = first;
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect(target);
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
    port: listening.parse(server.address()).port,
    stall(stalled: boolean) {
      isStalled = stalled;
      for (const socket of sockets) {
        if (stalled) socket.pause();
        else socket.resume();
      }
    },
    /** Another machine takes the address over. */
    leadTo(other: Target) {
      target = other;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
