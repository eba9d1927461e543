import type { Registry } from 'prom-client';
import type { HttpRoute } from './http-server.ts';

/** Each check throws when the thing is not usable. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * `/healthz`: the process answers. `/readyz`: what it needs to take requests answers too (503 with the names of what does
 * not), and how old what is served is, which counts for nothing. `/metrics`: Prometheus text. None of them shows a secret or a
 * name of a person.
 *
 * @param options.catalogueAges seconds by app id; null where nothing was ever read
 * @param options.checkMs how long a check may take before it counts as failed; default 3,000
 */
export function healthRoutes(
  registry: Registry,
  checks: ReadinessChecks,
  options: { readonly catalogueAges: () => ReadonlyMap<string, number | null>; readonly checkMs?: number },
): HttpRoute[] {
  const { catalogueAges, checkMs = 3_000 } = options;
  return [
    route('/healthz', async () => ({ status: 200, type: 'application/json', body: '{"status":"ok"}' })),
    route('/readyz', async () => {
      const results = await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, (await passes(check, checkMs)) ? 'ok' : 'failing'] as const,
        ),
      );
      const ready = results.every(([, result]) => result === 'ok');
      const body = JSON.stringify({
        status: ready ? 'ok' : 'not ready',
        checks: Object.fromEntries(results),
        catalogueAgeSeconds: Object.fromEntries(catalogueAges()),
      });
      return { status: ready ? 200 : 503, type: 'application/json', body };
    }),
    route('/metrics', async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() })),
  ];
}

async function passes(check: () => Promise<unknown>, checkMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkMs);
  });
  // A check that throws before it waits fails like any other.
  const passed = (async () => check())().then(
    () => true,
    () => false,
  );
  const result = await Promise.race([passed, late]);
  clearTimeout(timer);
  return result;
}

function route(path: string, answer: () => Promise<{ status: number; type: string; body: string }>): HttpRoute {
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
