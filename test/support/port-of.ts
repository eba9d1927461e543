import type { Server } from 'node:net';

/** The port of 127.0.0.1 that a server listens on. Throws where it does not listen. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port');
  return address.port;
}
