import type { Registry } from 'prom-client';
import type { HttpRoute } from './http-server.ts';
import type { SystemStatus } from './system-status.ts';

/** Throws, with a sentence, where the process cannot take requests. */
export type ReadyCheck = () => Promise<void>;

/**
 * For everybody who reaches the port that Slack does, and tells nothing else. `/healthz`: the process answers. `/readyz`: it can
 * take requests. What Slack and the service do counts for nothing there: every replica would be dropped at once, and with them
 * what people submit.
 */
export function healthRoutes(ready: ReadyCheck): HttpRoute[] {
  return [route('/healthz', async () => json(200, { status: 'ok' })), readyRoute(ready, () => ({}))];
}

/**
 * For operators, on a listener of their own: `/readyz` with the reason, `/metrics` as Prometheus text, `/status` with how every
 * system is and whatever else `more` tells. None of them shows a secret or the name of a person.
 */
export function opsRoutes(options: {
  readonly registry: Registry;
  readonly ready: ReadyCheck;
  readonly status: SystemStatus;
  /** More members of `/status`, by name. */
  readonly more: () => Promise<Readonly<Record<string, unknown>>>;
}): HttpRoute[] {
  const { registry, ready, status, more } = options;
  return [
    readyRoute(ready, (says) => ({ says })),
    route('/status', async () => json(200, { ...(await status.read()), ...(await more()) })),
    route('/metrics', async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() })),
  ];
}

function readyRoute(ready: ReadyCheck, tell: (trouble: string) => object): HttpRoute {
  const trouble = (error: unknown) => tell(error instanceof Error ? error.message : String(error));
  return route('/readyz', () =>
    ready().then(
      () => json(200, { status: 'ok' }),
      (error: unknown) => json(503, { status: 'not ready', ...trouble(error) }),
    ),
  );
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function route(path: string, answer: () => Promise<Answer>): HttpRoute {
  return {
    path,
    method: 'GET',
    handler(_req, res) {
      answer().then(
        ({ status, type, body }) => res.writeHead(status, { 'content-type': type }).end(body),
        () => res.writeHead(500).end(),
      );
    },
  };
}
