import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runService } from '../../service-client.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

function run(args: readonly string[], secret?: string): Promise<Ended> {
  const { GOVERNANCE_CLIENT_SECRET: _, ...inherited } = process.env;
  const env = secret === undefined ? inherited : { ...inherited, GOVERNANCE_CLIENT_SECRET: secret };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...args], { env }, (_error, out, errors) => {
      resolve({ code: child.exitCode ?? -1, out, errors });
    });
  });
}

const client = ['--client-id', 'sandbox-bot'] as const;

test('help names every option and ends well', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const option of ['--base-url', '--client-id', '--token-url', '--query-case', '--rule-id', '--write-table']) {
    expect(out).toContain(option);
  }
});

test.each([
  [[], 'secret', '--base-url is missing. Try --help.'],
  [['--base-url', 'ftp://acme.example', ...client], 'secret', '--base-url takes an http or https address. Try --help.'],
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
    '--query-case takes camel or snake. Try --help.',
  ],
  [['--client-secret', 'x'], 's', "Unknown option '--client-secret'"],
] as const)('the arguments %j end with code 2 and one line', async (args, secret, line) => {
  const { code, out, errors } = await run(args, secret);
  expect([code, out]).toEqual([2, '']);
  expect(errors).toContain(line);
  expect(errors.trim().split('\n')).toHaveLength(1);
});

test('a tenant as declared ends with code 0; one that spells queries in another way with 1; a wrong secret with 2', async () => {
  await using running = await runService();
  const tenant = ['--base-url', running.service.url, ...client, '--rule-id', 'rule-unused-access'];
  const fine = await run(tenant, 'sandbox-secret');
  expect([fine.code, fine.errors]).toEqual([0, '']);
  expect(fine.out).toContain('16 endpoints: 12 ok, 4 skipped, 0 with a mismatch.');
  expect((await run([...tenant, '--query-case', 'snake'], 'sandbox-secret')).code).toBe(1);
  const refused = await run(tenant, 'wrong-secret');
  expect([refused.code, refused.errors.trim()]).toEqual([
    2,
    `${running.service.url}/auth/v1/token gave no token: it answered 401.`,
  ]);
  expect(`${fine.out}${refused.out}${refused.errors}`).not.toMatch(/sandbox-secret|wrong-secret/);
});
