import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';
import { readWork } from '../../src/extras/worklist/read-work.ts';
import type { WorkItem } from '../../src/extras/worklist/rules/reviewer-work.ts';
import { noon } from './samples.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

/** Ana opens her Home, where this removal waits for her. @returns the id of its card */
export async function showRemovalOnHome(desk: UseCaseDesk, task: TaskSnapshot): Promise<string> {
  desk.governance.operations.add('taskSearch');
  desk.governance.tasks.set(task.id, task);
  const item: WorkItem = {
    id: task.id,
    numericId: task.numericId,
    kind: 'revoke',
    appId: task.appId,
    createdAt: noon,
    isSetUp: false,
    name: 'Revoke access',
    instructions: '',
    review: null,
  };
  desk.world.pass(31_000);
  const workOf = async () => ({ items: [item], isCut: false });
  await readWork({ ...desk.deps, workOf }, 'U0ANA');
  const subject = await desk.store.transaction((tx) => tx.subjects.ofTask(task.id));
  const cards = await desk.store.transaction((tx) => tx.cards.ofRequest(subject?.id ?? ''));
  const [card] = cards;
  if (card === undefined) throw new Error('the removal is on Home');
  return card.id;
}
