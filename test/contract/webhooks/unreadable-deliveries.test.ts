import { beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import type { DeliveryEvent } from '../../../src/extras/webhooks/delivery-tables.ts';
import { takeDelivery } from '../../../src/extras/webhooks/take-delivery.ts';
import { receiveDelivery } from '../../../src/extras/webhooks/webhook-receiver.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { delivering, deliveryOf, webhookTask } from '../../support/delivering.ts';
import { failing } from '../../support/fakes.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click: clickHolder, carryOut } = clickingHolders(desk);
const { start, deliver, delivery, answers, carriesOut, takesOne, webhooks, makeUnreadable } =
  delivering(desk);

const hourMs = 3_600_000;

beforeEach(() => {
  start();
  makeUnreadable();
  desk().settings = testSettings({ admins: ['U0HANA', 'U0OMAR'], timeZone: 'Europe/Berlin' });
});

/** Delivers it, and lets administrators be told; `U0HANA 2026-03-03T11:00`, for each of them. */
async function told(
  webhookId: string,
  event: DeliveryEvent = 'approval-step',
): Promise<readonly string[]> {
  await deliver(webhookTask(), { webhookId, event });
  await desk().runJobs('tell-delivery');
  return desk()
    .chat.toPeople.splice(0)
    .map(({ to, words: { en } }) => `${to} ${deniedIn(en)}`);
}

function deniedIn(words: string): string {
  const [, seconds] = /I will deny this step: <!date\^(\d+)/.exec(words) ?? [];
  return seconds === undefined
    ? 'untold'
    : new Date(Number(seconds) * 1_000).toISOString().slice(0, 16);
}

describe('administrators are told of a delivered step that cannot be read', () => {
  it('with the moment at which it is denied, and the trail keeps it', async () => {
    expect(await told('hook-1')).toEqual(['U0HANA 2026-03-03T11:00', 'U0OMAR 2026-03-03T11:00']);
    expect(await desk().audited()).toContain('delivery.unreadable');
  });

  it.each([
    ['unknown', [{ kind: 'deny' }], 'U0HANA 2026-03-03T11:00'],
    // The access was approved already; without an answer a set-up falls back to a person.
    ['provision-step', [], 'U0HANA untold'],
  ] as const)('also of a %s', async (event, expected, words) => {
    expect((await told('hook-1', event))[0]).toBe(words);
    desk().world.pass(23 * hourMs);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'deny-undecided' }));
    await desk().runJobs('deny-undecided');
    expect(answers()).toMatchObject(expected);
  });

  it('once a day, whatever they are', async () => {
    expect(await told('hook-1')).toHaveLength(2);
    expect(await told('hook-2', 'provision-step')).toEqual([]);
    desk().world.pass(24 * hourMs - 1_000);
    expect(await told('hook-3')).toEqual([]);
    desk().world.pass(1_000);
    expect(await told('hook-4')).toHaveLength(2);
  });

  it('once when two of them are looked at in the same moment', async () => {
    const { store, deps } = desk();
    const ids = ['hook-1', 'hook-2', 'hook-3', 'hook-4'];
    for (const webhookId of ids)
      await receiveDelivery(deps, {
        ...deliveryOf(webhookTask(), desk().world.now()),
        webhookId,
      });
    await Promise.all(
      ids.map((webhookId) => takeDelivery({ ...deps, ...webhooks(), store }, webhookId)),
    );
    await desk().runJobs('tell-delivery');
    expect(
      desk()
        .chat.toPeople.map(({ to }) => to)
        .toSorted(),
    ).toEqual(['U0HANA', 'U0OMAR']);
  });

  it('again until Slack takes it; one that Slack refuses keeps nobody else from it', async () => {
    desk().chat.directs.next(refuse({ kind: 'rejected', code: 'user_not_found' }));
    expect(await told('hook-1')).toEqual(['U0OMAR 2026-03-03T11:00']);
    desk().world.pass(24 * hourMs);
    desk().chat.directs.next(failing('timeout', false));
    await expect(told('hook-2')).rejects.toThrow('timeout');
    expect(desk().chat.toPeople).toEqual([]);
  });
});

describe('a delivered step of which the task is told, but not the step', () => {
  const { currentStepId: _, ...without } = webhookTask();
  const stepless = { ...without, currentStepId: null, untold: ['step'] } as const;

  beforeEach(async () => {
    start();
    await desk().opened(stepless);
  });

  it('asks nobody, is told to administrators, and is denied in time, which the requester reads', async () => {
    await deliver(stepless, { webhookId: 'hook-1' });
    expect(await delivery('hook-1')).toMatchObject({
      state: 'open',
      callback: 'sealed callback of hook-1',
      people: [],
      stepId: '',
      deniedAt: new Date('2026-03-03T11:00Z'),
    });
    await desk().runJobs('tell-delivery');
    expect(desk().chat.toPeople.map(({ to }) => to)).toEqual(['U0HANA', 'U0OMAR']);
    desk().world.pass(23 * hourMs);
    carriesOut('denied');
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'deny-undecided' }));
    await desk().runJobs('deny-undecided');
    expect(answers()).toMatchObject([{ kind: 'deny' }]);
    expect(await desk().said()).toContain('over -> U0BEN');
  });

  it('ends at its callback when the request is withdrawn', async () => {
    await deliver(stepless, { webhookId: 'hook-1' });
    await clickHolder('withdraw');
    await carryOut();
    takesOne();
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'deny-undecided' }));
    await desk().runJobs('deny-undecided');
    expect(answers()).toEqual([
      { kind: 'deny', comment: expect.stringMatching(/^Withdrawn in Slack by "Ben"/) },
    ]);
    expect(await delivery('hook-1')).toMatchObject({ state: 'answered', callback: null });
  });

  it('is over where the task says that it stands at no step, or that it has ended', async () => {
    const { untold: _told, ...over } = stepless;
    await deliver(over, { webhookId: 'hook-1' });
    await deliver({ ...over, state: 'closed' }, { webhookId: 'hook-2' });
    for (const webhookId of ['hook-1', 'hook-2'])
      expect(await delivery(webhookId)).toMatchObject({ state: 'over', callback: null });
  });
});
