/** The service answered, and its answer could not be noted. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseFailure } from '../../../../src/domain/outward/outward-failure.ts';
import { acceptAction } from '../../../../src/use-cases/action/accept-action.ts';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { readAgain } from '../../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { actor, closedSnapshot, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, clickedJob, reviews, closing } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

/** Returns how to release it. */
async function lockTrail(): Promise<() => Promise<void>> {
  const operator = await desk().kysely.startTransaction().execute();
  await sql`lock table audit in access exclusive mode`.execute(operator);
  const release = async () => {
    if (!operator.isRolledBack) await operator.rollback().execute();
  };
  onTestFinished(release);
  return release;
}

/** The action is sent, and the trail is locked before its answer comes. */
async function sentWhileLocked(actionId: string): Promise<void> {
  let release = async (): Promise<void> => undefined;
  const { governance } = desk();
  const act = governance.act.bind(governance);
  governance.act = async (order) => {
    release = await lockTrail();
    return act(order);
  };
  await expect(carryOutAction(desk().deps, actionId)).rejects.toThrow(DatabaseFailure);
  await release();
}

describe('a decision that the service took while an operator had the audit trail locked', () => {
  async function decidedWhileLocked(): Promise<() => ReturnType<typeof carryOutAction>> {
    await click('U0ANA');
    const { actionId } = await clickedJob();
    await sentWhileLocked(actionId);
    expect(await reviews()).toEqual([['U0ANA', 'sending', null]]);
    return () => carryOutAction(desk().deps, actionId);
  }

  it('is credited to its person when the trail is free again, where nothing else tells whose it was', async () => {
    closing();
    const again = await decidedWhileLocked();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
    expect(await desk().audited()).toContain('review.approved');
    expect(await desk().said()).toEqual(['granted -> U0BEN']);
  });

  it('is credited where tasks cannot be read', async () => {
    const again = await decidedWhileLocked();
    desk().governance.tasks.clear();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('is credited to nobody in the bot when the service names another account for the step', async () => {
    const again = await decidedWhileLocked();
    desk().governance.operations.add('whoAmI');
    const past = { stepId: 'step-1', position: 0, verb: 'approve', counts: true } as const;
    desk().governance.tasks.set(
      'task-1',
      closedSnapshot({ decisions: [{ ...past, identityUserId: 'user-cho' }] }),
    );
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
  });
});

describe('a decision that the service took, and that its readings show late', () => {
  const granted = () => closedSnapshot({ approvers: [person('user-bot')], createdBy: undefined });

  async function tookUnseen(): Promise<string> {
    desk().governance.carriesOut = false;
    await click('U0ANA');
    const { actionId } = await clickedJob();
    expect(await carryOutAction(desk().deps, actionId)).toBe('not-yet');
    return actionId;
  }

  it('is credited to its person', async () => {
    const actionId = await tookUnseen();
    desk().governance.tasks.set('task-1', granted());
    await carryOutAction(desk().deps, actionId);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('is credited after the bot gave it up', async () => {
    const actionId = await tookUnseen();
    desk().world.pass(3_600_001);
    await carryOutAction(desk().deps, actionId);
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    desk().governance.tasks.set('task-1', { ...granted(), approvers: [] });
    await readAgain(desk().deps, ['task-1']);
    await desk().runJobs('carry-out-action');
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('is still its person’s when another call of it gets no answer', async () => {
    const actionId = await tookUnseen();
    desk().governance.reviews.next(failing('timeout', false));
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'timeout' });
    desk().governance.tasks.set('task-1', granted());
    await carryOutAction(desk().deps, actionId);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });
});

it('a question that the service took while the trail was locked counts as asked, and is not asked twice', async () => {
  desk().governance.tasks.set('task-1', snapshot({ actions: ['TASK_ACTION_TYPE_COMMENT'] }));
  await acceptAction(desk().deps, {
    verb: 'ask',
    requestId: 'request-1',
    by: actor('U0ANA'),
    reason: 'Which cluster?',
    detail: { stepId: 'step-1', occurrence: '', durationSeconds: null, people: [] },
    channel: 'U0ANA',
  });
  const { actionId } = await clickedJob();
  await sentWhileLocked(actionId);
  await carryOutAction(desk().deps, actionId);
  expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  expect(desk().governance.acted).toHaveLength(1);
});
