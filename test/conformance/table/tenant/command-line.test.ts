import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runConformance } from '../../../../conformance/conformance-command.ts';
import { runService } from '../../service-client.ts';

const client = ['--client-id', 'sandbox-bot'] as const;

test('help names every option and ends well', async () => {
  const { exitCode, out } = await runConformance(['--help'], undefined);
  expect(exitCode).toBe(0);
  for (const option of ['--base-url', '--client-id', '--token-url', '--query-case', '--rule-id']) {
    expect(out).toContain(option);
  }
});

test.each([
  [client, 'secret', '--base-url is missing. Try --help.'],
  [
    ['--base-url', 'ftp://acme.example', ...client],
    'secret',
    '--base-url takes an http or https address. Try --help.',
  ],
  [
    ['--base-url', 'http://acme.example', ...client],
    'secret',
    '--base-url takes plain http only for this machine (localhost), because the secret could be read on the way: use https.',
  ],
  [
    ['--base-url', 'https://acme.example', '--token-url', 'http://acme.example/token', ...client],
    'secret',
    '--token-url takes plain http only for this machine (localhost), because the secret could be read on the way: use https.',
  ],
  [['--base-url', 'https://acme.example'], 'secret', '--client-id is missing. Try --help.'],
  [
    ['--base-url', 'https://acme.example', ...client],
    '',
    'GOVERNANCE_CLIENT_SECRET in the environment is missing. Try --help.',
  ],
  [
    ['--base-url', 'https://acme.example', ...client, '--query-case', 'kebab'],
    's',
    '--query-case takes both, camel or snake. Try --help.',
  ],
  [['--client-secret', 'x'], 's', "Unknown option '--client-secret'"],
] as const)('the arguments %j end with code 2 and one line', async (args, secret, line) => {
  const { exitCode, out, errors } = await runConformance(args, secret);
  expect([exitCode, out]).toEqual([2, '']);
  expect(errors).toContain(line);
  expect(errors.split('\n')).toHaveLength(1);
});

test('a tenant as declared ends with code 0; one that spells queries in another way with 1; a wrong secret with 2', async () => {
  await using running = await runService();
  const tenant = ['--base-url', running.service.url, ...client, '--rule-id', 'rule-unused-access'];
  const fine = await runConformance(tenant, 'sandbox-secret');
  expect([fine.exitCode, fine.errors]).toEqual([0, '']);
  expect(fine.out).toContain('16 endpoints: 12 ok, 4 skipped, 0 with a mismatch.');
  expect(
    (await runConformance([...tenant, '--query-case', 'snake'], 'sandbox-secret')).exitCode,
  ).toBe(1);
  const refused = await runConformance(tenant, 'wrong-secret');
  expect([refused.exitCode, refused.errors]).toEqual([
    2,
    `${running.service.url}/auth/v1/token gave no token: it answered 401.`,
  ]);
  expect(`${fine.out}${refused.out}${refused.errors}`).not.toMatch(/sandbox-secret|wrong-secret/);
});

test('npm run conformance checks a tenant with the secret from the environment', async () => {
  await using running = await runService();
  const main = fileURLToPath(new URL('../../../../conformance/main.ts', import.meta.url));
  const args = [main, '--base-url', running.service.url, ...client];
  const env = { ...process.env, GOVERNANCE_CLIENT_SECRET: 'sandbox-secret' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toContain('16 endpoints: 11 ok, 5 skipped, 0 with a mismatch.');
});
