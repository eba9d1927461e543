import { expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { runService, tokenOf, useService } from './service-client.ts';

const running = useService();

const credentials = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-bot',
  client_secret: 'sandbox-secret',
};

function ask(url: string, init: RequestInit): Promise<Response> {
  return fetch(`${url}/auth/v1/token`, { method: 'POST', ...init });
}

test('credentials in the Authorization header are refused, also when the body has them too', async () => {
  const basic = Buffer.from('sandbox-bot:sandbox-secret').toString('base64');
  for (const body of [{ grant_type: 'client_credentials' }, credentials]) {
    const response = await ask(running.service.url, {
      body: new URLSearchParams(body),
      headers: { Authorization: `Basic ${basic}` },
    });
    expect(response.status).toBe(401);
    expect(at(await response.json(), 'error')).toBe('invalid_client');
  }
});

test('a wrong secret, an unknown client, another grant type and a missing field are refused', async () => {
  const attempts: readonly [Record<string, string>, number, string][] = [
    [{ ...credentials, client_secret: 'wrong-secret!!' }, 401, 'invalid_client'],
    [{ ...credentials, client_id: 'nobody' }, 401, 'invalid_client'],
    [{ ...credentials, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials', client_id: 'sandbox-bot' }, 400, 'invalid_request'],
  ];
  for (const [form, status, error] of attempts) {
    const response = await ask(running.service.url, { body: new URLSearchParams(form) });
    expect([response.status, at(await response.json(), 'error')]).toEqual([status, error]);
  }
});

test('a call without a token, or with one nobody gave out, is refused with a challenge', async () => {
  for (const authorization of ['', 'Bearer made-up', 'Basic abc']) {
    const answer = await running.client.call('GET', '/api/v1/tasks/1', {
      headers: { Authorization: authorization },
    });
    expect([answer.status, at(answer.body, 'code')]).toEqual([401, 16]);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
  }
});

test('a token works until its lifetime is over and then needs replacing', async () => {
  await using running = await runService({ tokenLifetimeSeconds: 600 });
  const task = await running.client.granted();
  running.clock.advance(599_000);
  expect((await running.client.get(`/api/v1/tasks/${textAt(task, 'id')}`)).status).toBe(200);
  running.clock.advance(1_000);
  const late = await running.client.get(`/api/v1/tasks/${textAt(task, 'id')}`);
  expect(late.status).toBe(401);
  expect(late.headers.get('WWW-Authenticate')).toContain('expired');
  const fresh = await tokenOf(running.service.url);
  const again = await running.client.call('GET', `/api/v1/tasks/${textAt(task, 'id')}`, {
    headers: { Authorization: `Bearer ${fresh}` },
  });
  expect(again.status).toBe(200);
});
