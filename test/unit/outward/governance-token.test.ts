import { describe, expect, it } from 'vitest';
import { createGrantTask, readTask } from '../../support/governance-calls.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import {
  clientOf,
  clientSecret,
  deadUrl,
  startGovernanceServer,
} from '../../support/governance-server.ts';

const grant = { appId: 'app-1', appEntitlementId: 'ent-1', identityUserId: 'user-1' };

/** A clock that the test sets. */
function clock() {
  let atMs = Date.parse('2026-03-01T08:00:00Z');
  return {
    now: () => new Date(atMs),
    pass: (seconds: number) => {
      atMs += seconds * 1000;
    },
  };
}

describe('the access token', () => {
  it('is requested with the credentials in the form body and nowhere else', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    await readTask(server.client, 'task-1');
    const [asked] = server.tokenRequests;
    expect(asked?.method).toBe('POST');
    expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(asked?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'ferry-bot',
      client_secret: clientSecret,
    });
  });

  it('is requested once for any number of simultaneous callers', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => readTask(server.client, `task-${index}`)),
    );
    expect([server.tokenRequests.length, server.asked.length]).toEqual([1, 50]);
  });

  it('is renewed a minute before it expires, or earlier if it is short-lived', async () => {
    await using server = await startGovernanceServer();
    const time = clock();
    await using client = clientOf(server.url, { now: time.now });
    server.answer(() => ({ json: grantAnswer }));
    server.answerToken((count) => ({
      json: { access_token: `t${count}`, expires_in: count === 1 ? 600 : 3600 },
    }));
    await readTask(client, 'task-1');
    time.pass(539);
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(1);
    time.pass(1);
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(2);
    time.pass(3539);
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(2);
    expect(server.asked.map((asked) => asked.headers.authorization)).toEqual([
      'Bearer t1',
      'Bearer t1',
      'Bearer t2',
      'Bearer t2',
    ]);
  });

  it('is still used while it is valid if its renewal fails, and the renewal is not repeated at once', async () => {
    await using server = await startGovernanceServer();
    const time = clock();
    await using client = clientOf(server.url, { now: time.now });
    server.answer(() => ({ json: grantAnswer }));
    await readTask(client, 'task-1');
    server.answerToken(() => ({ status: 503, raw: 'down' }));
    time.pass(545);
    await readTask(client, 'task-1');
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(2);
    time.pass(6);
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(3);
    time.pass(60);
    await expect(readTask(client, 'task-1')).rejects.toThrow('POST /auth/v1/token: HTTP 503');
  });

  it('is replaced once after a 401, also for a grant, and the call is sent again', async () => {
    await using server = await startGovernanceServer(({ headers }) =>
      headers.authorization === 'Bearer token-1'
        ? { status: 401, json: { code: 16 } }
        : { json: grantAnswer },
    );
    expect((await createGrantTask(server.client, grant)).ok).toBe(true);
    expect([server.tokenRequests.length, server.asked.length]).toEqual([2, 2]);
  });

  it('is replaced once for any number of callers who got a 401', async () => {
    await using server = await startGovernanceServer(({ headers }) =>
      headers.authorization === 'Bearer token-1'
        ? { status: 401, json: { code: 16 } }
        : { json: grantAnswer },
    );
    const results = await Promise.all(
      Array.from({ length: 20 }, () => readTask(server.client, 'task-1')),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(server.tokenRequests).toHaveLength(2);
  });

  it('that is refused twice is a failure of kind unauthorized, and nothing was done', async () => {
    await using server = await startGovernanceServer(() => ({
      status: 401,
      json: { code: 16, message: 'who are you' },
    }));
    await expect(createGrantTask(server.client, grant)).rejects.toMatchObject({
      kind: 'unauthorized',
      certainlyNotDone: true,
      httpStatus: 401,
    });
    expect([server.tokenRequests.length, server.asked.length]).toEqual([2, 2]);
  });

  it('is not asked for again while the service refuses the credentials, for five seconds', async () => {
    await using server = await startGovernanceServer();
    const time = clock();
    await using client = clientOf(server.url, { now: time.now });
    server.answer(() => ({ json: grantAnswer }));
    server.answerToken(() => ({ status: 401, json: { error: 'invalid_client' } }));
    const refused = expect.objectContaining({ kind: 'unauthorized', certainlyNotDone: true });
    for (let calls = 0; calls < 20; calls += 1)
      await expect(readTask(client, 'task-1')).rejects.toEqual(refused);
    expect(server.tokenRequests).toHaveLength(1);
    time.pass(5);
    await expect(readTask(client, 'task-1')).rejects.toEqual(refused);
    expect(server.tokenRequests).toHaveLength(2);
    server.answerToken(() => ({ json: { access_token: 'mended' } }));
    time.pass(5);
    await readTask(client, 'task-1');
    expect([server.tokenRequests.length, server.asked.length]).toEqual([3, 1]);
  });

  it('is replaced once in five seconds if the service refuses each', async () => {
    await using server = await startGovernanceServer(() => ({ status: 401, json: { code: 16 } }));
    const time = clock();
    await using client = clientOf(server.url, { now: time.now });
    for (let calls = 0; calls < 20; calls += 1)
      await expect(readTask(client, 'task-1')).rejects.toMatchObject({ kind: 'unauthorized' });
    expect([server.tokenRequests.length, server.asked.length]).toEqual([2, 21]);
    time.pass(5);
    await expect(readTask(client, 'task-1')).rejects.toMatchObject({ kind: 'unauthorized' });
    expect([server.tokenRequests.length, server.asked.length]).toEqual([3, 23]);
  });

  it('may come from another origin', async () => {
    await using server = await startGovernanceServer();
    await using tokens = await startGovernanceServer();
    await using client = clientOf(server.url, { tokenUrl: `${tokens.url}/auth/v1/token` });
    server.answer(() => ({ json: grantAnswer }));
    await readTask(client, 'task-1');
    expect([server.tokenRequests.length, tokens.tokenRequests.length]).toEqual([0, 1]);
  });
});

describe('a token endpoint', () => {
  it.each([
    ['HTML', { raw: '<html>maintenance</html>' }, 'decode', 'body: expected JSON'],
    ['nothing', { raw: '' }, 'decode', 'body: expected JSON'],
    ['no token', { json: { expires_in: 600 } }, 'decode', 'access_token: expected string'],
    [
      'a token with a line break',
      { json: { access_token: 'a\nb' } },
      'decode',
      'access_token: expected a token',
    ],
    [
      'a token of more than 8 kB',
      { json: { access_token: 'a'.repeat(8_193) } },
      'decode',
      'access_token: expected a token of at most 8192 characters',
    ],
    [
      'a life of zero',
      { json: { access_token: 'abc', expires_in: 0 } },
      'decode',
      'expires_in: expected seconds above 0',
    ],
    [
      'a life in words',
      { json: { access_token: 'abc', expires_in: 'long' } },
      'decode',
      'expires_in: expected number',
    ],
    [
      'bad credentials',
      { status: 401, json: { error: 'invalid_client' } },
      'unauthorized',
      'HTTP 401; the service refuses',
    ],
    [
      'bad credentials, too',
      { status: 400, json: { error: 'invalid_client' } },
      'unauthorized',
      'HTTP 400',
    ],
    [
      'a limit',
      { status: 429, raw: '', headers: { 'retry-after': '9' } },
      'rate-limited',
      'HTTP 429',
    ],
    ['trouble', { status: 500, raw: 'oops' }, 'http', 'HTTP 500'],
    [
      'a redirect',
      { status: 302, raw: '', headers: { location: 'http://127.0.0.1:1/' } },
      'http',
      'HTTP 302',
    ],
  ])('that answers %s is a failure, and nothing was done', async (_, answer, kind, words) => {
    await using server = await startGovernanceServer();
    server.answerToken(() => answer);
    await expect(createGrantTask(server.client, grant)).rejects.toMatchObject({
      name: 'OutwardFailure',
      kind,
      certainlyNotDone: true,
      message: expect.stringContaining(`POST /auth/v1/token: ${words}`),
      retryAfterMs: kind === 'rate-limited' ? 9_000 : null,
    });
    expect(server.asked).toHaveLength(0);
  });

  it('that is down is a failure, and nothing was done', async () => {
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { tokenUrl: `${deadUrl}/auth/v1/token` });
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      kind: 'network',
      certainlyNotDone: true,
    });
  });

  it('that never answers is a failure, and nothing was done', async () => {
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { timeoutMs: 60 });
    server.answerToken(() => ({ by: () => undefined }));
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      kind: 'timeout',
      certainlyNotDone: true,
    });
  });

  it('that quotes the secret does not get it into a message', async () => {
    await using server = await startGovernanceServer();
    const quoting = {
      error: clientSecret,
      error_description: `no server.client with ${clientSecret}`,
    };
    server.answerToken(() => ({ status: 400, json: quoting }));
    await expect(createGrantTask(server.client, grant)).rejects.toThrow(/^(?!.*harbour-secret).*$/);
  });

  it('that names no lifetime gives tokens for five minutes', async () => {
    await using server = await startGovernanceServer();
    const time = clock();
    await using client = clientOf(server.url, { now: time.now });
    server.answer(() => ({ json: grantAnswer }));
    server.answerToken(() => ({ json: { access_token: 'abc' } }));
    await readTask(client, 'task-1');
    time.pass(239);
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(1);
    time.pass(1);
    await readTask(client, 'task-1');
    expect(server.tokenRequests).toHaveLength(2);
  });
});
