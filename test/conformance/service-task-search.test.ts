import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService } from './service-client.ts';

async function foundBy(
  running: RunningService,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const answer = await running.client.post('/api/v1/search/tasks', body);
  expect(answer.status).toBe(200);
  return listAt(answer.body, 'list').map((view) => textAt(view, 'task', 'numericId'));
}

/**
 * 1001 Ben reads GitHub (denied), 1002 Dara blows the horn, 1003 Umar administers GitHub (second
 * step).
 */
async function threeTasks(): Promise<RunningService> {
  const running = await runService();
  await running.client.granted({ description: 'to look something up' });
  await running.client.granted({
    appId: 'app-foghorn',
    appEntitlementId: 'blow',
    identityUserId: 'user-dara',
  });
  await running.client.granted({
    appEntitlementId: 'ent-platform-admin',
    identityUserId: 'user-umar',
  });
  await running.client.act('1001', 'deny');
  await running.client.approve('1003');
  return running;
}

test('each filter narrows the search', async () => {
  await using running = await threeTasks();
  expect(await foundBy(running, { taskStates: ['TASK_STATE_CLOSED'] })).toEqual(['1001']);
  expect(await foundBy(running, { taskStates: ['TASK_STATE_OPEN'] })).toEqual(['1003', '1002']);
  expect(await foundBy(running, { assigneesInIds: ['user-goran', 'user-oskar'] })).toEqual([
    '1003',
    '1002',
  ]);
  expect(await foundBy(running, { myWorkUserIds: ['user-oskar'] })).toEqual(['1002']);
  expect(await foundBy(running, { myWorkUserIds: ['user-fatima'] })).toEqual(['1003']);
  expect(await foundBy(running, { openerOrSubjectUserId: 'user-dara' })).toEqual(['1002']);
  expect(await foundBy(running, { openerOrSubjectUserId: 'user-access-bot' })).toHaveLength(3);
  expect(await foundBy(running, { query: 'FOGHORN dara' })).toEqual(['1002']);
  expect(await foundBy(running, { query: 'look something' })).toEqual(['1001']);
  expect(await foundBy(running, { taskStates: ['TASK_STATE_CLOSED'], query: 'foghorn' })).toEqual(
    [],
  );
});

test('refs find tasks by id, not by number', async () => {
  await using running = await threeTasks();
  const ids = running.service.tasks().map((task) => task.id);
  expect(await foundBy(running, { refs: [{ id: ids[0] }, { id: ids[2] }] })).toEqual([
    '1003',
    '1001',
  ]);
  expect(await foundBy(running, { refs: [{ id: '1001' }] })).toEqual([]);
});

test('the newest comes first, or the oldest where that is asked for', async () => {
  await using running = await threeTasks();
  const newestFirst = ['1003', '1002', '1001'];
  expect(await foundBy(running, {})).toEqual(newestFirst);
  const sortBy = 'TASK_SEARCH_SORT_BY_CREATED_AT';
  expect(await foundBy(running, { sortBy })).toEqual(newestFirst.toReversed());
});

test('pages cover every task once, although new ones arrive meanwhile', async () => {
  await using running = await runService();
  const people = ['ben', 'dara', 'chen', 'emil', 'umar', 'goran', 'hana', 'liam'];
  for (const name of people) {
    for (const appEntitlementId of [
      'ent-platform-read',
      'ent-platform-write',
      'ent-platform-deploy',
    ]) {
      await running.client.granted({ appEntitlementId, identityUserId: `user-${name}` });
    }
  }
  const seen: string[] = [];
  const sizes: number[] = [];
  let pageToken = '';
  do {
    const { body } = await running.client.post('/api/v1/search/tasks', { pageSize: 10, pageToken });
    const list = listAt(body, 'list');
    sizes.push(list.length);
    seen.push(...list.map((view) => textAt(view, 'task', 'numericId')));
    pageToken = textAt(body, 'nextPageToken');
    await running.client.grant({
      identityUserId: 'user-rosa',
      appEntitlementId: 'ent-platform-read',
    });
  } while (pageToken !== '');
  expect(seen).toEqual(Array.from({ length: 24 }, (_, index) => String(1024 - index)));
  expect(sizes).toEqual([10, 7, 7]);
});

test('a task is read by id or by number, without anything expanded', async () => {
  await using running = await threeTasks();
  const byNumber = await running.client.get('/api/v1/tasks/1002');
  const id = textAt(byNumber.body, 'taskView', 'task', 'id');
  const byId = await running.client.get(`/api/v1/tasks/${id}`);
  expect(byId.body).toEqual(byNumber.body);
  expect(at(byId.body, 'expanded')).toEqual([]);
  expect(at(byId.body, 'taskView', 'appPath')).toBe('');
  expect((await running.client.get('/api/v1/tasks/9999')).status).toBe(404);
});
