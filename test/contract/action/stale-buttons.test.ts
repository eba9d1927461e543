import { describe, expect, it } from 'vitest';
import { beginRevocation } from '../../../src/use-cases/access/end-grants.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { closedSnapshot, noon, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const actions = ['TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS'];
/** Ben asks for the same again, while the service is down. */
async function again(key = 'view-2', change = {}): Promise<void> {
  desk().world.pass(60_000);
  expect(await submitRequest(desk().deps, submittedForm({ key, ...change }))).toEqual({
    ok: true,
    value: undefined,
  });
  desk().governance.grants.next(failing('network', true));
  await expect(desk().runJobs('create-task')).rejects.toThrow('in a test');
}
const reading = async (change: Parameters<typeof snapshot>[0]) => {
  desk().governance.tasks.set('task-1', snapshot({ actions, ...change }));
  await refreshTasks(desk().deps);
};

describe('the message about what a person asked for', () => {
  /** The buttons of the newest one; there is no other with any. */
  const buttons = async (to = 'U0BEN') => {
    await desk().runJobs('show-asking');
    return desk()
      .chat.shown.filter((one) => one.to === to)
      .flatMap((one) => one.buttons.map((id) => id.replace('request.', '')));
  };
  async function granted(): Promise<void> {
    desk().governance.operations.add('taskRevoke');
    await desk().opened(closedSnapshot());
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-1', { startedAt: noon, endsAt: null }),
    );
  }

  it('has the buttons that apply while the request waits, until it is over', async () => {
    const close = 'TASK_ACTION_TYPE_CLOSE';
    await desk().opened({ actions: [...actions, close] });
    await reading({ actions: [...actions, close], appName: 'Renamed' });
    expect(await buttons()).toEqual(['escalate', 'withdraw', 'correct', 'nudge']);
    await reading({ actions: [close], emergency: true });
    expect(await buttons()).toEqual(['withdraw', 'correct', 'nudge']);
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'withdrawn', at: noon }),
    );
    for (const one of ['escalate', 'withdraw', 'correct', 'nudge'])
      expect(await buttons()).not.toContain(one);
  });

  it('loses its “give back” button when the access is given back', async () => {
    await granted();
    expect(await buttons()).toEqual(['give-back']);
    const request = await desk().request();
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) =>
      beginRevocation(tx, desk().deps, request, 'given-back', null),
    );
    expect(await buttons()).toEqual([]);
  });

  it('has no “give back” button for a person who only asked for somebody else', async () => {
    await granted();
    await desk().kysely.updateTable('requests').set({ targetSlackId: 'U0DEE' }).execute();
    expect([await buttons(), await buttons('U0DEE')]).toEqual([[], ['give-back']]);
  });

  it('loses its “change and try again” button only when the same person requests again', async () => {
    await desk().ask();
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', {
        state: 'refused',
        refusal: { code: 'no-email' },
        at: noon,
      }),
    );
    expect(await buttons()).toEqual(['mend']);
    await again('view-2', { targetSlackId: 'U0DEE' });
    expect(await buttons()).toContain('mend');
    await again('view-3');
    expect(await buttons()).not.toContain('mend');
  });

  it('loses its “request again” button after that was done', async () => {
    await granted();
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'expired', tx.at));
    expect(await buttons()).toEqual(['again']);
    await again();
    expect(await buttons()).not.toContain('again');
  });
});
