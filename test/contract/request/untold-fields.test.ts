import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { snapshot, untoldSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

/** An answer with the id alone. */
const idOnly = untoldSnapshot();

async function kept(): Promise<TaskSnapshot | undefined> {
  return (await desk().store.transaction((tx) => tx.tasks.find('task-1')))?.snapshot;
}

async function reads(change: Partial<TaskSnapshot>): Promise<void> {
  desk().governance.tasks.set('task-1', { ...idOnly, ...change });
  await refreshTasks(desk().deps);
}

const channels = async () =>
  (await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'))).map(
    ({ channel }) => channel,
  );

describe('an emergency whose answer tells only its id', () => {
  async function sent(): Promise<void> {
    desk().governance.tasks.set('task-1', idOnly);
    desk().governance.grants.next(ok(idOnly));
    await desk().ask({ emergency: true });
    await createTask(desk().deps, 'request-1');
  }

  it('stays one, with what was sent for it, and calls those on call', async () => {
    await sent();
    expect(await kept()).toMatchObject({
      emergency: true,
      justification: 'INC-42: the timetable build is red',
      grantDurationSeconds: 14_400,
      target: { id: 'user-ben' },
      entitlements: [{ id: 'ent-write' }],
      asSent: ['person', 'app', 'entitlement', 'period', 'justification', 'emergency'],
    });
    expect(new Set(await channels())).toEqual(new Set(['C0REVIEWS', 'C0INCIDENTS']));
    await desk().runJobs();
    const incident = desk().chat.posted.find(({ channel }) => channel === 'C0INCIDENTS');
    expect(incident?.card).toMatchObject({ onCall: 'S0ONCALL' });
  });

  it('stays so with every later reading that tells nothing', async () => {
    await sent();
    const first = await kept();
    await reads({});
    expect(await kept()).toEqual(first);
  });

  it('is what a later reading tells, which is no longer marked as sent', async () => {
    await sent();
    await reads({ emergency: false, grantDurationSeconds: 60 });
    const told = await kept();
    expect(told).toMatchObject({ emergency: false, grantDurationSeconds: 60 });
    expect(told?.asSent).toEqual(['person', 'app', 'entitlement', 'justification']);
    await reads({});
    expect(await kept()).toMatchObject({ emergency: false, grantDurationSeconds: 60 });
  });
});

describe('a task that is found after its answer was lost', () => {
  const { target, entitlements } = snapshot();
  const named = untoldSnapshot({ target, entitlements });
  async function found(createdBy: string | undefined): Promise<TaskSnapshot | undefined> {
    const made = createdBy === undefined ? {} : { createdBy: { id: createdBy } };
    desk().governance.operations.add('whoAmI');
    desk().governance.grants.next(failing('timeout', false));
    await desk().ask({ emergency: true });
    await expect(createTask(desk().deps, 'request-1')).rejects.toThrow('in a test');
    desk().governance.tasks.set('task-1', { ...named, ...made, sourceRequestId: 'request-1' });
    await createTask(desk().deps, 'request-1');
    return kept();
  }

  it('is as it was sent if the bot’s own account made it', async () => {
    expect(await found('user-bot')).toMatchObject({
      emergency: true,
      grantDurationSeconds: 14_400,
    });
  });

  it.each([
    ['another account', 'user-eve'],
    ['nobody that is told', undefined],
  ])('is not filled in if %s made it: anybody can write the id of a request', async (_by, id) => {
    const task = await found(id);
    expect(task).toMatchObject({ emergency: null, justification: '' });
    expect(task?.asSent).toBeUndefined();
  });
});
