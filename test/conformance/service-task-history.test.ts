import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService } from './service-client.ts';

const held = {
  appId: 'app-github',
  appEntitlementId: 'ent-platform-read',
  identityUserId: 'user-ben',
};

async function withGrant(grantDuration: string | null): Promise<RunningService> {
  const running = await runService({ grantLagMs: 0, tokenLifetimeSeconds: 1_000_000 });
  await running.client.approve(textAt(await running.client.granted({ grantDuration }), 'id'));
  return running;
}

test('the history of a task tells who did what, oldest or newest first', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const id = textAt(await running.client.granted({ description: 'please' }), 'id');
  await running.client.act(id, 'comment', { comment: 'soon' });
  await running.client.approve(id);
  const { status, body } = await running.client.post('/api/v1/task/audits', { taskId: id });
  expect(status).toBe(200);
  const bot = 'user-access-bot';
  expect(listAt(body, 'list')).toMatchObject([
    { taskCreated: {}, userId: bot, ticketId: id },
    { comment: { comment: 'soon', updatedBy: bot }, userId: bot },
    {
      actionSubmitted: {
        action: {
          actionType: 'TASK_ACTION_TYPE_APPROVE',
          userId: bot,
          policyStepId: expect.stringMatching(/./),
        },
      },
      userId: bot,
    },
    { comment: { comment: 'aye', updatedBy: bot }, userId: bot },
    { grantOutcome: { outcome: 'GRANT_OUTCOME_GRANTED' }, userId: '' },
  ]);
  const newest = await running.client.post('/api/v1/task/audits', {
    taskId: id,
    newestFirst: true,
  });
  expect(at(newest.body, 'list', 0, 'grantOutcome')).toBeTruthy();
  const comments = await running.client.post('/api/v1/task/audits', {
    taskId: id,
    commentsOnly: true,
  });
  expect(listAt(comments.body, 'list').map((entry) => at(entry, 'comment', 'comment'))).toEqual([
    'soon',
    'aye',
  ]);
});

test('the history of a task comes in pages; the number of a task is no id there', async () => {
  await using running = await runService();
  const id = textAt(await running.client.granted(), 'id');
  for (let index = 1; index <= 11; index += 1)
    await running.client.act(id, 'comment', { comment: `comment ${index}` });
  const first = await running.client.post('/api/v1/task/audits', { taskId: id, pageSize: 10 });
  const pageToken = textAt(first.body, 'nextPageToken');
  const rest = await running.client.post('/api/v1/task/audits', {
    taskId: id,
    pageSize: 10,
    pageToken,
  });
  expect(listAt(rest.body, 'list').map((entry) => at(entry, 'comment', 'comment'))).toEqual([
    'comment 10',
    'comment 11',
  ]);
  expect((await running.client.post('/api/v1/task/audits', { taskId: '1001' })).status).toBe(404);
});

test('access is given back by a task of its own', async () => {
  await using running = await withGrant(null);
  const { status, body } = await running.client.post('/api/v1/task/revoke', {
    ...held,
    description: 'done',
  });
  expect(status).toBe(200);
  expect(at(body, 'taskView', 'task')).toMatchObject({
    state: 'TASK_STATE_CLOSED',
    origin: 'TASK_ORIGIN_API',
    description: 'done',
    type: { revoke: { ...held, outcome: 'REVOKE_OUTCOME_REVOKED' } },
  });
  const again = await running.client.post('/api/v1/task/revoke', held);
  expect([again.status, at(again.body, 'code')]).toEqual([400, 9]);
});

test('a second revocation while the first is under way is a duplicate', async () => {
  await using running = await runService({ grantLagMs: 1000 });
  await running.client.approve(textAt(await running.client.granted(), 'id'));
  running.clock.advance(1000);
  const first = await running.client.post('/api/v1/task/revoke', held);
  const second = await running.client.post('/api/v1/task/revoke', held);
  expect(second.status).toBe(409);
  expect(JSON.stringify(at(second.body, 'details'))).toContain(
    textAt(first.body, 'taskView', 'task', 'id'),
  );
});

test('a revocation needs one target, known and documented fields, and the permission to ask', async () => {
  await using running = await runService({
    clients: [
      { clientId: 'reader', clientSecret: 'secret', userId: 'user-ben', permissions: ['read'] },
    ],
  });
  const statusOf = async (body: Readonly<Record<string, unknown>>) =>
    (await running.client.post('/api/v1/task/revoke', body)).status;
  expect(await statusOf({ ...held, appUserId: 'appuser-github-ben' })).toBe(400);
  expect(await statusOf({ ...held, identityUserId: '' })).toBe(500);
  expect(await statusOf({ ...held, appEntitlementId: 'ent-nothing' })).toBe(404);
  expect(await statusOf({ ...held, grantDuration: '5s' })).toBe(400);
  expect((await (await running.as('reader')).post('/api/v1/task/revoke', held)).status).toBe(403);
});

test('a grant that runs out leaves a revocation of its own, made at that moment', async () => {
  await using running = await withGrant('3600s');
  running.clock.advance(3_599_000);
  expect(running.service.tasks()).toHaveLength(1);
  running.clock.advance(60_000);
  const { body } = await running.client.post('/api/v1/search/tasks', {});
  expect(at(body, 'list', 0, 'task')).toMatchObject({
    origin: 'TASK_ORIGIN_TIME_REVOKE',
    state: 'TASK_STATE_CLOSED',
    createdAt: '2026-05-04T09:00:00.000Z',
    userId: 'user-ben',
    createdByUserId: '',
    type: {
      revoke: { outcome: 'REVOKE_OUTCOME_REVOKED', outcomeTime: '2026-05-04T09:00:00.000Z' },
    },
  });
  expect((await running.client.post('/api/v1/task/revoke', held)).status).toBe(400);
  running.clock.advance(60_000);
  expect(running.service.tasks()).toHaveLength(2);
});

test('an extension takes the place of the grant before it', async () => {
  await using running = await withGrant('3600s');
  running.clock.advance(1_800_000);
  const extension = await running.client.granted({
    grantDuration: '7200s',
    source: { isExtension: true },
  });
  await running.client.approve(textAt(extension, 'id'));
  running.clock.advance(3_600_000);
  expect(running.service.tasks().filter((task) => task.kind === 'revoke')).toEqual([]);
  running.clock.advance(3_600_000);
  expect(running.service.tasks().filter((task) => task.kind === 'revoke')).toHaveLength(1);
});

test('a grant without an end does not run out', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const task = await running.client.granted({ appEntitlementId: 'timetables-read' });
  expect(at(task, 'type', 'grant', 'grantDuration')).toBeNull();
  running.clock.advance(400 * 86_400_000);
  const ofBen = running.service.tasks().filter((one) => one.identityUserId === 'user-ben');
  expect(ofBen).toHaveLength(1);
});

test('the page of a task says for how long and, once it is granted, until when', async () => {
  await using running = await withGrant('93780s');
  const search = await running.client.post('/api/v1/search/tasks', {});
  const numericId = textAt(search.body, 'list', 0, 'task', 'numericId');
  const { body } = await running.client.get(`/task/${numericId}`);
  expect(body).toMatch(/<dd>1 day 2 hours 3 minutes, until \d{4}-\d\d-\d\dT[\d:.]+Z<\/dd>/);
});
