import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, untoldSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const { start, deliver, delivery, answers, carriesOut } = delivering(desk);

/** A reading that tells the id alone. */
const idOnly = untoldSnapshot();

const delivered = {
  currentStepId: 'step-1',
  stepApprovers: [person('user-ana'), person('user-cho')],
  delivered: { kind: 'approval' },
  target: { id: 'user-ben' },
  appName: 'GitHub',
  entitlements: [{ name: 'Platform: write' }],
  justification: 'INC-42: the timetable build is red',
  grantDurationSeconds: 14_400,
  emergency: true,
};

async function kept(): Promise<TaskSnapshot | undefined> {
  return (await desk().store.transaction((tx) => tx.tasks.find('task-1')))?.snapshot;
}

function silent(): void {
  desk().governance.tasks.set('task-1', idOnly);
}

async function decides(): Promise<void> {
  carriesOut();
  await click('U0ANA');
  await carryOut();
}

beforeEach(() => void start());

describe('a reading that tells only the id, while a delivered step waits', () => {
  it('takes nothing back of a request made here, and the step is decided', async () => {
    const task = webhookTask({ emergency: true });
    await desk().opened(task);
    await deliver(task);
    silent();
    await refreshTasks(desk().deps);
    expect(await kept()).toMatchObject(delivered);
    await decides();
    expect(answers()).toMatchObject([{ kind: 'approve' }]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('takes nothing back of what was made elsewhere, not even where no other reading was before', async () => {
    silent();
    await deliver(
      webhookTask({ emergency: true, sourceRequestId: null, createdBy: person('user-cho') }),
    );
    // Cho made it, so she does not decide.
    const stepApprovers = [person('user-ana')];
    expect(await kept()).toMatchObject({ ...delivered, stepApprovers });
    await refreshTasks(desk().deps);
    expect(await kept()).toMatchObject({ ...delivered, stepApprovers });
    const subject = await desk().store.transaction((tx) => tx.subjects.ofTask('task-1'));
    expect(subject).toMatchObject({
      appName: 'GitHub',
      emergency: true,
      identityUserId: 'user-ben',
    });
  });

  it('does not bring back what a reading changed after the delivery was signed', async () => {
    const task = webhookTask({ emergency: true });
    await desk().opened({ ...task, grantDurationSeconds: 3_600 });
    silent();
    const signedAt = new Date(desk().world.now().getTime() - 1_000);
    await deliver(task, { signedAt });
    expect(await kept()).toMatchObject({ ...delivered, grantDurationSeconds: 3_600 });
  });

  it('does not open what the last reading says has ended', async () => {
    const task = webhookTask();
    await desk().opened(closedSnapshot({ outcome: 'denied', decisions: [] }));
    silent();
    await deliver(task, { signedAt: new Date(desk().world.now().getTime() - 1_000) });
    expect(await delivery('hook of task-1 step-1')).toMatchObject({ state: 'over' });
    expect(await kept()).toMatchObject({ state: 'closed', outcome: 'denied' });
  });
});

describe('a delivery that tells little more than the ids of task and step', () => {
  /** With the history of the policy: nobody decided before. */
  const little = { ...idOnly, currentStepId: 'step-1', decisions: [], untold: [] };

  it.each([
    ['lets tasks be read, and is as silent then', undefined],
    ['does not let tasks be read', ['userSearch']],
  ])(
    'finds who decides by what was sent, on a tenant that %s',
    async (_what, operations?: readonly string[]) => {
      start(operations);
      await desk().opened(webhookTask({ asSent: ['person', 'app', 'entitlement'] }));
      desk().world.pass(60_000);
      silent();
      await deliver(little);
      expect(
        (await delivery('hook of task-1 step-1'))?.people.map(({ person: { id } }) => id),
      ).toEqual(['user-ana', 'user-cho']);
      expect(await desk().said()).not.toContainEqual(expect.stringMatching(/U0HANA$/));
      await decides();
      expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    },
  );
});
