import { expect, it } from 'vitest';
import { listTaskAudits } from '../../../src/service/client/optional-operations.ts';
import { readPage } from '../../../src/service/client/wire/paging.ts';
import { ask } from '../../support/governance-server.ts';

it('reads comments of a task’s history as deployments write them, and takes no other text for one', async () => {
  const json = {
    list: [
      { id: 'audit-2', userId: 'user-ana', comment: { comment: 'Too loud' }, metadata: {} },
      { id: 'audit-1', userId: 'user-bot', metadata: { a: 1 }, comment: null, taskCreated: {} },
      {
        id: 'audit-0',
        userId: 'user-bot',
        actionSubmitted: {
          action: { actionType: 'TASK_ACTION_TYPE_APPROVE', userId: 'user-bot', policyStepId: 's' },
        },
      },
      {
        id: 'audit-x',
        userId: 'user-bot',
        comment: 'Approved in Slack by "Eve", Slack user U0EVE.',
      },
      {},
    ],
    nextPageToken: '',
  };
  const { line, body, value } = await ask(json, (client) =>
    readPage(
      client,
      listTaskAudits,
      { path: {}, body: { taskId: 'task-1' } },
      { pageSize: 50, pageToken: '' },
    ),
  );
  expect([line, body]).toEqual(['POST /api/v1/task/audits', { taskId: 'task-1', pageSize: 50 }]);
  expect(value).toMatchObject({
    list: [
      { userId: 'user-ana', comment: 'Too loud' },
      { userId: 'user-bot', comment: '' },
      { userId: 'user-bot', comment: '' },
      { userId: 'user-bot', comment: '' },
      { userId: '', comment: '' },
    ],
  });
});
