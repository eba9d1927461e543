import { Readable } from 'node:stream';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { at } from '../../conformance/json-places.ts';
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

test.each([
  ['GET', '/api/v1/task/grant', 'POST'],
  ['DELETE', '/api/v1/tasks/1001', 'GET'],
  ['GET', '/auth/v1/token', 'POST'],
])('%s %s has the wrong method, and hears which one it takes', async (method, path, allowed) => {
  const answer = await running.client.call(method, path);
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allowed]);
});

test.each([
  ['{', 'application/json', 400],
  ['[]', 'application/json', 400],
  ['"text"', 'application/json', 400],
  ['null', 'application/json', 400],
  ['{}', '', 415],
])('the body %s of the type “%s” is refused with %d', async (body, type, status) => {
  const headers = type === '' ? {} : { 'Content-Type': type };
  const answer = await running.client.call('POST', '/api/v1/task/grant', { body, headers });
  expect([answer.status, at(answer.body, 'code')]).toEqual([status, 3]);
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
