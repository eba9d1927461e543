import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { watchConsole, watchTask } from '../../../src/use-cases/task/watch-task.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click } = reviewing(desk);
const { start, deliver, callbacks } = delivering(desk);

/** As the bot runs for a company. */
const roundMs = 15_000;
/** Jobs begin a little later than they could, and a call takes its time. */
const marginMs = 400;
const boundMs = 2_000 - marginMs;
/** At once, and where the looks are far apart. */
const lags = [0, 10_000] as const;

const beingSetUp = snapshot({ currentStepId: 'step-set-up', stepApprovers: [] });
const second = snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-dee')] });

/** What the service does by itself, and when. */
let coming: { readonly at: number; readonly task: TaskSnapshot }[] = [];
let nextRound = 0;
const now = () => desk().world.now().getTime();
const serviceHas = (task: TaskSnapshot) => void desk().governance.tasks.set('task-1', task);

beforeEach(() => {
  coming = [];
  nextRound = now() + roundMs - 1;
});

/** From now on the service is at work, and after so long it has given the access. */
function givesAfter(lagMs: number): void {
  serviceHas(lagMs === 0 ? closedSnapshot() : beingSetUp);
  if (lagMs > 0) coming.push({ at: now() + lagMs, task: closedSnapshot() });
}

const toldOf = (words: 'You have' | 'Deleted') =>
  desk().chat.shown.some(({ to, text }) => to === 'U0BEN' && text.includes(words));

async function nextJobAt(): Promise<number> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select min(start_after) as at from job_to_run`.execute(desk().kysely);
  return rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Lets time pass from one event to the next: jobs, rounds, and what the service does. */
async function runUntil(isOver: () => boolean, withinMs = 120_000): Promise<void> {
  const end = now() + withinMs;
  for (;;) {
    await desk().runJobs();
    if (isOver()) return;
    const at = Math.min(await nextJobAt(), nextRound, ...coming.map((one) => one.at));
    if (at > end) throw new Error('it never came');
    desk().world.pass(Math.max(0, at - now()));
    for (const one of coming.filter((change) => change.at <= now())) serviceHas(one.task);
    coming = coming.filter((change) => change.at > now());
    if (now() < nextRound) continue;
    nextRound += roundMs;
    await refreshTasks(desk().deps);
  }
}

/** How long after the grant the requester reads it. */
async function latenessMs(grantedAt: number): Promise<number> {
  await runUntil(() => toldOf('You have'));
  return now() - grantedAt;
}

describe.each(lags)('a grant that takes the service %d ms', (lagMs) => {
  it('is read in time after an approval through the bot', async () => {
    await desk().opened();
    desk().governance.onReview = () => givesAfter(lagMs);
    await click('U0ANA');
    const grantedAt = now() + lagMs;
    expect(await latenessMs(grantedAt)).toBeLessThanOrEqual(boundMs);
  });

  it('is read in time after the last of several approvals', async () => {
    await desk().opened();
    desk().governance.onReview = () => serviceHas(second);
    await click('U0ANA');
    await runUntil(() => desk().governance.reviewOrders.length === 1);
    desk().governance.onReview = () => givesAfter(lagMs);
    await click('U0DEE', { stepId: 'step-2' });
    const grantedAt = now() + lagMs;
    expect(await latenessMs(grantedAt)).toBeLessThanOrEqual(boundMs);
  });

  it('is read in time after an approval of a step that was handed over', async () => {
    start();
    const task = webhookTask();
    await desk().opened(task);
    await deliver(task);
    callbacks().onAnswer = () => givesAfter(lagMs);
    await click('U0ANA');
    const grantedAt = now() + lagMs;
    expect(await latenessMs(grantedAt)).toBeLessThanOrEqual(boundMs);
  });

  it('is read in time after an approval in the console, by somebody who went there from the card', async () => {
    await desk().opened();
    await watchConsole(desk().deps, 'card-1');
    const decidedAt = now() + 20_300;
    await runUntil(() => now() + 1_500 >= decidedAt);
    coming.push({ at: decidedAt, task: lagMs === 0 ? closedSnapshot() : beingSetUp });
    coming.push({ at: decidedAt + lagMs, task: closedSnapshot() });
    expect(await latenessMs(decidedAt + lagMs)).toBeLessThanOrEqual(boundMs);
  });

  it('is read in time where the policy decides by itself', async () => {
    const requestId = await desk().ask();
    serviceHas(lagMs === 0 ? closedSnapshot() : beingSetUp);
    desk().governance.grants.next(ok(lagMs === 0 ? closedSnapshot() : beingSetUp));
    if (lagMs > 0) coming.push({ at: now() + lagMs, task: closedSnapshot() });
    const grantedAt = now() + lagMs;
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'create-task', requestId }));
    expect(await latenessMs(grantedAt)).toBeLessThanOrEqual(boundMs);
  });
});

describe('a watched task', () => {
  const watched = () => desk().kysely.selectFrom('watchedTasks').select(['taskId']).execute();
  const jobs = async () => (await desk().takeJobs('read-watched')).length;

  it('leaves no job of its own and no row when it is over', async () => {
    await desk().opened();
    desk().governance.onReview = () => givesAfter(3_000);
    await click('U0ANA');
    await runUntil(() => toldOf('You have'));
    // The job of a message that would have said that the access is being set up.
    desk().world.pass(7_000);
    await desk().runJobs();
    expect(await watched()).toEqual([]);
    const waiting = await sql<{
      kind: string;
    }>`select job ->> 'kind' as kind from job_to_run`.execute(desk().kysely);
    expect(waiting.rows).toEqual([]);
  });

  it('is left to the usual round when the service takes longer than a minute', async () => {
    await desk().opened();
    desk().governance.onReview = () => serviceHas(beingSetUp);
    await click('U0ANA');
    const minuteLater = now() + 60_000;
    await runUntil(() => now() > minuteLater);
    expect(await watched()).toEqual([]);
    expect(desk().governance.tasks.get('task-1')?.state).toBe('open');
  });

  it('is watched on while the service does not answer', async () => {
    await desk().opened();
    desk().governance.onReview = () => givesAfter(3_000);
    await click('U0ANA');
    await desk().runJobs('carry-out-action');
    desk().governance.readings.next(failing('network', true), failing('network', true));
    const grantedAt = now() + 3_000;
    expect(await latenessMs(grantedAt)).toBeLessThanOrEqual(boundMs);
  });

  it('does not count as deleted because it is not told for some seconds', async () => {
    await desk().opened();
    desk().governance.onReview = () => {
      desk().governance.tasks.delete('task-1');
      coming.push({ at: now() + 10_000, task: closedSnapshot() });
    };
    await click('U0ANA');
    const grantedAt = now() + 10_000;
    expect(await latenessMs(grantedAt)).toBeLessThanOrEqual(boundMs);
    expect(toldOf('Deleted')).toBe(false);
  });

  it('is read together with another in one call', async () => {
    await desk().opened();
    await desk().ask({ id: 'request-2' });
    const other = snapshot({ id: 'task-2', sourceRequestId: 'request-2' });
    desk().governance.tasks.set('task-2', other);
    await desk().store.transaction(async (tx) => {
      await tx.tasks.save('request-2', other, tx.at);
      for (const taskId of ['task-1', 'task-2'])
        await watchTask(tx, { taskId, stepId: 'step-1', reason: 'carried-out' });
    });
    desk().world.pass(500);
    await desk().runJobs('read-watched');
    expect(desk().governance.read).toEqual([['task-1', 'task-2']]);
    desk().world.pass(1_000);
    expect(await jobs()).toBe(1);
  });

  it('is not begun where tasks cannot be read', async () => {
    await desk().opened();
    desk().governance.operations.delete('taskRead');
    desk().governance.operations.delete('taskSearch');
    await watchConsole(desk().deps, 'card-1');
    expect(await watched()).toEqual([]);
    expect(await jobs()).toBe(0);
  });
});
