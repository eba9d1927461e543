import { describe, expect, it } from 'vitest';
import { ok } from '../../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../../src/domain/task/task-snapshot.ts';
import { createTask } from '../../../../src/use-cases/request/create-task.ts';
import { failing } from '../../../support/fakes.ts';
import { firstEntitlement, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const send = () => createTask(desk().deps, 'request-1');
const cards = () => desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));

/** The task that the service made of the POST. */
function made(change: Partial<TaskSnapshot>): TaskSnapshot {
  const task = snapshot(change);
  desk().governance.tasks.set(task.id, task);
  return task;
}

describe('an answer about something that was not requested', () => {
  it.each([
    ['person', { target: person('user-eve') }],
    ['person', { contradictions: ['person'] }],
  ] as const)(
    '(another %s) makes no card, closes nothing, and is reported and audited',
    async (_part, wrong) => {
      desk().governance.grants.next(ok(made(wrong)));
      await desk().ask();
      await send();
      expect(await desk().request()).toMatchObject({
        state: 'refused',
        taskId: null,
        refusal: { code: 'answer-disagrees', numericId: '1042' },
      });
      expect(await cards()).toEqual([]);
      expect(desk().governance.closed).toEqual([]);
      expect(await desk().said()).toEqual(['request-stopped -> U0HANA', 'refused -> U0BEN']);
      expect(await desk().audited()).toEqual(['request.refused', 'request.answer-disagrees']);
      await send();
      expect(desk().governance.orders).toHaveLength(1);
    },
  );
});

describe('a task that is found again after a lost answer', () => {
  it.each([
    ['other access', { entitlements: [{ ...firstEntitlement(), id: 'ent-admin' }] }],
    ['the same of another app', { entitlements: [{ ...firstEntitlement(), appId: 'app-aws' }] }],
  ])('is not adopted when the bot made it for %s', async (_what, wrong) => {
    desk().governance.operations.add('whoAmI');
    desk().governance.grants.next(failing('timeout', false));
    await desk().ask();
    await expect(send()).rejects.toThrow(/in a test/);
    made(wrong);
    await send();
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: 'answer-disagrees' },
    });
    expect(desk().governance.orders).toHaveLength(1);
    expect(await cards()).toEqual([]);
  });
});
