import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '../../src/operator/health/metrics.ts';
import { createSystemStatus } from '../../src/operator/health/system-status.ts';
import { Deliveries } from '../../src/slack/platform/receiving/payload-deliveries.ts';
import { FakeWorld } from '../support/fakes.ts';

const read = (name: string) => readFileSync(`docs/deploy/${name}`, 'utf8');

const composeFiles = ['compose.yaml', 'compose-embedded.yaml'];
const kubernetesFiles = ['kubernetes.yaml', 'kubernetes-embedded.yaml'];

const rules = z
  .object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) }),
    ),
  })
  .parse(parse(read('prometheus-rules.yaml')))
  .groups.flatMap((group) => group.rules);
const panels = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
    ),
  })
  .parse(JSON.parse(read('grafana-dashboard.json'))).panels;

/**
 * What `/metrics` shows of a bot whose systems are all up and that has done one job and one call.
 */
async function shownMetrics(): Promise<string> {
  const probe = async () => 'answers';
  const status = createSystemStatus(
    {
      database: { probe },
      slack: { probe },
      socket: { probe },
      governance: { probe },
      catalogue: { probe },
    },
    () => new Date(),
  );
  const metrics = createMetrics({
    jobDepth: async () => new Map([['sync-card', 1]]),
    catalogueAges: () => new Map([['app-github', 1]]),
    status: () => status.read(),
    deliveries: () => new Deliveries(new FakeWorld()),
  });
  metrics.jobAttempt('sync-card', 'given-up', 1);
  metrics.governanceCall({ method: 'GET', path: '/', status: 200, durationMs: 1 });
  return metrics.registry.metrics();
}

/** Names of metrics in an expression of Prometheus, and the labels it asks for. */
function named(expr: string): {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
} {
  return {
    metrics: expr.match(/\b(?:access|process|nodejs)_[a-z0-9_]+/g) ?? [],
    labels: [...expr.matchAll(/(?:by \(|[{,]\s*)([a-z]+)(?=[),=!])/g)].map(
      ([, label = '']) => label,
    ),
  };
}

describe('the files for operators', () => {
  it.each([
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ])('%s asks for metrics and labels that there are', async (_, expr) => {
    const shown = await shownMetrics();
    for (const side of expr.split(/\band\b/)) {
      const { metrics, labels } = named(side);
      expect(metrics.length).toBeGreaterThan(0);
      for (const metric of metrics) {
        const lines = shown
          .split('\n')
          .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
        expect(lines).not.toEqual([]);
        for (const label of labels) expect(lines.join('\n')).toContain(`${label}="`);
      }
    }
  });

  it('an alert for every metric of the bot’s own that can show a failure', () => {
    const watched = rules.flatMap(({ expr }) => named(expr).metrics);
    for (const metric of [
      'access_up',
      'access_job_attempts_total',
      'access_jobs_queued',
      'access_catalogue_age_seconds',
      'access_slack_deliveries_refused_total',
    ]) {
      expect(watched).toContain(metric);
    }
  });

  it('names every metric of the bot’s own in the table for operators', async () => {
    const table = readFileSync('docs/operating.md', 'utf8');
    const names = (await shownMetrics()).match(/(?<=# TYPE )access_\w+/g) ?? [];
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) expect(table).toMatch(new RegExp(`\\| \`${name}[{\`]`));
  });

  it('set variables that the bot reads, and probe paths that it answers', () => {
    const environment = readFileSync('src/config/environment.ts', 'utf8');
    const files = [...composeFiles, ...kubernetesFiles].map(read).join('\n');
    for (const [variable] of files.matchAll(/\b(?:DATABASE_URL|OPS_[A-Z]+|SLACK_[A-Z_]+)\b/g)) {
      expect(environment).toContain(`${variable}:`);
    }
    const health = readFileSync('src/operator/health/http-server.ts', 'utf8');
    for (const [path] of files.matchAll(/\/(?:readyz|healthz)\b/g))
      expect(health).toContain(`'${path}'`);
    for (const file of [...composeFiles, ...kubernetesFiles]) {
      const mistakes = parseAllDocuments(read(file)).flatMap((one) =>
        'errors' in one ? one.errors : [],
      );
      expect([file, mistakes]).toEqual([file, []]);
    }
  });

  it.each(composeFiles)('leave no memory of a crashed bot on the disk: %s', (file) => {
    expect(read(file)).toMatch(/^ +ulimits: \{ core: 0 \}$/m);
  });
});

describe('the files for one bot with its own database', () => {
  it('give one bot a volume and no address of a database, a writable /tmp, and the memory that the page names', () => {
    const page = readFileSync('docs/operating.md', 'utf8');
    const [compose, kubernetes] = [read('compose-embedded.yaml'), read('kubernetes-embedded.yaml')];
    for (const file of [compose, kubernetes]) {
      expect(file).not.toMatch(/^[^#]*DATABASE_URL/m);
      expect(file).toContain('/tmp');
      expect(file).toContain('/data');
    }
    const [, gigabytes = ''] = /mem_limit: (\d+)g/.exec(compose) ?? [];
    expect(kubernetes).toContain(`limits: { memory: ${gigabytes}Gi }`);
    expect(page).toContain(`memory limit of ${gigabytes} GiB`);
    expect(kubernetes).toMatch(/replicas: 1\n/);
  });
});

const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

describe('a process of the bot', () => {
  const started = Object.entries(scripts.scripts).filter(
    ([name, line]) => line.includes('src/main.ts') && name !== 'dev',
  );

  it.each([
    ...started.map(([name, line]) => [`npm run ${name}`, line]),
    ['the image', readFileSync('Dockerfile', 'utf8').match(/^CMD .*$/m)?.[0] ?? ''],
  ])('of %s opens no debugger on SIGUSR1', (_, line) => {
    expect(line).toContain('--disable-sigusr1');
  });
});
