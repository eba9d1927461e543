/**
 * A decision whose outcome is not told: kept, told, looked up, given up.
 * Long because each way to lose an answer meets each of them.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { takeBackDecision } from '../../src/use-cases/accept-action.ts';
import { carryOutAction } from '../../src/use-cases/carry-out-action.ts';
import { giveUp } from '../../src/use-cases/give-up.ts';
import { readAgain, refreshTasks } from '../../src/use-cases/refresh-tasks.ts';
import { failing, refusing } from '../support/fakes.ts';
import { reviewing } from '../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../support/samples.ts';
import { acting, testSettings } from '../support/test-settings.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews, closing } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

/** The task in its second step, after this identity approved the first. */
const decidedBy = (identityUserId: string) =>
  snapshot({
    currentStepId: 'step-2',
    stepApprovers: [person('user-dee')],
    decisions: [{ stepId: 'step-1', position: 0, verb: 'approve', identityUserId, counts: true }],
  });

describe('a service that does not answer', () => {
  it('keeps the decision, tells the reviewer once, and sends it when the service is back', async () => {
    desk().governance.readings.next(failing('network', true), failing('network', true));
    await click('U0ANA');
    const job = await clickedJob();
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
        kind: 'network',
      });
    }
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    closing();
    await carryOutAction(desk().deps, job.actionId);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  async function postOfUnknownOutcome(): Promise<() => ReturnType<typeof carryOutAction>> {
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(await reviews()).toEqual([['U0ANA', 'sending', null]]);
    return () => carryOutAction(desk().deps, job.actionId);
  }

  it('had carried the decision out: it is not sent again', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('had not carried it out: the decision is sent again for the same step', async () => {
    const again = await postOfUnknownOutcome();
    closing();
    await again();
    expect(desk().governance.reviewOrders.map((order) => order.stepId)).toEqual([
      'step-1',
      'step-1',
    ]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('carried it out late: the refusal that the step is over means that the decision counted', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.reviews.next(refusing('step-moved-on'));
    expect(await again()).toBe('not-yet');
    closing();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('is credited to neither of two people for whom the bot may have decided', async () => {
    const again = await postOfUnknownOutcome();
    desk().world.pass(3_600_001);
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0CHO');
    const { actionId } = await clickedJob();
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'timeout' });
    desk().governance.tasks.set('task-1', {
      ...decidedBy('user-bot'),
      approvers: [person('user-bot')],
    });
    await carryOutAction(desk().deps, actionId);
    expect((await reviews()).map(([who, state, why]) => [who, state, why])).toEqual([
      ['U0ANA', 'uncertain', 'perhaps-sent'],
      ['U0CHO', 'uncertain', 'perhaps-decided'],
    ]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('is credited to nobody if the trail of the task has no words of the bot: its account decided by itself', async () => {
    desk().governance.operations.add('taskAudit');
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('is credited to nobody if the service names somebody else’s account as the bot’s, and they decided', async () => {
    desk().governance.operations.add('whoAmI');
    desk().governance.botUserId = 'user-cho';
    const again = await postOfUnknownOutcome();
    const made = { createdBy: { id: 'user-bot' }, sourceRequestId: 'request-1' };
    desk().governance.tasks.set('task-1', { ...decidedBy('user-cho'), ...made });
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('names the bot in no message about a denial that nobody is known to have made', async () => {
    const approvers = [person('user-bot', { name: 'Chat Bot' })];
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied', approvers }));
    await readAgain(desk().deps, ['task-1']);
    await desk().said();
    expect(desk().chat.notices.map(({ body }) => body)).toContainEqual({
      kind: 'ended',
      outcome: 'denied',
      byNames: [],
    });
  });

  it('and a denial in the console: nobody claims that the reviewer approved', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('and somebody approves in the console meanwhile: it is nobody’s approval through the bot', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', decidedBy('user-cho'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
    expect(await desk().audited()).not.toContain('review.approved');
    expect((await desk().said()).filter((line) => line.startsWith('decided'))).toEqual([]);
  });

  it.each([
    ['another name', 0],
    ['the bot’s words', 1],
  ])(
    'and the trail of the task has %s: that counts where nothing else tells',
    async (_what, own) => {
      desk().governance.operations.add('taskAudit');
      const again = await postOfUnknownOutcome();
      const { comment = '' } = desk().governance.reviewOrders[0] ?? {};
      desk().governance.comments = own === 1 ? [comment] : [comment.replace('U0ANA', 'U0CHO')];
      desk().governance.tasks.set('task-1', snapshot({ currentStepId: 'step-2' }));
      await again();
      expect(await reviews()).toEqual([
        ['U0ANA', ...(own === 1 ? ['done', null] : ['refused', 'decided-elsewhere'])],
      ]);
    },
  );

  it('and the bot carried out somebody else’s, of whom it does not know since a restore: nobody claims it', async () => {
    desk().governance.operations.add('taskAudit');
    const again = await postOfUnknownOutcome();
    const { comment = '' } = desk().governance.reviewOrders[0] ?? {};
    desk().governance.comments = [comment.replace('U0ANA', 'U0CHO')];
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
  });

  it.each([
    ['reason', 'Approved in Slack by "Cho", Slack user U0CHO. , Slack user U0ANA.'],
    ['name', 'Approved in Slack by "Cho, Slack user U0ANA." (cho@acme.example), Slack user U0CHO.'],
  ])(
    'and somebody’s %s in the trail is written like the account of whoever decided: it is not theirs',
    async (_what, words) => {
      desk().governance.operations.add('taskAudit');
      const again = await postOfUnknownOutcome();
      desk().governance.comments = [words];
      desk().governance.tasks.set('task-1', snapshot({ currentStepId: 'step-2' }));
      await again();
      expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
    },
  );

  it.each([
    [
      'is a reviewer no more',
      () =>
        void desk().governance.tasks.set(
          'task-1',
          snapshot({ stepApprovers: [person('user-cho')] }),
        ),
    ],
    ['is not known any more', () => desk().governance.people.clear()],
    [
      'may decide in the console alone',
      () => {
        desk().settings = testSettings({ review: { ...acting, mode: 'link' } });
      },
    ],
  ])('and had not, and whoever decided %s: it is not sent again', async (_what, change) => {
    const again = await postOfUnknownOutcome();
    change();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('and does not answer for an hour: the decision expires, its person hears it once, and it is never sent', async () => {
    desk().governance.readings.next(...Array.from({ length: 3 }, () => failing('network', true)));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'network',
    });
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    desk().world.pass(3_600_001);
    await carryOutAction(desk().deps, job.actionId);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'expired']]);
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA', 'action-refused -> U0ANA']);
    expect(desk().governance.reviewOrders).toEqual([]);
  });

  it('for an hour: a new click counts before the next try refuses the first one', async () => {
    desk().governance.readings.next(failing('network', true));
    await click('U0ANA');
    const first = await clickedJob();
    await expect(carryOutAction(desk().deps, first.actionId)).rejects.toMatchObject({
      kind: 'network',
    });
    desk().world.pass(3_600_000);
    expect(await click('U0ANA')).toBe('repeated');
    desk().world.pass(1);
    expect(await click('U0ANA')).toBe('kept');
    await carryOutAction(desk().deps, first.actionId);
    await carryOut();
    expect(await reviews()).toEqual([
      ['U0ANA', 'refused', 'replaced'],
      ['U0ANA', 'done', null],
    ]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('for an hour after a POST: its person hears it, and what became of it is still looked up', async () => {
    const again = await postOfUnknownOutcome();
    desk().world.pass(3_600_001);
    desk().governance.readings.next(failing('network', true));
    await expect(again()).rejects.toMatchObject({ kind: 'network' });
    expect((await desk().said()).at(-1)).toBe('action-refused -> U0ANA');
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('lets whoever decided take it back while it waits, and nobody else', async () => {
    desk().governance.readings.next(failing('network', true));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'network',
    });
    const { actionId } = job;
    expect(await takeBackDecision(desk().deps, { actionId, slackUserId: 'U0CHO' })).toBe('over');
    expect(await takeBackDecision(desk().deps, { actionId, slackUserId: 'U0ANA' })).toBe(
      'withdrawn',
    );
    expect(await takeBackDecision(desk().deps, { actionId, slackUserId: 'U0ANA' })).toBe('over');
    await carryOutAction(desk().deps, actionId);
    expect(await reviews()).toEqual([['U0ANA', 'taken-back', 'withdrawn']]);
    expect(desk().governance.reviewOrders).toEqual([]);
  });

  it('lets a decision be taken back whose POST was lost: it is not sent again', async () => {
    const again = await postOfUnknownOutcome();
    const [row] = await desk().kysely.selectFrom('actions').select('id').execute();
    const taken = { actionId: row?.id ?? '', slackUserId: 'U0ANA' };
    expect(await takeBackDecision(desk().deps, taken)).toBe('perhaps-sent');
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('and a reading that shows the end: the end is told once, by the decision', async () => {
    const again = await postOfUnknownOutcome();
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    desk().governance.tasks.set('task-1', closedSnapshot());
    await refreshTasks(desk().deps);
    await again();
    expect(await desk().said()).toEqual([
      'action-waiting -> U0ANA',
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
      expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
      const job = { kind: 'carry-out-action', actionId: 'id-0001' } as const;
      await (end === 'given up' ? giveUp(desk().deps, job, 'ref-1') : again());
      await refreshTasks(desk().deps);
      expect((await desk().said()).filter((line) => line.startsWith('ended'))).toEqual([
        'ended -> U0BEN',
        'ended -> thread of C0REVIEWS',
      ]);
    },
  );

  it('certainly did nothing: the step can be decided again, and the right is checked again', async () => {
    desk().governance.reviews.next(failing('network', true));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'network',
    });
    expect(await reviews()).toEqual([['U0ANA', 'accepted', null]]);
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await carryOutAction(desk().deps, job.actionId);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'closed']]);
  });

  it('leaves the step claimed: nobody else can decide it meanwhile', async () => {
    await postOfUnknownOutcome();
    await click('U0CHO');
    await carryOut();
    expect((await reviews()).at(-1)).toEqual(['U0CHO', 'refused', 'already-decided']);
  });
});

describe('Slack that does not answer', () => {
  it('or refuses to say who somebody is: then this is told, and nothing of the service', async () => {
    await click('U0ANA');
    const { actionId } = await clickedJob();
    desk().directory.person = () => Promise.reject(failing('unauthorized', true, 'slack'));
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({
      kind: 'unauthorized',
    });
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    expect(desk().chat.notices).toMatchObject([{ body: { actionId, system: 'slack' } }]);
  });

  it('keeps the decision without a word about the service, and still tells when it waited too long', async () => {
    await click('U0ANA');
    const { actionId } = await clickedJob();
    desk().directory.person = () => Promise.reject(failing('timeout', false, 'slack'));
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ system: 'slack' });
    expect(await reviews()).toEqual([['U0ANA', 'accepted', null]]);
    expect(await desk().said()).toEqual([]);
    desk().world.pass(3_600_001);
    await carryOutAction(desk().deps, actionId);
    expect(await desk().said()).toEqual(['action-refused -> U0ANA']);
  });
});
