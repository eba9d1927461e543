/**
 * What was checked is relied on for three seconds, and for eight since it was asked: after that
 * everything is looked at again before anything is sent.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { acceptAction } from '../../../../src/use-cases/action/accept-action.ts';
import { carryOutAction } from '../../../../src/use-cases/action/carry-out-action.ts';
import { failing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { actor, closedSnapshot, noon, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob, reviews } = reviewing(desk);
const actions = ['APPROVE', 'DENY', 'UPDATE_GRANT_DURATION'].map(
  (name) => `TASK_ACTION_TYPE_${name}`,
);

beforeEach(async () => {
  await desk().opened({ actions });
  desk().governance.clock = () => desk().world.now();
});

/** So many acts wait four seconds each before they can be sent. */
function delay(times: number, meanwhile: () => void = () => undefined): void {
  let left = times;
  desk().governance.onSend = () => {
    if (left === 0) return;
    left -= 1;
    desk().world.pass(4_000);
    meanwhile();
  };
}

/** So many readings take this long to get from the service into the process. */
function answering(times: number, tookMs: number, meanwhile: () => void = () => undefined): void {
  let left = times;
  desk().governance.onAnswering = () => {
    if (left === 0) return;
    left -= 1;
    desk().world.pass(tookMs);
    meanwhile();
  };
}

describe('a decision that could not be sent soon after its check', () => {
  it('is checked again, and sent', async () => {
    delay(2);
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.reviewOrders).toHaveLength(1);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('is not sent when the person lost the right meanwhile', async () => {
    delay(
      1,
      () =>
        void desk().governance.tasks.set(
          'task-1',
          snapshot({ actions, stepApprovers: [person('user-dee')] }),
        ),
    );
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-reviewer']]);
  });

  it('waits after three checks, its person is told, and its step is free for others', async () => {
    delay(3);
    await click('U0ANA');
    const { actionId } = await clickedJob();
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({
      kind: 'late',
      certainlyNotDone: true,
    });
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'accepted', null]]);
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    expect(desk().chat.notices.at(-1)?.body).toMatchObject({ cause: 'otherwise' });
    await carryOutAction(desk().deps, actionId);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('counts from the arrival of the reading, not from the end of the check', async () => {
    let slow = true;
    desk().governance.onNames = () => {
      if (slow) desk().world.pass(3_500);
      slow = false;
    };
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.read.length).toBeGreaterThanOrEqual(2);
    const at = desk().world.now().getTime();
    expect(desk().governance.sentBefore).toEqual([new Date(at + 3_000)]);
  });

  it('is checked again when the process was frozen before the answer got to it', async () => {
    answering(1, 10_000, () => {
      const stolen = snapshot({ actions, stepApprovers: [person('user-dee')] });
      desk().governance.tasks.set('task-1', stolen);
    });
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-reviewer']]);
  });

  it('is checked again when the process was frozen while the person was looked up', async () => {
    const { person: lookUp } = desk().directory;
    desk().directory.person = async (userId, priority) => {
      const told = await lookUp(userId, priority);
      desk().directory.person = lookUp;
      desk().directory.add(userId, { isDeactivated: true });
      desk().world.pass(10_000);
      return told;
    };
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'deactivated']]);
  });

  it('is sent to a tenant that needs five seconds for an answer', async () => {
    answering(1, 5_000);
    await click('U0ANA');
    await carryOut();
    expect(desk().governance.read.length).toBe(2);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('waits where a tenant needs longer than an answer may be old, and its person is told', async () => {
    answering(3, 9_000);
    await click('U0ANA');
    const { actionId } = await clickedJob();
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'late' });
    expect(await desk().said()).toEqual(['action-waiting -> U0ANA']);
    expect(desk().chat.notices.at(-1)?.body).toMatchObject({ cause: 'otherwise' });
  });

  it('is still looked up when an earlier call may have arrived', async () => {
    desk().governance.reviews.next(failing('timeout', false));
    await click('U0ANA');
    const { actionId } = await clickedJob();
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'timeout' });
    delay(3);
    await expect(carryOutAction(desk().deps, actionId)).rejects.toMatchObject({ kind: 'late' });
    expect(await reviews()).toEqual([['U0ANA', 'sending', null]]);
  });
});

describe('an escalation that could not be sent soon after its check', () => {
  const escalates = ['ESCALATE_TO_EMERGENCY_ACCESS'].map((name) => `TASK_ACTION_TYPE_${name}`);
  const escalate = () =>
    acceptAction(desk().deps, {
      verb: 'escalate',
      requestId: 'request-1',
      by: actor('U0BEN'),
      reason: 'the ferry waits',
      channel: 'U0BEN',
    });

  beforeEach(() => {
    desk().governance.tasks.set('task-1', snapshot({ actions: escalates }));
  });

  it('is checked again, and sent', async () => {
    delay(1);
    await escalate();
    await desk().runJobs('carry-out-action');
    expect(desk().governance.sentBefore).toEqual([expect.any(Date)]);
    expect(desk().governance.escalated).toHaveLength(1);
  });

  it('is not sent when the task offers it no more', async () => {
    delay(1, () => void desk().governance.tasks.set('task-1', snapshot({ actions })));
    await escalate();
    await desk().runJobs('carry-out-action');
    expect(desk().governance.escalated).toEqual([]);
  });
});

describe('a give-back that could not be sent soon after its check', () => {
  const giveBack = async (): Promise<void> => {
    const click = {
      verb: 'give-back',
      requestId: 'request-1',
      by: actor('U0BEN'),
      reason: '',
    } as const;
    await acceptAction(desk().deps, { ...click, channel: 'U0BEN' });
    await desk().runJobs('carry-out-action');
  };

  beforeEach(async () => {
    desk().governance.operations.add('taskRevoke');
    desk().governance.tasks.set('task-1', closedSnapshot());
    const period = { startedAt: noon, endsAt: null };
    await desk().store.transaction((tx) => tx.grants.begin('request-1', period));
  });

  it('is checked again, and sent', async () => {
    delay(1);
    await giveBack();
    expect(desk().governance.sentBefore).toEqual([new Date(noon.getTime() + 7_000)]);
    expect(desk().governance.revoked).toHaveLength(1);
  });

  it('is not sent when the person’s identity has changed', async () => {
    delay(1, () => desk().governance.people.clear());
    await giveBack();
    expect(desk().governance.revoked).toEqual([]);
  });
});

describe('an approval for less time', () => {
  it('is checked once more after it has shortened', async () => {
    desk().governance.onAct = ({ durationSeconds = null }) => {
      const stolen = { stepApprovers: [person('user-dee')] };
      desk().governance.tasks.set(
        'task-1',
        snapshot({ actions, grantDurationSeconds: durationSeconds, ...stolen }),
      );
    };
    await click('U0ANA', { durationSeconds: 3_600 });
    await carryOut();
    expect(desk().governance.acted).toHaveLength(1);
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-reviewer']]);
  });
});
