import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './port-of.ts';

/** A server that tells the worker processes where something is that they share. */
export interface SharedResource {
  readonly url: string;
  close(): void;
}

/**
 * `answer` is called for every request of a worker; what it throws is the message that the worker
 * gets.
 */
export async function serveSharedResource(answer: () => Promise<string>): Promise<SharedResource> {
  const server = createServer((_incoming, outgoing) => {
    answer().then(
      (text) => outgoing.end(text),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The answer of that server. Throws with its message if the resource could not be made. */
export async function fetchSharedResource(url: string): Promise<string> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`What tests share cannot be made: ${text}`);
  return text;
}
