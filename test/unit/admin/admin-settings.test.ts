import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAdminSettings } from '../../../src/config/configuration.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'access-admin-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const service = {
  baseUrl: 'http://127.0.0.1:4010',
  clientId: 'sandbox-bot',
  clientSecret: 'hush-hush',
};
const tenant = {
  GOVERNANCE_BASE_URL: 'https://acme.example/tenant',
  GOVERNANCE_CLIENT_ID: 'bot',
  GOVERNANCE_CLIENT_SECRET: 'hush-hush',
};

function mistakesOf(env: Readonly<Record<string, string>>): string {
  const read = readAdminSettings(env, 'nowhere.yaml');
  return read.ok
    ? 'no mistake'
    : read.refusal.map((one) => `${one.place}: ${one.message}`).join('\n');
}

describe('where the command line finds the service', () => {
  const leave = (text: string) => writeFile(join(dataDir, 'sandbox.json'), text);

  it('takes the running sandbox when no tenant is named', async () => {
    await leave(JSON.stringify(service));
    const read = readAdminSettings({ DATA_DIR: dataDir }, 'nowhere.yaml');
    expect(read).toEqual({ ok: true, value: { governance: service, access: null } });
  });

  it('says what to do when there is neither', async () => {
    await leave('{"baseUrl": 1');
    expect(mistakesOf({ DATA_DIR: dataDir })).toContain('no sandbox runs');
    await rm(join(dataDir, 'sandbox.json'));
    const words = mistakesOf({ DATA_DIR: dataDir });
    expect(words).toContain('GOVERNANCE_BASE_URL');
    expect(words).toContain('npm start');
  });

  it('never takes the sandbox in production', async () => {
    await leave(JSON.stringify(service));
    expect(mistakesOf({ DATA_DIR: dataDir, NODE_ENV: 'production' })).toContain(
      'GOVERNANCE_BASE_URL is missing',
    );
  });

  it('takes the tenant of the environment, without any Slack token', () => {
    const read = readAdminSettings(
      { ...tenant, DATA_DIR: dataDir, ACCESS_CONFIG: '' },
      'nowhere.yaml',
    );
    expect(read).toMatchObject({
      ok: true,
      value: { governance: { baseUrl: 'https://acme.example/tenant' } },
    });
  });

  it('names every mistake at once: variables that are missing, and those in the file', async () => {
    const path = join(dataDir, 'access.yaml');
    await writeFile(path, 'apps: nonsense\n');
    const words = mistakesOf({
      GOVERNANCE_BASE_URL: 'https://acme.example',
      DATABASE_URL: 'mysql://x',
      DATA_DIR: dataDir,
      ACCESS_CONFIG: path,
    });
    expect(words).toContain('GOVERNANCE_CLIENT_ID is missing');
    expect(words).toContain('GOVERNANCE_CLIENT_SECRET is missing');
    expect(words).toContain('DATABASE_URL is not a PostgreSQL URL');
    expect(words).toContain('access.yaml:');
  });

  it('wants the file that ACCESS_CONFIG names to be there', () => {
    expect(mistakesOf({ ...tenant, ACCESS_CONFIG: join(dataDir, 'nowhere.yaml') })).toContain(
      'nowhere.yaml',
    );
  });
});
