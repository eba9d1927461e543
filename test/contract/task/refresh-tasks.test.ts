import { describe, expect, it } from 'vitest';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { closedSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

describe('reading open tasks again', () => {
  const refresh = () => refreshTasks(desk().deps);

  it('finds decisions made elsewhere', async () => {
    await desk().opened();
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await refresh();
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card.task.state).toBe('closed');
    expect(await desk().said()).toEqual(['over -> U0BEN']);
    await refresh();
    expect(desk().governance.read).toEqual([['task-1']]);
  });

  it('asks the service nothing while nothing is open', async () => {
    await refresh();
    expect([desk().governance.searchedForEnds, desk().governance.read]).toEqual([0, []]);
    await desk().opened();
    await refresh();
    expect(desk().governance.searchedForEnds).toBe(1);
    expect(desk().governance.followed).toEqual({ by: 'id', ids: ['task-1'] });
  });

  it('finds an end at once, even when the task is not due to be read', async () => {
    await desk().opened();
    desk().governance.tellsEnds = false;
    desk().world.pass(3_600_000);
    await refresh();
    desk().world.pass(60_000);
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await refresh();
    expect(desk().governance.read).toEqual([['task-1']]);
    desk().governance.tellsEnds = true;
    await refresh();
    expect(desk().governance.read).toEqual([['task-1'], ['task-1']]);
  });

  it('moves a task that the service does not return to the end of the queue', async () => {
    await desk().opened();
    desk().governance.tasks.delete('task-1');
    desk().world.pass(60_000);
    await refresh();
    const rows = await desk().kysely.selectFrom('taskReadings').select('readAt').execute();
    expect(rows.map((row) => row.readAt)).toEqual([desk().world.now()]);
  });

  it('makes no request if nothing is open or tasks cannot be read', async () => {
    await refresh();
    await desk().opened();
    desk().governance.operations = new Set(['taskActions', 'userSearch']);
    await refresh();
    expect(desk().governance.read).toEqual([]);
  });

  it.each([
    ['is not there when it is read by its id', ['taskRead', 'taskSearch'], 0],
    ['is left out of searches for two minutes', ['taskSearch'], 60_000],
  ] as const)(
    'ends a task that %s, three times in a row; people are told, and it is read no more',
    async (_why, operations, ms) => {
      desk().governance.operations = new Set(operations);
      const task = await desk().opened();
      const missed = async () => {
        desk().governance.tasks.clear();
        desk().world.pass(ms);
        await refresh();
        return (await desk().store.transaction((tx) => tx.tasks.find('task-1')))?.snapshot.outcome;
      };
      expect([await missed(), await missed()]).toEqual(['none', 'none']);
      desk().governance.tasks.set('task-1', task);
      await refresh();
      expect([await missed(), await missed(), await missed()]).toEqual(['none', 'none', 'deleted']);
      expect(await desk().said()).toEqual(['over -> U0BEN', 'over -> thread of C0REVIEWS']);
      const readBefore = desk().governance.read.length;
      await refresh();
      expect(desk().governance.read).toHaveLength(readBefore);
    },
  );

  it('treats a task missing from searches as late, not deleted, within two minutes', async () => {
    desk().governance.operations = new Set(['taskSearch']);
    await desk().opened();
    desk().governance.tasks.clear();
    for (let round = 0; round < 8; round += 1) {
      await refresh();
      desk().world.pass(15_000);
    }
    expect((await desk().store.transaction((tx) => tx.tasks.find('task-1')))?.snapshot.state).toBe(
      'open',
    );
  });

  it('runs again after a failure, which is logged', async () => {
    await desk().opened();
    desk().governance.readings.next(failing('http', false));
    await refresh();
    expect(desk().world.lines.map((line) => line.what)).toEqual(['open tasks not read']);
    desk().governance.tasks.set('task-1', closedSnapshot());
    await refresh();
    expect((await desk().store.transaction((tx) => tx.tasks.find('task-1')))?.snapshot.state).toBe(
      'closed',
    );
  });
});
