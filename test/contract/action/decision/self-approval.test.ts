import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../../src/domain/result.ts';
import { createTask } from '../../../../src/use-cases/request/create-task.ts';
import { readAgain, refreshTasks } from '../../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);

/** The task in its second step, after the bot's account approved the first. */
const selfApproved = () =>
  snapshot({
    currentStepId: 'step-2',
    approvers: [person('user-bot')],
    decisions: [
      { stepId: 'step-1', position: 0, verb: 'approve', identityUserId: 'user-bot', counts: true },
    ],
  });
const read = async (task = selfApproved()): Promise<void> => {
  desk().governance.tasks.set('task-1', task);
  await readAgain(desk().deps, ['task-1']);
};
const saidOf = async (kind: string) =>
  (await desk().said()).filter((line) => line.startsWith(kind));
const auditedOf = async (kind: string) => (await desk().audited()).filter((one) => one === kind);
const isNoted = async () => {
  const rows = await desk().kysely.selectFrom('tasks').select('selfApproved').execute();
  return rows.some(({ selfApproved }) => selfApproved.length > 0);
};

/** Neither said nor kept. */
async function expectNothing(): Promise<void> {
  expect(await saidOf('self-approved')).toEqual([]);
  expect(await auditedOf('review.self-approved')).toEqual([]);
  expect(await isNoted()).toBe(false);
}

it('reports a request that approves itself at once to administrators, log and trail', async () => {
  desk().governance.grants.next(ok(selfApproved()));
  await desk().ask();
  await createTask(desk().deps, 'request-1');
  expect(await saidOf('self-approved')).toEqual(['self-approved -> U0HANA']);
  expect(await auditedOf('review.self-approved')).toHaveLength(1);
  expect(desk().world.lines.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({ what: 'a step approved itself: the bot is one of its reviewers' }),
  ]);
  expect(await isNoted()).toBe(true);
});

describe('a step that approves itself later', () => {
  beforeEach(() => desk().opened({ decisions: [] }));

  it('is told once, however often it is read', async () => {
    await read();
    await read({ ...selfApproved(), justification: 'changed' });
    await read(closedSnapshot({ decisions: selfApproved().decisions ?? [] }));
    expect(await saidOf('self-approved')).toEqual(['self-approved -> U0HANA']);
    expect(await auditedOf('review.self-approved')).toHaveLength(1);
  });

  it('is reported when only the bot’s own text reveals its account', async () => {
    desk().governance.operations.add('whoAmI');
    const { createdBy: _untold, ...task } = selfApproved();
    await read(task);
    expect(await isNoted()).toBe(true);
  });

  it('is detected when the service does not say who the bot is', async () => {
    desk().governance.operations.add('whoAmI').add('taskSearch');
    desk().governance.ownUserId = () => Promise.reject(failing('network', true));
    desk().governance.tasks.set('task-1', selfApproved());
    desk().world.pass(60_000);
    await refreshTasks(desk().deps);
    expect(await isNoted()).toBe(true);
  });
});

describe('a step that was approved through the bot', () => {
  beforeEach(() => desk().opened({ decisions: [] }));

  it('does not count as self-approval', async () => {
    desk().governance.onReview = () => void desk().governance.tasks.set('task-1', selfApproved());
    await click('U0ANA');
    await carryOut();
    await expectNothing();
  });

  it('does not count while the answer to the decision is lost, or after it was abandoned', async () => {
    desk().governance.onReview = () => void desk().governance.tasks.set('task-1', selfApproved());
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow(/in a test/);
    await read();
    await expectNothing();
    await desk().kysely.updateTable('actions').set({ state: 'refused' }).execute();
    await read({ ...selfApproved(), justification: 'changed' });
    await expectNothing();
  });

  it('does not count when the restored database does not know the decision', async () => {
    const at = desk().world.now();
    await desk().kysely.insertInto('restores').values({ at, settledAt: null }).execute();
    await read();
    await desk().store.transaction((tx) => tx.restores.markSettled(at));
    await read({ ...selfApproved(), justification: 'changed' });
    await expectNothing();
  });

  it('does not count when its request was found again after such a restore', async () => {
    const at = new Date(desk().world.now().getTime() + 86_400_000 * 365);
    await desk().kysely.insertInto('restores').values({ at, settledAt: at }).execute();
    await desk().ask({ id: 'request-2' });
    desk().governance.grants.next(
      ok({ ...selfApproved(), id: 'task-2', sourceRequestId: 'request-2' }),
    );
    await createTask(desk().deps, 'request-2');
    expect(await desk().request('request-2')).toMatchObject({ state: 'created' });
    await expectNothing();
  });
});
