import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { findTasksElsewhere } from '../../../src/extras/elsewhere/find-tasks-elsewhere.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews, closing } = reviewing(desk);

const dayMs = 86_400_000;
const made: TaskSnapshot = snapshot({
  sourceRequestId: null,
  createdBy: { id: 'user-ben', name: 'Ben Okafor' },
  origin: 'TASK_ORIGIN_WEBAPP',
});

beforeEach(() => {
  desk().governance.tasks.set('task-1', made);
});

/** One round, where GitHub shows all requests. */
async function look(tasks: 'bot' | 'all' = 'all'): Promise<void> {
  const { settings } = desk().deps;
  const apps = settings.apps.map((app) => ({ ...app, tasks }));
  await findTasksElsewhere({ ...desk().deps, settings: { ...settings, apps } });
  await desk().runJobs('sync-card');
}

const cardsIn = () => desk().chat.posted.map(({ channel }) => channel);
const hoursBack = (at: number) =>
  (desk().world.now().getTime() - (desk().governance.lookedFor[at]?.since.getTime() ?? 0)) /
  3_600_000;

describe('a request that was made elsewhere', () => {
  it('gets one card in the channel of its app, with who asked', async () => {
    await look();
    await look();
    expect(cardsIn()).toEqual(['C0REVIEWS']);
    expect(desk().chat.posted[0]?.card).toMatchObject({
      request: { requester: null, elsewhere: { kind: 'grant', requesterName: 'Ben Okafor' } },
      offered: { decisions: [{ verb: 'approve' }, { verb: 'deny' }] },
    });
    expect(await desk().audited()).toContain('task.found');
  });

  it('is shown after those that were made before it', async () => {
    const { governance, world } = desk();
    governance.tasks.set('task-2', { ...made, id: 'task-2', numericId: '1043' });
    governance.madeAt.set('task-1', new Date(world.now().getTime() - 1_000));
    governance.madeAt.set('task-2', new Date(world.now().getTime() - 2_000));
    await look();
    expect(desk().chat.posted.map(({ card }) => card.task.id)).toEqual(['task-2', 'task-1']);
  });

  it('is as old as the service tells, not as long as it is known', async () => {
    const createdAt = '2026-02-27T08:00:00.000Z';
    desk().governance.tasks.set('task-1', { ...made, createdAt });
    await look();
    expect(desk().chat.posted[0]?.card.request.createdAt).toEqual(new Date(createdAt));
  });

  it('is decided by the same rules, and tells its requester nothing', async () => {
    await look();
    const card = await desk().kysely.selectFrom('cards').select('id').executeTakeFirstOrThrow();
    closing();
    const on = { cardId: card.id, clicked: null };
    await click('U0BEN', on);
    await click('U0ANA', on);
    await carryOut();
    expect(new Set(await reviews())).toEqual(
      new Set([
        ['U0ANA', 'done', null],
        ['U0BEN', 'refused', 'own-request'],
      ]),
    );
    desk().world.pass(5_000);
    const said = await desk().said();
    expect(said.filter((line) => line.startsWith('decided') || line.startsWith('ended'))).toEqual(
      [],
    );
  });

  it('is on the Home of its reviewers', async () => {
    await look();
    const reviewer = { identityUserId: 'user-ana', slackUserId: 'U0ANA' };
    const waiting = await desk().store.transaction((tx) => tx.tasks.waitingFor(reviewer, 5));
    expect(waiting.total).toBe(1);
  });

  it('shows its end when it ends elsewhere', async () => {
    await look();
    desk().governance.tasks.set(
      'task-1',
      closedSnapshot({ sourceRequestId: null, outcome: 'denied' }),
    );
    await refreshTasks(desk().deps);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card.task.state).toBe('closed');
  });
});

describe('what is not shown', () => {
  it('are requests in apps that show the bot’s own alone', async () => {
    await look('bot');
    expect(desk().governance.lookedFor).toEqual([]);
    expect(cardsIn()).toEqual([]);
  });

  it.each<[string, Partial<TaskSnapshot>]>([
    ['that takes access away', { takesAway: true }],
    ['of another app', { appId: 'app-else' }],
    ['that is over', { state: 'closed' }],
  ])('is a task %s, even if the search tells it', async (_what, change) => {
    desk().governance.tasks.set('task-1', { ...made, ...change });
    await look();
    expect(desk().governance.read).toEqual([['task-1']]);
    expect(cardsIn()).toEqual([]);
  });

  it('is the task of a request of the bot whose answer is still to come', async () => {
    await desk().ask();
    desk().governance.tasks.set('task-1', { ...made, sourceRequestId: 'request-1' });
    await look();
    expect(await desk().audited()).not.toContain('task.found');
  });
});

describe('looking for requests', () => {
  it('goes back a day at first, then ten minutes behind the last round', async () => {
    await look();
    expect(hoursBack(0)).toBeCloseTo(24);
    desk().world.pass(60_000);
    await look();
    expect(hoursBack(1)).toBeCloseTo(11 / 60);
  });

  it('goes back to the first look once a day, and finds what was shown late', async () => {
    desk().governance.hidden.add('task-1');
    await look();
    desk().world.pass(dayMs - 60_000);
    await look();
    desk().governance.hidden.clear();
    desk().world.pass(60_000);
    await look();
    expect(hoursBack(2)).toBeCloseTo(48);
    expect(cardsIn()).toEqual(['C0REVIEWS']);
  });

  it('goes on from the same time after a failure', async () => {
    await look();
    desk().world.pass(60_000);
    desk().governance.tasks.set('task-2', { ...made, id: 'task-2' });
    desk().governance.readings.next(failing('network', true));
    await look();
    expect(cardsIn()).toHaveLength(1);
    desk().world.pass(3_600_000);
    await look();
    expect(hoursBack(2)).toBeCloseTo(1 + 11 / 60);
    expect(cardsIn()).toHaveLength(2);
  });

  it('calls the reviewers directly when the app has no channel', async () => {
    const { settings } = desk().deps;
    const apps = settings.apps.map((app) => ({ ...app, tasks: 'all' as const, channel: null }));
    desk().governance.tasks.set('task-1', { ...made, stepApprovers: [person('user-ana')] });
    await findTasksElsewhere({ ...desk().deps, settings: { ...settings, apps } });
    await desk().runJobs('sync-card');
    expect(await desk().said()).toEqual(['list -> U0ANA']);
    expect(cardsIn()).toEqual([]);
  });
});
