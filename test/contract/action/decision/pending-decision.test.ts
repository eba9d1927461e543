import { beforeEach, describe, expect, it } from 'vitest';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { refreshTasks } from '../../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, wordsInTrail } = reviewing(desk);

const beingSetUp = snapshot({ currentStepId: 'step-provision', stepApprovers: [] });
const decided = ['decided -> U0BEN'];
const granted = ['granted -> U0BEN'];
const post = () => desk().chat.shown.at(-1)?.text;
const serviceHas = (task: ReturnType<typeof snapshot>) =>
  void desk().governance.tasks.set('task-1', task);

beforeEach(async () => {
  await desk().opened();
});

/** Ana approves, and the service is still setting the access up. */
async function approved(): Promise<void> {
  desk().governance.onReview = () => serviceHas(beingSetUp);
  await click('U0ANA');
  await carryOut();
}

describe('the post about a decision, while the access is being set up', () => {
  it('waits seven seconds at most, then says what the service shows', async () => {
    await approved();
    desk().world.pass(6_999);
    expect(await desk().said()).toEqual([]);
    desk().world.pass(1);
    expect(await desk().said()).toEqual(decided);
    expect(post()).toMatch(/^<@U0ANA> approved .* Access is being set up\.$/m);
  });

  it('is one post, made at once, if a reading shows the access in time', async () => {
    await approved();
    serviceHas(closedSnapshot());
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual(granted);
    expect(post()).toMatch(/You have .* <@U0ANA> approved/);
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(granted);
  });

  it('is followed by another one if the access comes later, and becomes a line', async () => {
    await approved();
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(decided);
    serviceHas(closedSnapshot());
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual([...decided, ...granted]);
    expect(desk().chat.shown.at(-2)).toMatchObject({
      text: expect.stringMatching(/^<@U0ANA> approved .* · TIME/),
      buttons: [],
    });
  });
});

describe('the post about a decision that is granted at once', () => {
  it('leaves no job that would come later and do nothing', async () => {
    desk().governance.onReview = () => serviceHas(closedSnapshot());
    await click('U0ANA');
    await carryOut();
    expect(await desk().said()).toEqual(granted);
    desk().world.pass(60_000);
    expect(await desk().takeJobs('send-notice', 'show-asking')).toEqual([]);
  });
});

describe('a reading that lags behind a decision', () => {
  it('is not mistaken for another step; the grant is told when it is read', async () => {
    await click('U0ANA');
    await carryOut();
    expect(await desk().said()).toEqual([]);
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(decided);
    expect(post()).toContain('Access is being set up.');
    serviceHas(closedSnapshot());
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual([...decided, ...granted]);
  });

  it('is replaced in time by a newer one, which names the next step', async () => {
    await click('U0ANA');
    await carryOut();
    serviceHas(snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-dee')] }));
    await refreshTasks(desk().deps);
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual([...decided, 'step -> thread of C0REVIEWS']);
    expect(post()).toContain('One more step to go. Dee will decide.');
  });
});

it('one post tells of an approval without an answer, also where set-up was read meanwhile', async () => {
  desk().governance.reviews.next(failing('timeout', false));
  await click('U0ANA');
  const { actionId } = await clickedJob();
  await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'timeout' });
  const own = { createdBy: { id: 'user-bot' }, sourceRequestId: 'request-1' };
  for (const task of [beingSetUp, closedSnapshot({ ...own, approvers: [person('user-bot')] })]) {
    serviceHas(task);
    await refreshTasks(desk().deps);
  }
  const toRequester = async () => (await desk().said()).filter((line) => line.endsWith('U0BEN'));
  expect(await toRequester()).toEqual(granted);
  expect(post()).not.toContain('U0ANA');
  wordsInTrail();
  await carryOutAction(desk().deps, actionId);
  expect(await toRequester()).toEqual(granted);
  expect(post()).toContain('<@U0ANA> approved');
});
