import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './port-of.ts';

/** Something that the run makes once, when the first worker process asks for it over this server. */
export interface Door {
  readonly url: string;
  close(): void;
}

/** `answer` is asked at every knock; what it throws is told to who knocked. */
export async function openDoor(answer: () => Promise<string>): Promise<Door> {
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

/** Asks the server for it. Throws with the message of what could not be made. */
export async function knock(door: string): Promise<string> {
  const answer = await fetch(door);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`What tests share cannot be made: ${text}`);
  return text;
}
