/** What the service does with a decision, and when, is known from its readings alone. */
import { beforeEach, describe, expect, it } from 'vitest';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { readAgain } from '../../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, clickedJob, reviews, wordsInTrail } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

const said = async (kind: string): Promise<readonly string[]> =>
  (await desk().said()).filter((line) => line.startsWith(`${kind} `));

describe('a service that answers 200 and does nothing', () => {
  beforeEach(() => {
    desk().governance.carriesOut = false;
  });

  async function clicked(): Promise<() => ReturnType<typeof carryOutAction>> {
    await click('U0ANA');
    const { actionId } = await clickedJob();
    return () => carryOutAction(desk().deps, actionId);
  }

  it('announces no decision while the reading still shows the step as open', async () => {
    const carryOut = await clicked();
    expect(await carryOut()).toBe('not-yet');
    expect(await reviews()).toEqual([['U0ANA', 'sending', null]]);
    expect(await desk().said()).toEqual([]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('tells the reviewer once when the decision is not shown for unusually long', async () => {
    const carryOut = await clicked();
    await carryOut();
    desk().world.pass(15_000);
    for (let turn = 0; turn < 2; turn += 1) expect(await carryOut()).toBe('not-yet');
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    expect(desk().chat.notices.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ kind: 'action-waiting', cause: 'otherwise' }),
    );
  });

  it('the decision is sent again for the same step, and counts when the service carries it out', async () => {
    const carryOut = await clicked();
    await carryOut();
    desk().governance.carriesOut = true;
    await carryOut();
    expect(desk().governance.reviewOrders.map(({ stepId }) => stepId)).toEqual([
      'step-1',
      'step-1',
    ]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });
});

describe('a decision abandoned while its call had no answer', () => {
  const granted = () => {
    const approvers = [person('user-bot')];
    return closedSnapshot({
      approvers,
      createdBy: { id: 'user-bot' },
      sourceRequestId: 'request-1',
    });
  };

  /** Sent without an answer, and still not shown an hour later. */
  async function givenUp(): Promise<void> {
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA');
    const { actionId } = await clickedJob();
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'timeout' });
    desk().world.pass(3_600_001);
    await carryOutAction(desk().deps, actionId);
  }

  it('is not reported as unsent', async () => {
    await givenUp();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    await desk().said();
    expect(desk().chat.notices.map(({ body }) => body)).toContainEqual({
      kind: 'action-refused',
      refusal: { code: 'perhaps-sent', why: 'expired' },
      verb: 'approve',
    });
  });

  it('is credited to its person when the service carries it out after all', async () => {
    await givenUp();
    wordsInTrail();
    desk().governance.tasks.set('task-1', granted());
    await readAgain(desk().deps, ['task-1']);
    await desk().runJobs('carry-out-action');
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await desk().audited()).toContain('review.approved');
    expect(await said('action-done')).toEqual(['action-done -> U0ANA']);
    expect(await said('granted')).toEqual(['granted -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toContain('<@U0ANA> approved');
  });

  it('is not credited when the trail of the task has no words of the bot', async () => {
    desk().governance.operations.add('taskAudit');
    await givenUp();
    desk().governance.tasks.set('task-1', granted());
    await readAgain(desk().deps, ['task-1']);
    await desk().runJobs('carry-out-action');
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('is credited to nobody when somebody else decides in the console', async () => {
    await givenUp();
    desk().governance.tasks.set('task-1', { ...granted(), approvers: [person('user-cho')] });
    await readAgain(desk().deps, ['task-1']);
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    expect(await said('action-done')).toEqual([]);
    expect(await said('granted')).toEqual(['granted -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).not.toContain('U0ANA');
  });

  it('is credited to nobody when the step continues without it', async () => {
    await givenUp();
    desk().governance.tasks.set('task-1', snapshot({ currentStepId: 'step-2' }));
    await readAgain(desk().deps, ['task-1']);
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
  });
});

it('answers a late click on a decided request to the clicker alone', async () => {
  desk().governance.onReview = () => void desk().governance.tasks.set('task-1', closedSnapshot());
  await click('U0ANA');
  await desk().runJobs('carry-out-action');
  await click('U0CHO');
  await desk().said();
  const before = desk().chat.notices.length;
  await desk().runJobs('carry-out-action');
  await desk().said();
  expect(
    desk()
      .chat.notices.slice(before)
      .map(({ body }) => body.kind),
  ).toEqual(['action-refused']);
});
