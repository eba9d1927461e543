import { beforeEach, describe, expect, it } from 'vitest';
import { deliveriesIn, type NewDelivery } from '../../../src/extras/webhooks/delivery-tables.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { reviewing } from '../../support/reviewing.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const { start, deliver, answers, delivery, callbacks } = delivering(desk);

const first = webhookTask();
const second = webhookTask({ currentStepId: 'step-2' });
const hookOf = (stepId: string) => `hook of task-1 ${stepId}`;

/** So many seconds after the first delivery of the test was signed. */
function secondsLater(seconds: number): Date {
  return new Date(desk().world.now().getTime() + seconds * 1_000);
}

async function shownStep(): Promise<string | null> {
  const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
  return kept?.snapshot.delivered === undefined ? null : kept.snapshot.currentStepId;
}

async function decide(stepId: string, userId = 'U0ANA'): Promise<void> {
  await click(userId, { stepId });
  await carryOut();
}

/** On a tenant that does not let tasks be read, deliveries are all that is known. */
beforeEach(async () => {
  start(['userSearch']);
  await desk().opened(first);
});

describe('a step that arrives after a later one', () => {
  const late: Partial<NewDelivery> = { webhookId: hookOf('step-1') };

  it('leaves the later one on the card, which is decided', async () => {
    await deliver(second, { taskUpdatedAt: secondsLater(2) });
    await deliver(first, { ...late, taskUpdatedAt: secondsLater(1), signedAt: secondsLater(9) });
    expect(await shownStep()).toBe('step-2');
    await decide('step-2');
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(callbacks().sent.map(({ sealed }) => sealed)).toEqual([
      `sealed callback of ${hookOf('step-2')}`,
    ]);
    expect(await shownStep()).toBeNull();
  });

  it('gives way to the later one when it seems newer and its callback is spent', async () => {
    await deliver(second);
    await deliver(first, { ...late, signedAt: secondsLater(9) });
    expect(await shownStep()).toBe('step-1');
    callbacks().answers.next('spent');
    await decide('step-1');
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'answer-refused']]);
    expect(await shownStep()).toBe('step-2');
    await decide('step-2', 'U0CHO');
    expect(await reviews()).toContainEqual(['U0CHO', 'done', null]);
    expect(answers().map(({ kind }) => kind)).toEqual(['approve', 'approve']);
  });

  it('is denied in time without a word to administrators when its callback is spent', async () => {
    await deliver(second, { taskUpdatedAt: secondsLater(2) });
    await deliver(first, { ...late, taskUpdatedAt: secondsLater(1) });
    await desk().store.transaction((tx) =>
      deliveriesIn(tx).save(hookOf('step-2'), { deniedAt: null }),
    );
    callbacks().answers.next('spent');
    desk().world.pass(24 * 3_600_000);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'deny-undecided' }));
    await desk().runJobs('deny-undecided');
    expect(await delivery(hookOf('step-1'))).toMatchObject({ state: 'spent' });
    expect((await desk().said()).filter((one) => one.endsWith('U0HANA'))).toEqual([]);
    expect(await shownStep()).toBe('step-2');
  });
});

describe('a policy that starts again', () => {
  it('goes back to its first step, and is decided there', async () => {
    const at = (position: number, stepId = 'step-1') =>
      webhookTask({ currentStepId: stepId, stepOccurrence: `generation/${position}/` });
    await deliver(at(0), { taskUpdatedAt: secondsLater(1) });
    await decide('step-1');
    await deliver(at(1, 'step-2'), { taskUpdatedAt: secondsLater(2) });
    expect(await shownStep()).toBe('step-2');
    await deliver(at(0), {
      webhookId: 'hook late',
      taskUpdatedAt: secondsLater(1),
      signedAt: secondsLater(9),
    });
    expect(await shownStep()).toBe('step-2');
    await deliver(at(2), { webhookId: 'hook again', taskUpdatedAt: secondsLater(3) });
    expect(await shownStep()).toBe('step-1');
    await decide('step-1', 'U0CHO');
    expect(await reviews()).toContainEqual(['U0CHO', 'done', null]);
    expect(callbacks().sent.at(-1)?.sealed).toBe('sealed callback of hook again');
  });
});
