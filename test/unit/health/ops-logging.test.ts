import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DatabaseFailure,
  OutwardFailure,
  RefusedCredentials,
} from '../../../src/domain/outward/outward-failure.ts';
import { strengthOf } from '../../../src/domain/text/redactor.ts';
import { createLogging, guessableSecrets } from '../../../src/operator/health/logging.ts';
import { failing } from '../../support/failures.ts';
import { temporaryFolder, until } from '../../support/until.ts';

const secrets = [
  'xoxb-1234-the-bot',
  'a "quoted" \\ secret\nof two lines',
  'pass word/with?signs',
  'short',
] as const;

/** Everything that is written, as it is written. */
function logged(
  write: (log: ReturnType<typeof createLogging>) => void,
  level = 'debug',
  now = () => new Date(),
  values: readonly string[] = secrets,
): string {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const named = values.map((value) => ({ name: 'SECRET', value, isAddress: false }));
  write(createLogging({ level, secrets: named, destination, now }));
  return lines.join('');
}

describe('the log', () => {
  it('has a JSON line for each thing that happened, with its time, its level and what is known of it', () => {
    const [line = ''] = logged((log) => log.info({ requestId: 'r1' }, 'request kept')).split('\n');
    const read: unknown = JSON.parse(line);
    expect(read).toMatchObject({ level: 'info', requestId: 'r1', msg: 'request kept' });
    expect(read).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
  });

  it('says as much as its level asks for', () => {
    const out = logged((log) => {
      log.debug('quiet');
      log.warn('loud');
    }, 'warn');
    expect(out).not.toContain('quiet');
    expect(out).toContain('loud');
  });

  it('says once in ten minutes that the service refuses the bot, and what to do', () => {
    let minutes = 0;
    const now = () => new Date(minutes * 60_000);
    const err = new RefusedCredentials('POST /auth/v1/token: HTTP 401; look at the settings', 401);
    const lines = (write: Parameters<typeof logged>[0]) =>
      logged(write, 'warn', now)
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
    const refusal = {
      level: 'error',
      why: err.message,
      msg: expect.stringMatching(
        /refuses the bot.* correct GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET/,
      ),
    };
    const all = lines((log) => {
      for (const resourceId of ['a', 'b', 'c']) log.warn({ resourceId, err }, 'not read');
      log.warn({}, 'something else');
      minutes = 11;
      log.warn({ err }, 'not read');
    });
    expect(all).toMatchObject([refusal, { msg: 'something else' }, refusal]);
  });

  it('counts once a minute what waits for somebody who is away, and shows any other failure whole', () => {
    let seconds = 0;
    const now = () => new Date(seconds * 1_000);
    const out = logged(
      (log) => {
        const fail = (err: unknown, waiting: string) => log.warn({ err, waiting }, 'job failed');
        for (let at = 0; at < 90; at += 1) {
          seconds = at;
          fail(new DatabaseFailure('connect ECONNREFUSED'), `job ${at % 7}`);
        }
        fail(failing('timeout', false), 'job 1');
        fail(failing('decode', false), 'job 1');
        log.warn({ err: new DatabaseFailure('away'), reference: 'r1' }, 'person not told');
        seconds = 300;
        fail(new DatabaseFailure('away again'), 'job 9');
      },
      'warn',
      now,
    );
    const lines = out.trim().split('\n');
    const msg = 'work waits, and is tried again';
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { system: 'database', waiting: 1, why: expect.stringContaining('ECONNREFUSED'), msg },
      { system: 'database', waiting: 7, msg },
      { system: 'governance', waiting: 1, msg },
      { err: { stack: expect.any(String) }, waiting: 'job 1', msg: 'job failed' },
      { err: { stack: expect.any(String) }, reference: 'r1', msg: 'person not told' },
      { system: 'database', waiting: 1, msg },
    ]);
  });

  it('goes to a file, made with its folder', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'logs', 'bot.log');
    createLogging({ level: 'info', secrets: [], file }).info(
      { token: 'secret-of-somebody' },
      'hello',
    );
    const text = await until('the line is written', () => {
      const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return written.includes('hello') && written;
    });
    expect(text).not.toContain('secret-of-somebody');
  });
});

describe('a secret that is known', () => {
  const long = secrets.filter((secret) => secret.length >= 8);

  it.each(long.map((secret) => [JSON.stringify(secret), secret] as const))(
    '%s is written nowhere',
    (_name, secret) => {
      const failure = new OutwardFailure({
        system: 'slack',
        kind: 'network',
        message: `sent ${secret}`,
        certainlyNotDone: false,
        cause: new AggregateError([new Error(`inner ${secret}`)], `cause ${secret}`),
      });
      const out = logged((log) => {
        log.info(secret);
        log.info({ plain: secret, [secret]: 1, deep: { in: [{ of: `${secret}!` }] } }, 'nested');
        log.error({ err: failure }, 'failed');
        log.error(
          { err: Object.assign(new Error('x'), { config: { headers: { 'x-any': secret } } }) },
          'with members',
        );
        log.warn(
          { url: `postgres://bot:${encodeURIComponent(secret)}@db/access` },
          'in an address',
        );
        log.warn({ body: JSON.stringify({ quoted: secret }) }, 'quoted twice');
        log.child({ bound: secret }).info('bound');
      });
      for (const form of [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
      ]) {
        expect(out).not.toContain(form);
      }
      expect(
        out
          .split('\n')
          .filter(Boolean)
          .map((line) => typeof JSON.parse(line)),
      ).toEqual(Array(7).fill('object'));
      expect(out).toContain('[redacted]');
    },
  );
});

describe('a random secret', () => {
  const randomSecrets = fc
    .string({ unit: 'grapheme-ascii', minLength: 16, maxLength: 40 })
    .filter((secret) => strengthOf(secret) === 'random');

  it('is in no line, whatever the line is made of', () => {
    fc.assert(
      fc.property(randomSecrets, fc.string(), (secret, around) => {
        const text = `${around}${secret}${around}`;
        const failure = new Error(text, { cause: new Error(JSON.stringify({ text })) });
        const write: Parameters<typeof logged>[0] = (log) => {
          log.info({ [secret]: [text], basic: Buffer.from(`bot:${secret}`).toString('base64') });
          log.error({ err: failure, url: `https://x/?a=${encodeURIComponent(text)}` }, text);
        };
        const lines = logged(write, 'info', undefined, [secret]).trim().split('\n');
        for (const line of lines) {
          expect(line).not.toContain(secret);
          expect(JSON.stringify(JSON.parse(line))).not.toContain(
            JSON.stringify(secret).slice(1, -1),
          );
          const base64 = /"basic":"([^"]*)"/.exec(line)?.[1] ?? '';
          expect(Buffer.from(base64, 'base64').toString()).not.toContain(secret);
        }
      }),
    );
  });
});

describe('secrets that can be guessed', () => {
  it('are named at the start, each once', () => {
    const named = (name: string, value: string) => ({ name, value, isAddress: false });
    const url = { name: 'DATABASE_URL', value: 'postgres://bot:access@db/access', isAddress: true };
    const random = named('SLACK_SIGNING_SECRET', '8f742231b10e8888abcd99yyyzzz85a5');
    const password = named('the password in DATABASE_URL', 'access');
    expect(guessableSecrets([url, random, password, password])).toEqual([
      'the password in DATABASE_URL',
    ]);
  });
});

describe('a secret that nobody could know beforehand', () => {
  it.each([
    ['a header', { headers: { authorization: 'Bearer eyJhbGciOi.J9-abc_def' } }],
    ['a header in a list', { rawHeaders: ['Authorization', 'Bearer eyJhbGciOi.J9-abc_def'] }],
    ['a token deep inside', { a: { b: { c: [{ access_token: 'eyJhbGciOi.J9-abc_def' }] } } }],
    ['a refresh token', { refresh_token: 'eyJhbGciOi.J9-abc_def' }],
    ['a client secret with a quote in it', { clientSecret: 'eyJhbGciOi.J9-"abc_def' }],
    ['a password', { database: { password: 'abc_def' } }],
    ['a cookie', { headers: { cookie: 'd=abc_def' } }],
    [
      'a token of Slack’s',
      { text: 'revoked xoxe.xoxp-1-abc_def and xoxp-1-abc_def and xapp-1-abc_def' },
    ],
    ['a token of somebody’s agent', { text: 'Bearer accbot_0abc_def, and accbot_abc_def' }],
    ['a form', { body: 'grant_type=client_credentials&client_secret=abc_def&x=1' }],
    [
      'an address that answers a click',
      { body: { response_url: 'https://hooks.slack.com/actions/T1/2/abc_def' } },
    ],
    [
      'such an address in words',
      { message: 'POST https://hooks.slack.com/commands/T1/2/abc_def failed' },
    ],
    ['an error’s words', { err: new Error('401 for Bearer eyJhbGciOi.J9-abc_def') }],
  ])('%s is written nowhere', (_where, fields) => {
    const out = logged((log) => log.warn(fields, 'seen'));
    expect(out).not.toContain('abc_def');
    expect(JSON.parse(out)).toMatchObject({ msg: 'seen' });
  });

  it('what only resembles one stays', () => {
    const out = logged((log) =>
      log.info({ tokens: 3, nextPageToken: 'page-2', kind: 'unauthorized' }, 'the bearer of news'),
    );
    expect(JSON.parse(out)).toMatchObject({
      tokens: 3,
      nextPageToken: 'page-2',
      msg: 'the bearer of news',
    });
  });
});
