import { beforeEach, describe, expect, it } from 'vitest';
import { carryOutReview } from '../../src/use-cases/carry-out-review.ts';
import { giveUp } from '../../src/use-cases/give-up.ts';
import { refreshTasks } from '../../src/use-cases/refresh-tasks.ts';
import { failing, refusing } from '../support/fakes.ts';
import { reviewing } from '../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews, closing } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

describe('a service that does not answer', () => {
  it('keeps the decision, says so once, and carries it out when it is back', async () => {
    desk().governance.readings.next(failing('network', true), failing('network', true));
    await click('U0ANA');
    const job = await clickedJob();
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(carryOutReview(desk().deps, job.reviewId)).rejects.toMatchObject({ kind: 'network' });
    }
    expect(await desk().said()).toEqual(['review-waiting -> U0ANA in C0REVIEWS']);
    closing();
    await carryOutReview(desk().deps, job.reviewId);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  async function postOfUnknownOutcome(): Promise<() => ReturnType<typeof carryOutReview>> {
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutReview(desk().deps, job.reviewId)).rejects.toMatchObject({ kind: 'timeout' });
    expect(await reviews()).toEqual([['U0ANA', 'acting', null]]);
    return () => carryOutReview(desk().deps, job.reviewId);
  }

  it('and had carried the decision out: it is done once', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-dee')] }));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('and had not: it is sent again, for the same step', async () => {
    const again = await postOfUnknownOutcome();
    closing();
    await again();
    expect(desk().governance.reviewOrders.map((order) => order.stepId)).toEqual(['step-1', 'step-1']);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('and carries it out while we ask: the refusal that the step is over means that it is done', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.reviews.next(refusing('step-moved-on'));
    expect(await again()).toBe('not-yet');
    closing();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('and somebody denies in the console meanwhile: the approval is not claimed', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'closed']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('and the end is read meanwhile: it is told once, by the decision', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', closedSnapshot());
    await refreshTasks(desk().deps);
    await again();
    expect(await desk().said()).toEqual([
      'review-waiting -> U0ANA in C0REVIEWS',
      'decided -> U0BEN',
      'decided -> thread of C0REVIEWS',
    ]);
  });

  it.each(['carried out again', 'given up'])(
    'and the end that is read meanwhile was another’s: told once when it is %s',
    async (end) => {
      const again = await postOfUnknownOutcome();
      desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
      await refreshTasks(desk().deps);
      expect(await desk().said()).toEqual(['review-waiting -> U0ANA in C0REVIEWS']);
      const job = { kind: 'carry-out-review', reviewId: 'id-0001' } as const;
      await (end === 'given up' ? giveUp(desk().deps, job, 'ref-1') : again());
      await refreshTasks(desk().deps);
      expect((await desk().said()).filter((line) => line.startsWith('ended'))).toEqual([
        'ended -> U0BEN',
        'ended -> thread of C0REVIEWS',
      ]);
    },
  );

  it('and certainly did nothing: the step is free again, and everything is checked anew', async () => {
    desk().governance.reviews.next(failing('network', true));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutReview(desk().deps, job.reviewId)).rejects.toMatchObject({ kind: 'network' });
    expect(await reviews()).toEqual([['U0ANA', 'checking', null]]);
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await carryOutReview(desk().deps, job.reviewId);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'closed']]);
  });

  it('leaves the claim to whoever made it: nobody else decides meanwhile', async () => {
    await postOfUnknownOutcome();
    await click('U0CHO');
    await carryOut();
    expect((await reviews()).at(-1)).toEqual(['U0CHO', 'refused', 'already-decided']);
  });

  it('and whose reviewer is not found any more names the account', async () => {
    const again = await postOfUnknownOutcome();
    desk().directory.accounts.clear();
    await desk().kysely.deleteFrom('identities').execute();
    await again();
    expect(desk().governance.reviewOrders.at(-1)?.comment).toBe('Approved in Slack by "ana", Slack user U0ANA.');
  });
});
