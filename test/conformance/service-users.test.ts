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
