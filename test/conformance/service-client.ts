import { at, textAt } from '../../conformance/json-places.ts';
import {
  type GovernanceService,
  type GovernanceServiceOptions,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import { forEachTest } from '../support/for-each-test.ts';

/** An answer of the service, as it came over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text where it is none. */
  readonly body: unknown;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown = text;
  if (response.headers.get('Content-Type')?.includes('json') === true) body = JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** Asks the token endpoint the proper way. */
export async function tokenOf(
  url: string,
  clientId = 'sandbox-bot',
  clientSecret = 'sandbox-secret',
): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  return textAt(await response.json(), 'access_token');
}

/**
 * Calls with a bearer token, nothing else: no retries, no decoding, nothing of the bot's own
 * client.
 */
export class ServiceClient {
  readonly url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  async call(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${this.token}`);
    return answerOf(await fetch(`${this.url}${path}`, { ...init, method, headers }));
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.call('POST', path, {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  }

  /** Asks for access to the platform team's read entitlement for Ben, unless told otherwise. */
  grant(body: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.post('/api/v1/task/grant', {
      appId: 'app-github',
      appEntitlementId: 'ent-platform-read',
      identityUserId: 'user-ben',
      ...body,
    });
  }

  /** Asks as `grant` does, for tests that go on from there; gives the task. */
  async granted(body: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const answer = await this.grant(body);
    if (answer.status !== 200) throw new Error(`grant refused: ${JSON.stringify(answer.body)}`);
    return at(answer.body, 'taskView', 'task');
  }

  /** The task as it is now. */
  async task(id: string): Promise<unknown> {
    return at((await this.get(`/api/v1/tasks/${id}`)).body, 'taskView', 'task');
  }

  act(id: string, verb: string, body: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.post(`/api/v1/tasks/${id}/action/${verb}`, body);
  }

  /** Approves whatever step the task is in now. */
  async approve(id: string): Promise<Answer> {
    return this.act(id, 'approve', {
      policyStepId: at(await this.task(id), 'policy', 'current', 'id'),
      comment: 'aye',
    });
  }
}

/** A clock that moves only when told. */
export class ManualClock {
  #nowMs = Date.UTC(2026, 4, 4, 8, 0, 0);
  readonly now = (): Date => new Date(this.#nowMs);

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

/** A running service with a client on it; ends with the scope that holds it (`await using`). */
export interface RunningService extends AsyncDisposable {
  readonly service: GovernanceService;
  readonly client: ServiceClient;
  readonly clock: ManualClock;
  /** A client with other credentials. */
  as(clientId: string): Promise<ServiceClient>;
}

/**
 * Starts a service on a free port with a clock of its own. Further clients have the secret
 * `secret`.
 */
export async function runService(options: GovernanceServiceOptions = {}): Promise<RunningService> {
  const clock = new ManualClock();
  const service = await startGovernanceService({ now: clock.now, ...options });
  const client = new ServiceClient(service.url, await tokenOf(service.url));
  return {
    service,
    client,
    clock,
    as: async (clientId) =>
      new ServiceClient(service.url, await tokenOf(service.url, clientId, 'secret')),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

/** A service for each of the tests of a file, as `runService` starts it. */
export function useService(): RunningService {
  const now = forEachTest(
    () => runService(),
    async (running) => running[Symbol.asyncDispose](),
  );
  return {
    get service() {
      return now().service;
    },
    get client() {
      return now().client;
    },
    get clock() {
      return now().clock;
    },
    as: (clientId) => now().as(clientId),
    [Symbol.asyncDispose]: () => now()[Symbol.asyncDispose](),
  };
}
