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
/** The card says the same, so its thread does not. */
const whole = ['decided -> U0BEN'];
const granted = { kind: 'ended', outcome: 'granted' };
const nexts = () =>
  desk().chat.notices.map(({ body }) => (body.kind === 'decided' ? body.next : body.kind));
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

it('needs no job for a thread whose card says at once what came of the decision', async () => {
  desk().governance.onReview = () => serviceHas(closedSnapshot());
  await click('U0ANA');
  await carryOut();
  expect((await desk().takeJobs('send-notice')).length).toBe(1);
  const threads = await desk()
    .kysely.selectFrom('notices')
    .select(['sentAt', 'ts'])
    .where((eb) => eb(eb.ref('target', '->>').key('kind'), '=', 'thread'))
    .execute();
  expect(threads).toEqual([{ sentAt: desk().world.now(), ts: null }]);
});

describe('the message of a decision, while the access is being set up', () => {
  it('waits seven seconds at most, then says what the service shows', async () => {
    await approved();
    desk().world.pass(6_999);
    expect(await desk().said()).toEqual([]);
    desk().world.pass(1);
    expect(await desk().said()).toEqual(whole);
    expect(nexts()).toEqual([{ kind: 'set-up' }]);
  });

  it('is one message, sent at once, if a reading shows the access in time', async () => {
    await approved();
    serviceHas(closedSnapshot());
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual(whole);
    expect(nexts()).toEqual([granted]);
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(whole);
  });

  it('says that the person has access when that is read as the message falls due', async () => {
    await approved();
    serviceHas(closedSnapshot());
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(whole);
    expect(nexts()).toEqual([granted]);
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual(whole);
  });

  it('is followed by another message if the access comes later', async () => {
    await approved();
    desk().world.pass(7_000);
    await desk().said();
    serviceHas(closedSnapshot());
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual([...whole, 'ended -> U0BEN']);
  });

  it('is sent even if the service does not answer', async () => {
    await approved();
    desk().world.pass(7_000);
    desk().governance.readings.next(failing('network', true), failing('network', true));
    expect(await desk().said()).toEqual(whole);
    expect(nexts()).toEqual([{ kind: 'set-up' }]);
  });
});

describe('the message of a decision that is granted at once', () => {
  it('leaves no job that would come later and do nothing', async () => {
    desk().governance.onReview = () => serviceHas(closedSnapshot());
    await click('U0ANA');
    await carryOut();
    expect(await desk().said()).toEqual(whole);
    desk().world.pass(60_000);
    expect(await desk().takeJobs('send-notice')).toEqual([]);
  });
});

describe('a reading that lags behind a decision', () => {
  it('is not mistaken for another step; the grant is told when it is read', async () => {
    await click('U0ANA');
    await carryOut();
    expect(await desk().said()).toEqual([]);
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual(whole);
    expect(nexts()).toEqual([{ kind: 'set-up' }]);
    serviceHas(closedSnapshot());
    await refreshTasks(desk().deps);
    expect(await desk().said()).toEqual([...whole, 'ended -> U0BEN']);
  });

  it('is replaced in time by a newer one, which names the next step', async () => {
    await click('U0ANA');
    await carryOut();
    serviceHas(snapshot({ currentStepId: 'step-2', stepApprovers: [person('user-dee')] }));
    desk().world.pass(7_000);
    expect(await desk().said()).toEqual([...whole, 'decided -> thread of C0REVIEWS']);
    expect(nexts()).toEqual([{ kind: 'step' }, { kind: 'step' }]);
  });
});

it('one message tells of an approval without an answer, also where set-up was read meanwhile', async () => {
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
  expect(await toRequester()).toEqual([]);
  wordsInTrail();
  await carryOutAction(desk().deps, actionId);
  expect(await toRequester()).toEqual(whole);
  expect(nexts()).toContainEqual(granted);
});
