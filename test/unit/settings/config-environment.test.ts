import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from '../../../src/config/environment.ts';
import { printMistakes } from '../../../src/config/mistakes.ts';

const real = {
  SLACK_BOT_TOKEN: 'xoxb-acme',
  SLACK_SIGNING_SECRET: 'signing-acme',
  GOVERNANCE_BASE_URL: 'https://acme.example',
  GOVERNANCE_CLIENT_ID: 'bot@acme.example',
  GOVERNANCE_CLIENT_SECRET: 'client-acme',
};

function refusalOf(env: Record<string, string | undefined>): string {
  const read = readEnvironment(env);
  return read.ok ? '' : printMistakes(read.refusal);
}

describe('without a Slack token', () => {
  it('the mode is the sandbox, on loopback, with everything at its default', () => {
    expect(readEnvironment({})).toEqual({
      ok: true,
      value: {
        mode: 'sandbox',
        http: { host: '127.0.0.1', port: 3000 },
        ops: { host: '127.0.0.1', port: 9464 },
        database: { kind: 'embedded', dataDir: '.data' },
        dataDir: '.data',
        headFolder: '.data',
        logLevel: 'info',
        stopMs: 20_000,
      },
    });
  });

  it('empty and blank variables count as missing', () => {
    expect(
      readEnvironment({ SLACK_BOT_TOKEN: '', PORT: '  ', DATABASE_URL: '', HOST: '' }),
    ).toEqual(readEnvironment({}));
  });

  it('production refuses and names everything that is missing', () => {
    const refusal = refusalOf({ NODE_ENV: 'production' });
    expect(refusal.split('\n')).toHaveLength(5);
    for (const name of Object.keys(real))
      expect(refusal).toContain(`environment: ${name} is missing: set it to `);
    expect(refusal).toContain('SLACK_APP_TOKEN');
  });
});

describe('with a Slack token', () => {
  it('the bot runs against Slack and a tenant, over HTTP', () => {
    expect(readEnvironment({ ...real, NODE_ENV: 'production' })).toEqual({
      ok: true,
      value: {
        mode: 'slack',
        slack: {
          botToken: 'xoxb-acme',
          apiUrl: 'https://slack.com/api/',
          transport: { kind: 'http', signingSecret: 'signing-acme' },
        },
        governance: {
          baseUrl: 'https://acme.example',
          clientId: 'bot@acme.example',
          clientSecret: 'client-acme',
        },
        webhooks: null,
        http: { host: '0.0.0.0', port: 3000 },
        ops: { host: '127.0.0.1', port: 9464 },
        database: { kind: 'embedded', dataDir: '.data' },
        dataDir: '.data',
        headFolder: '.data',
        logLevel: 'info',
        stopMs: 20_000,
      },
    });
  });

  describe('webhooks', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const url = 'https://bot.acme.example/access/';

    it('are received when an address and a key are set', () => {
      const read = readEnvironment({ ...real, PUBLIC_URL: url, WEBHOOK_KEY: `${key}, ${key}` });
      expect(read).toMatchObject({
        value: {
          webhooks: { publicUrl: 'https://bot.acme.example/access', key: `${key}, ${key}` },
        },
      });
    });

    it.each([
      [{ PUBLIC_URL: url }, 'WEBHOOK_KEY is missing, and PUBLIC_URL needs it'],
      [{ WEBHOOK_KEY: key }, 'PUBLIC_URL is missing, and WEBHOOK_KEY needs it'],
      [{ PUBLIC_URL: url, WEBHOOK_KEY: 'secret' }, 'WEBHOOK_KEY is not base64 of 32 bytes'],
      [{ PUBLIC_URL: 'bot', WEBHOOK_KEY: key }, 'PUBLIC_URL is not an http or https URL'],
    ])('are refused with a sentence when something is wrong: %o', (set, words) => {
      expect(refusalOf({ ...real, ...set })).toContain(words);
    });
  });

  it('signs the heads of the audit trail when there is a key, which must be long', () => {
    const signing = (key: string) => ({ ...real, AUDIT_SIGNING_KEY: key });
    expect(readEnvironment(signing('a signing key'))).toMatchObject({
      value: { auditSigningKey: 'a signing key' },
    });
    expect(refusalOf(signing('short'))).toContain(
      'environment: AUDIT_SIGNING_KEY is too short: set it to a secret',
    );
  });

  it('an app token means Socket Mode, and the signing secret is not needed', () => {
    const read = readEnvironment({
      ...real,
      SLACK_SIGNING_SECRET: undefined,
      SLACK_APP_TOKEN: 'xapp-acme',
    });
    expect(read).toMatchObject({
      ok: true,
      value: { slack: { transport: { kind: 'socket', appToken: 'xapp-acme' } } },
    });
  });

  it('an app token alone does not start the sandbox: the bot token is missing', () => {
    expect(refusalOf({ SLACK_APP_TOKEN: 'xapp-acme' })).toContain('SLACK_BOT_TOKEN is missing');
  });

  it('every variable is read, without the space around its value', () => {
    const read = readEnvironment({
      ...real,
      SLACK_BOT_TOKEN: ' xoxb-acme\n',
      SLACK_API_URL: 'http://127.0.0.1:4000/api',
      PORT: '0',
      HOST: '::1',
      OPS_HOST: '0.0.0.0',
      OPS_PORT: '0',
      GOVERNANCE_BASE_URL: 'https://acme.example/tenant/',
      GOVERNANCE_TOKEN_URL: 'https://login.acme.example/token',
      DATABASE_URL: 'postgres://bot:pw@db.acme.example/access',
      DATA_DIR: '/data',
      ACCESS_CONFIG: '/config/access.yaml',
      LOG_LEVEL: 'silent',
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        slack: { botToken: 'xoxb-acme', apiUrl: 'http://127.0.0.1:4000/api/' },
        http: { host: '::1', port: 0 },
        ops: { host: '0.0.0.0', port: 0 },
        governance: {
          baseUrl: 'https://acme.example/tenant',
          tokenUrl: 'https://login.acme.example/token',
        },
        database: { kind: 'postgres', url: 'postgres://bot:pw@db.acme.example/access' },
        dataDir: '/data',
        headFolder: '/data',
        logLevel: 'silent',
      },
    });
  });
});

describe('mistakes', () => {
  it('are all named at once, each with its variable and none with its value', () => {
    const env = {
      SLACK_BOT_TOKEN: 'xapp-secret-1',
      SLACK_APP_TOKEN: 'xoxb-secret-2',
      SLACK_API_URL: 'ftp://secret-3.example',
      PORT: '65536',
      HOST: 'http://secret-4/',
      OPS_PORT: 'secret-9',
      OPS_HOST: 'secret 10',
      GOVERNANCE_BASE_URL: 'secret-5',
      GOVERNANCE_TOKEN_URL: 'https://user:secret-6@acme.example/token',
      GOVERNANCE_CLIENT_ID: '',
      GOVERNANCE_CLIENT_SECRET: ' ',
      DATABASE_URL: 'mysql://root:secret-7@db/x',
      LOG_LEVEL: 'secret-8',
    };
    const refusal = refusalOf(env);
    expect(refusal.split('\n')).toHaveLength(Object.keys(env).length);
    for (const name of Object.keys(env))
      expect(refusal).toMatch(new RegExp(`^environment: ${name} .*: set it to `, 'm'));
    expect(refusal).not.toMatch(/secret-\d/);
  });

  it('a wrong port, host or log level is refused in the sandbox too', () => {
    for (const port of ['-1', '3000.5', '0x10', 'three', '65536', '1e3']) {
      expect(refusalOf({ PORT: port })).toContain('PORT is not a port');
    }
    expect(refusalOf({ LOG_LEVEL: 'INFO' })).toContain(
      'LOG_LEVEL is not one of fatal, error, warn, info',
    );
    expect(refusalOf({ HOST: 'two words' })).toContain('HOST is not a host name');
  });

  it.each([
    'https://@acme.example/',
    'https://:@acme.example/',
    'http://@acme.example',
    'https://acme.example/?',
    'https://acme.example/#',
  ])('%s is no tenant address: a user, a query or a fragment is left empty', (url) => {
    expect(refusalOf({ ...real, GOVERNANCE_BASE_URL: url })).toContain(
      'GOVERNANCE_BASE_URL has a query or a fragment, or holds a user name or a password',
    );
  });

  it('plain http is refused in production, except on loopback', () => {
    const env = (host: string, NODE_ENV: string) => ({
      ...real,
      NODE_ENV,
      GOVERNANCE_BASE_URL: `http://${host}:9`,
    });
    expect(refusalOf(env('acme.example', 'production'))).toContain(
      'GOVERNANCE_BASE_URL is plain http',
    );
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(refusalOf(env(host, 'production'))).toBe('');
    expect(refusalOf(env('acme.example', 'development'))).toBe('');
  });

  describe('a database on another machine', () => {
    const refusalFor = (url: string, NODE_ENV = 'production') =>
      refusalOf({ ...real, NODE_ENV, DATABASE_URL: url });
    /** How `pg` itself reads the URL: false for plain text, else the options of TLS. */
    const sslOf = (connectionString: string) =>
      z
        .object({ connectionParameters: z.object({ ssl: z.unknown() }) })
        .parse(new pg.Client({ connectionString })).connectionParameters.ssl;
    const other = 'postgres://bot:pw@db.acme.example/access';

    it.each([
      [`${other}?sslmode=require`, {}],
      [`${other}?sslmode=prefer`, {}],
      [`${other}?sslmode=verify-ca`, {}],
      [`${other}?sslmode=verify-full`, {}],
      [`${other}?ssl=false&sslmode=verify-full`, {}],
      [`${other}?sslmode=no-verify`, { rejectUnauthorized: false }],
      [`${other}?ssl=true`, true],
      [`${other}?ssl=1`, true],
      [`${other}?sslmode=disable`, false],
      [`${other}?sslmode=require&sslmode=disable`, false],
    ])('is reached at %s, as pg reads it', (url, ssl) => {
      expect(refusalFor(url)).toBe('');
      expect(sslOf(url)).toEqual(ssl);
    });

    it.each([
      other,
      `${other}?ssl=0`,
      `${other}?ssl=false`,
      `${other}?sslmode=allow`,
      `${other}?sslmode=`,
      `${other}?sslmode=disabled`,
      'postgres://bot:pw@localhost/access?host=db.acme.example',
      `${other}?host=`,
      'postgres://bot:pw@localhost,db.acme.example/access',
      'postgres://bot:pw@127.0.0.1.acme.example/access',
      'postgres://bot:pw@10.0.0.7:5432/access?application_name=sslmode%3Ddisable',
    ])('is refused in production at %s, and without a word of its password', (url) => {
      expect(refusalFor(url)).toContain('DATABASE_URL goes to another machine without TLS');
      expect(refusalFor(url)).not.toContain('pw');
      expect(refusalFor(url, 'development')).toBe('');
    });

    it.each([
      'postgres://bot:pw@localhost/access',
      'postgres://bot:pw@127.0.0.1:5433/access',
      'postgres://bot:pw@[::1]/access',
      'postgres:///access',
      'postgres://bot:pw@db.acme.example/access?host=/run/postgresql',
      'postgres://%2Frun%2Fpostgresql/access',
    ])('may be this machine without TLS: %s', (url) => {
      expect(refusalFor(url)).toBe('');
    });

    it('may be named by PGHOST, as pg reads it when the URL names none', () => {
      const env = {
        ...real,
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres:///access',
        PGHOST: 'db.acme.example',
      };
      expect(refusalOf(env)).toContain('DATABASE_URL goes to another machine without TLS');
      expect(refusalOf({ ...env, DATABASE_URL: 'postgres://localhost/access' })).toBe('');
    });
  });

  it('an address with a query or a fragment is refused', () => {
    expect(refusalOf({ ...real, GOVERNANCE_BASE_URL: 'https://acme.example/?a=1' })).toContain(
      'has a query',
    );
    expect(refusalOf({ ...real, SLACK_API_URL: 'https://acme.example/#a' })).toContain(
      'has a query or a fragment',
    );
  });
});
