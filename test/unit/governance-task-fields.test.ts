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

it('a field of a task that the bot does not use is passed on as it came, whatever it is', async () => {
  const more = { commentCount: '3', externalRefs: [{ url: 7 }], lighthouse: { lamps: [1, null] } };
  const { value } = await ask(grantAnswerWith({ task: more }), (client) => readTask(client, 'task-foghorn'));
  expect(value).toMatchObject({ taskView: { task: more } });
});
