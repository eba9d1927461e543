import { expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

async function refusalOf(
  body: Readonly<Record<string, unknown>>,
): Promise<readonly [number, unknown, unknown]> {
  const answer = await running.client.grant(body);
  expect(running.service.tasks()).toEqual([]);
  return [answer.status, at(answer.body, 'code'), at(answer.body, 'message')];
}

test('no target id is the internal error that deployments answer with', async () => {
  expect(await refusalOf({ identityUserId: undefined })).toEqual([500, 2, 'user_id is required']);
});

test.each(['0s', '-5s'])(
  'a duration of %j is refused, because it must be positive',
  async (grantDuration) => {
    expect(await refusalOf({ grantDuration })).toEqual([400, 3, 'grant_duration must be positive']);
  },
);

test('a duration beyond the longest grant of the entitlement is refused; the longest itself is not', async () => {
  const body = { appEntitlementId: 'ent-platform-deploy' };
  const tooLong = await running.client.grant({ ...body, grantDuration: '14401s' });
  expect([tooLong.status, textAt(tooLong.body, 'message')]).toEqual([
    400,
    expect.stringContaining('14400s'),
  ]);
  expect((await running.client.grant({ ...body, grantDuration: '14400s' })).status).toBe(200);
});

test('emergency access is refused where it is not enabled', async () => {
  const [status, code, message] = await refusalOf({ emergencyAccess: true });
  expect([status, code]).toEqual([400, 9]);
  expect(message).toContain('emergency access is not enabled');
});

test('an unknown user or account is not found', async () => {
  const attempts: readonly Record<string, unknown>[] = [
    { identityUserId: 'user-xena' },
    { identityUserId: undefined, appUserId: 'appuser-github-nobody' },
  ];
  for (const attempt of attempts) expect((await refusalOf(attempt)).slice(0, 2)).toEqual([404, 5]);
});

test('an entitlement id counts only within its own app', async () => {
  expect(
    (await refusalOf({ appId: 'app-ledger', appEntitlementId: 'ent-platform-read' })).slice(0, 2),
  ).toEqual([404, 5]);
});

const notAllowed = [403, 7, 'target user is not allowed to request that resource'];

test('somebody of another department may not have a restricted entitlement', async () => {
  const booking = { appId: 'app-ledger', appEntitlementId: 'book' };
  expect(await refusalOf(booking)).toEqual(notAllowed);
  expect((await running.client.grant({ ...booking, identityUserId: 'user-jonas' })).status).toBe(
    200,
  );
});

test('somebody who has left may have nothing', async () => {
  expect(await refusalOf({ identityUserId: 'user-wim' })).toEqual(notAllowed);
});

test('a second open request for the same access is refused with the id of the first', async () => {
  const first = textAt(await running.client.granted(), 'id');
  const second = await running.client.grant({ description: 'again' });
  expect([second.status, at(second.body, 'code'), at(second.body, 'message')]).toEqual([
    409,
    6,
    'duplicate ticket found',
  ]);
  expect(JSON.stringify(at(second.body, 'details'))).toContain(first);
  expect(textAt(second.body, 'details', 0, '@type')).toMatch(/^type\.googleapis\.com\//);
});

test('an account of the same person is the same access', async () => {
  await running.client.granted();
  const second = await running.client.grant({
    identityUserId: undefined,
    appUserId: 'appuser-github-ben',
  });
  expect(second.status).toBe(409);
});

test('a caller without the permission to request is refused', async () => {
  await using running = await runService({
    clients: [
      { clientId: 'reader', clientSecret: 'secret', userId: 'user-jonas', permissions: ['read'] },
    ],
  });
  const reader = await running.as('reader');
  const answer = await reader.grant();
  expect([answer.status, at(answer.body, 'code')]).toEqual([403, 7]);
  expect(running.service.tasks()).toEqual([]);
});
