/** Long because each address for operators is asked in each state. */
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jobKinds } from '../../../src/domain/outward/job.ts';
import {
  type HttpRoute,
  healthRoutes,
  openServer,
  opsRoutes,
} from '../../../src/operator/health/http-server.ts';
import { createMetrics } from '../../../src/operator/health/metrics.ts';
import {
  createSystemStatus,
  StillStarting,
  type SystemStatus,
} from '../../../src/operator/health/system-status.ts';
import { repeat } from '../../../src/queue/process-timers.ts';
import { FakeWorld } from '../../support/fakes.ts';

const ages = () =>
  new Map([
    ['app-github', 90],
    ['app-aws', null],
  ]);
const fine = async () => 'answers';
const probes = {
  database: { probe: fine },
  slack: { probe: fine },
  socket: { probe: fine },
  governance: { probe: fine },
  catalogue: { probe: fine },
};

/** GET on the routes, on a server of their own. */
async function serving(routes: readonly HttpRoute[]) {
  const server = await openServer(routes, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: await answer.text(),
    };
  };
}

const away = async () => {
  throw new Error('the database does not answer');
};

describe('what everybody may ask', () => {
  it('reports whether the process answers, during any outage', async () => {
    const get = await serving(healthRoutes(away));
    expect(await get('/healthz')).toEqual({
      status: 200,
      type: 'application/json',
      body: '{"status":"ok"}',
    });
  });

  it('is whether it can take requests, and not why it cannot', async () => {
    expect(await (await serving(healthRoutes(async () => undefined)))('/readyz')).toMatchObject({
      status: 200,
      body: '{"status":"ok"}',
    });
    expect(await (await serving(healthRoutes(away)))('/readyz')).toMatchObject({
      status: 503,
      body: '{"status":"not ready"}',
    });
  });

  it('is what a process waits for that is not open yet', async () => {
    const get = await serving(
      healthRoutes(() => Promise.reject(new StillStarting('the database'))),
    );
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      body: '{"status":"not ready","waitsFor":"the database"}',
    });
  });

  it('is nothing else', async () => {
    const get = await serving(healthRoutes(async () => undefined));
    expect([(await get('/metrics')).status, (await get('/status')).status]).toEqual([404, 404]);
  });
});

describe('what operators may ask', () => {
  const world = new FakeWorld();
  const opsServing = (
    status: SystemStatus,
    ready = async () => undefined,
    warning: () => string | null = () => null,
  ) => {
    const more = async () => ({ whoAmI: 'bot' });
    return serving(opsRoutes({ registry: new Registry(), ready, status, warning, more }));
  };

  it('is why the process cannot take requests', async () => {
    const get = await opsServing(createSystemStatus(probes, world.now), away);
    const { status, body } = await get('/readyz');
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { status: 'not ready', says: 'the database does not answer' },
    ]);
  });

  it('is what has to be mended although the process can take requests', async () => {
    const refused = () => 'look at GOVERNANCE_CLIENT_SECRET';
    const system = createSystemStatus(probes, world.now);
    const get = await opsServing(system, undefined, refused);
    const { status, body } = await get('/readyz');
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { status: 'ok', says: 'look at GOVERNANCE_CLIENT_SECRET' },
    ]);
    expect((await (await opsServing(system))('/readyz')).body).toBe('{"status":"ok"}');
  });

  it('reports the state of every system, since when, and additional facts', async () => {
    const since = world.now().toISOString();
    const get = await opsServing(
      createSystemStatus({ ...probes, database: { live: true, probe: away } }, world.now),
    );
    const answers = { ok: true, since, says: 'answers' };
    expect(JSON.parse((await get('/status')).body)).toEqual({
      database: { ok: false, since, says: 'the database does not answer' },
      slack: answers,
      socket: answers,
      governance: answers,
      catalogue: answers,
      whoAmI: 'bot',
    });
  });
});

describe('how a system is', () => {
  it('is what the last call saw, since the first that saw the same', async () => {
    const world = new FakeWorld();
    const status = createSystemStatus(probes, world.now);
    const startedAt = world.now().toISOString();
    status.heard('slack', null);
    world.pass(10_000);
    status.heard('slack', null);
    expect((await status.read()).slack).toEqual({ ok: true, since: startedAt, says: 'answers' });
    const failedAt = world.now().toISOString();
    status.heard('slack', 'answers 503');
    world.pass(10_000);
    status.heard('slack', 'does not answer');
    expect((await status.read()).slack).toEqual({
      ok: false,
      since: failedAt,
      says: 'does not answer',
    });
  });

  it('has been so since a look of the bot saw it, not since somebody asked', async () => {
    const world = new FakeWorld();
    let trouble: string | null = null;
    const answer = async () => {
      if (trouble === null) return 'answers';
      throw new Error(trouble);
    };
    const status = createSystemStatus(
      { ...probes, socket: { live: true, probe: answer } },
      world.now,
    );
    await status.look();
    world.pass(60_000);
    trouble = 'no socket';
    const brokenAt = world.now().toISOString();
    await status.look();
    world.pass(3_600_000);
    expect((await status.read()).socket).toEqual({ ok: false, since: brokenAt, says: 'no socket' });
  });

  it('is well since its messages go out again', async () => {
    const world = new FakeWorld();
    let trouble: string | null = 'leaves 3 waiting';
    const status = createSystemStatus(
      { ...probes, slack: { probe: fine, look: async () => trouble } },
      world.now,
    );
    status.heard('slack', null);
    world.pass(10_000);
    await status.look();
    world.pass(10_000);
    trouble = null;
    const wellAt = world.now().toISOString();
    await status.look();
    world.pass(10_000);
    expect((await status.read()).slack).toEqual({ ok: true, since: wellAt, says: 'answers' });
  });

  it('is not well where messages wait, whatever its last call answered', async () => {
    const world = new FakeWorld();
    let trouble: string | null = 'leaves 3 waiting';
    const slack = { probe: fine, look: async () => trouble };
    const status = createSystemStatus({ ...probes, slack }, world.now);
    const since = world.now().toISOString();
    expect((await status.read()).slack).toEqual({ ok: false, since, says: trouble });
    world.pass(10_000);
    status.heard('slack', null);
    expect((await status.read()).slack).toMatchObject({ ok: false, since });
    trouble = null;
    expect((await status.read()).slack).toMatchObject({ ok: true, says: 'answers' });
  });

  it('is what its calls say where nobody can look further', async () => {
    const slack = { probe: fine, look: away };
    const status = createSystemStatus({ ...probes, slack }, new FakeWorld().now);
    expect((await status.read()).slack).toMatchObject({ ok: true, says: 'answers' });
  });

  it('is left out while the process has not opened it', async () => {
    const slack = { probe: () => Promise.reject(new StillStarting()) };
    const status = createSystemStatus({ ...probes, slack }, new FakeWorld().now);
    expect(Object.keys(await status.read())).not.toContain('slack');
  });

  it('is checked after a minute of silence, or when no call reveals its state', async () => {
    const world = new FakeWorld();
    let slackAsked = 0;
    let socketAsked = 0;
    const status = createSystemStatus(
      {
        ...probes,
        slack: { probe: async () => `asked ${++slackAsked} times` },
        socket: { live: true, probe: async () => `asked ${++socketAsked} times` },
      },
      world.now,
    );
    status.heard('slack', 'answers 503');
    world.pass(59_999);
    await status.read();
    expect([slackAsked, socketAsked]).toEqual([0, 1]);
    world.pass(1);
    expect((await status.read()).slack).toMatchObject({ ok: true, says: 'asked 1 times' });
    expect([slackAsked, socketAsked]).toEqual([1, 2]);
  });
});

describe('the metrics', () => {
  const depth = async () => new Map([['sync-card', 3]] as const);
  const status = createSystemStatus({ ...probes, slack: { probe: away } }, new FakeWorld().now);
  const deliveries = () => ({ accepted: 5, refused: { signature: 2, timestamp: 0 } });
  const measuring = (jobDepth: Parameters<typeof createMetrics>[0]['jobDepth']) =>
    createMetrics({
      jobDepth,
      jobAges: async () => new Map([['sync-card', 42]] as const),
      sealLag: async () => 3,
      readingAge: () => Promise.reject(new Error('database down')),
      untoldEmergencyAge: async () => 130,
      catalogueAges: ages,
      credentialExpiry: new Date(7_000),
      status: () => status.read(),
      deliveries,
    });
  const metricsOf = async ({ registry }: ReturnType<typeof createMetrics>) =>
    (
      await serving(
        opsRoutes({
          registry,
          ready: async () => undefined,
          status,
          warning: () => null,
          more: async () => ({}),
        }),
      )
    )('/metrics');

  it('are Prometheus text with its names and units', async () => {
    const metrics = measuring(depth);
    metrics.jobAttempt('sync-card', 'again', 1_500);
    metrics.governanceCall({
      method: 'POST',
      path: '/api/v1/task/grant',
      status: 200,
      durationMs: 250,
    });
    metrics.governanceCall({
      method: 'GET',
      path: '/api/v1/tasks/{id}',
      status: null,
      durationMs: 9,
    });
    metrics.slack.called({ method: 'chat.update', outcome: 'message_not_found', durationMs: 500 });
    metrics.slack.acked(250);
    const { status, type, body } = await metricsOf(metrics);
    expect(status).toBe(200);
    expect(type).toMatch(/^text\/plain/);
    for (const line of [
      'access_job_attempts_total{kind="sync-card",outcome="again"} 1',
      'access_job_duration_seconds_sum{kind="sync-card"} 1.5',
      'access_governance_request_duration_seconds_sum{method="POST",path="/api/v1/task/grant",status="200"} 0.25',
      'access_governance_request_duration_seconds_count{method="GET",path="/api/v1/tasks/{id}",status="none"} 1',
      'access_jobs_queued{kind="sync-card"} 3',
      'access_catalogue_age_seconds{app="app-github"} 90',
      'access_oldest_job_age_seconds{kind="sync-card"} 42',
      'access_audit_seal_lag_seconds 3',
      'access_untold_emergency_age_seconds 130',
      'access_governance_credential_expiry_timestamp_seconds 7',
      'access_slack_request_duration_seconds_sum{method="chat.update",outcome="message_not_found"} 0.5',
      'access_slack_ack_duration_seconds_sum 0.25',
      'access_up{system="database"} 1',
      'access_up{system="slack"} 0',
      'access_slack_deliveries_accepted_total 5',
      'access_slack_deliveries_refused_total{reason="signature"} 2',
      'access_slack_deliveries_refused_total{reason="timestamp"} 0',
      'process_cpu_seconds_total',
    ]) {
      expect(body).toContain(line);
    }
    expect(body).not.toContain('app-aws');
    expect(body).toMatch(/^access_build_info\{version="\d+\.\d+\.\d+",revision="unknown"\} 1$/m);
    expect(body).not.toMatch(/^access_reading_age_seconds \d/m);
  });

  it('count every kind and outcome from 0, so that the first one is an increase', async () => {
    const metrics = measuring(depth);
    metrics.submitted('not-kept');
    const { body } = await metricsOf(metrics);
    expect(body.match(/^access_submissions_total.*$/gm)).toEqual([
      'access_submissions_total{outcome="kept"} 0',
      'access_submissions_total{outcome="refused"} 0',
      'access_submissions_total{outcome="not-kept"} 1',
    ]);
    for (const kind of jobKinds)
      for (const outcome of ['done', 'again', 'given-up'])
        expect(body).toContain(`access_job_attempts_total{kind="${kind}",outcome="${outcome}"} 0`);
  });

  it('have names that Prometheus would choose', async () => {
    const own = (await measuring(depth).registry.getMetricsAsJSON()).filter((one) =>
      one.name.startsWith('access_'),
    );
    expect(own.map((one) => one.name).sort()).toEqual([
      'access_audit_seal_lag_seconds',
      'access_build_info',
      'access_catalogue_age_seconds',
      'access_governance_credential_expiry_timestamp_seconds',
      'access_governance_request_duration_seconds',
      'access_job_attempts_total',
      'access_job_duration_seconds',
      'access_jobs_queued',
      'access_oldest_job_age_seconds',
      'access_reading_age_seconds',
      'access_slack_ack_duration_seconds',
      'access_slack_deliveries_accepted_total',
      'access_slack_deliveries_refused_total',
      'access_slack_request_duration_seconds',
      'access_submissions_total',
      'access_untold_emergency_age_seconds',
      'access_up',
    ]);
    expect(own.every((one) => one.help.endsWith('.'))).toBe(true);
  });

  it('are told without the queue while the database is away', async () => {
    const { status: code, body } = await metricsOf(
      measuring(() => Promise.reject(new Error('database down'))),
    );
    expect(code).toBe(200);
    expect(body).toContain('access_up{system="database"} 1');
    expect(body).not.toContain('access_jobs_queued{');
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
