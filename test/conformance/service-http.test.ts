import { Readable } from 'node:stream';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { at } from '../../conformance/json-places.ts';
import { CallLog } from '../../sandbox/governance/controls/request-log.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

test('an unknown route is not found, with or without a token', async () => {
  for (const path of ['/api/v1/submarines', '/api/v1/tasks/', '/api/v2/task/grant']) {
    const answer = await running.client.get(path);
    expect([path, answer.status, at(answer.body, 'code')]).toEqual([path, 404, 5]);
  }
  const response = await fetch(`${running.service.url}/api/v1/submarines`);
  expect(response.status).toBe(404);
});

test('a known route with the wrong method says which method it takes', async () => {
  for (const [method, path, allowed] of [
    ['GET', '/api/v1/task/grant', 'POST'],
    ['DELETE', '/api/v1/tasks/1001', 'GET'],
    ['GET', '/auth/v1/token', 'POST'],
  ] as const) {
    const answer = await running.client.call(method, path);
    expect([path, answer.status, answer.headers.get('Allow')]).toEqual([path, 405, allowed]);
  }
});

test('without the optional operations only the documented endpoints answer', async () => {
  await using running = await runService({ documentedOnly: true });
  expect((await running.client.grant()).status).toBe(200);
  for (const [method, path] of [
    ['GET', '/api/v1/tasks/1001'],
    ['POST', '/api/v1/tasks/1001/action/approve'],
    ['POST', '/api/v1/search/tasks'],
    ['POST', '/api/v1/search/users'],
  ] as const) {
    expect([path, (await running.client.call(method, path)).status]).toEqual([path, 404]);
  }
});

test('a body over 4 MiB is refused, with a length and without one', async () => {
  const tooLarge = JSON.stringify({ description: 'x'.repeat(4 * 1024 * 1024) });
  const withLength = await running.client.grant({ description: 'x'.repeat(4 * 1024 * 1024) });
  expect([withLength.status, at(withLength.body, 'code')]).toEqual([413, 8]);
  const chunked = await request(`${running.service.url}/api/v1/task/grant`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${running.client.token}`,
      'content-type': 'application/json',
    },
    body: Readable.from([tooLarge.slice(0, 1000), tooLarge.slice(1000)]),
  });
  await chunked.body.dump();
  expect(chunked.statusCode).toBe(413);
});

test('a body without an announced length is read', async () => {
  const body = {
    appId: 'app-github',
    appEntitlementId: 'ent-platform-read',
    identityUserId: 'user-ben',
  };
  const text = JSON.stringify(body);
  const answer = await request(`${running.service.url}/api/v1/task/grant`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${running.client.token}`,
      'content-type': 'application/json',
    },
    body: Readable.from([text.slice(0, 20), text.slice(20)]),
  });
  await answer.body.dump();
  expect(answer.statusCode).toBe(200);
});

test('a body just below the limit is read', async () => {
  expect(
    (await running.client.grant({ description: 'x'.repeat(4 * 1024 * 1024 - 1000) })).status,
  ).toBe(200);
});

test.each(['{', '[]', '"text"', 'null'])(
  'the body %s is refused, because it is no JSON object',
  async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await running.client.call('POST', '/api/v1/task/grant', { body, headers });
    expect([answer.status, at(answer.body, 'code')]).toEqual([400, 3]);
  },
);

test('a body that is not declared as JSON is refused', async () => {
  const answer = await running.client.call('POST', '/api/v1/task/grant', { body: '{}' });
  expect(answer.status).toBe(415);
});

test('errors are JSON with a code and a message, and details only when there are some', async () => {
  const answer = await running.client.get('/api/v1/tasks/task-nowhere');
  expect(answer.headers.get('Content-Type')).toContain('application/json');
  expect(answer.body).toEqual({ code: 5, message: 'task not found: task-nowhere' });
});

test('every call is logged in order, with any outcome and without secrets', async () => {
  await running.client.grant({ description: 'logged' });
  await running.client.get('/api/v1/tasks/1001?x=1');
  const calls = running.service.requests();
  expect(calls.map((call) => `${call.method} ${call.path}`)).toEqual([
    'POST /auth/v1/token',
    'POST /api/v1/task/grant',
    'GET /api/v1/tasks/1001',
  ]);
  expect(calls[1]?.body).toMatchObject({ description: 'logged' });
  expect(calls[2]).toMatchObject({ query: 'x=1', body: null, at: running.clock.now() });
  expect(JSON.stringify(calls)).not.toContain('sandbox-secret');
});

test('the log keeps the last 1000 calls', () => {
  const log = new CallLog();
  for (let index = 0; index < 1005; index += 1) {
    log.add({ method: 'GET', path: `/nothing/${index}`, query: '', body: null, at: new Date(0) });
  }
  expect(log.list()).toHaveLength(1000);
  expect(log.list().at(-1)?.path).toBe('/nothing/1004');
});
