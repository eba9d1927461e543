import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../../src/domain/task/task-snapshot.ts';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { refusing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews, shownNow } = reviewing(desk);
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
    expect(desk().chat.shown.at(-1)?.text).toContain('New time: 1 hour.');
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
    expect((await desk().audited()).filter((kind) => /shorten|refused/.test(kind))).toEqual([
      'shorten.done',
      'click.refused',
    ]);
  });

  it('does not approve when the service refuses the new duration', async () => {
    desk().governance.actings.next(refusing('invalid'));
    await click('U0ANA', { durationSeconds: 3_600 });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'invalid']]);
  });
});

describe('an approval of a typed end, hours later', () => {
  const hour = 3_600;
  const change = (more: Partial<TaskSnapshot> = {}) =>
    snapshot({ grantDurationSeconds: 4 * hour, ...more });
  const asked = async (more: Partial<TaskSnapshot> = {}): Promise<void> => {
    await desk().clear();
    desk().governance.tasks.set('task-1', change(more));
    await desk().wanted(change(more), {
      cardId: 'card-1',
      timeText: 'until 16:00',
      durationSeconds: 4 * hour,
    });
    const place = { channel: 'C0REVIEWS', ts: '1772452800.000100' };
    await desk().store.transaction((tx) => tx.cards.markPosted('card-1', place, 'old'));
    desk().world.pass(3 * hour * 1_000);
  };
  const shortened = (): void => {
    desk().governance.onAct = ({ durationSeconds }) =>
      void desk().governance.tasks.set(
        'task-1',
        change({ ...actions, grantDurationSeconds: durationSeconds ?? 0 }),
      );
  };

  it('sets the time so that the end stays, where the service lets it be set', async () => {
    await asked(actions);
    shortened();
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.acted).toMatchObject([{ act: 'shorten', durationSeconds: hour }]);
    expect(desk().governance.reviewOrders).toMatchObject([{ act: 'approve' }]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('approves what a try that was cut off had set already', async () => {
    await asked(actions);
    const shown = await shownNow('card-1');
    desk().governance.tasks.set('task-1', change({ ...actions, grantDurationSeconds: hour }));
    await click('U0ANA', { shown });
    await carryOut();
    expect(desk().governance.acted).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('leaves the time to the last of several steps', async () => {
    await asked({ ...actions, approvalStep: { number: 1, of: 2 } });
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.acted).toEqual([]);
    expect(desk().governance.reviewOrders).toMatchObject([{ act: 'approve' }]);
  });

  it.each([
    ['cannot be set', () => undefined, { actions: ['TASK_ACTION_TYPE_APPROVE'] }],
    ['is refused', () => desk().governance.actings.next(refusing('invalid')), actions],
  ])(
    'is asked about first where the time %s, and then approved as it is',
    async (_why, given, offered) => {
      await asked(offered);
      given();
      await click('U0ANA');
      await carryOut();
      expect(desk().governance.reviewOrders).toEqual([]);
      const [refused] = await desk().kysely.selectFrom('actions').select('refusal').execute();
      const late = { seconds: 3 * hour, endsAt: '2026-03-02T19:00:00.000Z' };
      expect(refused?.refusal).toMatchObject({ code: 'changed', late });
      const shown = `${await shownNow('card-1')}~${Date.parse(late.endsAt) / 60_000}`;
      await click('U0ANA', { shown });
      await carryOut();
      expect(desk().governance.reviewOrders).toMatchObject([{ act: 'approve' }]);
    },
  );
});
