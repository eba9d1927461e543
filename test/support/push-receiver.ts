import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { type PushedEntry, pushedEntry } from '../../src/extras/audit-push/pushed-entry.ts';
import { portOf } from './port-of.ts';

type Answer = (response: ServerResponse, batch: readonly PushedEntry[]) => unknown;

const take: Answer = (response) => response.writeHead(204).end();

/** A receiver on loopback: it answers as the test says, and keeps what it took. */
export interface PushReceiver extends AsyncDisposable {
  readonly url: string;
  /** Every batch that came, taken or not. */
  readonly came: {
    readonly batch: readonly PushedEntry[];
    readonly headers: IncomingMessage['headers'];
  }[];
  /** How the next ones are answered, one after the other; afterwards all are taken. */
  readonly answers: Answer[];
  /** The most that were under way at once. */
  readonly mostAtOnce: () => number;
}

export async function openPushReceiver(): Promise<PushReceiver> {
  const came: PushReceiver['came'] = [];
  const answers: Answer[] = [];
  let underWay = 0;
  let most = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    underWay += 1;
    most = Math.max(most, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const batch = z.array(pushedEntry).parse(JSON.parse(text));
    came.push({ batch, headers: request.headers });
    await (answers.shift() ?? take)(response, batch);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${portOf(server)}/entries`,
    came,
    answers,
    mostAtOnce: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('no');
