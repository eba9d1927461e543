/** The page on configuration begins with what most companies need: all of it works as it stands. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { offlineChecks } from '../../../src/operator/doctor/checks/configuration-checks.ts';
import { noon } from '../../support/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-usual-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [beginning = ''] = readFileSync('docs/configuration.md', 'utf8').split('## Variables');
const blockOf = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(beginning)?.[1]?.trim() ?? '';

it('says it in twenty lines, in which the doctor finds nothing to mend', () => {
  const lines = blockOf('yaml').split('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(20);
  const ACCESS_CONFIG = join(folder, 'access.yaml');
  writeFileSync(ACCESS_CONFIG, lines.join('\n'));
  const variables = blockOf('sh')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(/=(.*)/s).slice(0, 2));
  const env: Record<string, string> = Object.fromEntries(variables);
  // The page leaves secrets out with dots; this one has a least length.
  const given = { ...env, AUDIT_SIGNING_KEY: 'f'.repeat(64), ACCESS_CONFIG };
  const checks = offlineChecks(given, noon);
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(checks.map(({ what }) => what)).toContain('deciding');
});
