/** docs/companies.md shows whole files: the bot starts with each of them, as it stands. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAccessFileAt } from '../../src/config/configuration.ts';
import { offlineChecks } from '../../src/operator/doctor/checks/configuration-checks.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { noon } from '../support/samples.ts';

const page = readFileSync('docs/companies.md', 'utf8');
const companies = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    accessYaml: blockOf(text, 'yaml'),
    environment: blockOf(text, 'sh'),
  }));

function blockOf(text: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
}

/** The page leaves secrets out with dots; these two have a shape. */
const shaped: Readonly<Record<string, string>> = {
  AUDIT_SIGNING_KEY: 'f'.repeat(64),
  WEBHOOK_KEY: Buffer.alloc(32, 'k').toString('base64'),
};

function variablesIn(block: string): Readonly<Record<string, string>> {
  const pairs = [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    shaped[name] ?? value,
  ]);
  return Object.fromEntries(pairs);
}

it('shows a file for each of three companies', () => {
  expect(companies.map(({ name }) => name)).toEqual(['50 people', '500 people', '5,000 people']);
});

describe.each(companies)('the file for $name', ({ accessYaml, environment }) => {
  it('starts the bot, and leaves the doctor nothing to mend', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const ACCESS_CONFIG = join(folder.path, 'access.yaml');
    writeFileSync(ACCESS_CONFIG, accessYaml);
    const checks = offlineChecks({ ...variablesIn(environment), ACCESS_CONFIG }, noon);
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);

    const settings = readAccessFileAt(ACCESS_CONFIG);
    if (!settings.ok) throw new Error('the doctor would have said so');
    const world = await openWorld({
      settings: settings.value,
      transport: environment.includes('SLACK_APP_TOKEN') ? 'socket' : 'http',
      webhooks: environment.includes('PUBLIC_URL'),
    });
    onTestFinished(() => world.close());
    const answer = await world.client.runCommand('U0BEN', 'C0GENERAL', '/request-access list');
    expect(answer).toEqual({ ok: true });
  });
});
