import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { whatHolderMay } from '../../../src/use-cases/access/holder-requests.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { settleUncertain } from '../../../src/use-cases/request/stop-request.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { actor, entitlement, noon, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const withdraw = (requestId = 'request-1') =>
  acceptAction(desk().deps, {
    verb: 'withdraw',
    requestId,
    by: actor('U0BEN'),
    reason: '',
    channel: 'U0BEN',
  });
const send = () => createTask(desk().deps, 'request-1');
const state = async () => (await desk().request('request-1'))?.state;

/** The service is down for longer than nobody hears of it. */
async function waits(): Promise<void> {
  await desk().ask();
  desk().world.pass(61_000);
  desk().governance.grants.next(failing('network', true));
  await expect(send()).rejects.toThrow('in a test');
}

describe('a request that waits for the service', () => {
  it('can be withdrawn from the message that says so, and is never sent', async () => {
    await waits();
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
    expect(desk().chat.shown[0]?.buttons).toEqual(['request.withdraw']);
    expect(await withdraw()).toBe('kept');
    await desk().runJobs('carry-out-action');
    expect(await state()).toBe('abandoned');
    const orders = desk().governance.orders.length;
    await send();
    expect(desk().governance.orders).toHaveLength(orders);
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
    expect(desk().chat.shown).toMatchObject([
      {
        text: 'You withdrew your request for *GitHub · Platform: write*.',
        buttons: ['request.again'],
      },
    ]);
    expect(await desk().audited()).toContain('withdraw.done');
  });

  it('is withdrawn like any other if it arrived meanwhile', async () => {
    await waits();
    await withdraw();
    const task = snapshot();
    desk().governance.tasks.set(task.id, task);
    desk().governance.grants.next(ok(task));
    await send();
    await desk().runJobs('carry-out-action');
    // Here the service cannot close it, so its reviewers are told.
    expect(await desk().request('request-1')).toMatchObject({
      state: 'withdrawn',
      taskId: 'task-1',
    });
  });

  it('is not withdrawn while it is being sent: the act comes back', async () => {
    await waits();
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'sending', at: noon }),
    );
    await withdraw();
    await desk().runJobs('carry-out-action');
    expect(await state()).toBe('sending');
  });

  it('is not sent if it is withdrawn while its people are looked up', async () => {
    await desk().ask();
    const { person } = desk().directory;
    desk().directory.person = async (...asked) => {
      await desk().store.transaction((tx) =>
        tx.requests.save('request-1', { state: 'abandoned', at: noon }),
      );
      return person.apply(desk().directory, asked);
    };
    await send();
    expect(desk().governance.orders).toEqual([]);
    expect(await state()).toBe('abandoned');
  });

  it('is not called withdrawn if an earlier attempt may have arrived', async () => {
    await desk().ask();
    const uncertain = { state: 'uncertain', identityUserId: 'user-ben', at: noon } as const;
    await desk().store.transaction((tx) => tx.requests.save('request-1', uncertain));
    await settleUncertain(desk().deps, {
      requestId: 'request-1',
      slackUserId: 'U0BEN',
      choice: 'again',
    });
    const row = await desk().store.transaction((tx) => tx.requests.standing('request-1'));
    if (row === null) throw new Error('the request is there');
    expect(whatHolderMay(desk().deps, 'U0BEN', row).withdraw).toBe(false);
    await withdraw();
    await desk().runJobs('carry-out-action');
    expect(await state()).toBe('submitted');
    expect(await desk().said()).toContain('action-refused -> U0BEN');
  });

  it('does not delay the message about the rest of its group', async () => {
    const entitlements = [
      entitlement({ id: 'ent-0', name: 'Ent 0' }),
      entitlement({ id: 'ent-1', name: 'Ent 1' }),
    ];
    await submitRequest(desk().deps, submittedForm({ entitlements }));
    desk().governance.grants.next(ok(snapshot({ sourceRequestId: 'id-0001', entitlements: [] })));
    await createTask(desk().deps, 'id-0001');
    await desk().runJobs('sync-card');
    await withdraw('id-0002');
    await desk().runJobs('carry-out-action');
    desk().world.pass(8_000);
    expect(await desk().said()).toEqual(['in-review -> U0BEN']);
    const text = desk().chat.shown[0]?.text;
    expect(text).toContain('You withdrew your request for *GitHub · Ent 1*.');
    expect(text).toContain('Your request for *GitHub · Ent 0* is with the reviewers.');
  });

  it('leaves one line of the message that says so when it is refused', async () => {
    await waits();
    await desk().said();
    desk().governance.grants.next(refusing('forbidden'));
    await send();
    expect(await desk().said()).toEqual(['waits -> U0BEN', 'refused -> U0BEN']);
    expect(desk().chat.shown[0]).toMatchObject({
      text: 'Your request for *GitHub · Platform: write* had to wait. · TIME',
      buttons: [],
    });
  });
});
