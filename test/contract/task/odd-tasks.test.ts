import { expect, it } from 'vitest';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it('does not take a task for deleted that is there and cannot be read', async () => {
  await desk().opened();
  desk().governance.unreadable.add('task-1');
  for (const _round of [1, 2, 3, 4]) {
    desk().world.pass(60_000);
    await refreshTasks(desk().deps);
  }
  const row = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
  expect(row?.snapshot).toMatchObject({ state: 'open', outcome: 'none' });
});
