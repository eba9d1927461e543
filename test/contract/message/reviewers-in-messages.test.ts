import { describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const decidedBy = (...names: readonly string[]): Partial<TaskSnapshot> => ({
  stepApprovers: names.map((one) => person(`user-${one}`)),
});

/** The service tells something new, and the bot reads it. */
async function read(task: TaskSnapshot): Promise<void> {
  desk().governance.tasks.set('task-1', task);
  await refreshTasks(desk().deps);
}

/** The request was made, and its requester was not told yet. */
async function unposted(change: Partial<TaskSnapshot>): Promise<void> {
  const task = snapshot(change);
  await desk().wanted(task, { cardId: 'card-1' });
  desk().governance.tasks.set(task.id, task);
  const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };
  await desk().store.transaction((tx) => tx.cards.markPosted('card-1', place, 'old'));
}

async function posted(): Promise<string> {
  await desk().runJobs('show-asking');
  return desk().chat.shown.at(-1)?.text ?? '';
}

describe('what a person is told of their request', () => {
  it('names the present reviewers when they changed while it waited', async () => {
    await unposted(decidedBy('ana'));
    desk().governance.tasks.set('task-1', snapshot(decidedBy('dee')));
    desk().world.pass(61_000);
    const text = await posted();
    expect(text).toContain('Dee will decide.');
    expect(text).not.toContain('Ana will decide');
  });

  it.each([
    ['is down', () => desk().governance.readings.next(failing('network', true))],
    ['does not tell of the task', () => desk().governance.tasks.clear()],
    ['has a task that cannot be read', () => desk().governance.unreadable.add('task-1')],
  ])('names nobody when the last reading is old and the service %s', async (_why, fail) => {
    await unposted(decidedBy('ana'));
    desk().world.pass(61_000);
    fail();
    expect(await posted()).toMatch(/^Your request for .* is with the reviewers\.\n/);
    expect(desk().chat.shown.at(-1)?.buttons).toContain('request.nudge');
  });

  it('asks the service nothing when the last reading is recent', async () => {
    await unposted(decidedBy('ana'));
    desk().world.pass(59_000);
    expect(await posted()).toContain('Ana will decide.');
    expect(desk().governance.read).toEqual([]);
  });

  it('is edited when the reviewers change after it was posted', async () => {
    await unposted(decidedBy('ana'));
    expect(await posted()).toContain('Ana will decide.');
    await read(snapshot({ ...decidedBy('ana'), appName: 'Renamed' }));
    expect(await posted()).toContain('Ana will decide.');
    await read(snapshot(decidedBy('dee')));
    expect(await posted()).toContain('Dee will decide.');
    expect(await posted()).not.toContain('Ana will decide');
    expect(desk().chat.shown).toHaveLength(1);
  });

  it('names those of each request, except of unreadable ones', async () => {
    await unposted(decidedBy('ana'));
    await desk().kysely.updateTable('requests').set({ groupId: 'request-1' }).execute();
    await desk().ask({ id: 'request-2', groupId: 'request-1', entitlementName: 'Platform: admin' });
    const second = snapshot({
      id: 'task-2',
      numericId: '1043',
      sourceRequestId: 'request-2',
      ...decidedBy('cho'),
    });
    await desk().store.transaction(async (tx) => {
      await tx.requests.save('request-2', { state: 'created', taskId: 'task-2', at: tx.at });
      await tx.tasks.save('request-2', second, tx.at);
    });
    desk().governance.tasks.set('task-1', snapshot(decidedBy('dee')));
    desk().governance.unreadable.add('task-2');
    desk().world.pass(61_000);
    await showAsking(desk().deps, 'request-1');
    expect(desk().chat.shown.at(-1)?.text.split('\n').slice(1, 3)).toEqual([
      '• *GitHub · Platform: write* (#1042): Dee',
      '• *GitHub · Platform: write* (#1043)',
    ]);
  });
});
