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
