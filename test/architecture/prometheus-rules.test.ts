/**
 * The alert rules, as Prometheus itself reads them. Where `promtool` is not installed this is left
 * out; with REQUIRE_PROMTOOL=1 it fails there.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { shownMetrics } from '../support/shown-metrics.ts';

const folder = 'docs/deploy';
const ruleFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })),
});
const testFile = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(
        z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
      ),
    }),
  ),
});
const readYaml = (name: string): unknown => parse(readFileSync(`${folder}/${name}`, 'utf8'));

/** What promtool says, with its exit code. */
function promtool(args: readonly string[], input = ''): { status: number | null; says: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return { status, says: `${stdout}${stderr}` };
}

const isInstalled = spawnSync('promtool', ['--version']).status === 0;
const isLeftOut = !isInstalled && process.env.REQUIRE_PROMTOOL !== '1';

describe.skipIf(isLeftOut)('Prometheus', () => {
  it('takes the rules', () => {
    expect(promtool(['check', 'rules', 'prometheus-rules.yaml'])).toMatchObject({ status: 0 });
  });

  it('raises each alert for what it is about, and not for what is near', () => {
    const { status, says } = promtool(['test', 'rules', 'prometheus-rules.test.yaml']);
    expect([status, says]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('finds nothing to say about names and helps of the metrics', async () => {
    const own = (await shownMetrics())
      .split('\n')
      .filter((line) => /^(?:# \w+ )?access_/.test(line));
    expect(promtool(['check', 'metrics'], `${own.join('\n')}\n`)).toEqual({ status: 0, says: '' });
  });
});

it('each alert has a case in which it speaks, and one in which it is silent', () => {
  const alerts = ruleFile
    .parse(readYaml('prometheus-rules.yaml'))
    .groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const cases = testFile
    .parse(readYaml('prometheus-rules.test.yaml'))
    .tests.flatMap((one) => one.alert_rule_test);
  for (const alert of alerts) {
    const raised = cases.filter(({ alertname }) => alertname === alert);
    expect([alert, raised.map((one) => one.exp_alerts.length)]).toEqual([alert, [1, 0]]);
  }
});
