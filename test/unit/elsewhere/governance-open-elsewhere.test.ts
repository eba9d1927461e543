import { expect, it } from 'vitest';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

const foghorn = {
  appId: 'app-lighthouse',
  entitlementId: 'entitlement-foghorn',
  identityUserId: 'user-noor',
};
const { taskView, expanded } = grantAnswer;

async function asked(of: typeof foghorn, list: readonly object[] = [taskView]) {
  await using server = await startGovernanceServer(() => ({
    json: { list, expanded, nextPageToken: '' },
  }));
  const client = server.port('taskSearch');
  const found = await client.openGrantTask(of);
  return { id: found?.id ?? null, body: JSON.parse(server.asked[0]?.body ?? '') };
}

it('searches the open requests for one access of one person', async () => {
  const { id, body } = await asked(foghorn);
  expect(id).toBe('task-foghorn');
  expect(body).toMatchObject({
    taskStates: ['TASK_STATE_OPEN'],
    subjectIds: ['user-noor'],
    appEntitlementIds: ['entitlement-foghorn'],
    applicationIds: ['app-lighthouse'],
    taskTypes: [{ grant: {} }],
  });
});

it.each([
  ['of somebody else', { identityUserId: 'user-ana' }],
  ['for something else', { entitlementId: 'entitlement-lamp' }],
  ['in another app', { appId: 'app-github' }],
])('ignores a request %s in any answer of the service', async (_what, other) => {
  expect((await asked({ ...foghorn, ...other })).id).toBeNull();
});

it('takes no request that is closed', async () => {
  const task = { ...taskView.task, state: 'TASK_STATE_CLOSED' };
  expect((await asked(foghorn, [{ ...taskView, task }])).id).toBeNull();
});

it('takes no request that also names somebody else', async () => {
  const { grant } = taskView.task.type;
  const task = { ...taskView.task, type: { grant: { ...grant, identityUserId: 'user-ana' } } };
  expect((await asked(foghorn, [{ ...taskView, task }])).id).toBeNull();
});
