import { describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, noon, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);
const { click: clickOwn, states } = clickingHolders(desk);

// No extra is mounted that answers at the callback: the service's API would not answer the step.
describe('a delivered step, in a bot that answers none', () => {
  const delivered = { receivedAt: noon.toISOString(), deniedAt: null };
  const people = [person('user-ana')];
  const opened = (change: Partial<TaskSnapshot>) =>
    desk().opened({ actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_CLOSE'], ...change });

  it('is not decided at the API', async () => {
    await opened({ delivered: { ...delivered, kind: 'approval' }, stepApprovers: people });
    await click('U0ANA');
    await carryOut();
    expect(await states()).toEqual([['refused', 'not-reviewer']]);
    expect(desk().governance.reviewOrders).toEqual([]);
  });

  it('is not set up at the API', async () => {
    const task = await opened({
      delivered: { ...delivered, kind: 'provision' },
      actions: ['SET_UP_DONE'],
      otherStep: { kind: 'set-up-by-hand', people },
    });
    await acceptAction(desk().deps, {
      verb: 'set-up',
      requestId: 'request-1',
      by: actor('U0ANA'),
      reason: '',
      detail: {
        stepId: task.currentStepId ?? '',
        occurrence: '',
        durationSeconds: null,
        people: [],
      },
      channel: 'C0REVIEWS',
    });
    await carryOut();
    expect(await states()).toEqual([['refused', 'not-reviewer']]);
    expect(desk().governance.acted).toEqual([]);
  });

  it('is not ended at the API by a withdrawal', async () => {
    await opened({ delivered: { ...delivered, kind: 'approval' } });
    await clickOwn('withdraw');
    await carryOut();
    expect(await states()).toEqual([['accepted', null]]);
    expect(desk().governance.closed).toEqual([]);
  });
});
