import { expect, it } from 'vitest';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { readTask } from '../../support/governance-calls.ts';
import { grantAnswer, grantAnswerWith } from '../../support/governance-fixtures.ts';
import { ask } from '../../support/governance-server.ts';

it('a task is read by its number as well as by its id', async () => {
  const { numericId } = grantAnswer.taskView.task;
  const { value, line } = await ask(grantAnswer, (client) => readTask(client, numericId));
  expect(line).toBe('GET /api/v1/tasks/9007199254740993');
  expect(value).toMatchObject({ taskView: { task: { id: 'task-foghorn' } } });
});

it('reads a task whose details are of other types, and drops what the interface does not declare', async () => {
  const more = { commentCount: '3', externalRefs: [{ url: 7 }], lighthouse: { lamps: [1, null] } };
  const { value } = await ask(grantAnswerWith({ task: more }), (client) =>
    readTask(client, 'task-foghorn'),
  );
  const { externalRefs } = more;
  expect(value).toMatchObject({ taskView: { task: { id: 'task-foghorn', externalRefs } } });
  expect(value).not.toHaveProperty('taskView.task.lighthouse');
});

it.each([
  ['USER_STATUS_DISABLED', 'DISABLED'],
  ['USER_STATUS_SUSPENDED', 'SUSPENDED'],
  ['USER_STATUS_ENABLED', undefined],
  ['USER_STATUS_UNSPECIFIED', undefined],
  ['', undefined],
])('tells of a target whose status is “%s”: %s', (status, told) => {
  const answer = taskAnswer.parse(grantAnswer);
  const userId = answer.taskView.task.userId;
  const user = { '@type': 'type.googleapis.com/c1.api.user.v1.User', id: userId, status };
  const snapshot = taskSnapshot(answer.taskView, [user]);
  expect(snapshot.target?.id).toBe(userId);
  expect(snapshot.targetStatus).toBe(told);
});
