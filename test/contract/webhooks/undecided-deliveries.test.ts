import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { denyUndecided } from '../../../src/extras/webhooks/deny-undecided.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const { start, deliver, answers, delivery, callbacks, carriesOut } = delivering(desk);

const hook = 'hook of task-1 step-1';
const dayMs = 24 * 3_600_000;

beforeEach(async () => {
  start();
  const task = webhookTask();
  await desk().opened(task);
  await deliver(task);
});

/** A round after the time in which somebody had to decide. */
async function denyNow(): Promise<void> {
  await denyUndecided({ ...desk().deps, callbacks: callbacks() });
}

/** The task is read as denied. */
async function endsElsewhere(change: Partial<TaskSnapshot> = {}): Promise<void> {
  const denied = closedSnapshot({ outcome: 'denied', decisions: [], ...change });
  desk().governance.tasks.set('task-1', denied);
  await refreshTasks(desk().deps);
}

async function told() {
  expect(await desk().said()).toContain('over -> U0BEN');
  return desk().chat.shown.at(-1)?.text;
}

describe('a step that nobody decided in time', () => {
  it('is denied again when the answer to the denial was lost', async () => {
    desk().world.pass(dayMs);
    callbacks().answers.next(failing('timeout', false));
    await expect(denyNow()).rejects.toThrow('timeout');
    carriesOut('denied');
    // The call may still be under way, in this process or in another one.
    await denyNow();
    expect(answers()).toHaveLength(1);
    desk().world.pass(60_000);
    await denyNow();
    expect(answers().map(({ kind }) => kind)).toEqual(['deny', 'deny']);
    expect(await delivery(hook)).toMatchObject({ state: 'answered' });
    expect(await desk().said()).toContain('over -> U0BEN');
  });

  it('was denied by the answer that was lost, when the callback is spent and the task denied', async () => {
    desk().world.pass(dayMs);
    callbacks().answers.next(failing('timeout', false), 'spent');
    carriesOut('denied');
    await expect(denyNow()).rejects.toThrow('timeout');
    desk().world.pass(60_000);
    await denyNow();
    const said = await desk().said();
    expect(said).toContain('over -> U0BEN');
    expect(said).not.toContain('answer-refused -> U0HANA');
  });

  it('is told as that when the end is read before the answer is known', async () => {
    desk().world.pass(dayMs);
    callbacks().answers.next(failing('timeout', false));
    await expect(denyNow()).rejects.toThrow('timeout');
    await endsElsewhere();
    expect(await told()).toContain('Nobody decided in time');
  });

  it('is told as the denial of who denied it in the console before the answer is known', async () => {
    desk().world.pass(dayMs);
    callbacks().answers.next(failing('timeout', false));
    await expect(denyNow()).rejects.toThrow('timeout');
    await endsElsewhere({ approvers: [person('user-ana')] });
    expect(await told()).toContain('was denied by Ana');
  });

  it('is not told as that when the service has ended it before', async () => {
    desk().world.pass(dayMs);
    callbacks().answers.next(failing('unauthorized', true));
    await expect(denyNow()).rejects.toThrow('unauthorized');
    await endsElsewhere();
    expect(await told()).not.toContain('Nobody decided');
  });

  it('is denied although another one cannot be answered now', async () => {
    const other = webhookTask({ id: 'task-2', numericId: '1043' });
    desk().governance.tasks.set('task-2', other);
    await deliver(other);
    desk().world.pass(dayMs);
    callbacks().answers.next(failing('unauthorized', true));
    await expect(denyNow()).rejects.toThrow('unauthorized');
    expect(answers()).toHaveLength(2);
    const states = [
      (await delivery(hook))?.state,
      (await delivery('hook of task-2 step-1'))?.state,
    ];
    expect(new Set(states)).toEqual(new Set(['answered', 'open']));
  });

  it('is not approved while the denial is on its way', async () => {
    desk().world.pass(dayMs);
    callbacks().onAnswer = async ({ kind }) => {
      if (kind !== 'deny') return;
      await click('U0ANA');
      await carryOut().catch(() => undefined);
    };
    await denyNow();
    expect(answers().map(({ kind }) => kind)).toEqual(['deny']);
    expect(await delivery(hook)).toMatchObject({ state: 'answered' });
    carriesOut('denied');
    expect((await reviews()).map(([who, state]) => [who, state])).not.toContainEqual([
      'U0ANA',
      'done',
    ]);
  });

  it('says on its card that nobody decided', async () => {
    desk().world.pass(dayMs);
    carriesOut('denied');
    await denyNow();
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card).toMatchObject({
      isUndecided: true,
      task: { outcome: 'denied' },
    });
  });

  it('is no such card when somebody denied it', async () => {
    carriesOut('denied');
    await click('U0ANA', { verb: 'deny', reason: 'no' });
    await carryOut();
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card).toMatchObject({ isUndecided: false });
  });

  it('can be requested again from the message', async () => {
    desk().world.pass(dayMs);
    carriesOut('denied');
    await denyNow();
    expect(await told()).toContain('Nobody decided in time');
    expect(desk().chat.shown.at(-1)?.buttons).toEqual(['request.again']);
  });
});
