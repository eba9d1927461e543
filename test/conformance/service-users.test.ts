import { expect, test } from 'vitest';
import { at, listAt } from '../../conformance/json-places.ts';
import { type ServiceClient, useService } from './service-client.ts';

const running = useService();

async function foundBy(
  client: ServiceClient,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const answer = await client.post('/api/v1/search/users', body);
  expect(answer.status).toBe(200);
  return listAt(answer.body, 'list').map((item) => at(item, 'user', 'id'));
}

test('a user is found by exact email, regardless of case', async () => {
  expect(await foundBy(running.client, { email: 'ana@acme.example' })).toEqual(['user-ana']);
  expect(await foundBy(running.client, { email: 'Ana@Acme.Example' })).toEqual(['user-ana']);
  expect(await foundBy(running.client, { email: 'ana@acme' })).toEqual([]);
});

test('somebody who is only in Slack is not found; somebody without Slack is', async () => {
  expect(await foundBy(running.client, { email: 'xena@acme.example' })).toEqual([]);
  expect(await foundBy(running.client, { email: 'yusuf@acme.example' })).toEqual(['user-yusuf']);
});

test('users are found by ids and by words, in any script', async () => {
  const refs = [{ id: 'user-ben' }, { id: 'user-nobody' }, { id: 'user-ana' }];
  expect(await foundBy(running.client, { refs })).toEqual(['user-ana', 'user-ben']);
  expect(await foundBy(running.client, { query: 'dispatcher ferry' })).toEqual([
    'user-mina',
    'user-noor',
  ]);
  expect(await foundBy(running.client, { query: '佐藤' })).toEqual(['user-hana']);
});

test('a search without filters pages through everybody', async () => {
  const first = await running.client.post('/api/v1/search/users', { pageSize: 20 });
  expect(listAt(first.body, 'list')).toHaveLength(20);
  const rest = await foundBy(running.client, {
    pageSize: 20,
    pageToken: at(first.body, 'nextPageToken'),
  });
  expect(rest).toHaveLength(8);
});

test('somebody who has left is found as disabled', async () => {
  const { body } = await running.client.post('/api/v1/search/users', { email: 'wim@acme.example' });
  expect(at(body, 'list', 0, 'user')).toMatchObject({
    status: 'DISABLED',
    directoryStatus: 'DISABLED',
  });
});
