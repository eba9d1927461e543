import { expect, test } from 'vitest';
import { at, listAt } from '../../conformance/json-places.ts';
import type { GovernanceFault } from '../../sandbox/governance/service.ts';
import { useService } from './service-client.ts';

const running = useService();

const grantPath = '/api/v1/task/grant';
const onGrant: Pick<GovernanceFault, 'method' | 'path' | 'times'> = {
  method: 'POST',
  path: grantPath,
  times: 1,
};

test('an injected status answers in the shape of an error and does nothing', async () => {
  running.service.fault({
    ...onGrant,
    kind: 'status',
    status: 429,
    code: 8,
    message: 'slow down',
    retryAfter: 7,
  });
  const answer = await running.client.grant();
  expect([answer.status, answer.body]).toEqual([429, { code: 8, message: 'slow down' }]);
  expect(answer.headers.get('Retry-After')).toBe('7');
  expect(running.service.tasks()).toEqual([]);
});

test('a fault hits as often as it says and only what it matches', async () => {
  running.service.fault({
    method: '*',
    path: '/api/v1/tasks/*',
    times: 2,
    kind: 'status',
    status: 503,
  });
  expect((await running.client.grant()).status).toBe(200);
  expect((await running.client.get('/api/v1/tasks/1001')).status).toBe(503);
  expect((await running.client.act('1001', 'close')).status).toBe(503);
  expect((await running.client.get('/api/v1/tasks/1001')).status).toBe(200);
});

test('a connection dropped before the call did nothing', async () => {
  running.service.fault({ ...onGrant, kind: 'drop-before' });
  await expect(running.client.grant()).rejects.toThrow('fetch failed');
  expect(running.service.tasks()).toEqual([]);
  expect(running.service.requests().at(-1)?.path).toBe(grantPath);
});

test('a connection dropped after the call did what was asked', async () => {
  running.service.fault({ ...onGrant, kind: 'drop-after' });
  await expect(running.client.grant()).rejects.toThrow('fetch failed');
  expect(running.service.tasks()).toHaveLength(1);
});

test('a hanging call gives no answer; it ends with the caller or with the service', async () => {
  running.service.fault({ ...onGrant, times: 2, kind: 'hang' });
  const impatient = new AbortController();
  const first = running.client.call('POST', grantPath, { signal: impatient.signal });
  const second = running.client.call('POST', grantPath);
  await expect
    .poll(() => running.service.requests().filter((call) => call.path === grantPath))
    .toHaveLength(2);
  impatient.abort();
  await expect(first).rejects.toThrow('abort');
  await running.service.close();
  await expect(second).rejects.toThrow('fetch failed');
  expect(running.service.tasks()).toEqual([]);
});

test('a proxy page is HTML with a status of its own', async () => {
  running.service.fault({ ...onGrant, times: 1, kind: 'html' });
  running.service.fault({ ...onGrant, times: 1, kind: 'html', status: 200 });
  for (const status of [502, 200]) {
    const answer = await running.client.grant();
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'text/html']);
  }
  expect(running.service.tasks()).toEqual([]);
});

test('cut JSON is a complete HTTP answer whose text stops in the middle', async () => {
  running.service.fault({ ...onGrant, kind: 'cut-json' });
  const response = await fetch(`${running.service.url}${grantPath}`, {
    method: 'POST',
    body: JSON.stringify({
      appId: 'app-github',
      appEntitlementId: 'ent-platform-read',
      identityUserId: 'user-ben',
    }),
    headers: {
      Authorization: `Bearer ${running.client.token}`,
      'Content-Type': 'application/json',
    },
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/^\{"taskView"/);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(running.service.tasks()).toHaveLength(1);
});

test('faults and tasks can be reached over HTTP, without a token and outside the log', async () => {
  const control = (method: string, path: string, body?: unknown) =>
    running.client.call(method, `/sandbox${path}`, {
      headers: { Authorization: 'none' },
      body: JSON.stringify(body),
    });
  expect(
    (await control('POST', '/faults', { ...onGrant, kind: 'status', status: 500 })).status,
  ).toBe(200);
  expect((await running.client.grant()).status).toBe(500);
  await control('POST', '/faults', { ...onGrant, kind: 'status', status: 500 });
  expect((await control('DELETE', '/faults')).status).toBe(200);
  expect((await running.client.grant()).status).toBe(200);
  const { body } = await control('GET', '/tasks');
  expect(listAt(body, 'tasks')).toHaveLength(1);
  expect(at(body, 'tasks', 0)).toMatchObject({
    numericId: '1001',
    state: 'open',
    identityUserId: 'user-ben',
  });
  const requests = await control('GET', '/requests');
  expect(listAt(requests.body, 'requests').map((call) => at(call, 'path'))).toEqual([
    '/auth/v1/token',
    grantPath,
    grantPath,
  ]);
});

test('a fault that makes no sense is refused', async () => {
  const answer = await running.client.post('/sandbox/faults', { ...onGrant, kind: 'explode' });
  expect(answer.status).toBe(400);
});
