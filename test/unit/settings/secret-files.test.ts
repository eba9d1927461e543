import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAdminSettings } from '../../../src/config/configuration.ts';
import { readEnvironment, secretsOf, tenantNamed } from '../../../src/config/environment.ts';
import { printMistakes } from '../../../src/config/mistakes.ts';
import { secretVariables } from '../../../src/config/secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every secret has a value that no other one has. */
const withEverySecret = {
  SLACK_BOT_TOKEN: 'xoxb-acme',
  SLACK_SIGNING_SECRET: 'signing-acme',
  SLACK_CONFIG_TOKEN: 'config-acme',
  GOVERNANCE_BASE_URL: 'https://acme.example',
  GOVERNANCE_CLIENT_ID: 'bot@acme.example',
  GOVERNANCE_CLIENT_SECRET: 'client-acme',
  DATABASE_URL: 'postgres://bot:word@localhost/access',
  PUBLIC_URL: 'https://bot.acme.example',
  WEBHOOK_KEY: Buffer.alloc(32, 'w').toString('base64'),
  AUDIT_SIGNING_KEY: 'audit-key-acme',
};

function fileWith(text: string): string {
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
}

function refusalOf(env: Record<string, string | undefined>): readonly string[] {
  const read = readEnvironment(env);
  return read.ok ? [] : printMistakes(read.refusal).split('\n');
}

const { SLACK_BOT_TOKEN: _token, ...withoutToken } = withEverySecret;

describe('a secret in a file', () => {
  it.each(secretVariables)('that %s_FILE names is read, and never shown', (name) => {
    const variables = { ...withEverySecret, SLACK_APP_TOKEN: 'xapp-acme' };
    const { [name]: secret, ...others } = variables;
    // Over HTTP: with Socket Mode nothing needs the signing secret.
    const env = name === 'SLACK_APP_TOKEN' ? others : { ...others, SLACK_APP_TOKEN: undefined };
    const inFile = readEnvironment({ ...env, [`${name}_FILE`]: fileWith(`${secret}\n`) });
    expect(inFile).toMatchObject({ ok: true, value: { mode: 'slack' } });
    expect(inFile).toEqual(readEnvironment({ ...env, [name]: secret }));
    const shownNowhere = inFile.ok && inFile.value.mode === 'slack' ? secretsOf(inFile.value) : [];
    expect(shownNowhere.map(({ value }) => value)).toContain(secret);
  });

  it('of Slack counts in Socket Mode, too: it signs what agents send', () => {
    const inSocketMode = readEnvironment({ ...withEverySecret, SLACK_APP_TOKEN: 'xapp-acme' });
    expect(inSocketMode).toMatchObject({
      value: { slack: { transport: { kind: 'socket', signingSecret: 'signing-acme' } } },
    });
    const { value } = inSocketMode.ok ? inSocketMode : { value: null };
    const secrets = value?.mode === 'slack' ? secretsOf(value) : [];
    expect(secrets.map(({ name }) => name)).toContain('SLACK_SIGNING_SECRET');
  });

  it('must not stand in the environment as well', () => {
    const env = { ...withEverySecret, SLACK_BOT_TOKEN_FILE: fileWith('xoxb-another') };
    expect(refusalOf(env)).toEqual([
      'environment: SLACK_BOT_TOKEN_FILE is set beside the variable that holds the secret itself: leave one of both out.',
    ]);
  });

  it.each([
    ['nowhere', 'names a file that is not there: set it to the path of the secret’s file.'],
    ['.', 'does not name a file: set it to the path of one.'],
    ['xoxb-'.repeat(100), 'names a file that cannot be read (ENAMETOOLONG): let the bot’s user'],
  ])(
    'that is at %s gets one sentence without the path, which may be the secret itself',
    (path, says) => {
      const refusal = refusalOf({ ...withoutToken, SLACK_BOT_TOKEN_FILE: join(folder, path) });
      expect(refusal).toHaveLength(1);
      expect(refusal[0]).toContain(`environment: SLACK_BOT_TOKEN_FILE ${says}`);
      expect(refusal[0]).not.toContain(folder);
    },
  );

  it('is not an empty file, and not a large one', () => {
    const refusalWith = (text: string) =>
      refusalOf({ ...withoutToken, SLACK_BOT_TOKEN_FILE: fileWith(text) });
    expect(refusalWith('\n')).toEqual([
      'environment: SLACK_BOT_TOKEN_FILE names an empty file: write the secret into it.',
    ]);
    expect(refusalWith('x'.repeat(65_537))).toEqual([
      'environment: SLACK_BOT_TOKEN_FILE names a file of more than 64 KiB, which holds no secret: correct it.',
    ]);
  });

  it('is checked like the variable', () => {
    const env = { ...withoutToken, SLACK_BOT_TOKEN_FILE: fileWith('xapp-acme') };
    expect(refusalOf(env)[0]).toMatch(/^environment: SLACK_BOT_TOKEN does not begin with xoxb-/);
  });

  it('never starts the sandbox, which would hide the mistake', () => {
    const gone = join(folder, 'nowhere');
    expect(refusalOf({ SLACK_BOT_TOKEN_FILE: gone })[0]).toContain('SLACK_BOT_TOKEN_FILE names');
    expect(refusalOf({ SLACK_APP_TOKEN_FILE: gone })[0]).toContain('SLACK_APP_TOKEN_FILE names');
    expect(tenantNamed({ DATABASE_URL_FILE: gone })).toBeNull();
  });

  it('is read for the command line, too', () => {
    const { GOVERNANCE_CLIENT_SECRET: secret, ...others } = withEverySecret;
    const env = { ...others, GOVERNANCE_CLIENT_SECRET_FILE: fileWith(secret) };
    expect(readAdminSettings(env, 'nowhere.yaml')).toMatchObject({
      value: { governance: { clientSecret: 'client-acme' } },
    });
  });
});
