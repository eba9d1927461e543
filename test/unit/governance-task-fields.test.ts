import { expect, it } from 'vitest';
import { readTask } from '../support/governance-calls.ts';
import { grantAnswer, grantAnswerWith } from '../support/governance-fixtures.ts';
import { ask } from '../support/governance-server.ts';

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
  const externalRefs = [{ url: '(not readable: expected a text)' }];
  expect(value).toMatchObject({ taskView: { task: { id: 'task-foghorn', externalRefs } } });
  expect(value).not.toHaveProperty('taskView.task.lighthouse');
});
