import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { holderRequests } from '../../../src/use-cases/access/holder-requests.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { actor, entitlement, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const actions = ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_CLOSE'];
const correction = { key: 'view-2', correctsRequestId: 'request-1', justification: 'better words' };
const submit = (change = {}) =>
  submitRequest(desk().deps, submittedForm({ ...correction, ...change }));
const closed: Partial<TaskSnapshot> = { state: 'closed', outcome: 'cancelled', actions: [] };
const first = (change: Partial<TaskSnapshot>) =>
  void desk().governance.tasks.set('task-1', snapshot({ actions, ...change }));
const sent = () => desk().governance.orders.map(({ justification }) => justification);
const carryOut = () => desk().runJobs('carry-out-action', 'create-task');
const corrected = async () => {
  const rows = await desk().kysely.selectFrom('requests').selectAll().execute();
  return rows.find(({ id }) => id !== 'request-1');
};

/** What the messages about the corrected one say now. */
const told = async () => {
  await desk().runJobs('send-notice');
  return desk()
    .chat.shown.filter(({ claim }) => claim !== 'before')
    .map(({ text }) => text);
};

beforeEach(async () => {
  await desk().opened({ actions });
  // The corrected one is the newer of both.
  desk().world.pass(1_000);
});

describe('a request that corrects another one', () => {
  it('withdraws the first when it is submitted, and is sent when that one is closed', async () => {
    desk().governance.onClose = () => first(closed);
    expect(await submit()).toEqual(ok(undefined));
    expect(desk().governance.closed).toEqual([]);
    await carryOut();
    expect(desk().governance.closed).toHaveLength(1);
    await carryOut();
    expect(sent()).toEqual(['better words']);
    const { shown } = await holderRequests(desk().deps, 'U0BEN', 5);
    expect(shown.map((one) => one.isCorrected)).toEqual([false, true]);
  });

  it('withdraws the first once, however often Slack repeats the submission', async () => {
    await submit();
    await submit();
    expect((await desk().takeJobs('carry-out-action')).length).toBe(1);
  });

  it('waits for a service that has not closed the first yet', async () => {
    await submit();
    await carryOut();
    await carryOut();
    expect(desk().governance.closed).toHaveLength(1);
    expect(sent()).toEqual([]);
    expect(await corrected()).toMatchObject({ state: 'submitted', refusal: null });
    first(closed);
    await desk().store.transaction((tx) =>
      tx.tasks.save('request-1', snapshot({ actions, ...closed }), desk().world.now()),
    );
    await carryOut();
    expect(sent()).toEqual(['better words']);
  });

  it('waits while the service still calls it a duplicate of the closed first one', async () => {
    desk().governance.onClose = () => first(closed);
    desk().governance.grants.next(refusing('duplicate', 'task-1'));
    desk().governance.grants.next(ok(snapshot({ id: 'task-2', sourceRequestId: 'id-0001' })));
    await submit();
    await carryOut();
    await carryOut();
    expect(await corrected()).toMatchObject({ state: 'submitted', refusal: null });
    await carryOut();
    expect(await corrected()).toMatchObject({ state: 'created' });
  });

  it('tells the requester once that the first stays open while a slow service closes it', async () => {
    await submit();
    await carryOut();
    expect(await told()).toEqual([]);
    desk().world.pass(10_000);
    await carryOut();
    await carryOut();
    const [text, ...others] = await told();
    expect(others).toEqual([]);
    expect(text).toMatch(/^Your corrected request for \*GitHub · Platform: write\* has to wait: /);
    expect(text).toContain('has not closed your first one yet. Until then the first one stands');
  });

  it('tells the requester of the correction alone when the service is down', async () => {
    await submit();
    desk().governance.readings.next(failing('network', true));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'network' });
    desk().world.pass(10_000);
    expect(await told()).toHaveLength(1);
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
  });

  it('stops saying that the first stays open when the corrected one is sent', async () => {
    await submit();
    desk().world.pass(10_000);
    await carryOut();
    await told();
    desk().governance.grants.next(ok(snapshot({ id: 'task-2', sourceRequestId: 'id-0001' })));
    await desk().store.transaction((tx) =>
      tx.tasks.save('request-1', snapshot({ actions, ...closed }), desk().world.now()),
    );
    await desk().runJobs();
    expect(await told()).toEqual([
      expect.stringMatching(/^Your request for [^.]* had to wait\. · TIME · /),
      expect.stringMatching(/^Your request for [^.]* is with the reviewers\. /),
    ]);
  });

  it('is not sent when the first was granted before it was withdrawn', async () => {
    await submit();
    first({ state: 'closed', outcome: 'granted' });
    await carryOut();
    await carryOut();
    expect(sent()).toEqual([]);
    const refusal = { code: 'first-granted', numericId: '1042' };
    expect(await corrected()).toMatchObject({ state: 'refused', refusal });
  });

  it('is sent when the first was denied meanwhile', async () => {
    await submit();
    first({ state: 'closed', outcome: 'denied' });
    await desk().store.transaction((tx) =>
      tx.tasks.save(
        'request-1',
        snapshot({ state: 'closed', outcome: 'denied' }),
        desk().world.now(),
      ),
    );
    await carryOut();
    await carryOut();
    expect(sent()).toEqual(['better words']);
  });

  it('does not wait when it is for other access', async () => {
    await submit({ entitlements: [entitlement({ id: 'ent-other' })] });
    await desk().runJobs('create-task');
    expect(sent()).toEqual(['better words']);
  });
});

it('waits for the end of a first request that is being withdrawn already', async () => {
  const click = { verb: 'withdraw', requestId: 'request-1', by: actor('U0BEN') } as const;
  await acceptAction(desk().deps, { ...click, reason: '', channel: 'U0BEN' });
  expect(await submit({ correctsRequestId: null })).toEqual(ok(undefined));
  expect(await corrected()).toMatchObject({ correctsRequestId: 'request-1' });
});

it('has the reviewers called by name when the service cannot close the first', async () => {
  first({ actions: [] });
  const click = { verb: 'withdraw', requestId: 'request-1', by: actor('U0BEN') } as const;
  await acceptAction(desk().deps, { ...click, reason: '', channel: 'U0BEN' });
  await carryOut();
  await desk().said();
  expect(desk().chat.lines.at(-1)?.text).toContain('<@U0ANA> and <@U0CHO>');
});

it('is announced as a correction, not as a withdrawal', async () => {
  desk().governance.onClose = () => first(closed);
  await submit();
  await carryOut();
  await desk().said();
  const [ofFirst] = desk().chat.shown;
  expect(ofFirst?.text).toMatch(/^You corrected your request for .* The corrected one follows\./);
});
