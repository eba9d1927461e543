/**
 * A tiny HTTP server that answers what a test wrote by hand, and remembers what it was asked. It
 * knows nothing of the client and nothing of the interface: every answer is the test's own words.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';
import type { Result } from '../../src/domain/result.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../src/service/access-governance.ts';
import { type CompleteGovernance, TenantCapabilities } from '../../src/service/capabilities.ts';
import {
  createGovernanceClient,
  type GovernanceClient,
  type GovernanceClientSettings,
} from '../../src/service/client/client.ts';
import { portOf } from './port-of.ts';

interface AskedFor {
  readonly method: string;
  /** Path and query exactly as they arrived. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What to answer: a JSON value with 200, or the details. `raw` is sent as it is. */
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes over the response altogether, for answers that are cut or never come. */
  readonly by?: (response: ServerResponse) => void;
}

export interface GovernanceServer extends AsyncDisposable {
  readonly url: string;
  /** As `clientOf` makes it; closed with the server. */
  readonly client: GovernanceClient;
  /** The port over that client, in a tenant with these operations. */
  port(...operations: readonly OptionalOperation[]): CompleteGovernance;
  /** What was asked so far, token requests left out. */
  readonly asked: readonly AskedFor[];
  readonly tokenRequests: readonly AskedFor[];
  /** Connections that were opened so far. */
  connections(): number;
  /** Answers from now on, token requests left out. */
  answer(next: (asked: AskedFor, count: number) => Answer | Promise<Answer>): void;
  /**
   * How the token endpoint answers from now on. The default issues `token-1`, `token-2`, ... for
   * 600 s.
   */
  answerToken(next: (count: number) => Answer | Promise<Answer>): void;
}

/** `answer`: until another is given; nothing is found where it is left out. */
export async function startGovernanceServer(
  answer: Parameters<GovernanceServer['answer']>[0] = () => ({ status: 404, json: { code: 5 } }),
): Promise<GovernanceServer> {
  const asked: AskedFor[] = [];
  const tokenRequests: AskedFor[] = [];
  let answerNow = answer;
  let answerToken: (count: number) => Answer | Promise<Answer> = (count) => ({
    json: { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 600 },
  });

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const one: AskedFor = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
      };
      const isToken = one.target === '/auth/v1/token';
      const log = isToken ? tokenRequests : asked;
      log.push(one);
      const next = isToken ? answerToken(log.length) : answerNow(one, log.length);
      void Promise.resolve(next).then((given) => write(response, given));
    });
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${portOf(server)}`;
  const client = clientOf(url);
  return {
    url,
    client,
    port: (...operations) =>
      createAccessGovernance(client, { tenant: new TenantCapabilities(new Set(operations)) }),
    asked,
    tokenRequests,
    connections: () => connections,
    answer: (next) => {
      answerNow = next;
    },
    answerToken: (next) => {
      answerToken = next;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function write(response: ServerResponse, answer: Answer): void {
  if (answer.by !== undefined) {
    answer.by(response);
    return;
  }
  const body = answer.raw ?? JSON.stringify('json' in answer ? answer.json : {});
  const type = answer.raw === undefined ? { 'content-type': 'application/json' } : {};
  response.writeHead(answer.status ?? 200, { ...type, ...answer.headers });
  response.end(body);
}

/** An address at which nobody listens, and nobody may begin to: its port is one of the system's. */
export const deadUrl = 'http://127.0.0.1:9';

export const clientSecret = 'harbour-secret-42';

/**
 * A client of that server, closed with the test: `await using`. Pauses between repeated reads are
 * not waited.
 */
export function clientOf(url: string, more: Partial<GovernanceClientSettings> = {}) {
  const client = createGovernanceClient({
    baseUrl: url,
    clientId: 'ferry-bot',
    clientSecret,
    queryCase: 'camel',
    now: () => new Date('2026-03-01T08:00:00Z'),
    pause: () => Promise.resolve(),
    random: () => 0.5,
    ...more,
  });
  return { ...client, [Symbol.asyncDispose]: () => client.close() };
}

/**
 * Calls the client while the service answers `json`; gives what was asked and what the client made
 * of the answer.
 */
export async function ask<Value>(
  json: unknown,
  call: (client: GovernanceClient) => Promise<Result<Value, ServiceRefusal>>,
): Promise<{ value: Value | ServiceRefusal; line: string; body: unknown }> {
  await using server = await startGovernanceServer(() => ({ json }));
  const result = await call(server.client);
  const [asked] = server.asked;
  return {
    value: result.ok ? result.value : result.refusal,
    line: asked === undefined ? 'nothing' : `${asked.method} ${asked.target}`,
    body: asked === undefined || asked.body === '' ? undefined : JSON.parse(asked.body),
  };
}
