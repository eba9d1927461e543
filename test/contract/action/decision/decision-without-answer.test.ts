/**
 * A decision whose outcome is not told: kept, told, looked up, given up.
 * Long because each way to lose an answer meets each of them.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { giveUp } from '../../../../src/use-cases/action/give-up.ts';
import { storedCard } from '../../../../src/use-cases/card/card-model.ts';
import { readAgain, refreshTasks } from '../../../../src/use-cases/task/refresh-tasks.ts';
import { failing, refusing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../../support/samples.ts';
import { acting, testSettings } from '../../../support/test-settings.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews, closing, wordsInTrail } = reviewing(desk);

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
  it('is told apart from one that refuses the bot', async () => {
    desk().governance.readings.next(failing('unauthorized', true));
    await click('U0ANA');
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'unauthorized',
    });
    await desk().said();
    expect(desk().chat.notices.map(({ body }) => body)).toMatchObject([
      { kind: 'action-waiting', cause: 'otherwise' },
    ]);
  });

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
    expect((await desk().said()).filter((line) => line.endsWith('-> U0ANA'))).toEqual([
      'action-waiting -> U0ANA',
      'action-done -> U0ANA',
    ]);
  });

  async function postOfUnknownOutcome(
    verb: 'approve' | 'deny' = 'approve',
  ): Promise<() => ReturnType<typeof carryOutAction>> {
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA', { verb });
    const job = await clickedJob();
    await expect(carryOutAction(desk().deps, job.actionId)).rejects.toMatchObject({
      kind: 'timeout',
    });
    expect(await reviews()).toEqual([['U0ANA', 'sending', null]]);
    return () => carryOutAction(desk().deps, job.actionId);
  }

  it('and had carried the decision out: it is not sent again', async () => {
    const again = await postOfUnknownOutcome();
    wordsInTrail();
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('and had not carried it out: the decision is sent again for the same step', async () => {
    const again = await postOfUnknownOutcome();
    closing();
    await again();
    expect(desk().governance.reviewOrders.map((order) => order.stepId)).toEqual([
      'step-1',
      'step-1',
    ]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('and carried it out late: the refusal “step is over” means that the decision counted', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.reviews.next(refusing('step-moved-on'));
    expect(await again()).toBe('not-yet');
    closing();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('leads to no credit when the bot may have decided for either of two people', async () => {
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

  it('leads to no credit when the task’s trail lacks the bot’s text, because its account decided by itself', async () => {
    desk().governance.operations.add('taskAudit');
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it.each([
    ['the service names the bot’s account', () => desk().governance.operations.add('whoAmI')],
    ['nobody names it', () => undefined],
  ])(
    'leads to no credit where the trail of the task is not told, and %s',
    async (_what, change) => {
      change();
      const again = await postOfUnknownOutcome();
      const approvers = [person('user-bot', { name: 'Access Bot' })];
      desk().governance.tasks.set('task-1', closedSnapshot({ approvers, createdBy: undefined }));
      await again();
      expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
      expect(await desk().audited()).not.toContain('review.approved');
      expect(await storedCard(desk().deps, 'card-1')).toMatchObject({
        reviews: [],
        decidedOutside: [],
      });
      expect(await desk().said()).toContain('granted -> U0BEN');
      const told = desk().chat.shown.at(-1)?.text;
      expect(told).toContain('You have');
      expect(told).not.toMatch(/U0ANA|Access Bot|approved/);
    },
  );

  it('leads to no credit when the deciding account is wrongly named as the bot’s', async () => {
    desk().governance.operations.add('whoAmI');
    desk().governance.botUserId = 'user-cho';
    const again = await postOfUnknownOutcome();
    const made = { createdBy: { id: 'user-bot' }, sourceRequestId: 'request-1' };
    desk().governance.tasks.set('task-1', { ...decidedBy('user-cho'), ...made });
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('does not name the bot in messages about a denial by an unknown person', async () => {
    const approvers = [person('user-bot', { name: 'Chat Bot' })];
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied', approvers }));
    await readAgain(desk().deps, ['task-1']);
    expect(await desk().said()).toEqual(['over -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toMatch(/^Your request .* was denied\.$/m);
  });

  it('does not name the bot’s account, which nobody tells, where the bot may have denied it', async () => {
    const untold = { createdBy: undefined };
    await desk().store.transaction((tx) => tx.tasks.save('request-1', snapshot(untold), tx.at));
    desk().governance.tasks.set('task-1', snapshot(untold));
    await desk().said();
    await postOfUnknownOutcome('deny');
    const approvers = [person('user-bot', { name: 'Access Bot' })];
    const denied = closedSnapshot({ outcome: 'denied', approvers, ...untold });
    desk().governance.tasks.set('task-1', denied);
    await refreshTasks(desk().deps);
    expect(await desk().said()).toContain('over -> U0BEN');
    expect(desk().chat.shown.at(-1)?.text).not.toContain('Access Bot');
  });

  it('and a denial in the console: no message says that the reviewer approved', async () => {
    const again = await postOfUnknownOutcome();
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
    expect(await desk().audited()).not.toContain('review.approved');
  });

  it('and an approval in the console meanwhile: it is credited to nobody in the bot', async () => {
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
    'and the task’s trail has %s: it counts when nothing else shows who decided',
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

  it('and a decision forgotten since a restore: it is credited to nobody else', async () => {
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
    'and a person’s %s in the trail looks like the deciding account: they are not credited',
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
  ])('and had not, and the reviewer %s: it is not sent again', async (_what, change) => {
    const again = await postOfUnknownOutcome();
    change();
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-sent']]);
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('for an hour: the decision expires, its reviewer is told once, and it is never sent', async () => {
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

  it('for an hour after a POST: the reviewer is told, and the outcome is still looked up', async () => {
    const again = await postOfUnknownOutcome();
    desk().world.pass(3_600_001);
    desk().governance.readings.next(failing('network', true));
    await expect(again()).rejects.toMatchObject({ kind: 'network' });
    expect((await desk().said()).at(-1)).toBe('action-refused -> U0ANA');
    wordsInTrail();
    desk().governance.tasks.set('task-1', decidedBy('user-bot'));
    await again();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('for an hour, and somebody else decides: that is told after “it may arrive”', async () => {
    const again = await postOfUnknownOutcome();
    desk().world.pass(3_600_001);
    desk().governance.readings.next(failing('network', true));
    await expect(again()).rejects.toMatchObject({ kind: 'network' });
    await desk().said();
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await again();
    await desk().said();
    const refusals = desk().chat.notices.flatMap(({ body }) =>
      body.kind === 'action-refused' ? [body.refusal.code] : [],
    );
    expect(refusals).toEqual(['perhaps-sent', 'decided-elsewhere']);
  });

  it('and a reading that shows the end: it is told once, and then names who approved', async () => {
    const again = await postOfUnknownOutcome();
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    wordsInTrail();
    desk().governance.tasks.set('task-1', closedSnapshot());
    await refreshTasks(desk().deps);
    const told = ['action-waiting -> U0ANA', 'granted -> U0BEN'];
    expect(await desk().said()).toEqual(told);
    expect(desk().chat.shown.at(-1)?.text).not.toContain('approved');
    await again();
    expect(await desk().said()).toEqual([...told, 'action-done -> U0ANA']);
    expect(desk().chat.shown.at(-1)?.text).toContain('<@U0ANA> approved');
  });

  it.each(['carried out again', 'given up'])(
    'and a reading that shows somebody else’s decision: the end is told once, also when it is %s',
    async (end) => {
      const again = await postOfUnknownOutcome();
      desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
      await refreshTasks(desk().deps);
      expect(await desk().said()).toEqual(['action-waiting -> U0ANA', 'over -> U0BEN']);
      const job = { kind: 'carry-out-action', actionId: 'id-0001' } as const;
      await (end === 'given up' ? giveUp(desk().handlerDeps, job, 'ref-1') : again());
      await refreshTasks(desk().deps);
      const toRequester = (await desk().said()).filter((line) => line.endsWith('U0BEN'));
      expect(toRequester).toEqual(['over -> U0BEN']);
    },
  );

  it('and certainly did nothing: the step can be decided again, with a new check', async () => {
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

  it('keeps the step claimed: nobody else can decide it meanwhile', async () => {
    await postOfUnknownOutcome();
    await click('U0CHO');
    await carryOut();
    expect((await reviews()).at(-1)).toEqual(['U0CHO', 'refused', 'already-decided']);
  });
});

describe('Slack that does not answer', () => {
  it('or refuses to identify a person: the message does not blame the service', async () => {
    await click('U0ANA');
    const { actionId } = await clickedJob();
    desk().directory.person = () => Promise.reject(failing('unauthorized', true, 'slack'));
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({
      kind: 'unauthorized',
    });
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    expect(desk().chat.notices).toMatchObject([{ body: { actionId, cause: 'otherwise' } }]);
  });

  it('keeps the decision without blaming the service, and still reports when it waited too long', async () => {
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
