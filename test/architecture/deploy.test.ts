/** Long because every file of docs/deploy is looked at here. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { usualStopSeconds } from '../../src/config/environment.ts';
import { shownMetrics } from '../support/shown-metrics.ts';

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
      'access_slack_ack_duration_seconds_bucket',
      'access_oldest_job_age_seconds',
      'access_audit_seal_lag_seconds',
      'access_reading_age_seconds',
      'access_untold_emergency_age_seconds',
      'access_build_info',
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

/** A document of a Kubernetes file, as far as these tests look at it. */
const manifest = z.looseObject({
  kind: z.string(),
  spec: z.record(z.string(), z.unknown()),
});
const selected = z.object({ matchLabels: z.record(z.string(), z.string()) });
const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  failureThreshold: z.number().optional(),
});
const podTemplate = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    terminationGracePeriodSeconds: z.number(),
    securityContext: z.looseObject({
      runAsNonRoot: z.boolean(),
      seccompProfile: z.object({ type: z.string() }),
    }),
    containers: z.array(
      z.looseObject({
        ports: z.array(z.object({ name: z.string() })),
        startupProbe: probe,
        livenessProbe: probe,
        env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
        lifecycle: z
          .object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) })
          .optional(),
        securityContext: z.looseObject({
          allowPrivilegeEscalation: z.boolean(),
          capabilities: z.strictObject({ drop: z.array(z.string()) }),
        }),
      }),
    ),
    volumes: z.array(z.looseObject({ name: z.string() })),
  }),
});
const networkPolicy = z.object({
  podSelector: selected,
  policyTypes: z.array(z.string()),
  ingress: z.array(
    z.object({
      from: z.array(z.unknown()).optional(),
      ports: z.array(z.object({ port: z.string() })),
    }),
  ),
});

const documentsOf = (file: string) =>
  parseAllDocuments(read(file)).map((one) => manifest.parse(one.toJS()));

function specOf(file: string, kinds: readonly string[]): Record<string, unknown> {
  const one = documentsOf(file).find(({ kind }) => kinds.includes(kind));
  if (one === undefined) throw new Error(`${file} has no ${kinds.join(' or ')}`);
  return one.spec;
}

const podOf = (file: string) =>
  podTemplate.parse(specOf(file, ['Deployment', 'StatefulSet']).template);

describe.each(kubernetesFiles)('the Kubernetes file %s', (file) => {
  it('passes the restricted Pod Security standard', () => {
    const { spec } = podOf(file);
    expect(spec.securityContext.runAsNonRoot).toBe(true);
    expect(spec.securityContext.seccompProfile.type).toBe('RuntimeDefault');
    for (const name of ['hostNetwork', 'hostPID', 'hostIPC'])
      expect(spec[name] ?? false).toBe(false);
    for (const { securityContext, ports } of spec.containers) {
      expect(securityContext.allowPrivilegeEscalation).toBe(false);
      expect(securityContext.capabilities).toEqual({ drop: ['ALL'] });
      expect(securityContext.privileged ?? false).toBe(false);
      expect(ports.filter((port) => 'hostPort' in port)).toEqual([]);
    }
    const kinds = spec.volumes.flatMap(({ name: _name, ...kind }) => Object.keys(kind));
    expect(kinds.filter((kind) => !['configMap', 'emptyDir'].includes(kind))).toEqual([]);
  });

  it('gives a start minutes before the liveness probe may end it', () => {
    const [container] = podOf(file).spec.containers;
    const { periodSeconds = 0, failureThreshold = 0 } = container?.startupProbe ?? {};
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(300);
    expect(container?.startupProbe.httpGet).toEqual(container?.livenessProbe.httpGet);
  });

  it('opens the operators’ port to the monitoring alone', () => {
    const { metadata, spec } = podOf(file);
    const policy = networkPolicy.parse(specOf(file, ['NetworkPolicy']));
    expect(policy.policyTypes).toEqual(['Ingress']);
    expect(metadata.labels).toMatchObject(policy.podSelector.matchLabels);
    const open = policy.ingress.map(({ from, ports }) => [
      from === undefined ? 'all' : 'some',
      ...ports.map(({ port }) => port),
    ]);
    expect(open).toEqual([
      ['all', 'http'],
      ['some', 'ops'],
    ]);
    const names = spec.containers.flatMap(({ ports }) => ports.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['http', 'ops']));
  });

  it('has pods whose metrics podmonitor.yaml names', () => {
    const monitor = z
      .object({
        selector: selected,
        podMetricsEndpoints: z.array(z.object({ port: z.string(), path: z.string() })),
      })
      .parse(specOf('podmonitor.yaml', ['PodMonitor']));
    expect(podOf(file).metadata.labels).toMatchObject(monitor.selector.matchLabels);
    expect(monitor.podMetricsEndpoints).toMatchObject([{ port: 'ops', path: '/metrics' }]);
  });
});

it('kubernetes.yaml spreads its replicas over machines', () => {
  const { metadata, spec } = podOf('kubernetes.yaml');
  const [constraint] = z
    .array(z.object({ topologyKey: z.string(), labelSelector: selected }))
    .parse(spec.topologySpreadConstraints);
  expect(constraint?.topologyKey).toBe('kubernetes.io/hostname');
  expect(metadata.labels).toMatchObject(constraint?.labelSelector.matchLabels ?? { app: '' });
});

describe('a container', () => {
  const spareSeconds = 5;

  it.each(kubernetesFiles)('gets as long to end as a stop may take, and 5 s more: %s', (file) => {
    const { spec } = podOf(file);
    const [container] = spec.containers;
    const ofFile = container?.env.find(({ name }) => name === 'STOP_SECONDS')?.value;
    const stopSeconds = Number(ofFile ?? usualStopSeconds);
    const waitSeconds = container?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(spec.terminationGracePeriodSeconds).toBe(waitSeconds + stopSeconds + spareSeconds);
  });

  it.each(composeFiles)('gets as long to end as a stop may take, and 5 s more: %s', (file) => {
    expect(read(file)).not.toContain('STOP_SECONDS:');
    const [, seconds = ''] = /^ +stop_grace_period: (\d+)s$/m.exec(read(file)) ?? [];
    expect(Number(seconds)).toBe(usualStopSeconds + spareSeconds);
  });
});

it('the Job of Kubernetes migrates as the restricted standard wants it', () => {
  const container = z.looseObject({ args: z.array(z.string()), securityContext: z.unknown() });
  const job = z
    .object({
      template: z.object({
        spec: z.looseObject({ securityContext: z.unknown(), containers: z.array(container) }),
      }),
    })
    .parse(specOf('kubernetes-migrate.yaml', ['Job'])).template.spec;
  const bot = podOf('kubernetes.yaml').spec;
  expect(job.securityContext).toEqual(bot.securityContext);
  expect(job.containers[0]?.securityContext).toEqual(bot.containers[0]?.securityContext);
  const { migrate = '' } = scripts.scripts;
  const [program, ...words] = job.containers[0]?.args ?? [];
  expect(program).toBe('node');
  for (const word of words) expect(migrate).toContain(` ${word}`);
});

it('compose.yaml builds the stage without a server of the bot’s own, which the last stage adds', () => {
  const stages = readFileSync('Dockerfile', 'utf8')
    .split(/^FROM /m)
    .slice(1);
  const [bundle = '', bare = '', whole = ''] = stages;
  expect(stages).toHaveLength(3);
  expect(bundle).toMatch(
    /^--platform=\$BUILDPLATFORM \$\{NODE_IMAGE\} AS bundle\n[\s\S]*NODE_EXTRA_CA_CERTS[\s\S]*npm ci[\s\S]*npm run bundle/,
  );
  expect(bare).toMatch(/^\$\{NODE_IMAGE\} AS without-postgresql\n/);
  expect(bare).not.toContain('apt-get');
  expect(whole).toMatch(/^without-postgresql\n[\s\S]*postgresql-17[\s\S]*USER node\n$/);
  expect(read('compose.yaml')).toContain('build: { context: ., target: without-postgresql }');
});

it('the image copies nothing that is not there, or that .dockerignore keeps out', () => {
  const copies = readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--from)(.*) \S+$/gm);
  const sources = [...copies].flatMap(([, words = '']) => words.split(' '));
  expect(sources).toContain('src');
  const sent = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  const isSent = (source: string) =>
    sent.some((one) => source === one || source.startsWith(`${one}/`));
  expect(sources.filter((source) => !isSent(source))).toEqual([]);
});

it('compose.yaml has no password that anybody can read in it', () => {
  const passwords = [
    ...read('compose.yaml').matchAll(/POSTGRES_PASSWORD: '([^']*)'|:\/\/\w+:([^@]*)@/g),
  ].map(([, ofServer, inUrl]) => ofServer ?? inUrl);
  const fromOutside = `\${DATABASE_PASSWORD:?is not set in .env}`;
  expect(passwords).toEqual([fromOutside, fromOutside]);
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
