import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './port-of.ts';

/** What the run has once, for workers that are processes of their own: they knock when they want it. */
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

/** What is behind the door. Throws with the words of what could not be made. */
export async function knock(door: string): Promise<string> {
  const answer = await fetch(door);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`What tests share cannot be made: ${text}`);
  return text;
}
