/** Long because each of three actions is refused, repeated and cut off in its own way. */

import { beforeEach, describe, expect, it } from 'vitest';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { giveUp } from '../../../src/use-cases/action/give-up.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { actor, closedSnapshot, newAction, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, again, states } = clickingHolders(desk);
const actions = ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS'];
const told = async () => {
  await desk().said();
  return desk().chat.notices.flatMap(({ to, body }) =>
    body.kind === 'action-refused' ? [[to, body.refusal]] : [],
  );
};
const channels = async () =>
  (await desk().store.transaction((tx) => tx.cards.ofRequest('request-1')))
    .map((card) => card.channel)
    .toSorted();

beforeEach(async () => {
  desk().governance.operations.add('taskRevoke');
  await desk().opened({ actions });
});

describe('a click of a holder', () => {
  it('is stored once with its job, however often it is repeated', async () => {
    const answers = [await click('escalate'), await click('escalate'), await click('escalate')];
    expect(answers).toEqual(['kept', 'repeated', 'repeated']);
    expect(await desk().takeJobs()).toEqual([{ kind: 'carry-out-action', actionId: 'id-0001' }]);
  });

  it('is stored once when it arrives twice at the same time', async () => {
    expect((await Promise.all([click('escalate'), click('escalate')])).toSorted()).toEqual([
      'kept',
      'repeated',
    ]);
  });

  it.each([
    ['of somebody else', 'U0CHO', 'T0ACME'],
    ['from another workspace', 'U0BEN', 'T0OTHER'],
  ])('%s is refused and audited, and changes nothing', async (_who, userId, teamId) => {
    expect(await click('escalate', userId, teamId)).toBe('not-yours');
    expect(await click('give-back', userId, teamId)).toBe('not-yours');
    expect(await desk().takeJobs()).toEqual([]);
    expect(await desk().audited()).toEqual(['click.refused', 'click.refused']);
  });

  it('on an unknown request does nothing', async () => {
    const lost = {
      verb: 'escalate',
      requestId: 'x',
      by: actor(),
      reason: '',
      channel: 'C1',
    } as const;
    expect(await acceptAction(desk().deps, lost)).toBe('unknown');
  });
});

describe('an escalation', () => {
  it('is sent once in the person’s name, and everybody else is told', async () => {
    await click('escalate');
    await carryOut();
    await again();
    await carryOut();
    expect(desk().governance.escalated).toEqual([
      {
        taskId: 'task-1',
        act: 'escalate',
        stepId: 'step-1',
        comment:
          'Escalated to emergency access in Slack by "Ben" (ben@acme.example), Slack user U0BEN. the ferry waits',
      },
    ]);
    expect(await states()).toEqual([['done', null]]);
    await desk().runJobs('sync-card', 'update-card');
    expect((await desk().said()).filter((line) => line.startsWith('deed'))).toEqual([
      'deed -> thread of C0REVIEWS',
    ]);
    // Whoever asked for it reads on in the message that they have.
    expect(desk().chat.shown.map(({ text }) => text)).toEqual([
      expect.stringContaining('It is an emergency: I told <#C0INCIDENTS>.'),
    ]);
    expect(await desk().audited()).toContain('escalate.done');
  });

  it('is told in the message of whoever asked for it, also after a comment', async () => {
    const comment = {
      ...newAction({ id: 'comment-1', by: actor('U0ANA') }),
      verb: 'comment',
    } as const;
    await desk().store.transaction(async (tx) => {
      await tx.actions.insertOnce(comment);
      await tx.actions.save('comment-1', { state: 'done' });
    });
    await desk().said();
    await click('escalate');
    await carryOut();
    await desk().runJobs('sync-card', 'update-card');
    await desk().said();
    expect(desk().chat.shown.at(-1)?.text).toContain('It is an emergency: I told <#C0INCIDENTS>.');
  });

  it.each([
    ['is shortened to the longest emergency where the service allows that', 86_400, true, true],
    ['until revoked is shortened, too', null, true, true],
    ['is refused where it cannot be shortened', 86_400, false, false],
    ['is refused where the service agrees and leaves the time as it was', 86_400, true, false],
  ])(
    'of a request longer than emergencies may be %s',
    async (_what, grantDurationSeconds, canShorten, isShown) => {
      await desk()
        .kysely.updateTable('requests')
        .set({ durationSeconds: grantDurationSeconds })
        .execute();
      const offered = canShorten ? [...actions, 'TASK_ACTION_TYPE_UPDATE_GRANT_DURATION'] : actions;
      const period = grantDurationSeconds === null ? ({ isPermanent: true } as const) : {};
      const task = snapshot({ actions: offered, grantDurationSeconds, ...period });
      desk().governance.tasks.set('task-1', task);
      if (isShown) {
        desk().governance.onAct = () =>
          void desk().governance.tasks.set('task-1', { ...task, grantDurationSeconds: 14_400 });
      }
      await click('escalate');
      await carryOut();
      const shortened = canShorten ? [['shorten', 14_400]] : [];
      expect(
        desk().governance.acted.map(({ act, durationSeconds }) => [act, durationSeconds]),
      ).toEqual(shortened);
      expect(desk().governance.escalated).toHaveLength(isShown ? 1 : 0);
      const refusal = { code: 'not-urgent', longestSeconds: 14_400 };
      expect(await told()).toEqual(isShown ? [] : [['U0BEN', refusal]]);
    },
  );

  it('is left to the console where nobody can tell whether the service shortened it', async () => {
    await desk().kysely.updateTable('requests').set({ durationSeconds: 86_400 }).execute();
    const offered = [...actions, 'TASK_ACTION_TYPE_UPDATE_GRANT_DURATION'];
    desk().governance.tasks.set(
      'task-1',
      snapshot({ actions: offered, grantDurationSeconds: 86_400 }),
    );
    desk().governance.onAct = () => void desk().governance.tasks.delete('task-1');
    await click('escalate');
    await carryOut();
    expect(desk().governance.escalated).toEqual([]);
    expect(await told()).toEqual([['U0BEN', { code: 'unclear' }]]);
  });

  it('posts the card to the emergency channel, and mentions those on call only there', async () => {
    await click('escalate');
    await desk().runJobs();
    expect(await channels()).toEqual(['C0INCIDENTS', 'C0REVIEWS']);
    expect(desk().chat.posted.map(({ channel, card }) => [channel, card.onCall])).toEqual([
      ['C0INCIDENTS', 'S0ONCALL'],
    ]);
    expect(desk().chat.updated.at(-1)?.card).toMatchObject({
      task: { emergency: true },
      onCall: null,
    });
  });

  it.each([
    ['open', snapshot({ actions: [], emergency: true })],
    ['granted by now', closedSnapshot({ emergency: true })],
  ])(
    'is not sent again after a lost answer when it arrived; the task is %s',
    async (_what, then) => {
      await click('escalate');
      desk().governance.escalations.next(failing('timeout', false));
      await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
      desk().governance.tasks.set('task-1', then);
      await again();
      await carryOut();
      expect(desk().governance.escalated).toHaveLength(1);
      expect(await states()).toEqual([['done', null]]);
      expect(await channels()).toEqual(['C0INCIDENTS', 'C0REVIEWS']);
    },
  );

  it('is sent again after a lost answer when it did not arrive', async () => {
    await click('escalate');
    desk().governance.escalations.next(failing('timeout', false));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    await again();
    await carryOut();
    expect(desk().governance.escalated).toHaveLength(2);
    expect(await states()).toEqual([['done', null]]);
  });

  /**
   * Readings lag: the service refuses what it was sent before, and shows only then that it is done.
   */
  const refusedOnceDone = () => {
    desk().governance.act = async () => {
      desk().governance.tasks.set('task-1', snapshot({ emergency: true }));
      return refusing('conflict');
    };
  };

  it('counts as done when the service refuses a repetition because the first attempt arrived', async () => {
    await click('escalate');
    desk().governance.escalations.next(failing('timeout', false));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    refusedOnceDone();
    await again();
    await carryOut();
    expect(await states()).toEqual([['done', null]]);
  });

  it('is not credited to a person when somebody else was faster', async () => {
    await click('escalate');
    refusedOnceDone();
    await carryOut();
    expect(await states()).toEqual([['refused', 'conflict']]);
    expect(await desk().said()).toEqual(['action-refused -> U0BEN']);
  });

  it.each([
    [
      'closed',
      { code: 'closed' },
      () => void desk().governance.tasks.set('task-1', closedSnapshot()),
    ],
    ['gone', { code: 'gone' }, () => void desk().governance.tasks.delete('task-1')],
    ['unreadable', { code: 'not-offered' }, () => desk().governance.operations.clear()],
    [
      'refused by the service',
      { code: 'forbidden' },
      () => desk().governance.escalations.next(refusing('forbidden')),
    ],
  ])(
    'is explained to the person who clicked, in the same place, when it is %s',
    async (_what, refusal, prepare) => {
      prepare();
      await click('escalate');
      await carryOut();
      expect(await told()).toMatchObject([['U0BEN', refusal]]);
      expect(await states()).toEqual([['refused', refusal.code]]);
      expect(await desk().audited()).toContain('click.refused');
      expect(await channels()).toEqual(['C0REVIEWS']);
    },
  );

  it('is not offered for an emergency', async () => {
    await desk().kysely.updateTable('requests').set({ emergency: true }).execute();
    await click('escalate');
    await carryOut();
    expect(desk().governance.escalated).toEqual([]);
    expect(await states()).toEqual([['refused', 'not-offered']]);
  });

  it('can be tried again after a refusal', async () => {
    desk().governance.escalations.next(refusing('forbidden'));
    await click('escalate');
    await carryOut();
    expect(await click('escalate')).toBe('kept');
    await carryOut();
    expect(await states()).toEqual([
      ['refused', 'forbidden'],
      ['done', null],
    ]);
  });

  it('waits while Slack is down, without blaming the service', async () => {
    const { person } = desk().directory;
    desk().directory.person = () => Promise.reject(failing('network', true, 'slack'));
    await click('escalate');
    await expect(carryOut()).rejects.toMatchObject({ system: 'slack' });
    expect(await desk().said()).toEqual([]);
    desk().directory.person = person;
    await again();
    await carryOut();
    expect(await states()).toEqual([['done', null]]);
  });

  it('waits while the service is down, the person is told once, and it is sent later', async () => {
    await click('escalate');
    desk().governance.readings.next(failing('network', true), failing('network', true));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(carryOut()).rejects.toMatchObject({ kind: 'network' });
      expect(await desk().said()).toEqual(['action-waiting -> U0BEN']);
      await again();
    }
    await carryOut();
    expect(await states()).toEqual([['done', null]]);
  });

  it('is reported with a reference id after a bug, and can be tried again', async () => {
    await click('escalate');
    const [job] = await desk().takeJobs();
    if (job === undefined) throw new Error('the click made a job');
    await giveUp(desk().handlerDeps, job, 'ref-7');
    await giveUp(desk().handlerDeps, job, 'ref-8');
    expect(await told()).toEqual([['U0BEN', { code: 'failed', reference: 'ref-7' }]]);
    expect(await desk().audited()).toEqual(['click.refused', 'job.failed']);
    expect(await click('escalate')).toBe('kept');
  });
});

it('keeps an action done when something fails afterwards', async () => {
  await click('escalate');
  await carryOut();
  await giveUp(desk().handlerDeps, { kind: 'carry-out-action', actionId: 'id-0001' }, 'ref-7');
  await desk().runJobs('sync-card', 'update-card');
  expect(await states()).toEqual([['done', null]]);
  expect(await told()).toEqual([]);
});
