import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import type { WebhookTables } from '../../../src/extras/webhooks/delivery-tables.ts';
import { takeDelivery } from '../../../src/extras/webhooks/take-delivery.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const { start, deliver, answers, delivery, webhooks } = delivering(desk);

const hook = 'hook of task-1 step-1';

beforeEach(() => void start());

async function opened(change: Partial<TaskSnapshot> = {}): Promise<TaskSnapshot> {
  const task = webhookTask(change);
  await desk().opened(task);
  await deliver(task);
  return task;
}

async function passOnTo(person: string, by = 'U0ANA'): Promise<void> {
  await acceptAction(desk().deps, {
    verb: 'reassign',
    requestId: 'request-1',
    by: actor(by),
    reason: 'please',
    detail: { stepId: 'step-1', occurrence: '', durationSeconds: null, people: [person] },
    channel: 'C0REVIEWS',
  });
  await desk().runJobs('carry-out-action');
}

const peopleAsked = async () => (await delivery(hook))?.people.map(({ person }) => person.id) ?? [];

describe('a delivered step', () => {
  it('cannot be passed on to the person who asked for it', async () => {
    await opened();
    await passOnTo('U0BEN');
    expect(await peopleAsked()).toEqual(['user-ana', 'user-cho']);
    await click('U0BEN');
    await carryOut();
    expect(answers()).toEqual([]);
    expect(await reviews()).not.toContainEqual(['U0BEN', 'done', null]);
  });

  it('cannot be passed on by somebody who is not asked', async () => {
    await opened();
    await passOnTo('U0DEE', 'U0DEE');
    expect(await peopleAsked()).toEqual(['user-ana', 'user-cho']);
  });

  it('that began anew is not decided by a click on what was shown before', async () => {
    await opened({ stepOccurrence: 'first' });
    const again = webhookTask({ stepOccurrence: 'second' });
    desk().governance.tasks.set('task-1', again);
    await deliver(again, { webhookId: 'hook of the second time' });
    await click('U0ANA', { occurrence: 'first' });
    await carryOut();
    expect(answers()).toEqual([]);
    expect((await reviews()).map(([, state]) => state)).toEqual(['refused']);
  });

  it('is opened once when two processes take it at once', async () => {
    const task = webhookTask();
    await desk().opened(task);
    await deliver(task, { webhookId: 'hook-2' });
    await desk()
      .kysely.withTables<WebhookTables>()
      .updateTable('webhookDeliveries')
      .set({ state: 'kept' })
      .execute();
    const deps = { ...desk().deps, ...webhooks() };
    const before = (await desk().audited()).length;
    await Promise.all([takeDelivery(deps, 'hook-2'), takeDelivery(deps, 'hook-2')]);
    const facts = (await desk().audited()).slice(before);
    expect(facts.filter((kind) => kind === 'delivery.opened')).toHaveLength(1);
  });

  it('of an emergency is decided by the same people, and by nobody else', async () => {
    await opened({ emergency: true });
    await click('U0DEE');
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual(
      expect.arrayContaining([
        ['U0DEE', 'refused', 'not-reviewer'],
        ['U0ANA', 'done', null],
      ]),
    );
  });

  it('is no request of their own to the person who asked, although the answer was lost', async () => {
    await desk().ask();
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', {
        state: 'uncertain',
        identityUserId: 'user-dee',
        requesterIdentityId: 'user-ben',
        at: desk().world.now(),
      }),
    );
    const task = webhookTask({
      target: person('user-dee'),
      createdBy: { id: 'user-bot' },
      sourceRequestId: 'request-1',
    });
    desk().governance.tasks.set('task-1', task);
    await deliver(task);
    desk().world.pass(180_000);
    await deliver(task);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'take-delivery', webhookId: hook }));
    await desk().runJobs('take-delivery');
    expect(await delivery(hook)).toMatchObject({ state: 'open' });
    expect(await peopleAsked()).toEqual(['user-ana', 'user-cho']);
    const [card] = await desk().kysely.selectFrom('cards').select('id').execute();
    await click('U0BEN', { cardId: card?.id ?? '' });
    await carryOut();
    expect(await reviews()).toEqual([['U0BEN', 'refused', 'own-request']]);
    expect(answers()).toEqual([]);
  });

  it('that is a set-up is neither approved nor denied', async () => {
    const { stepPolicy: _none, ...waiting } = webhookTask();
    const task: TaskSnapshot = { ...waiting, otherStep: { kind: 'set-up-elsewhere' } };
    await desk().opened(task);
    await deliver(task, { event: 'provision-step' });
    await click('U0ANA');
    await click('U0CHO', { verb: 'deny', reason: 'no' });
    await carryOut();
    expect((await reviews()).map(([, state]) => state)).toEqual(['refused', 'refused']);
    expect(answers()).toEqual([]);
  });

  it('that is an approval is not set up', async () => {
    await opened();
    await acceptAction(desk().deps, {
      verb: 'set-up',
      requestId: 'request-1',
      by: actor('U0ANA'),
      reason: '',
      detail: { stepId: 'step-1', occurrence: '', durationSeconds: null, people: [] },
      channel: 'C0REVIEWS',
    });
    await carryOut();
    expect((await reviews()).map(([, state]) => state)).toEqual(['refused']);
    expect(answers()).toEqual([]);
  });
});
