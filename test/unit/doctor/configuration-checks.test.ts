import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../src/config/configuration.ts';
import {
  configurationChecks,
  offlineChecks,
} from '../../../src/operator/doctor/checks/configuration-checks.ts';
import { noon } from '../../support/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-offline-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const path = join(folder, 'access.yaml');
  writeFileSync(path, text);
  return path;
}

const bot = {
  NODE_ENV: 'production',
  SLACK_BOT_TOKEN: 'xoxb-acme',
  SLACK_SIGNING_SECRET: 'signing-acme',
  GOVERNANCE_BASE_URL: 'https://acme.example',
  GOVERNANCE_CLIENT_ID: 'bot@acme.example',
  GOVERNANCE_CLIENT_SECRET: 'client-acme',
};

function errorsIn(env: Record<string, string>): readonly string[] {
  return offlineChecks(env, noon)
    .filter(({ state }) => state === 'error')
    .map(({ what, says }) => `${what} ${says}`);
}

describe('the doctor without a network', () => {
  it('names everything that a bot is missing in an empty environment', () => {
    const errors = errorsIn({ ACCESS_CONFIG: join(folder, 'nowhere.yaml') }).join('\n');
    for (const name of Object.keys(bot).filter((one) => one !== 'NODE_ENV'))
      expect(errors).toContain(`environment ${name} is missing`);
    expect(errors).toContain('nowhere.yaml there is no such file');
  });

  it.each([
    ['named where it is', () => fileWith('apps: []\n'), /environment and \/.*access\.yaml, unless/],
    [
      'missing',
      () => join(folder, 'nowhere.yaml'),
      /environment, because there is no \/.*nowhere\.yaml, unless/,
    ],
  ])('says whose settings it read, with a file that is %s', (_how, path, words) => {
    const settings = offlineChecks({ ACCESS_CONFIG: path() }, noon).find(
      ({ what }) => what === 'settings',
    );
    expect(settings?.says).toMatch(words);
  });

  it('names each mistake of a broken file with its place, without a token as well', () => {
    const ACCESS_CONFIG = fileWith('apps: none\nemergency: { onCal: S0ONCALL }\n');
    const errors = errorsIn({ ACCESS_CONFIG }).join('\n');
    expect(errors).toContain(`${ACCESS_CONFIG}:1:7 apps is "none"`);
    expect(errors).toContain(`${ACCESS_CONFIG}:2:14 emergency.onCal is not a setting`);
    expect(errorsIn({ ...bot, ACCESS_CONFIG })).toHaveLength(2);
  });

  it('says of settings without a mistake what they lead to', () => {
    const ACCESS_CONFIG = fileWith('apps: [{ id: app-github }]\nadmins: [U0ADMIN]\n');
    expect(errorsIn({ ...bot, ACCESS_CONFIG })).toEqual([]);
    const whats = offlineChecks({ ...bot, ACCESS_CONFIG }, noon).map(({ what }) => what);
    expect(whats).toEqual(expect.arrayContaining(['environment', 'deciding', 'finding people']));
  });
});

it('warns that an environment without a token starts the sandbox', () => {
  const checks = configurationChecks(readConfiguration({}), {});
  expect(checks.find(({ what }) => what === 'environment')).toMatchObject({
    state: 'warning',
    says: expect.stringContaining('npm run doctor -- --offline'),
  });
});
