import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'vitest';
import { readAccessFileAt } from '../../src/config/configuration.ts';
import { botToken, signingSecret } from './bot-environment.ts';

/** What setup says and writes that was given everything, whether in process or as a command. */
export function expectSetUp(
  folder: string,
  out: string,
  given: { readonly secrets: Readonly<Record<string, string>>; readonly governanceUrl: string },
): void {
  expect(out).toContain('Start the bot with npm start.');
  for (const secret of [botToken, signingSecret, 'sandbox-secret'])
    expect(out).not.toContain(secret);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual({
    ...given.secrets,
    AUDIT_SIGNING_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    NODE_ENV: 'production',
    GOVERNANCE_BASE_URL: given.governanceUrl,
    GOVERNANCE_CLIENT_ID: 'sandbox-bot',
  });
  const access = readAccessFileAt(join(folder, 'access.yaml'));
  if (!access.ok) throw new Error(JSON.stringify(access.refusal));
  expect(access.value.apps.map(({ id, name, channel }) => [id, name, channel])).toEqual([
    ['app-github', 'GitHub', 'C0REVIEWS'],
    ['app-aws', 'AWS', 'C0INCIDENTS'],
  ]);
  expect(access.value.governance.operations).toEqual(
    expect.arrayContaining(['taskActions', 'taskRead']),
  );
}
