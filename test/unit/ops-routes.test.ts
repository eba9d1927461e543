import { createServer } from 'node:http';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { repeat } from '../../src/jobs/repeat.ts';
import { healthRoutes, type ReadinessChecks } from '../../src/ops/health-routes.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { FakeWorld } from '../support/fakes.ts';
import { portOf } from '../support/port-of.ts';

const ages = () =>
  new Map([
    ['app-github', 90],
    ['app-aws', null],
  ]);
const agesTold = { 'app-github': 90, 'app-aws': null };

/** The routes on a server of their own. */
async function serving(checks: ReadinessChecks, registry = new Registry(), checkMs = 3_000) {
  const routes = healthRoutes(registry, checks, { catalogueAges: ages, checkMs });
  const server = createServer((req, res) => routes.find((route) => route.path === req.url)?.handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${portOf(server)}${path}`);
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
  };
}

const fine = async () => undefined;

describe('the health of the process', () => {
  it('is told without asking anybody', async () => {
    const get = await serving({ database: () => Promise.reject(new Error('down')) });
    expect(await get('/healthz')).toEqual({ status: 200, type: 'application/json', body: '{"status":"ok"}' });
  });

  it('is ready where everything it needs answers', async () => {
    const get = await serving({ database: fine, slack: fine });
    const { status, body } = await get('/readyz');
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok', slack: 'ok' }, catalogueAgeSeconds: agesTold },
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['refuses', () => Promise.reject(new Error('password xyz is wrong'))],
    [
      'throws before it waits',
      () => {
        throw new Error('password xyz is wrong');
      },
    ],
    ['never answers', () => new Promise(() => undefined)],
  ])('is not ready where something %s, and says what, but not why', async (_how, check) => {
    const get = await serving({ database: fine, slack: check }, new Registry(), 30);
    const { status, body } = await get('/readyz');
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { status: 'not ready', checks: { database: 'ok', slack: 'failing' }, catalogueAgeSeconds: agesTold },
    ]);
    expect(body).not.toContain('xyz');
  });

  it('a check that fails after its time changes nothing any more', async () => {
    let fail: (error: Error) => void = () => undefined;
    const late = new Promise((_resolve, reject) => {
      fail = reject;
    });
    const get = await serving({ slack: () => late }, new Registry(), 10);
    expect((await get('/readyz')).status).toBe(503);
    fail(new Error('late'));
    expect((await get('/healthz')).status).toBe(200);
  });
});

describe('the metrics', () => {
  const depth = async () => new Map([['sync-card', 3]] as const);

  it('are Prometheus text with its names and units', async () => {
    const metrics = createMetrics({ jobDepth: depth, catalogueAges: ages });
    metrics.jobAttempt('sync-card', 'again', 1_500);
    metrics.governanceCall({ method: 'POST', path: '/api/v1/task/grant', status: 200, durationMs: 250 });
    metrics.governanceCall({ method: 'GET', path: '/api/v1/tasks/{id}', status: null, durationMs: 9 });
    const { status, type, body } = await (await serving({}, metrics.registry))('/metrics');
    expect(status).toBe(200);
    expect(type).toMatch(/^text\/plain/);
    for (const line of [
      'access_job_attempts_total{kind="sync-card",outcome="again"} 1',
      'access_job_duration_seconds_sum{kind="sync-card"} 1.5',
      'access_governance_request_duration_seconds_sum{method="POST",path="/api/v1/task/grant",status="200"} 0.25',
      'access_governance_request_duration_seconds_count{method="GET",path="/api/v1/tasks/{id}",status="none"} 1',
      'access_jobs_queued{kind="sync-card"} 3',
      'access_catalogue_age_seconds{app="app-github"} 90',
      'process_cpu_seconds_total',
    ]) {
      expect(body).toContain(line);
    }
    expect(body).not.toContain('app-aws');
  });

  it('have names that Prometheus would choose', async () => {
    const own = (await createMetrics({ jobDepth: depth, catalogueAges: ages }).registry.getMetricsAsJSON()).filter(
      (one) => one.name.startsWith('access_'),
    );
    expect(own.map((one) => one.name).sort()).toEqual([
      'access_catalogue_age_seconds',
      'access_governance_request_duration_seconds',
      'access_job_attempts_total',
      'access_job_duration_seconds',
      'access_jobs_queued',
    ]);
    expect(own.every((one) => one.help.endsWith('.'))).toBe(true);
  });

  it('that cannot be read are an answer too', async () => {
    const metrics = createMetrics({ jobDepth: () => Promise.reject(new Error('database down')), catalogueAges: ages });
    expect(await (await serving({}, metrics.registry))('/metrics')).toMatchObject({ status: 500, body: '' });
  });
});

describe('repeated work', () => {
  it('begins at once, never runs twice at a time, and goes on after a failure', async () => {
    const world = new FakeWorld();
    let running = 0;
    let turns = 0;
    const third = new Promise<void>((resolve) => {
      const stop = repeat(
        1,
        async () => {
          running += 1;
          turns += 1;
          expect(running).toBe(1);
          // Longer than the wait between two turns.
          await new Promise((done) => setTimeout(done, 5));
          running -= 1;
          if (turns === 1) throw new Error('once');
          if (turns >= 3) resolve();
        },
        world.log,
      );
      onTestFinished(stop);
    });
    expect(turns).toBe(1);
    await third;
    expect(world.lines.map((line) => line.what)).toEqual(['repeated work failed']);
  });
});
