import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { type RunningService, useService } from './service-client.ts';

const running = useService();

function remove(
  running: RunningService,
  as: string,
  origin = running.service.url,
): Promise<Response> {
  return fetch(`${running.service.url}/task/1001/delete`, {
    method: 'POST',
    body: new URLSearchParams({ as, comment: 'made by mistake' }),
    headers: { Origin: origin },
    redirect: 'manual',
  });
}

test('a task that an administrator deletes is closed, and found only when deleted ones are included', async () => {
  const id = textAt(await running.client.granted(), 'id');
  expect((await remove(running, 'user-hana')).status).toBe(303);
  expect(await running.client.task(id)).toMatchObject({
    state: 'TASK_STATE_CLOSED',
    deletedAt: '2026-05-04T08:00:00.000Z',
    type: { grant: { outcome: 'GRANT_OUTCOME_CANCELLED' } },
  });
  const found = async (body: object) =>
    listAt((await running.client.post('/api/v1/search/tasks', body)).body, 'list');
  expect(await found({})).toEqual([]);
  expect(await found({ refs: [{ id }] })).toEqual([]);
  expect(await found({ refs: [{ id }], includeDeleted: true })).toHaveLength(1);
  expect((await running.client.grant()).status).toBe(200);
  const page = await (await fetch(`${running.service.url}/task/1001`)).text();
  expect(page).toContain('Deleted');
  expect(page).not.toContain('/task/1001/delete');
});

test('nobody else deletes a task, not from another page, and not twice', async () => {
  const id = textAt(await running.client.granted(), 'id');
  expect((await remove(running, 'user-ana')).status).toBe(403);
  expect((await remove(running, 'user-hana', 'https://pirates.example')).status).toBe(403);
  expect(at(await running.client.task(id), 'deletedAt')).toBeNull();
  expect((await remove(running, 'user-hana')).status).toBe(303);
  expect((await remove(running, 'user-hana')).status).toBe(403);
});
