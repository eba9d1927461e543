import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../../src/domain/task/task-snapshot.ts';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { refusing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews } = reviewing(desk);
const actions = { actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_UPDATE_GRANT_DURATION'] };

beforeEach(async () => {
  await desk().opened(actions);
});

describe('an approval for less time', () => {
  const shorten = (seconds: number): void => {
    desk().governance.onAct = () =>
      void desk().governance.tasks.set(
        'task-1',
        snapshot({ ...actions, grantDurationSeconds: seconds }),
      );
  };

  it('changes the time and then approves, as one act', async () => {
    shorten(3_600);
    desk().governance.onReview = () => void desk().governance.tasks.set('task-1', closedSnapshot());
    await click('U0ANA', { durationSeconds: 3_600 });
    await carryOut();
    expect(desk().governance.acted).toMatchObject([{ act: 'shorten', durationSeconds: 3_600 }]);
    expect(desk().governance.reviewOrders).toMatchObject([{ act: 'approve' }]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('tells the requester the new duration with the approval even when another step follows', async () => {
    shorten(3_600);
    const next = { ...actions, grantDurationSeconds: 3_600, currentStepId: 'step-2' };
    desk().governance.onReview = () => void desk().governance.tasks.set('task-1', snapshot(next));
    await click('U0ANA', { durationSeconds: 3_600 });
    await carryOut();
    expect(await desk().said()).toContain('decided -> U0BEN');
    const told = desk().chat.notices.find(({ body }) => body.kind === 'decided')?.body;
    expect(told).toMatchObject({ durationSeconds: 3_600, next: { kind: 'step' } });
  });

  it.each<[string, Partial<TaskSnapshot>, number]>([
    ['the service does not let it be set', { actions: ['TASK_ACTION_TYPE_APPROVE'] }, 3_600],
    ['it is not less', {}, 14_400 * 2],
  ])('does not approve when %s', async (_why, change, seconds) => {
    desk().governance.tasks.set('task-1', snapshot({ ...actions, ...change }));
    await click('U0ANA', { durationSeconds: seconds });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-offered']]);
  });

  it('does not approve until the service shows the new duration', async () => {
    await click('U0ANA', { durationSeconds: 3_600 });
    const job = await clickedJob();
    expect(await carryOutAction(desk().deps, job.actionId)).toBe('not-yet');
    expect(desk().governance.reviewOrders).toEqual([]);
    shorten(3_600);
    await carryOutAction(desk().deps, job.actionId);
    expect(desk().governance.reviewOrders).toMatchObject([{ act: 'approve' }]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('leaves the duration shortened when the service refuses the approval, and audits that', async () => {
    shorten(3_600);
    desk().governance.reviews.next(refusing('forbidden'));
    await click('U0ANA', { durationSeconds: 3_600 });
    await carryOut();
    expect((await desk().audited()).filter((kind) => /shorten|review/.test(kind))).toEqual([
      'shorten.done',
      'review.refused',
    ]);
  });

  it('does not approve when the service refuses the new duration', async () => {
    desk().governance.actings.next(refusing('invalid'));
    await click('U0ANA', { durationSeconds: 3_600 });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'service']]);
  });
});
