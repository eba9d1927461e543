import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { ok } from '../../../src/domain/result.ts';
import { resolveIdentity } from '../../../src/use-cases/people/resolve-identity.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { failing } from '../../support/fakes.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const send = () => createTask(desk().deps, 'request-1');
const taskOf = (identityUserId: string) => snapshot({ target: person(identityUserId) });

/** Everybody was looked up, then `agoMs` passed, and the request was submitted. */
async function asked({
  agoMs = 0,
  ...change
}: { agoMs?: number } & Partial<AccessRequest>): Promise<void> {
  for (const userId of ['U0BEN', 'U0DEE']) await resolveIdentity(desk().deps, userId, 'fresh');
  desk().world.pass(agoMs);
  await desk().ask(change);
  desk().directory.asked.length = 0;
  desk().directory.hastes.clear();
}

const leave: Readonly<Record<string, (userId: string) => void>> = {
  'is deactivated in Slack': (userId) => desk().directory.add(userId, { isDeactivated: true }),
  'is disabled in the service': (userId) => {
    const email = `${userId.slice(2).toLowerCase()}@acme.example`;
    desk().governance.people.set(
      email,
      person(`user-${userId.slice(2).toLowerCase()}`, { status: 'DISABLED' }),
    );
  },
  'stands for somebody else': (userId) =>
    desk().directory.add(userId, { email: 'ana@acme.example' }),
  'has an address that nobody confirmed': (userId) =>
    desk().directory.add(userId, { email: null, unconfirmedEmail: 'dee@acme.example' }),
};

describe('a person who left after they were looked up', () => {
  it.each(Object.entries(leave))('gets no access as the target who %s', async (what, left) => {
    await asked({ agoMs: 61_000, targetSlackId: 'U0DEE' });
    left('U0DEE');
    desk().world.pass(1_000);
    await send();
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { slackUserId: 'U0DEE' },
    });
    const told = ['refused -> U0BEN'];
    const isPassedOn = what === 'stands for somebody else';
    const all = [...(isPassedOn ? ['passed-on -> U0HANA'] : []), ...told];
    expect((await desk().said()).toSorted()).toEqual(all.toSorted());
    expect(await desk().audited()).toEqual([
      ...(isPassedOn ? ['account.passed-on'] : []),
      'request.refused',
    ]);
  });

  it.each(Object.entries(leave))('gets no access as the requester who %s', async (what, left) => {
    await asked({});
    left('U0BEN');
    desk().world.pass(61_000);
    await send();
    expect(desk().governance.orders).toEqual([]);
    // Whoever has the account now is told nothing of the former owner's request.
    expect(await desk().said()).toEqual(
      what === 'stands for somebody else' ? ['passed-on -> U0HANA'] : ['refused -> U0BEN'],
    );
  });

  it('gets no access by a request that waited for the service', async () => {
    await asked({ targetSlackId: 'U0DEE' });
    desk().governance.grants.next(failing('network', true));
    await expect(send()).rejects.toThrow('network');
    desk().directory.add('U0DEE', { isDeactivated: true });
    desk().world.pass(61_000);
    await send();
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().request()).toMatchObject({
      refusal: { code: 'deactivated', slackUserId: 'U0DEE' },
    });
    expect((await desk().request())?.refusal).not.toHaveProperty('isPerhapsThere');
  });
});

describe('a person who left while the service was away', () => {
  const sendAgain = () => createTask(desk().deps, 'request-1', { hasServiceFailed: true });

  it.each([
    ['was turned away', failing('network', true)],
    ['got no usable answer', failing('http', false)],
  ])('gets no access by a send that %s before, ten seconds later', async (_how, failure) => {
    await asked({});
    desk().governance.grants.next(failure);
    await expect(send()).rejects.toThrow(failure.message);
    desk().directory.add('U0BEN', { isDeactivated: true });
    desk().world.pass(10_000);
    await sendAgain();
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().request()).toMatchObject({
      refusal: { code: 'deactivated' },
    });
    // What was read of an account while it was active is not believed.
    expect([...desk().directory.hastes]).toEqual(['in-turn']);
  });

  it('needs no second look within ten seconds', async () => {
    await asked({ targetSlackId: 'U0DEE' });
    desk().governance.grants.next(failing('network', true));
    await expect(send()).rejects.toThrow('network');
    desk().world.pass(9_000);
    desk().governance.grants.next(ok(taskOf('user-dee')));
    await sendAgain();
    expect(desk().directory.asked).toEqual([]);
    expect(await desk().request()).toMatchObject({ state: 'created' });
  });

  it('is looked up beside the other person, so that waits for turns do not add up', async () => {
    await asked({ targetSlackId: 'U0DEE' });
    desk().world.pass(61_000);
    const turns = Promise.withResolvers<void>();
    const { person: lookUp } = desk().directory;
    const waiting: string[] = [];
    desk().directory.person = async (userId, priority) => {
      waiting.push(userId);
      if (waiting.length === 2) turns.resolve();
      await turns.promise;
      return lookUp(userId, priority);
    };
    desk().governance.grants.next(ok(taskOf('user-dee')));
    await sendAgain();
    expect(waiting.toSorted()).toEqual(['U0BEN', 'U0DEE']);
    expect(await desk().request()).toMatchObject({ state: 'created' });
  });
});

describe('looking at people again', () => {
  it('makes no call for people who were looked up within the last minute', async () => {
    await asked({ agoMs: 59_000, targetSlackId: 'U0DEE' });
    desk().governance.grants.next(ok(taskOf('user-dee')));
    await send();
    expect(desk().directory.asked).toEqual([]);
    expect(await desk().request()).toMatchObject({ state: 'created' });
  });

  it('trusts a submission of this minute only for the requester’s Slack account', async () => {
    await asked({ agoMs: 61_000 });
    desk().governance.grants.next(ok(taskOf('user-ben')));
    await send();
    expect([...desk().directory.hastes]).toEqual(['acted']);
    expect(await desk().request()).toMatchObject({ state: 'created' });
  });

  it('reads the requester’s account too when they submitted more than a minute ago', async () => {
    await asked({});
    desk().world.pass(61_000);
    desk().governance.grants.next(ok(taskOf('user-ben')));
    await send();
    expect([...desk().directory.hastes]).toEqual(['in-turn']);
  });

  it('waits, and says so, when people cannot be looked up', async () => {
    await asked({ agoMs: 61_000, targetSlackId: 'U0DEE' });
    desk().governance.findPersonByEmail = () => Promise.reject(failing('timeout', false));
    await expect(send()).rejects.toThrow('timeout');
    expect(await desk().request()).toMatchObject({ state: 'submitted', identityUserId: null });
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().said()).toEqual(['waits -> U0BEN']);
  });
});

describe('a request whose POST got no answer', () => {
  async function lost(): Promise<void> {
    await asked({ targetSlackId: 'U0DEE' });
    desk().governance.grants.next(failing('timeout', false));
    await expect(send()).rejects.toThrow('timeout');
    desk().directory.add('U0DEE', { isDeactivated: true });
    desk().world.pass(61_000);
  }

  it('adopts the task that it made before looking anybody up', async () => {
    await lost();
    desk().governance.tasks.set('task-1', taskOf('user-dee'));
    await send();
    expect(desk().directory.asked).toEqual([]);
    expect(await desk().request()).toMatchObject({ state: 'created', taskId: 'task-1' });
  });

  it('is not sent again for a person who left, nor called unsent', async () => {
    await lost();
    await send();
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: 'deactivated', slackUserId: 'U0DEE', isPerhapsThere: true },
    });
  });

  it('is not called unsent after the requester had it sent again', async () => {
    desk().governance.operations.delete('taskSearch');
    await lost();
    await send();
    expect(await desk().request()).toMatchObject({ state: 'uncertain' });
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'submitted', at: tx.at }),
    );
    await send();
    expect(desk().governance.orders).toHaveLength(1);
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { isPerhapsThere: true },
    });
  });
});
