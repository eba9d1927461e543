import { createServer, type ServerResponse } from 'node:http';
import type { WebClient } from '@slack/web-api';
import { backgroundClient } from '../../src/slack/platform/web-clients.ts';
import { slackLogger } from '../../src/slack/receiving/bolt-app.ts';
import { FakeWorld } from './fakes.ts';
import { portOf } from './port-of.ts';

/**
 * What Slack answers a call with; a function takes over the response, for answers that are cut or
 * never come.
 */
export type SlackAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  | ((response: ServerResponse) => void);

export interface SlackServer extends AsyncDisposable {
  readonly apiUrl: string;
  /** A real client of it, as the bot's jobs have it. */
  readonly client: WebClient;
  /** Method and arguments of every call, in order. */
  readonly calls: readonly { readonly method: string; readonly args: URLSearchParams }[];
  answer(next: (method: string, args: URLSearchParams) => SlackAnswer): void;
}

/** A Web API that answers what a test wrote by hand. */
export async function startSlackServer(): Promise<SlackServer> {
  const calls: { method: string; args: URLSearchParams }[] = [];
  let answer: (method: string, args: URLSearchParams) => SlackAnswer = () => ({
    body: { ok: true },
  });
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const method = (request.url ?? '').split('/').at(-1) ?? '';
      const args = new URLSearchParams(Buffer.concat(pieces).toString());
      calls.push({ method, args });
      const next = answer(method, args);
      if (typeof next === 'function') return next(response);
      response.writeHead(next.status ?? 200, {
        'content-type': 'application/json',
        ...next.headers,
      });
      response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${portOf(server)}/api/`;
  return {
    apiUrl,
    client: backgroundClient({
      botToken: 'xoxb-test',
      apiUrl,
      logger: slackLogger(new FakeWorld().log),
    }),
    calls,
    answer(next) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
