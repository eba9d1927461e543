/** Long because every way in which the end of a delivered step can be cut off is tested here. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { deliveriesIn } from '../../../src/extras/webhooks/delivery-tables.ts';
import { denyUndecided } from '../../../src/extras/webhooks/deny-undecided.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click: clickHolder, carryOut } = clickingHolders(desk);
const { click, reviews } = reviewing(desk);
const { start, deliver, answers, delivery, callbacks, takesOne, retry } = delivering(desk);

const hook = 'hook of task-1 step-1';
const comment = 'Withdrawn in Slack by "Ben" (ben@acme.example), Slack user U0BEN.';
/** Who withdrew it is not told of it again: their post says so. */
const withdrawn = ['deed -> thread of C0REVIEWS'];

beforeEach(() => void start());

async function handedOver(task: TaskSnapshot = webhookTask()): Promise<void> {
  await desk().opened(task);
  await deliver(task);
}

async function withdraw(): Promise<void> {
  await clickHolder('withdraw');
  await carryOut();
}

/** Without those that say that something waits. */
async function said(): Promise<readonly string[]> {
  return (await desk().said()).filter((line) => !line.startsWith('action-waiting'));
}

async function requestState(): Promise<string | undefined> {
  return (await desk().request())?.state;
}

async function denyNow(): Promise<void> {
  await denyUndecided({ ...desk().deps, callbacks: callbacks() });
}

describe('a withdrawal of a request whose step the service handed over', () => {
  it('denies the step in the name of who withdrew it', async () => {
    await handedOver();
    takesOne();
    await withdraw();
    expect(answers()).toEqual([{ kind: 'deny', comment }]);
    expect(desk().governance.closed).toEqual([]);
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
    expect(await reviews()).toEqual([['U0BEN', 'done', null]]);
    expect(await requestState()).toBe('withdrawn');
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot.outcome).toBe('cancelled');
    expect(await said()).toEqual(withdrawn);
    expect(desk().chat.shown).toMatchObject([
      { text: expect.stringMatching(/^You withdrew /), buttons: ['request.again'] },
    ]);
  });

  it('says that a set-up failed, and closes what the service leaves open then', async () => {
    const { stepPolicy: _none, ...waiting } = webhookTask();
    const setUp: TaskSnapshot = { ...waiting, otherStep: { kind: 'set-up-elsewhere' } };
    await desk().opened(setUp);
    await deliver(setUp, { event: 'provision-step' });
    desk().governance.onClose = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await withdraw();
    expect(answers()).toEqual([{ kind: 'errored', comment }]);
    expect(desk().governance.closed).toMatchObject([{ act: 'close' }]);
    expect(await said()).toEqual(withdrawn);
  });

  it('is told at once when the service takes the denial and shows the end later', async () => {
    await handedOver();
    await withdraw();
    expect(await reviews()).toEqual([['U0BEN', 'sending', null]]);
    desk().world.pass(15_000);
    await carryOut();
    expect(await said()).toEqual(withdrawn);
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied', decisions: [] }));
    await refreshTasks(desk().deps);
    expect(await said()).toEqual(withdrawn);
  });

  it('closes it by the bot’s own right when the callback takes no answer', async () => {
    const closable = webhookTask({ actions: ['TASK_ACTION_TYPE_CLOSE'] });
    await handedOver(closable);
    callbacks().answers.next('spent');
    desk().governance.onClose = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await withdraw();
    expect(desk().governance.closed).toMatchObject([{ act: 'close', comment }]);
    expect(await said()).toEqual(withdrawn);
  });
});

describe('an approval and a withdrawal of the same delivered step', () => {
  beforeEach(async () => {
    await handedOver();
  });

  it.each(['there', 'back'] as const)(
    'end as approved if the approval was first and was lost on its way %s',
    async (lost) => {
      desk().governance.operations.add('taskRevoke');
      takesOne(lost);
      await click('U0ANA');
      await expect(carryOut()).rejects.toThrow('timeout');
      // Longer than an attempt takes: what became of it is still not known.
      desk().world.pass(2 * 60_000);
      await withdraw();
      expect(answers().map(({ kind }) => kind)).toEqual(['approve']);
      await retry();
      await retry();
      expect(new Set(answers().map(({ kind }) => kind))).toEqual(new Set(['approve']));
      expect(await reviews()).toEqual([
        ['U0ANA', 'done', null],
        ['U0BEN', 'refused', 'granted-first'],
      ]);
      await said();
      const direct = desk().chat.notices.filter(({ to }) => to === 'U0BEN');
      expect(direct.map(({ body }) => body.kind)).toContain('action-refused');
      expect(await requestState()).toBe('created');
    },
  );

  it('end as denied if the denial was first, and the requester reads that it is closed', async () => {
    takesOne('back');
    await click('U0ANA', { verb: 'deny', reason: 'no' });
    await expect(carryOut()).rejects.toThrow('timeout');
    await withdraw();
    await retry();
    await retry();
    expect(await reviews()).toEqual([
      ['U0ANA', 'done', null],
      ['U0BEN', 'refused', 'closed'],
    ]);
  });

  it('tell the requester after a while that somebody has decided', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    await clickHolder('withdraw');
    desk().world.pass(15_000);
    await carryOut();
    await desk().runJobs('send-notice');
    const told = desk().chat.notices.find(({ to }) => to === 'U0BEN');
    expect(told?.body).toMatchObject({ kind: 'action-waiting', cause: 'otherwise' });
  });

  it('wait for the service when it is at work on the approval', async () => {
    await click('U0ANA');
    await carryOut();
    await withdraw();
    expect(await reviews()).toContainEqual(['U0BEN', 'accepted', null]);
    desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await carryOut();
    expect(await reviews()).toContainEqual(['U0BEN', 'refused', 'granted-first']);
  });

  it('end as withdrawn while the withdrawal is under way', async () => {
    takesOne();
    const take = callbacks().onAnswer;
    callbacks().onAnswer = async (answer) => {
      await click('U0ANA');
      await desk().runJobs('carry-out-action');
      await take(answer);
    };
    await withdraw();
    expect(answers().map(({ kind }) => kind)).toEqual(['deny']);
    expect(await reviews()).toContainEqual(['U0ANA', 'refused', 'request-withdrawn']);
  });

  it('end as withdrawn however long the lost answer keeps the withdrawal waiting', async () => {
    takesOne('there');
    await clickHolder('withdraw');
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().world.pass(10 * 60_000);
    await click('U0ANA');
    await carryOut();
    expect(answers().map(({ kind }) => kind)).toEqual(['deny']);
    expect(await reviews()).toContainEqual(['U0ANA', 'refused', 'request-withdrawn']);
  });

  it('end as withdrawn if the approval was checked just before the withdrawal', async () => {
    takesOne();
    const { store, world, governance } = desk();
    await click('U0ANA');
    // The owners are looked up between the reading of the request and the lock.
    governance.listResourceOwners = async () => {
      const change = { state: 'withdrawn', at: world.now() } as const;
      await store.transaction((tx) => tx.requests.save('request-1', change));
      return governance.owners;
    };
    await carryOut();
    expect(answers()).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'request-withdrawn']]);
  });
});

describe('a withdrawal that is cut off', () => {
  beforeEach(async () => {
    await handedOver();
  });

  it.each(['there', 'back'] as const)(
    'is done, and told once, when its answer was lost on its way %s',
    async (lost) => {
      takesOne(lost);
      await clickHolder('withdraw');
      await expect(carryOut()).rejects.toThrow('timeout');
      await retry();
      expect(new Set(answers().map(({ kind }) => kind))).toEqual(new Set(['deny']));
      expect(await reviews()).toEqual([['U0BEN', 'done', null]]);
      expect(await said()).toEqual(withdrawn);
    },
  );

  it('is told once when a reading finds its end first', async () => {
    takesOne('back');
    await clickHolder('withdraw');
    await expect(carryOut()).rejects.toThrow('timeout');
    await refreshTasks(desk().deps);
    await retry();
    expect(await reviews()).toEqual([['U0BEN', 'done', null]]);
    expect(await said()).toEqual(withdrawn);
  });

  it('is finished by a round of the bot when its job is gone', async () => {
    takesOne();
    callbacks().answers.next(failing('unauthorized', true));
    await clickHolder('withdraw');
    await expect(carryOut()).rejects.toThrow('unauthorized');
    const done = { state: 'done', at: desk().world.now() } as const;
    await desk().store.transaction((tx) => tx.actions.save('id-0001', done));
    callbacks().onAnswer = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'denied' }));
    await denyNow();
    expect(answers().at(-1)).toEqual({ kind: 'deny', comment });
    expect(await delivery(hook)).toMatchObject({ state: 'answered' });
  });
});

describe('a step that is handed over after its request was withdrawn', () => {
  const second = webhookTask({ currentStepId: 'step-2' });
  const later = 'hook of task-1 step-2';

  /** The first step was approved in the service, which takes no end of it. */
  async function withdrawnAndLeftOpen(): Promise<void> {
    await handedOver();
    desk().governance.tasks.set('task-1', second);
    await desk().store.transaction((tx) =>
      deliveriesIn(tx).save(hook, { state: 'spent', callback: null }),
    );
    await withdraw();
    expect(await requestState()).toBe('withdrawn');
  }

  it('is denied in the name of who withdrew it, and nobody is asked', async () => {
    await withdrawnAndLeftOpen();
    await deliver(second);
    expect(await delivery(later)).toMatchObject({ state: 'open', people: [] });
    takesOne();
    await desk().runJobs('deny-undecided');
    expect(answers()).toEqual([{ kind: 'deny', comment }]);
    expect(await said()).toEqual(withdrawn);
    expect(await desk().audited()).toContain('delivery.ended-withdrawn');
    expect(await desk().audited()).not.toContain('delivery.nobody-found');
    await denyNow();
    expect(answers()).toHaveLength(1);
  });

  it('is denied again when the answer to that was lost', async () => {
    await withdrawnAndLeftOpen();
    await deliver(second);
    takesOne('back');
    await expect(desk().runJobs('deny-undecided')).rejects.toThrow('timeout');
    desk().world.pass(60_000);
    await denyNow();
    await denyNow();
    expect(answers().map(({ kind }) => kind)).toEqual(['deny', 'deny']);
    expect(await delivery(later)).toMatchObject({ state: 'spent', callback: null });
    const named = (await desk().audited()).filter((kind) => kind === 'delivery.answer-refused');
    expect(named).toEqual([]);
    expect(await said()).toEqual(withdrawn);
  });

  it('tells the administrators when the service takes no end of it', async () => {
    await withdrawnAndLeftOpen();
    await deliver(second);
    callbacks().answers.next('spent');
    await desk().runJobs('deny-undecided');
    await desk().runJobs('deny-undecided');
    expect(await said()).toContain('answer-refused -> U0HANA');
  });
});
