import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { failing } from '../../support/fakes.ts';
import { firstEntitlement, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const send = (id = 'request-1') => createTask(desk().deps, id);

/** The task that the service made from the POST, whether or not its answer arrived. */
function carriedOut(change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  const task = snapshot(change);
  desk().governance.tasks.set(task.id, task);
  return task;
}

describe('a POST of unknown outcome', () => {
  it('is looked up, and the task that is found belongs to the request', async () => {
    desk().governance.grants.next(failing('timeout', false));
    await desk().ask();
    await expect(send()).rejects.toMatchObject({ kind: 'timeout' });
    expect(await desk().request()).toMatchObject({ state: 'sending', identityUserId: 'user-ben' });
    carriedOut();
    await send();
    expect(await desk().request()).toMatchObject({ state: 'created', taskId: 'task-1' });
    expect(desk().governance.orders).toHaveLength(1);
  });

  it.each([
    ['other access', { entitlements: [{ ...firstEntitlement(), id: 'ent-admin' }] }],
    ['the same of another app', { entitlements: [{ ...firstEntitlement(), appId: 'app-aws' }] }],
    ['the same access of somebody else', { target: person('user-eve') }],
  ])(
    'is sent again when somebody else made a task for %s that names the request',
    async (_what, forged) => {
      desk().governance.operations.add('whoAmI');
      desk().governance.grants.next(failing('timeout', false), ok(snapshot({ id: 'task-2' })));
      await desk().ask();
      await expect(send()).rejects.toThrow(/in a test/);
      desk().governance.tasks.set('task-1', snapshot({ ...forged, createdBy: { id: 'user-eve' } }));
      await send();
      expect(await desk().request()).toMatchObject({ state: 'created', taskId: 'task-2' });
      expect(desk().governance.orders).toHaveLength(2);
    },
  );

  it('is sent again when no task is found', async () => {
    desk().governance.grants.next(failing('timeout', false), ok(snapshot()));
    await desk().ask();
    await expect(send()).rejects.toThrow(/in a test/);
    await send();
    expect(await desk().request()).toMatchObject({ state: 'created' });
    expect(desk().governance.orders).toHaveLength(2);
  });

  describe('whose task the search shows late', () => {
    async function sendsTwice(): Promise<void> {
      const { grants, hidden, operations } = desk().governance;
      operations.add('grantSearch');
      hidden.add('task-1');
      grants.next(failing('timeout', false), ok(snapshot({ id: 'task-2' })));
      await desk().ask();
      await expect(send()).rejects.toThrow(/in a test/);
      await send();
    }

    it('is found by what the person has when it was granted at once', async () => {
      carriedOut({ state: 'closed', outcome: 'granted' });
      desk().governance.grantedBy.push('task-0', 'task-1');
      await sendsTwice();
      expect(await desk().request()).toMatchObject({ state: 'created', taskId: 'task-1' });
      expect(desk().governance.orders).toHaveLength(1);
    });

    it('is sent again when the person has it by another request only', async () => {
      desk().governance.tasks.set('task-0', snapshot({ id: 'task-0', sourceRequestId: null }));
      desk().governance.grantedBy.push('task-0');
      await sendsTwice();
      expect(await desk().request()).toMatchObject({ state: 'created', taskId: 'task-2' });
    });

    it('is not sent again while what the person has cannot be read', async () => {
      desk().governance.heldReadings.next(failing('http', false));
      await expect(sendsTwice()).rejects.toThrow(/in a test/);
      expect(desk().governance.orders).toHaveLength(1);
    });
  });

  it('is looked up by the identity it was sent for, even if that person is now unknown', async () => {
    desk().governance.grants.next(failing('timeout', false));
    await desk().ask();
    await expect(send()).rejects.toThrow(/in a test/);
    desk().governance.people.clear();
    desk().directory.accounts.clear();
    carriedOut();
    await send();
    expect(await desk().request()).toMatchObject({ state: 'created', identityUserId: 'user-ben' });
  });

  it('stays unknown while the lookup fails, which the requester is told once', async () => {
    desk().governance.grants.next(failing('timeout', false));
    desk().governance.readings.next(failing('http', false), failing('http', false));
    await desk().ask();
    for (let turn = 0; turn < 3; turn += 1) await expect(send()).rejects.toThrow(/in a test/);
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
  });

  it('waits in one message, which follows the cause', async () => {
    const [network, refused] = [failing('network', true), failing('unauthorized', true)];
    desk().governance.grants.next(network, refused, refused);
    await desk().ask({ emergency: true });
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(send()).rejects.toThrow(/in a test/);
      expect(await desk().said()).toEqual(['waits -> U0BEN']);
    }
    expect(desk().chat.shown).toMatchObject([
      { text: expect.stringContaining('The access service refuses me'), edits: 1 },
    ]);
  });

  it('cannot be looked up without taskSearch, so the requester is asked', async () => {
    desk().governance.operations.delete('taskSearch');
    desk().governance.grants.next(failing('timeout', false));
    await desk().ask();
    await expect(send()).rejects.toThrow(/in a test/);
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
    await send();
    expect(await desk().request()).toMatchObject({ state: 'uncertain' });
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().said()).toEqual(['waits -> U0BEN', 'uncertain -> U0BEN']);
    expect(await desk().audited()).toEqual(['request.uncertain']);
  });
});

describe('a POST that certainly did not arrive', () => {
  it('is sent again, without a lookup', async () => {
    desk().governance.operations.delete('taskSearch');
    desk().governance.grants.next(
      failing('network', true),
      failing('rate-limited', true),
      ok(snapshot()),
    );
    await desk().ask();
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(send()).rejects.toThrow(/in a test/);
      expect(await desk().request()).toMatchObject({ state: 'submitted' });
      expect(await desk().said()).toEqual(['waits -> U0BEN']);
    }
    await send();
    expect(await desk().request()).toMatchObject({ state: 'created' });
  });

  it.each([
    ['network', []],
    ['unauthorized', ['waits -> U0BEN']],
  ] as const)(
    'waits while Slack does not identify the person (%s), and reports a refusal',
    async (kind, said) => {
      desk().directory.person = () => Promise.reject(failing(kind, true, 'slack'));
      await desk().ask({ emergency: true });
      await expect(send()).rejects.toMatchObject({ kind });
      expect(await desk().request()).toMatchObject({ state: 'submitted' });
      expect(await desk().said()).toEqual(said);
      const words = expect.stringContaining('Slack does not let me look people up.');
      expect(desk().chat.shown).toMatchObject(said.map(() => ({ text: words })));
    },
  );
});

function limited(retryAfterMs: number): OutwardFailure {
  const soon = { kind: 'rate-limited', message: 'soon', certainlyNotDone: true } as const;
  return new OutwardFailure({ system: 'governance', ...soon, retryAfterMs });
}

it('is reported as waiting only when its turn takes longer than a minute', async () => {
  await desk().ask();
  desk().governance.grants.next(limited(60_000), limited(60_001));
  await expect(send()).rejects.toMatchObject({ kind: 'rate-limited' });
  expect(await desk().said()).toEqual([]);
  await expect(send()).rejects.toMatchObject({ kind: 'rate-limited' });
  expect(await desk().said()).toEqual(['waits -> U0BEN']);
});

it('is reported after a minute when its turn is always announced as soon', async () => {
  desk().governance.grants.next(limited(30_000), limited(30_000));
  await desk().ask();
  await expect(send()).rejects.toMatchObject({ kind: 'rate-limited' });
  expect(await desk().said()).toEqual([]);
  desk().world.pass(31_000);
  await expect(send()).rejects.toMatchObject({ kind: 'rate-limited' });
  expect(await desk().said()).toEqual(['waits -> U0BEN']);
});
