import { expect, it } from 'vitest';
import { updateCard } from '../../../src/use-cases/card/sync-card.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it('stores somebody’s changed place in the company without rendering a card again', async () => {
  await desk().opened();
  await updateCard(desk().deps, 'card-1');
  const { updated } = desk().chat;
  const cards = updated.length;
  const targetAtWork = { department: 'Platform' };
  desk().governance.tasks.set('task-1', snapshot({ targetAtWork }));
  await refreshTasks(desk().deps);
  await desk().runJobs('sync-card', 'update-card');
  expect(updated).toHaveLength(cards);
  const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
  expect(kept?.snapshot).toMatchObject({ targetAtWork });
});
