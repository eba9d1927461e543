/** Long because every way in which the answer to one step is given, or fails, is tested here. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { deliveriesIn } from '../../../src/extras/webhooks/delivery-tables.ts';
import { denyUndecided } from '../../../src/extras/webhooks/deny-undecided.ts';
import { takeDelivery } from '../../../src/extras/webhooks/take-delivery.ts';
import { receivedLook } from '../../../src/extras/webhooks/webhook-checks.ts';
import { check } from '../../../src/operator/doctor/check.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { failing, withMethods } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const {
  start,
  deliver,
  answers,
  delivery,
  callbacks,
  carriesOut,
  retry,
  webhooks,
  makeUnreadable,
} = delivering(desk);

const hook = 'hook of task-1 step-1';

beforeEach(() => void start());

describe('a delivered step of a request', () => {
  const task = webhookTask();
  beforeEach(async () => {
    await desk().opened(task);
    await deliver(task);
  });

  it('names the owners as its reviewers, but not the requester', async () => {
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot).toMatchObject({
      stepApprovers: [person('user-ana'), person('user-cho')],
      stepPolicy: { approver: 'people', requireDistinctApprovers: true },
      delivered: { kind: 'approval' },
    });
    expect(await desk().audited()).toEqual(['delivery.opened']);
  });

  it('is answered at the callback in the reviewer’s name, and decided by that', async () => {
    carriesOut();
    await click('U0ANA', { reason: 'fine' });
    await carryOut();
    expect(answers()).toEqual([
      {
        kind: 'approve',
        comment: 'Approved in Slack by "Ana" (ana@acme.example), Slack user U0ANA. fine',
      },
    ]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
    expect(desk().governance.reviewOrders).toEqual([]);
  });

  it('whose callback cannot be opened waits for the key, and who decided and administrators read so once', async () => {
    callbacks().answers.next(failing('unopened', true), failing('unopened', true));
    await click('U0ANA');
    await expect(carryOut()).rejects.toMatchObject({ kind: 'unopened' });
    await expect(retry()).rejects.toMatchObject({ kind: 'unopened' });
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    expect(desk().chat.notices.at(-1)?.body).toMatchObject({ cause: 'otherwise' });
    await desk().runJobs('tell-delivery');
    expect(desk().chat.toPeople).toMatchObject([
      { to: 'U0HANA', words: { en: expect.stringContaining('no WEBHOOK_KEY that is set opens') } },
    ]);
    carriesOut();
    await retry();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
  });

  it('counts as decided while the service still works on the answer', async () => {
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot).toMatchObject({
      otherStep: { kind: 'processing' },
      stepApprovers: [],
    });
  });

  it('is decided by one of two people who click at once', async () => {
    carriesOut();
    await click('U0ANA');
    await click('U0CHO', { verb: 'deny', reason: 'no' });
    await carryOut();
    expect(answers()).toHaveLength(1);
    expect(await reviews()).toEqual([
      ['U0ANA', 'done', null],
      ['U0CHO', 'refused', 'already-decided'],
    ]);
  });

  it('is not decided by somebody who lost the ownership since it arrived', async () => {
    desk().governance.owners = [person('user-cho')];
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-reviewer']]);
    expect(answers()).toEqual([]);
  });

  it('is not decided while nobody can tell who owns it', async () => {
    await click('U0ANA');
    desk().governance.ownerLists.next(failing('http', true), failing('http', true));
    await expect(carryOut()).rejects.toThrow('http');
    expect(answers()).toEqual([]);
  });

  it('is credited after a lost answer when the service shows its outcome', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await retry();
    expect(answers()).toHaveLength(1);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
  });

  it('is not credited to a person who denied when the service shows it as granted', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA', { verb: 'deny', reason: 'no' });
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await retry();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
  });

  it('is credited when a second answer finds the callback spent and the access granted', async () => {
    callbacks().answers.next(failing('timeout', false), 'spent');
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    callbacks().onAnswer = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await retry();
    await retry();
    expect(answers()).toHaveLength(2);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('tells the reviewer that the service takes no answer when the callback has expired', async () => {
    callbacks().answers.next('spent');
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'answer-refused']]);
    expect(await delivery(hook)).toMatchObject({ state: 'spent', callback: null });
  });

  it('waits for another click when nothing was sent', async () => {
    callbacks().answers.next(failing('network', true));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('network');
    expect(await delivery(hook)).toMatchObject({ state: 'open', answeredBy: null });
  });

  it('is passed on inside the bot, without an answer at the callback', async () => {
    const detail = {
      stepId: 'step-1',
      occurrence: '',
      durationSeconds: null,
      people: ['U0DEE'],
    };
    await acceptAction(desk().deps, {
      verb: 'reassign',
      requestId: 'request-1',
      by: actor('U0ANA'),
      reason: 'Dee knows',
      detail,
      channel: 'C0REVIEWS',
    });
    await desk().runJobs('carry-out-action');
    expect(answers()).toEqual([]);
    await click('U0ANA');
    await click('U0DEE');
    await carryOut();
    expect(await reviews()).toEqual(
      expect.arrayContaining([
        ['U0ANA', 'refused', 'not-reviewer'],
        ['U0DEE', 'done', null],
      ]),
    );
  });

  it('is denied an hour before the service stops waiting, if nobody decided', async () => {
    carriesOut('denied');
    desk().world.pass(23 * 3_600_000 - 1_000);
    await denyNow();
    expect(answers()).toEqual([]);
    desk().world.pass(1_000);
    await denyNow();
    expect(answers()).toEqual([
      { kind: 'deny', comment: expect.stringContaining('nobody decided') },
    ]);
    const said = await desk().said();
    expect(said).toEqual(['over -> U0BEN', 'over -> thread of C0REVIEWS']);
    expect(desk().chat.lines[0]?.text).toContain('Nobody decided in time, so I denied ');
    expect(await desk().audited()).toContain('delivery.denied-undecided');
    await denyNow();
    expect(answers()).toHaveLength(1);
  });

  it('tells administrators when the service no longer accepts a denial', async () => {
    callbacks().answers.next('spent');
    desk().world.pass(24 * 3_600_000);
    await denyNow();
    expect(await desk().said()).toEqual(['answer-refused -> U0HANA']);
  });

  it('is denied when its key is back, and administrators hear of the key at once', async () => {
    desk().world.pass(24 * 3_600_000);
    callbacks().answers.next(failing('unopened', true));
    await expect(denyNow()).rejects.toMatchObject({ kind: 'unopened' });
    await desk().runJobs('tell-delivery');
    expect(desk().chat.toPeople.map(({ to }) => to)).toEqual(['U0HANA']);
    carriesOut('denied');
    await denyNow();
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
  });

  it('is not denied while somebody is deciding', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().world.pass(24 * 3_600_000);
    await denyNow();
    expect(answers()).toHaveLength(1);
  });
});

describe('a delivery', () => {
  it('changes nothing when it is repeated', async () => {
    await desk().opened(webhookTask());
    await deliver(webhookTask());
    await deliver(webhookTask());
    expect(await desk().audited()).toEqual(['delivery.opened']);
  });

  it('of a step that is over asks nobody', async () => {
    await desk().opened(webhookTask({ currentStepId: 'step-2' }));
    await deliver(webhookTask());
    expect(await delivery(hook)).toMatchObject({ state: 'over', callback: null });
  });

  it('is looked at as soon as the answer to its request names the task', async () => {
    await desk().ask();
    const task = webhookTask({ sourceRequestId: 'request-1' });
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'sending', at: desk().world.now() }),
    );
    desk().governance.tasks.set('task-1', task);
    await deliver(task);
    expect(await delivery(hook)).toMatchObject({ state: 'kept' });
    await desk().takeJobs('take-delivery');
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'submitted', at: desk().world.now() }),
    );
    desk().governance.grants.next(ok(task));
    await desk().store.transaction((tx) =>
      tx.enqueue({ kind: 'create-task', requestId: 'request-1' }),
    );
    await desk().runJobs('create-task', 'take-delivery');
    expect(await delivery(hook)).toMatchObject({ state: 'open' });
  });

  it('waits until the task of a request in flight is known', async () => {
    await desk().ask();
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'sending', at: desk().world.now() }),
    );
    desk().governance.tasks.set('task-1', webhookTask());
    await deliver(webhookTask());
    expect(await delivery(hook)).toMatchObject({ state: 'kept' });
  });

  it('belongs to a request that learns of its task while the delivery is looked at', async () => {
    await desk().opened(webhookTask());
    const { store } = desk();
    const late: typeof store = {
      ...store,
      // The row of the task is committed after this look.
      transaction: (work) =>
        store.transaction((tx) =>
          work(
            Object.assign(tx, {
              tasks: withMethods(tx.tasks, { find: () => Promise.resolve(null) }),
            }),
          ),
        ),
    };
    const { deps } = desk();
    await deliver(webhookTask(), { webhookId: hook, payload: {} });
    await desk().store.transaction((tx) => deliveriesIn(tx).save(hook, { state: 'kept' }));
    await takeDelivery({ ...deps, ...webhooks(), taskIn: () => webhookTask(), store: late }, hook);
    expect(await desk().kysely.selectFrom('tasksElsewhere').selectAll().execute()).toEqual([]);
    expect(await desk().kysely.selectFrom('cards').select('id').execute()).toHaveLength(1);
  });

  it('waits while the owners cannot be read, and tells administrators once', async () => {
    await desk().opened(webhookTask());
    desk().governance.ownerLists.next(failing('http', true));
    await expect(deliver(webhookTask())).rejects.toThrow('http');
    expect(await delivery(hook)).toMatchObject({ state: 'kept' });
    desk().governance.ownerLists.next(failing('http', true));
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'take-delivery', webhookId: hook }));
    await expect(desk().runJobs('take-delivery')).rejects.toThrow('http');
    expect(await desk().said()).toEqual(['nobody-answers -> U0HANA']);
  });

  it('tells administrators when nobody may answer it', async () => {
    desk().governance.owners = [];
    desk().settings = testSettings({ admins: ['U0HANA'] });
    desk().directory.add('U0HANA', { isDeactivated: true });
    await desk().opened(webhookTask());
    await deliver(webhookTask());
    expect(await delivery(hook)).toMatchObject({ state: 'open', people: [] });
    expect(await desk().audited()).toContain('delivery.nobody-found');
  });

  it('that cannot be read is counted', async () => {
    await unreadable({});
    const { state, says } = await check(receivedLook({ trouble: null }, desk().store));
    expect(`${state}: ${says}`).toMatch(/^error: 1 of the last seven days told no task/);
  });

  it('is kept when a key in it is what the database refuses', async () => {
    await unreadable({ 'a\0b': 1, 'half \uD83D': { deeper: { '\uDE00': ['\0'] } } });
    expect(await delivery(hook)).toMatchObject({
      payload: { 'a\uFFFDb': 1, 'half \uFFFD': { deeper: { '\uFFFD': ['\uFFFD'] } } },
    });
  });

  it('is denied when the owners could not be read until its deadline', async () => {
    carriesOut('denied');
    await desk().opened(webhookTask());
    desk().governance.ownerLists.next(failing('http', true));
    await expect(deliver(webhookTask())).rejects.toThrow('http');
    desk().world.pass(23 * 3_600_000);
    desk().governance.ownerLists.next(failing('http', true));
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'take-delivery', webhookId: hook }));
    await desk().runJobs('take-delivery');
    await denyNow();
    expect(answers()).toMatchObject([{ kind: 'deny' }]);
    expect(await desk().said()).toContain('over -> U0BEN');
  });
});

function denyNow(): Promise<void> {
  return denyUndecided({ ...desk().deps, ...webhooks() });
}

/** Delivers what tells no task that can be read. */
async function unreadable(payload: object): Promise<void> {
  makeUnreadable();
  await deliver(webhookTask(), { webhookId: hook, payload });
}
